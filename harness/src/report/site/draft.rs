//! Folders that a report makes beside the site and takes away again: the draft that is being written, and the earlier site
//! while it is replaced. A process that is killed leaves them; the next report of that site clears them away.
//!
//! Whose they are is told by a lock and not by a process number, which the next process may have: in each lies a file that
//! the process that writes holds locked as long as it lives.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file that is held locked.
pub(super) const LOCK: &str = ".rollcall-draft";
/// What stands in it.
const SAYS: &[u8] = b"rollcall.draft.v1\n";
/// Folders beside the site.
const KINDS: [&str; 2] = ["draft", "earlier"];

/// Makes a folder ours as long as the file is held.
pub(super) fn hold(folder: &Path) -> io::Result<File> {
    let path = folder.join(LOCK);
    let mut file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
    file.try_lock().map_err(io::Error::from)?;
    file.write_all(SAYS)?;
    Ok(file)
}

/// A name beside the site that nothing has yet.
pub(super) fn sibling(site: &Path, kind: &str) -> PathBuf {
    let process = std::process::id();
    (0..u32::MAX)
        .map(|attempt| site.with_file_name(format!("{}{process}-{attempt}", prefix(site, kind))))
        .find(|path| !path.exists())
        .expect("one of four billion names is free")
}

fn prefix(site: &Path, kind: &str) -> String {
    let name = site.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    format!(".{name}.{kind}-")
}

/// Clears away what dead processes left beside this site, and nothing that is not surely theirs. An earlier site takes its
/// place again where it has none. What cannot be cleared away stays: it is not where a reader looks.
pub(super) fn sweep(site: &Path) {
    let entries = site.parent().and_then(|folder| fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        let kind =
            name.to_str().and_then(|name| KINDS.into_iter().find(|kind| is_ours(name, &prefix(site, kind))));
        let (Some(kind), Ok(true)) = (kind, entry.file_type().map(|file| file.is_dir())) else { continue };
        let Ok(Some(_held)) = left(&entry.path()) else { continue };
        if kind == "earlier" && !site.exists() {
            // The report was killed between two renames, and the site is gone from its place.
            let _ = fs::rename(entry.path(), site);
            let _ = fs::remove_file(site.join(LOCK));
        } else {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a name is one that [`sibling`] makes.
fn is_ours(name: &str, prefix: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(prefix).and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, attempt)| number(process) && number(attempt))
}

/// The lock of a folder that nobody holds any more; none where it has none, or somebody holds it.
fn left(folder: &Path) -> io::Result<Option<File>> {
    let path = folder.join(LOCK);
    if !fs::symlink_metadata(&path)?.is_file() || fs::read(&path)? != SAYS {
        return Ok(None);
    }
    let file = File::options().read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn only_what_a_dead_process_left_of_this_site_is_cleared_away() {
        let around = tempfile::tempdir().unwrap();
        let at = |name: &str| around.path().join(name);
        let make = |name: &str| {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("page.html"), "x").unwrap();
            at(name)
        };
        let site = make("site");
        drop(hold(&make(".site.draft-1-0")).unwrap());
        drop(hold(&make(".site.earlier-1-0")).unwrap());
        let _alive = hold(&make(".site.draft-2-0")).unwrap();
        // Of another site, of another name, without a lock, with another file of that name, and no folder.
        for name in [".other.draft-1-0", ".site.draft-1", ".site.draft-1-x", ".site.backup-1-0"] {
            drop(hold(&make(name)).unwrap());
        }
        make(".site.draft-3-0");
        fs::write(make(".site.draft-4-0").join(LOCK), "mine").unwrap();
        fs::write(at(".site.draft-5-0"), "mine").unwrap();
        let before = names(around.path());
        sweep(&site);
        let gone = [".site.draft-1-0", ".site.earlier-1-0"];
        let expected: Vec<String> =
            before.into_iter().filter(|name| !gone.contains(&name.as_str())).collect();
        assert_eq!(names(around.path()), expected);
        assert_eq!(fs::read_to_string(site.join("page.html")).unwrap(), "x");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_not_followed() {
        let around = tempfile::tempdir().unwrap();
        let mine = around.path().join("mine");
        fs::create_dir(&mine).unwrap();
        drop(hold(&mine).unwrap());
        std::os::unix::fs::symlink(&mine, around.path().join(".site.draft-1-0")).unwrap();
        sweep(&around.path().join("site"));
        assert_eq!(names(around.path()), [".site.draft-1-0", "mine"]);
        assert!(mine.join(LOCK).exists());
    }

    #[test]
    fn an_earlier_site_without_a_later_one_takes_its_place_again() {
        let around = tempfile::tempdir().unwrap();
        let earlier = around.path().join(".site.earlier-1-0");
        fs::create_dir(&earlier).unwrap();
        fs::write(earlier.join("site.json"), "{}").unwrap();
        drop(hold(&earlier).unwrap());
        sweep(&around.path().join("site"));
        assert_eq!(names(around.path()), ["site"]);
        assert_eq!(names(&around.path().join("site")), ["site.json"]);
    }
}

//! Where the site is written: into a sibling of its place, which takes that place only when it is whole.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::SiteError;
use super::draft::{self, LOCK, sibling};

/// The file that says that a folder is a site of ours. Written last.
pub(super) const MARKER: &str = "site.json";
/// In it: what the folder holds beside it. Anything else is somebody else's, and the folder is not replaced.
const HOLDS: &str = "holds";
/// What stands in [`MARKER`].
pub(super) const SITE_SCHEMA: &str = "rollcall.site.v1";

/// A site that is being written. Dropped before [`Place::finish`], it leaves nothing behind.
#[derive(Debug)]
pub(super) struct Place {
    /// Where it will be.
    site: PathBuf,
    /// Where it is written.
    draft: PathBuf,
    /// Says that the draft is ours as long as we live.
    held: Option<fs::File>,
    finished: bool,
}

impl Place {
    /// Begins a site.
    ///
    /// # Errors
    /// When something is there that is no site of ours, or the folder around it cannot be written.
    pub(super) fn begin(site: &Path) -> Result<Self, SiteError> {
        let given = site;
        let fail = |source| SiteError::Write { path: given.to_owned(), source };
        let site = place_of(given).map_err(fail)?;
        draft::sweep(&site);
        if !may_be_replaced(&site).map_err(fail)? {
            return Err(SiteError::NotOurs(given.to_owned()));
        }
        let folder = site.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(folder).map_err(|source| SiteError::Write { path: folder.to_owned(), source })?;
        let draft = sibling(&site, "draft");
        // By `create_dir` and not as a private temporary folder: a web server has to be able to read it.
        let fail = |source| SiteError::Write { path: draft.clone(), source };
        fs::create_dir(&draft).map_err(fail)?;
        let held = Some(draft::hold(&draft).map_err(fail)?);
        Ok(Self { site, draft, held, finished: false })
    }

    /// Writes one file; `path` is relative to the site, with `/` between its parts.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn put(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<(), SiteError> {
        let file = self.draft.join(path);
        let fail = |source| SiteError::Write { path: file.clone(), source };
        match fs::write(&file, bytes.as_ref()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(file.parent().unwrap_or(&self.draft)).map_err(fail)?;
                fs::write(&file, bytes.as_ref()).map_err(fail)
            }
            other => other.map_err(fail),
        }
    }

    /// Opens one file, for what is written piece by piece.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn create(&self, path: &str) -> Result<io::BufWriter<fs::File>, SiteError> {
        let file = self.draft.join(path);
        let made = fs::File::create(&file).map_err(|source| SiteError::Write { path: file, source })?;
        Ok(io::BufWriter::new(made))
    }

    /// The pages written so far, in order; `/` between the parts of a path.
    ///
    /// # Errors
    /// When the site cannot be read.
    pub(super) fn pages(&self) -> Result<Vec<String>, SiteError> {
        let mut folders = vec![String::new()];
        let mut pages = Vec::new();
        while let Some(folder) = folders.pop() {
            let path = self.draft.join(&folder);
            let fail = |source| SiteError::Write { path: path.clone(), source };
            for entry in fs::read_dir(&path).map_err(fail)? {
                let entry = entry.map_err(fail)?;
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                if entry.file_type().map_err(fail)?.is_dir() {
                    folders.push(format!("{name}/"));
                } else if name.strip_suffix(".html").is_some() {
                    pages.push(name);
                }
            }
        }
        pages.sort_unstable();
        Ok(pages)
    }

    /// Marks the site as whole and puts it in its place, instead of an earlier one.
    ///
    /// # Errors
    /// When it cannot be marked or moved; an earlier site stays then.
    pub(super) fn finish(mut self, marker: &serde_json::Value) -> Result<(), SiteError> {
        let fail = |path: &Path, source| SiteError::Write { path: path.to_owned(), source };
        let mut marker = marker.clone();
        let mut holds = names(&self.draft).map_err(|source| fail(&self.draft, source))?;
        holds.retain(|name| name != LOCK);
        marker[HOLDS] = holds.into();
        self.put(MARKER, format!("{marker}\n"))?;
        if cfg!(windows) {
            // There a folder with an open file in it cannot be renamed.
            self.held = None;
        }
        if self.site.exists() {
            let earlier = sibling(&self.site, "earlier");
            let held = draft::hold(&self.site).map_err(|source| fail(&self.site, source))?;
            let _held = Some(held).filter(|_| !cfg!(windows));
            fs::rename(&self.site, &earlier).map_err(|source| fail(&self.site, source))?;
            if let Err(source) = fs::rename(&self.draft, &self.site) {
                // Back to what was there; when even that fails the first error is the one to tell.
                let _ = fs::rename(&earlier, &self.site);
                let _ = fs::remove_file(self.site.join(LOCK));
                return Err(fail(&self.site, source));
            }
            self.place_taken()?;
            return fs::remove_dir_all(&earlier).map_err(|source| fail(&earlier, source));
        }
        fs::rename(&self.draft, &self.site).map_err(|source| fail(&self.site, source))?;
        self.place_taken()
    }

    /// The draft is the site now, and nobody's draft any more.
    fn place_taken(&mut self) -> Result<(), SiteError> {
        self.finished = true;
        let lock = self.site.join(LOCK);
        fs::remove_file(&lock).map_err(|source| SiteError::Write { path: lock, source })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.finished {
            // Nothing more can be done about a folder that cannot be removed: it is not where a reader looks.
            let _ = fs::remove_dir_all(&self.draft);
        }
    }
}

/// The place itself: where a link leads, and absolute, so that `.` has a name and a folder around it.
fn place_of(site: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(site).is_ok_and(|facts| facts.is_symlink());
    let site = if is_link { fs::canonicalize(site)? } else { std::path::absolute(site)? };
    #[cfg(unix)]
    if let (Ok(inside), Some(Ok(around))) = (fs::metadata(&site), site.parent().map(fs::metadata)) {
        use std::os::unix::fs::MetadataExt as _;
        if inside.dev() != around.dev() {
            let why =
                "a file system is mounted here, and cannot be replaced as a whole: name a folder inside it";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, why));
        }
    }
    Ok(site)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<io::Result<Vec<String>>>()?;
    names.sort_unstable();
    Ok(names)
}

/// Whether the place is free: nothing there, an empty folder, or a site of ours and nothing else.
fn may_be_replaced(site: &Path) -> io::Result<bool> {
    let inside = match names(site) {
        Ok(inside) => inside,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(false),
        Err(error) => return Err(error),
    };
    if inside.is_empty() {
        return Ok(true);
    }
    let marker = match fs::read(site.join(MARKER)) {
        Ok(marker) => marker,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let marker: serde_json::Value = serde_json::from_slice(&marker).unwrap_or_default();
    let held = marker[HOLDS].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_ours = |name: &String| name == MARKER || name == LOCK || held.iter().any(|held| held == name);
    Ok(marker["schema"] == SITE_SCHEMA && inside.iter().all(is_ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_takes_its_place_when_it_is_whole_and_leaves_nothing_beside_it() {
        let around = tempfile::tempdir().unwrap();
        let site = around.path().join("site");
        for text in ["first", "second"] {
            let place = Place::begin(&site).unwrap();
            place.put("en/index.html", text).unwrap();
            if text == "second" {
                assert_eq!(fs::read_to_string(site.join("en/index.html")).unwrap(), "first");
            }
            place.finish(&serde_json::json!({ "schema": SITE_SCHEMA })).unwrap();
            assert_eq!(fs::read_to_string(site.join("en/index.html")).unwrap(), text);
            assert_eq!(names(around.path()).unwrap(), ["site"]);
        }
    }

    #[test]
    fn a_site_given_up_leaves_the_earlier_one() {
        let around = tempfile::tempdir().unwrap();
        let site = around.path().join("site");
        let place = Place::begin(&site).unwrap();
        place.put("a/b/c", "x").unwrap();
        drop(place);
        assert!(names(around.path()).unwrap().is_empty());
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let around = tempfile::tempdir().unwrap();
        let file = around.path().join("file");
        fs::write(&file, "mine").unwrap();
        assert!(matches!(Place::begin(&file), Err(SiteError::NotOurs(_))));
        let folder = around.path().join("folder");
        fs::create_dir(&folder).unwrap();
        Place::begin(&folder).unwrap();
        for marker in [None, Some("no JSON"), Some(r#"{"schema":"rollcall.run.v1"}"#)] {
            fs::write(folder.join("mine.txt"), "mine").unwrap();
            if let Some(marker) = marker {
                fs::write(folder.join(MARKER), marker).unwrap();
            }
            assert!(matches!(Place::begin(&folder), Err(SiteError::NotOurs(_))), "{marker:?}");
        }
        assert_eq!(fs::read_to_string(folder.join("mine.txt")).unwrap(), "mine");
    }

    #[test]
    fn what_was_put_into_a_site_of_ours_is_not_lost() {
        let around = tempfile::tempdir().unwrap();
        let site = around.path().join("site");
        let finished = |place: Place| {
            place.put("en/index.html", "x").unwrap();
            place.finish(&serde_json::json!({ "schema": SITE_SCHEMA })).unwrap();
        };
        finished(Place::begin(&site).unwrap());
        fs::create_dir(site.join(".git")).unwrap();
        assert!(matches!(Place::begin(&site), Err(SiteError::NotOurs(_))));
        fs::remove_dir(site.join(".git")).unwrap();
        finished(Place::begin(&site).unwrap());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_one() {
        let around = tempfile::tempdir().unwrap();
        let (site, link) = (around.path().join("site"), around.path().join("link"));
        fs::create_dir(&site).unwrap();
        std::os::unix::fs::symlink(&site, &link).unwrap();
        let place = Place::begin(&link).unwrap();
        place.put("index.html", "x").unwrap();
        place.finish(&serde_json::json!({ "schema": SITE_SCHEMA })).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(site.join("index.html").exists());
    }
}

//! A report that is killed leaves a draft beside the site, and the next report clears it away.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::small_run::{later, write_site};

fn rollcall(run: &Path, site: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rollcall"));
    command.arg("report").arg(run).arg("--out").arg(site).args(["--lang", "en"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What lies in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// A report that has begun its draft and waits for the rest of its run: a pipe that nobody writes to.
fn waiting(folder: &Path, site: &Path) -> (Child, PathBuf) {
    let run = later(&folder.join("waits"));
    let categories = run.join("categories.json");
    assert!(Command::new("mkfifo").arg(&categories).status().unwrap().success());
    let known = names(folder);
    let mut child = rollcall(&run, site).spawn().unwrap();
    let draft = loop {
        let begun = names(folder).into_iter().find(|name| !known.contains(name));
        if let Some(draft) =
            begun.map(|name| folder.join(name)).filter(|path| path.join(".rollcall-draft").exists())
        {
            break draft;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::yield_now();
    };
    (child, draft)
}

#[test]
fn the_next_report_clears_away_the_draft_of_one_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("waits")).unwrap();
    let run = later(folder.path());
    let site = folder.path().join("site");
    write_site(&[&run], &site);
    std::fs::create_dir(folder.path().join(".site.draft-mine")).unwrap();
    let before = names(folder.path());

    let (mut child, draft) = waiting(folder.path(), &site);
    // While it lives, its draft is its own.
    let done = rollcall(&run, &site).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(draft.exists());

    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it was killed");
    assert!(draft.exists(), "and left its draft");
    std::fs::create_dir(draft.join("en")).unwrap();
    std::fs::write(draft.join("en/index.html"), "half a page").unwrap();

    let done = rollcall(&run, &site).output().unwrap();
    assert!(done.status.success());
    assert_eq!(String::from_utf8_lossy(&done.stderr), "", "nothing is said of it");
    assert_eq!(names(folder.path()), before, "nothing else changed");
    assert_eq!(names(&site), names_of_a_site(&run), "and the site is like any other");
}

/// The names in a site of that run in English.
fn names_of_a_site(run: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    assert!(rollcall(run, &site).output().unwrap().status.success());
    assert_eq!(names(folder.path()), ["site"]);
    names(&site)
}

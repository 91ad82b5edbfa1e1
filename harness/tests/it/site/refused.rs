//! What `rollcall report` refuses, and what it then leaves alone.

use std::ffi::OsString;
use std::path::Path;

use rollcall::cli::run_to;
use rollcall::exit::Exit;

use super::small_run::{later, site, write_site};

/// Runs the verb; gives its exit, what it printed, and what it complained of.
fn report(runs: &[&Path], out: &Path, more: &[&str]) -> (Exit, String, String) {
    let mut args: Vec<OsString> = vec!["rollcall".into(), "report".into()];
    args.extend(runs.iter().map(|run| run.as_os_str().to_owned()));
    args.extend(["--out".into(), out.as_os_str().to_owned()]);
    args.extend(more.iter().map(OsString::from));
    let (mut told, mut complaint) = (Vec::new(), Vec::new());
    let exit = run_to(args, &mut told, &mut complaint);
    (exit, String::from_utf8(told).unwrap(), String::from_utf8(complaint).unwrap())
}

#[test]
fn one_language_is_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let out = folder.path().join("site");
    let (exit, told, complaint) = report(&[&run], &out, &["--lang", "it", "--lang", "it"]);
    assert_eq!((exit, complaint.as_str()), (Exit::Clean, ""));
    assert!(told.starts_with("servers 8, pages ") && told.contains("index.html"), "{told}");
    assert!(out.join("it/index.html").exists() && !out.join("en").exists());
    let page = std::fs::read_to_string(out.join("it/index.html")).unwrap();
    assert!(!page.contains("class=\"languages\""), "there is nothing to choose");
}

#[test]
fn a_folder_that_is_not_ours_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let out = folder.path().join("homepage");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("index.html"), "mine").unwrap();
    let (exit, told, complaint) = report(&[&run], &out, &[]);
    assert_eq!((exit, told.as_str()), (Exit::CouldNotCheck, ""));
    assert!(
        complaint.contains("homepage: it is there already")
            && complaint.contains("hint: choose another --out"),
        "{complaint}"
    );
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 1);
}

#[test]
fn a_run_that_cannot_be_read_leaves_the_earlier_site_and_nothing_else() {
    let written = site();
    let run = written.folder.path().join("run");
    let records = run.join("records.jsonl");
    let whole = std::fs::read_to_string(&records).unwrap();
    std::fs::write(&records, whole.replacen("\"outcome\":\"", "\"outcome\":\"no-", 1)).unwrap();
    let (exit, _, complaint) = report(&[&run], &written.site, &[]);
    assert_eq!(exit, Exit::CouldNotCheck);
    assert!(complaint.contains("records.jsonl: line 1"), "{complaint}");
    assert!(written.site.join("ru/checked.html").exists(), "the earlier site stays");
    let beside: Vec<_> =
        std::fs::read_dir(written.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside.len(), 3, "{beside:?}");
}

#[test]
fn records_that_are_missing_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let records = run.join("records.jsonl");
    let whole = std::fs::read_to_string(&records).unwrap();
    std::fs::write(&records, whole.split_inclusive('\n').skip(1).collect::<String>()).unwrap();
    let (exit, _, complaint) = report(&[&run], &folder.path().join("site"), &[]);
    assert_eq!(exit, Exit::CouldNotCheck);
    assert!(complaint.contains("9 records and skips, and run.json lists 10"), "{complaint}");
    assert!(!folder.path().join("site").exists());
}

#[test]
fn one_record_in_the_place_of_another_is_told_for_every_run() {
    let written = site();
    for name in ["run", "before"] {
        let run = written.folder.path().join(name);
        let records = run.join("records.jsonl");
        let whole = std::fs::read_to_string(&records).unwrap();
        let (first, rest) = whole.split_once('\n').unwrap();
        let rest = rest.split_once('\n').unwrap().1;
        std::fs::write(&records, format!("{first}\n{first}\n{rest}")).unwrap();
        let runs = ["before", "run"].map(|name| written.folder.path().join(name));
        let (exit, _, complaint) = report(&[&runs[0], &runs[1]], &written.site, &[]);
        assert_eq!(exit, Exit::CouldNotCheck, "{name}");
        assert!(complaint.contains("records.jsonl: line 2: https://flights.example.com/mcp"), "{complaint}");
        assert!(complaint.contains("is told twice") && complaint.contains("hint: restore"), "{complaint}");
        std::fs::write(&records, whole).unwrap();
    }
}

#[test]
fn another_version_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let args = ["rollcall".into(), "categorize".into(), run.as_os_str().to_owned()];
    assert_eq!(run_to(args, &mut Vec::new(), &mut Vec::new()), Exit::Clean);
    for (file, schema, place, way_out) in [
        ("records.jsonl", "rollcall.record.v", "records.jsonl: line 1: is", "take the census anew"),
        ("skipped.jsonl", "rollcall.skipped.v", "skipped.jsonl: line 1: is", "take the census anew"),
        ("run.json", "rollcall.run.v", "run.json: is", "take the census anew"),
        ("categories.json", "rollcall.categories.v", "categories.json: is", "rollcall categorize"),
    ] {
        let path = run.join(file);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, whole.replacen(&format!("{schema}1"), &format!("{schema}2"), 1)).unwrap();
        let (exit, _, complaint) = report(&[&run], &folder.path().join("site"), &[]);
        assert_eq!(exit, Exit::CouldNotCheck, "{file}");
        assert!(complaint.contains(&format!("{place} `{schema}2`")), "{complaint}");
        assert!(complaint.contains(&format!("reads `{schema}1`")), "{complaint}");
        assert!(complaint.contains(way_out), "{complaint}");
        std::fs::write(&path, whole).unwrap();
    }
    write_site(&[&run], &folder.path().join("site"));
}

#[test]
fn an_unfinished_run_says_so_on_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    let json = std::fs::read_to_string(run.join("run.json")).unwrap();
    let json =
        json.replace("\"complete\": true", "\"complete\": false").replace("\"listed\": 10", "\"listed\": 12");
    std::fs::write(run.join("run.json"), json).unwrap();
    let out = folder.path().join("site");
    let (exit, _, complaint) = report(&[&run], &out, &["--lang", "en"]);
    assert_eq!(exit, Exit::Clean);
    assert!(complaint.contains("not finished"), "{complaint}");
    for page in ["index.html", "checked.html"] {
        let text = std::fs::read_to_string(out.join("en").join(page)).unwrap();
        assert!(text.contains("This run is not finished: 10 of 12 remotes are told of."), "{page}");
    }
}

#[test]
fn assignments_of_another_state_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = later(folder.path());
    std::fs::write(run.join("categories.json"), "{}").unwrap();
    let (exit, _, complaint) = report(&[&run], &folder.path().join("site"), &[]);
    assert_eq!(exit, Exit::CouldNotCheck);
    assert!(
        complaint.contains("categories.json") && complaint.contains("rollcall categorize"),
        "{complaint}"
    );
    // Those that belong to the run are used.
    let args = ["rollcall".into(), "categorize".into(), run.as_os_str().to_owned()];
    assert_eq!(run_to(args, &mut Vec::new(), &mut Vec::new()), Exit::Clean);
    write_site(&[&run], &folder.path().join("site"));
}

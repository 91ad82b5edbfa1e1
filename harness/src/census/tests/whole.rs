//! A run whose files do not belong together is told, whatever was done to them; one that does is read.

use std::path::Path;

use super::run_dir::{plan, run};
use crate::census::runner::host_stopped;
use crate::census::{Plan, RUN_SCHEMA, RunDir, RunDirError, Shard, Told, merge, read_whole};
use crate::record::Record;

/// Two entries with the same remotes: two that are probed and two that are not, and one of each listed twice.
fn planned() -> Plan {
    let (one, two) = ("https://one.example/mcp", "https://two.example/mcp");
    plan(&[one, two, two, "http://plain.example/mcp", "https://{x}.example/mcp", "http://plain.example/mcp"])
}

/// A finished run in which the host of the last remote was stopped.
fn finished(path: &Path) {
    let plan = planned();
    let mut dir = RunDir::create(path, run(&plan, Shard::WHOLE), &plan).expect("a new run");
    let (stopped, probed) = plan.probes.split_last().expect("two probes");
    for planned in probed {
        let seen = Record::new(planned.url.to_string(), planned.transport, None);
        let records: Vec<_> = planned.entries.iter().map(|entry| seen.attributed(entry.clone())).collect();
        dir.append(&records).expect("writable");
    }
    dir.skip(&host_stopped(stopped)).expect("writable");
    dir.run.complete = true;
    dir.save().expect("writable");
}

fn read(path: &Path) -> Result<(usize, usize), String> {
    let (mut records, mut skips) = (0, 0);
    read_whole(path, |told| match told {
        Told::Record(..) => records += 1,
        Told::Skipped(_) => skips += 1,
    })
    .map(|_| (records, skips))
    .map_err(|error| error.to_string())
}

/// Changes the lines of a file.
fn change(path: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = std::fs::read_to_string(path).expect("readable");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    std::fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).expect("writable");
}

#[test]
fn a_run_as_it_was_written_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    finished(folder.path());
    assert_eq!(read(folder.path()), Ok((2, 10)));
    std::fs::remove_file(folder.path().join("targets.jsonl")).expect("removed");
    assert_eq!(read(folder.path()), Ok((2, 10)), "without its plan it is held against its counts");
}

#[test]
fn every_line_doubled_in_the_place_of_any_other_is_told() {
    for file in ["records.jsonl", "skipped.jsonl"] {
        let folder = tempfile::tempdir().expect("a folder");
        finished(folder.path());
        let path = folder.path().join(file);
        let whole = std::fs::read_to_string(&path).expect("readable");
        let lines: Vec<&str> = whole.lines().collect();
        for lost in 0..lines.len() {
            for doubled in 0..lines.len() {
                change(&path, |all| all[lost] = lines[doubled].to_owned());
                let told = read(folder.path());
                // An entry may list a remote twice, and then says of both the same.
                if lines[lost] == lines[doubled] {
                    assert!(told.is_ok(), "{file}: {told:?}");
                } else {
                    let why = told.expect_err(&format!("{file}: {doubled} for {lost}"));
                    assert!(why.contains(file), "{why}");
                }
                std::fs::write(&path, &whole).expect("writable");
            }
        }
    }
}

#[test]
fn what_was_never_planned_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    finished(folder.path());
    change(&folder.path().join("records.jsonl"), |lines| {
        lines[1] = lines[1].replace("one.example", "other.example");
    });
    let why = read(folder.path()).expect_err("damaged");
    assert!(
        why.ends_with("records.jsonl: line 2: https://other.example/mcp of com.example/b was never planned"),
        "{why}"
    );
}

#[test]
fn a_run_that_is_not_finished_may_lack_lines_and_may_double_none() {
    let folder = tempfile::tempdir().expect("a folder");
    finished(folder.path());
    change(&folder.path().join("run.json"), |lines| {
        for line in lines {
            *line = line.replace("\"complete\": true", "\"complete\": false");
        }
    });
    let records = folder.path().join("records.jsonl");
    change(&records, |lines| drop(lines.pop()));
    assert_eq!(read(folder.path()), Ok((1, 10)));
    change(&records, |lines| lines.push(lines[0].clone()));
    let why = read(folder.path()).expect_err("damaged");
    assert!(why.contains("line 2: https://one.example/mcp of com.example/a is told twice"), "{why}");
}

#[test]
fn another_version_of_any_file_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    finished(folder.path());
    for (file, schema, place) in [
        ("records.jsonl", "rollcall.record.v", "records.jsonl: line 1: "),
        ("skipped.jsonl", "rollcall.skipped.v", "skipped.jsonl: line 1: "),
        ("run.json", "rollcall.run.v", "run.json: "),
    ] {
        let path = folder.path().join(file);
        let whole = std::fs::read_to_string(&path).expect("readable");
        let next = whole.replacen(&format!("{schema}1"), &format!("{schema}2"), 1);
        // A later version may also have what this one does not know.
        let grown = next.replacen("\"schema\"", "\"more\":1,\"schema\"", 1);
        for other in [next, grown] {
            std::fs::write(&path, other).expect("writable");
            let why = read(folder.path()).expect_err("another version");
            let expected = format!("{place}is `{schema}2`, and this version of rollcall reads `{schema}1`");
            assert!(why.ends_with(&expected), "{why}");
            let out = folder.path().join("joined");
            assert!(merge(&[folder.path().to_owned()], &out).is_err(), "{file}: joined");
        }
        std::fs::write(&path, whole).expect("writable");
    }
    assert!(read(folder.path()).is_ok());
    // What has no version at all is told by what is wrong with it.
    std::fs::write(folder.path().join("run.json"), "{}").expect("writable");
    let error = read_whole(folder.path(), |_| {}).expect_err("no run");
    assert!(matches!(&error, RunDirError::NotARun { why, .. } if !why.contains(RUN_SCHEMA)), "{error}");
}

#[test]
fn what_was_joined_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (part, joined) = (folder.path().join("part"), folder.path().join("joined"));
    finished(&part);
    merge(std::slice::from_ref(&part), &joined).expect("a whole");
    assert_eq!(read(&joined), read(&part));
    change(&joined.join("skipped.jsonl"), |lines| lines[0] = lines[1].clone());
    assert!(read(&joined).is_err(), "its digest was made anew");
    change(&part.join("records.jsonl"), |lines| lines[0] = lines[1].clone());
    let why = merge(&[part], &folder.path().join("again")).expect_err("damaged").to_string();
    assert!(why.contains("is told twice"), "{why}");
}

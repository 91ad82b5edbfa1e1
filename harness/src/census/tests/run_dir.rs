//! What is on disk survives: torn lines, half-written probes, a second writer, strange files.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use super::entry;
use crate::census::runner::host_stopped;
use crate::census::{
    Listed, MergeError, OptOut, Pace, PaceFacts, Plan, Run, RunDir, RunDirError, Shard, SourceFacts, merge,
    read_records, read_run, read_whole,
};
use crate::policy::{Policy, Reach};
use crate::record::Record;

pub(super) fn plan(urls: &[&str]) -> Plan {
    plan_of(urls, Shard::WHOLE)
}

fn plan_of(urls: &[&str], shard: Shard) -> Plan {
    let entries = [entry("com.example/a", urls), entry("com.example/b", urls)];
    Plan::new(&entries, Listed { reach: &Reach::default(), opt_out: &OptOut::default(), shard })
}

pub(super) fn run(plan: &Plan, shard: Shard) -> Run {
    Run::new(&Policy::default(), SourceFacts::default(), shard, plan)
}

fn records(plan: &Plan, index: usize) -> Vec<Record> {
    let planned = &plan.probes[index];
    let seen = Record::new(planned.url.to_string(), planned.transport, None);
    planned.entries.iter().map(|entry| seen.attributed(entry.clone())).collect()
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).expect("the file is there");
    file.write_all(text.as_bytes()).expect("writable");
}

fn count(path: &Path) -> usize {
    let mut count = 0;
    read_records(path, |_| count += 1).expect("readable records");
    count
}

const TWO: [&str; 2] = ["https://one.example/mcp", "https://two.example/mcp"];

#[test]
fn resuming_at_every_byte_of_the_last_probe_loses_and_doubles_nothing() {
    let plan = plan(&TWO);
    let whole = tempfile::tempdir().expect("a folder");
    let mut dir = RunDir::create(whole.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
    dir.append(&records(&plan, 0)).expect("writable");
    let before = std::fs::read(whole.path().join("records.jsonl")).expect("readable");
    dir.append(&records(&plan, 1)).expect("writable");
    drop(dir);
    let after = std::fs::read(whole.path().join("records.jsonl")).expect("readable");
    let other = tempfile::tempdir().expect("a folder");
    for name in ["run.json", "targets.jsonl", "skipped.jsonl"] {
        std::fs::copy(whole.path().join(name), other.path().join(name)).expect("copied");
    }
    for cut in before.len()..=after.len() {
        std::fs::write(other.path().join("records.jsonl"), &after[..cut]).expect("writable");
        let (mut dir, done) = RunDir::resume(other.path()).expect("a run that can go on");
        let whole_lines = after[before.len()..cut].split(|byte| *byte == b'\n').count() - 1;
        assert_eq!(done.pending.len(), usize::from(whole_lines == 0), "cut at {cut}");
        for planned in &done.pending {
            let index = plan.probes.iter().position(|probe| probe == planned).expect("a planned probe");
            dir.append(&records(&plan, index)).expect("writable");
        }
        drop(dir);
        assert_eq!(count(other.path()), plan.records(), "cut at {cut}");
    }
}

#[test]
fn a_second_writer_is_told() {
    let plan = plan(&TWO);
    let folder = tempfile::tempdir().expect("a folder");
    let dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
    assert!(matches!(RunDir::resume(folder.path()), Err(RunDirError::Locked(_))));
    drop(dir);
    assert!(matches!(
        RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan),
        Err(RunDirError::Occupied(_))
    ));
    assert!(RunDir::resume(folder.path()).is_ok());
}

#[test]
fn a_beginning_that_was_killed_is_begun_anew() {
    let plan = plan(&[TWO[0], TWO[1], "http://plain.example/mcp"]);
    let whole = tempfile::tempdir().expect("a folder");
    drop(RunDir::create(whole.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run"));
    let text = |name: &str| std::fs::read(whole.path().join(name)).expect("readable");
    let (targets, skipped) = (text("targets.jsonl"), text("skipped.jsonl"));
    assert!(!skipped.is_empty());
    let out = tempfile::tempdir().expect("a folder");
    let plant = |name: &str, text: &[u8]| std::fs::write(out.path().join(name), text).expect("writable");
    let create = || RunDir::create(out.path(), run(&plan, Shard::WHOLE), &plan).map(drop);
    plant("targets.jsonl", &targets);
    assert!(matches!(create(), Err(RunDirError::NoRunFile(_))), "a folder that was never ours");
    // The refusal locked the folder; from here on it is one of ours.
    for (cut, has_records) in
        [(0, false), (targets.len() / 2, false), (targets.len(), false), (targets.len(), true)]
    {
        plant("targets.jsonl", &targets[..cut]);
        plant("skipped.jsonl", &skipped[..cut.min(skipped.len())]);
        if has_records {
            plant("records.jsonl", b"");
        }
        create().expect("a run that may begin");
        for name in ["targets.jsonl", "skipped.jsonl"] {
            assert_eq!(std::fs::read(out.path().join(name)).expect("readable"), text(name), "cut at {cut}");
        }
        std::fs::remove_file(out.path().join("run.json")).expect("there is one");
    }
    plant("records.jsonl", b"{}\n");
    assert!(matches!(create(), Err(RunDirError::NoRunFile(_))), "records without a run.json");
    assert_eq!(std::fs::read(out.path().join("records.jsonl")).expect("readable"), b"{}\n");
    let parts = [whole.path().to_owned()];
    let mut finished = read_run(whole.path()).expect("a run");
    finished.complete = true;
    std::fs::write(whole.path().join("run.json"), serde_json::to_vec(&finished).expect("JSON"))
        .expect("writable");
    assert!(matches!(merge(&parts, out.path()), Err(MergeError::RunDir(RunDirError::NoRunFile(_)))));
}

#[test]
fn a_plan_with_a_line_lost_or_doubled_is_told_before_anybody_is_asked() {
    let plan = plan(&[TWO[0], TWO[1], "http://plain.example/mcp"]);
    for name in ["targets.jsonl", "skipped.jsonl"] {
        for change in ["lost", "doubled", "gone"] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
            dir.append(&records(&plan, 0)).expect("writable");
            drop(dir);
            let file = folder.path().join(name);
            let text = std::fs::read_to_string(&file).expect("readable");
            let mut lines: Vec<&str> = text.lines().collect();
            match change {
                "lost" => drop(lines.pop()),
                "doubled" => lines.push(lines[0]),
                _ => lines.clear(),
            }
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            std::fs::write(&file, text).expect("writable");
            let before = std::fs::read(folder.path().join("run.json")).expect("readable");
            let error = RunDir::resume(folder.path()).expect_err("no whole plan");
            assert!(matches!(error, RunDirError::Damaged { .. }), "{name} {change}: {error}");
            assert_eq!(std::fs::read(folder.path().join("run.json")).expect("readable"), before);
        }
    }
}

#[test]
fn what_was_settled_half_is_settled_whole() {
    // One entry lists a URL twice, and both entries list it.
    let plan = plan(&[TWO[0], TWO[0]]);
    assert_eq!((plan.probes.len(), plan.records()), (1, 4));
    let settle = |dir: &mut RunDir, by_skips: bool| {
        if by_skips {
            dir.skip(&host_stopped(&plan.probes[0])).expect("writable");
        } else {
            dir.append(&records(&plan, 0)).expect("writable");
        }
    };
    for (by_skips, name) in [(false, "records.jsonl"), (true, "skipped.jsonl")] {
        for kept in 1..4 {
            let folder = tempfile::tempdir().expect("a folder");
            let mut dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
            settle(&mut dir, by_skips);
            drop(dir);
            let file = folder.path().join(name);
            let text = std::fs::read_to_string(&file).expect("readable");
            let cut: String = text.lines().take(kept).map(|line| format!("{line}\n")).collect();
            std::fs::write(&file, cut).expect("writable");
            let (dir, done) = RunDir::resume(folder.path()).expect("a run that can go on");
            assert!(done.pending.is_empty());
            drop(dir);
            let told = lines(folder.path());
            let whole: Vec<_> = text.lines().collect();
            assert_eq!(told.len(), whole.len(), "{name}: {kept} kept");
            read_whole(folder.path(), |_| ()).expect("nothing too much");
        }
    }
}

#[test]
#[cfg(unix)]
fn whoever_may_read_the_records_may_read_the_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let plan = plan(&TWO);
    let folder = tempfile::tempdir().expect("a folder");
    let mut dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
    let mode = |name: &str| {
        std::fs::metadata(folder.path().join(name)).expect("it is there").permissions().mode() & 0o777
    };
    let usual = mode("records.jsonl");
    dir.mark_flaky().expect("rewritten");
    assert_eq!((mode("run.json"), mode("records.jsonl")), (usual, usual));
}

#[test]
fn strange_files_are_named_with_their_line() {
    let plan = plan(&TWO);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(RunDir::resume(folder.path()), Err(RunDirError::Missing(_))));
    let mut dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
    dir.append(&records(&plan, 0)).expect("writable");
    drop(dir);
    append(&folder.path().join("records.jsonl"), "no record\n");
    let error = RunDir::resume(folder.path()).expect_err("a line that is no record").to_string();
    assert!(error.contains("records.jsonl") && error.contains("line 3"), "{error}");
    std::fs::write(folder.path().join("run.json"), "{}").expect("writable");
    assert!(matches!(read_run(folder.path()), Err(RunDirError::NotARun { .. })));
}

#[test]
fn a_second_look_marks_what_changed() {
    let plan = plan(&TWO);
    let folder = tempfile::tempdir().expect("a folder");
    let mut dir = RunDir::create(folder.path(), run(&plan, Shard::WHOLE), &plan).expect("a new run");
    dir.append(&records(&plan, 0)).expect("writable");
    dir.append(&records(&plan, 1)).expect("writable");
    let mut again = records(&plan, 1).remove(0);
    again.outcome = crate::outcome::Outcome::Answered;
    dir.recheck(&again).expect("writable");
    dir.recheck(&records(&plan, 0)[0]).expect("writable");
    assert_eq!(dir.mark_flaky().expect("rewritten"), 2, "one probe, two entries");
    let mut flaky = Vec::new();
    read_records(folder.path(), |record| flaky.push((record.target.url, record.flaky)))
        .expect("readable records");
    assert!(flaky.iter().all(|(url, flaky)| *flaky == url.contains("two")), "{flaky:?}");
}

#[test]
fn a_run_that_went_at_several_paces_says_none() {
    let plan = plan_of(&["https://a.example.com/mcp"], Shard::WHOLE);
    let pace = |concurrency| PaceFacts::of(Pace { concurrency, host_gap: std::time::Duration::ZERO }, true);
    let mut run = run(&plan, Shard::WHOLE);
    run.paced(pace(8));
    assert_eq!(run.pace, Some(pace(8)));
    run.resumed = 1;
    run.paced(pace(8));
    assert_eq!(run.pace, Some(pace(8)));
    run.paced(pace(64));
    assert_eq!(run.pace, None);
    run.resumed = 2;
    run.paced(pace(64));
    assert_eq!(run.pace, None, "the first part went at another");
}

/// A run of a shard in which every probe was made.
fn complete(path: &Path, urls: &[&str], shard: Shard) {
    let plan = plan_of(urls, shard);
    let mut dir = RunDir::create(path, run(&plan, shard), &plan).expect("a new run");
    for probe in 0..plan.probes.len() {
        dir.append(&records(&plan, probe)).expect("writable");
    }
    dir.run.complete = true;
    dir.save().expect("writable");
}

#[test]
fn shards_join_only_when_they_belong_together() {
    let urls: Vec<String> = (0..12).map(|index| format!("https://h{index}.example{index}.com/mcp")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<_> = (0..3).map(|index| folder.path().join(format!("shard-{index}"))).collect();
    for (index, path) in paths.iter().enumerate() {
        let shard = Shard { index: u32::try_from(index).expect("three shards"), count: 3 };
        complete(path, &urls, shard);
    }
    let out = folder.path().join("joined");
    assert!(matches!(merge(&paths[..2], &out), Err(MergeError::Missing { missing, .. }) if missing == [2]));
    let twice = [paths[0].clone(), paths[1].clone(), paths[1].clone()];
    assert!(matches!(merge(&twice, &out), Err(MergeError::Overlap { .. })));
    let joined = merge(&paths, &out).expect("all three shards");
    let whole = plan_of(&urls, Shard::WHOLE);
    assert_eq!((joined.listed, joined.counts.records), (whole.listed, whole.records()));
    assert_eq!(count(&out), whole.records());
    let mut other = read_run(&paths[2]).expect("a run");
    other.policy.pages += 1;
    std::fs::write(paths[2].join("run.json"), serde_json::to_vec(&other).expect("JSON")).expect("writable");
    assert!(matches!(
        merge(&paths, &folder.path().join("again")),
        Err(MergeError::Differs { what: "the policy", .. })
    ));
}

/// Every line of records.jsonl and skipped.jsonl, sorted.
fn lines(run: &Path) -> Vec<String> {
    let mut lines: Vec<String> = ["records.jsonl", "skipped.jsonl"]
        .iter()
        .flat_map(|name| {
            std::fs::read_to_string(run.join(name))
                .map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        })
        .flatten()
        .collect();
    lines.sort();
    lines
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// However many shards, and whatever falls to each: joined, they are the whole, line by line.
    #[test]
    fn merging_loses_and_doubles_nothing(hosts in proptest::collection::vec(0..40_u8, 1..20), count in 1..6_u32) {
        let urls: Vec<String> = hosts.iter().map(|host| match host {
            0 => "http://plain.example.com/mcp".to_owned(),
            1 => "https://{tenant}.example.com/mcp".to_owned(),
            host => format!("https://h.example{host}.com/{}", host % 3),
        }).collect();
        let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let whole = folder.path().join("whole");
        complete(&whole, &urls, Shard::WHOLE);
        let parts: Vec<_> = (0..count).map(|index| {
            let part = folder.path().join(index.to_string());
            complete(&part, &urls, Shard { index, count });
            part
        }).collect();
        let joined = folder.path().join("joined");
        merge(&parts, &joined).expect("all shards");
        proptest::prop_assert_eq!(lines(&joined), lines(&whole));
    }
}

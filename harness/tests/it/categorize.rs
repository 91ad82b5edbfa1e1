//! `rollcall categorize` on a run directory, as its user sees it.

use std::ffi::OsString;
use std::path::Path;

use rollcall::census::{Counts, Plan, RUN_SCHEMA, Run, RunDir, Shard, SourceFacts};
use rollcall::exit::Exit;
use rollcall::policy::Policy;
use rollcall::record::{EntryFacts, Record, ToolsStatus};
use rollcall::target::Transport;

fn record(name: &str, description: &str, tools: &[&str]) -> Record {
    let entry =
        EntryFacts { name: name.into(), description: Some(description.into()), ..EntryFacts::default() };
    let mut record =
        Record::new(format!("https://{}.example/mcp", tools.len()), Transport::StreamableHttp, Some(entry));
    record.tools.status = ToolsStatus::Listed;
    record.tools.count = Some(tools.len() as u64);
    record.tools.names = tools.iter().map(|&tool| tool.to_owned()).collect();
    record.tools.digest = Some(format!("sha256:{}", tools.join(",")));
    record.tools.complete = true;
    record
}

/// A run with these records.
fn run_with(records: &[Record]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let run = Run {
        schema: RUN_SCHEMA.into(),
        prober: "test".into(),
        policy: Policy::default(),
        pace: None,
        source: SourceFacts::default(),
        shard: Shard::WHOLE,
        plan: String::new(),
        skips: None,
        entries: records.len(),
        listed: records.len(),
        probes: records.len(),
        started_at: "2026-01-01T00:00:00Z".into(),
        ended_at: None,
        resumed: 0,
        complete: true,
        stopped: None,
        counts: Counts { records: records.len(), ..Counts::default() },
    };
    drop(RunDir::create(dir.path(), run, &Plan::default()).unwrap());
    let lines: String = records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
    std::fs::write(dir.path().join("records.jsonl"), lines).unwrap();
    dir
}

fn some_run() -> tempfile::TempDir {
    run_with(&[
        record("com.example/a", "An MCP server.", &["search_flights", "book_hotel", "list_airlines", "ping"]),
        record("com.example/b", "Recipes for every day, and the meals they make.", &[]),
        record("com.example/c", "Kanban boards.", &["list_boards", "move_card"]),
    ])
}

/// Runs one command line; what it printed, what it complained of, how it ended.
fn rollcall(args: &[&str]) -> (String, String, Exit) {
    let args = ["rollcall", "categorize"].into_iter().chain(args.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = rollcall::cli::run_to(args, &mut out, &mut err);
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), exit)
}

fn path(dir: &Path) -> &str {
    dir.to_str().unwrap()
}

#[test]
fn the_shelves_and_their_bases_are_printed_and_written_beside_the_records() {
    let dir = some_run();
    let before = std::fs::read(dir.path().join("records.jsonl")).unwrap();
    let (out, err, exit) = rollcall(&[path(dir.path())]);
    assert_eq!((exit, err.as_str()), (Exit::Clean, ""));
    assert!(out.contains("com.example/a  (tool names: 3 of 4)"), "{out}");
    assert!(out.contains("com.example/b  (name and description: recipe, meal"), "{out}");
    assert_eq!(std::fs::read(dir.path().join("records.jsonl")).unwrap(), before, "records are never touched");
    let file = std::fs::read_to_string(dir.path().join("categories.json")).unwrap();
    let categories: rollcall::category::Categories = serde_json::from_str(&file).unwrap();
    assert_eq!(
        categories.outline(),
        "travel          tool-names            com.example/a\n\
         food-delivery   name-and-description  com.example/b\n\
         none            -                     com.example/c\n"
    );
    let (again, _, _) = rollcall(&[path(dir.path()), "--format", "json"]);
    assert_eq!(again, file, "the file is the JSON form, and the same again");
}

#[test]
fn why_explains_one_entry_on_one_screen() {
    let dir = some_run();
    let (out, _, exit) = rollcall(&[path(dir.path()), "--why", "com.example/a"]);
    assert_eq!(exit, Exit::Clean);
    for part in [
        "travel, by tool names",
        "search_flights",
        "flight: scheduled air travel",
        "no vote: ping",
        "left out as generic: list, search",
        "at least 1 in 4 of all 4",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert!(out.lines().count() <= 40, "one screen");
    assert!(!dir.path().join("categories.json").exists(), "explaining writes nothing");
    let (none, _, _) = rollcall(&[path(dir.path()), "--why", "example/c"]);
    assert!(none.contains("no category"), "{none}");
}

#[test]
fn what_a_server_says_is_never_printed_raw() {
    let dir =
        run_with(&[record("com.example/\u{1b}[2J\u{202e}", "Recipes and meals\u{7}", &["\u{1b}[31m", "x"])]);
    for args in [vec![path(dir.path())], vec![path(dir.path()), "--why", "example"]] {
        let (out, _, _) = rollcall(&args);
        assert!(!out.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{out:?}");
        assert!(out.contains("com.example/"), "{out}");
    }
}

#[test]
fn trouble_names_the_place_and_the_way_out() {
    let dir = some_run();
    let run = path(dir.path());
    let lexicon = dir.path().join("own.toml");
    std::fs::write(&lexicon, "schema = \"rollcall.lexicon.v1\"\n[words]\n[travel.strong]\nFlight = { why = \"\", example = \"\" }\n")
        .unwrap();
    let (_, err, exit) = rollcall(&[run, "--lexicon", path(&lexicon)]);
    assert_eq!(exit, Exit::Usage);
    assert!(
        err.contains("own.toml:4:1: `Flight` never matches") && err.contains("hint: write `flight`"),
        "{err}"
    );
    let (_, err, exit) = rollcall(&[run, "--lexicon", "/nowhere/own.toml"]);
    assert!(exit == Exit::CouldNotCheck && err.contains("/nowhere/own.toml"), "{err}");
    let (_, err, exit) = rollcall(&[run, "--why", "nobody"]);
    assert!(exit == Exit::NothingSelected && err.contains("nobody"), "{err}");
    let (_, err, exit) = rollcall(&[run, "--why", "com.example/"]);
    assert!(exit == Exit::NothingSelected && err.contains("3 entries") && err.contains("in full"), "{err}");
    let (_, err, exit) = rollcall(&["/nowhere"]);
    assert!(exit == Exit::CouldNotCheck && err.contains("there is no run in it"), "{err}");
    let empty = run_with(&[]);
    assert_eq!(rollcall(&[path(empty.path())]).2, Exit::NothingSelected);
    assert_eq!(rollcall(&[run, "--identical-at", "1"]).2, Exit::Usage);
    assert_eq!(rollcall(&[]).2, Exit::Usage);
}

#[test]
fn lists_that_many_share_are_shown_with_who_lists_them() {
    let tools = ["search_flights", "book_hotel", "list_airlines"];
    let all: Vec<Record> = (0..4).map(|n| record(&format!("com.example/{n}"), "A server.", &tools)).collect();
    let dir = run_with(&all);
    let (out, _, _) = rollcall(&[path(dir.path()), "--identical-at", "4"]);
    assert!(out.contains("4 servers list these 3 tools: search_flights, book_hotel, list_airlines"), "{out}");
    assert!(out.contains("com.example/0, com.example/1, com.example/2, com.example/3"), "{out}");
    let (out, _, _) = rollcall(&[path(dir.path())]);
    assert!(out.contains("tool names: 3 of 3; same list as 3 others"), "{out}");
}

/// The printed lexicon is one that `--lexicon` takes, and gives the same.
#[test]
fn the_built_in_lexicon_can_be_printed_and_taken_back() {
    let dir = some_run();
    let (printed, _, _) = rollcall(&["--print-lexicon"]);
    let own = dir.path().join("own.toml");
    std::fs::write(&own, printed).unwrap();
    let built_in = rollcall(&[path(dir.path()), "--format", "json"]).0;
    assert_eq!(rollcall(&[path(dir.path()), "--format", "json", "--lexicon", path(&own)]).0, built_in);
}

#[test]
fn generic_words_are_proposed_and_never_taken() {
    let dir = some_run();
    let (out, _, exit) = rollcall(&[path(dir.path()), "--generic-from-run"]);
    assert!(exit == Exit::Clean && out.contains("at least 25 different tool lists"), "{out}");
}

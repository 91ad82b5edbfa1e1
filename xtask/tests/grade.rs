//! `grade`, as it is called: rollcall held against the named cases through its adapter, and what a user gets wrong.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn grade(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("grade")
        .args(args)
        .output()
        .expect("this package has its program")
}

fn told(output: &Output) -> String {
    let (stdout, stderr) = (&output.stdout, &output.stderr);
    format!("{}\n{}", String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr))
}

fn document(out: &Path) -> Value {
    let text = std::fs::read_to_string(out.join("grade.json")).expect("the run writes it");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn rollcall_is_right_in_every_named_case_and_tells_all_outcomes_apart() {
    let out = tempfile::tempdir().unwrap();
    let dir = out.path().to_str().unwrap();
    // Two fifths of the deadline are what one request may take, and a busy machine must not make a mock look late.
    let graded = grade(&["rollcall", "--named", "--deadline", "40s", "--jobs", "16", "--out", dir]);
    assert_eq!(graded.status.code(), Some(0), "{}", told(&graded));
    let document = document(out.path());
    let prober = &document["probers"][0];
    assert!(prober["counts"]["right"].as_u64() >= Some(40), "{document:#}");
    let pairs = prober["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 36);
    assert!(pairs.iter().all(|pair| pair["told_apart"] == pair["of"]), "{pairs:#?}");
    assert!(std::fs::read_to_string(out.path().join("index.html")).unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_prober_that_calls_everything_alive_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let (adapter, out) = (folder.path().join("mine.toml"), folder.path().join("out"));
    std::fs::write(&adapter, "prober = 'blind 1'\n[[rule]]\nexit = 0\noutcome = 'answered'\n").unwrap();
    let files = [adapter.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let cases = ["--only", "good/json", "--only", "status/50?", "--", "true", "{url}"];
    let graded = grade(&[&["--adapter"], &files[..], &cases[..]].concat());
    assert_eq!(graded.status.code(), Some(1), "{}", told(&graded));
    let prober = &document(&out)["probers"][0];
    assert_eq!(prober["counts"]["right"], 1);
    assert!(prober["counts"]["wrong"].as_u64() > Some(3), "{prober:#}");
    assert_eq!(prober["pairs"][0]["told_apart"], 0);
    // The same, where so little is asked for.
    let graded = grade(&[&["--at-least", "1", "--adapter"], &files[..1], &cases[..]].concat());
    assert_eq!(graded.status.code(), Some(0), "{}", told(&graded));
}

#[test]
fn what_cannot_be_run_is_told_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = adapter("good.toml", "prober = 'x'\n[[rule]]\nexit = 0\noutcome = 'answered'\n");
    let bad = adapter("bad.toml", "prober = 'x'\n[[rule]]\nexit = 0\noutcome = 'alive'\n");
    let silent = adapter("silent.toml", "prober = 'x'\n[[rule]]\nexit = 77\noutcome = 'answered'\n");
    for (args, exit, part) in [
        (vec![], 2, "name a shipped adapter ("),
        (vec!["nobody"], 3, "no shipped adapter `nobody`; there are "),
        (vec!["rollcall", "--only", "god/*"], 4, "no case fits `god/*`"),
        (vec!["rollcall", "--only", "address/nxdomain"], 4, "what the name service says"),
        (vec!["rollcall", "--deadline", "10"], 2, "write \"250ms\" or \"2s\""),
        (
            vec!["--adapter", &bad, "--", "true", "{url}"],
            3,
            "bad.toml is no adapter: TOML parse error at line 4",
        ),
        (vec!["--adapter", &good], 2, "give the command after --"),
        (vec!["--adapter", &good, "--", "true"], 2, "`true` has no {url}"),
        (
            vec!["--adapter", &good, "--only", "good/json", "--", "/no/x", "{url}"],
            3,
            "there is no such program",
        ),
        (
            vec!["--adapter", &silent, "--only", "good/json", "--", "true", "{url}"],
            3,
            "gave no verdict at all",
        ),
    ] {
        let graded = grade(&args);
        assert_eq!(graded.status.code(), Some(exit), "{args:?}: {}", told(&graded));
        assert!(told(&graded).contains(part), "{args:?}: {}", told(&graded));
    }
}

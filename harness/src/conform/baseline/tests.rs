use super::*;
use crate::conform::{EntryFault, Report, Verdict};

const TWO: &str = "# why\n[[known]]\ncheck = \"handshake.ping\"\nreason = \"issue 12\"\nuntil = 2026-12-31\n\n[[known]]\ncheck = \"handshake.result\"\nreason = \"\"\"\nlong\nstory\"\"\"\n";

fn read(text: &str) -> Baseline {
    text.parse().unwrap()
}

fn known(check: &str, rest: &str) -> String {
    format!("[[known]]\ncheck = \"{check}\"\nreason = \"issue 12\"\n{rest}")
}

/// A report on 2026-11-30 with these verdicts.
fn report(verdicts: &[(&str, Verdict)]) -> Report {
    let results: Vec<serde_json::Value> = verdicts
        .iter()
        .map(|(check, verdict)| {
            let actual = matches!(verdict, Verdict::Fail | Verdict::Warn).then_some("HTTP 400\u{1b}");
            serde_json::json!({
                "check": check, "requirement": check, "level": "must", "verdict": verdict, "text": "asked",
                "section": "s", "expected": "e", "actual": actual,
            })
        })
        .collect();
    serde_json::from_value(serde_json::json!({
        "schema": "rollcall.conform.v1", "url": "https://a.example/mcp", "transport": "streamable-http",
        "started_at": "2026-11-30T12:00:00Z", "revisions": [], "requests": 1, "results": results,
        "rules": {
            "user_agent": "a", "allow_local": false, "headers": [], "request_deadline_ms": 1,
            "side_deadline_ms": 1, "run_deadline_ms": 1, "max_requests": 1, "max_reply_bytes": 1, "max_run_bytes": 1,
        },
        "counts": { "pass": 0, "fail": 0, "warn": 0, "not-applicable": 0, "not-observed": 0 },
        "server": { "name": "mock\n[[known]]", "version": "1.0" },
    }))
    .unwrap()
}

fn held(verdict: Verdict, rest: &str) -> Report {
    let mut report = report(&[("handshake.ping", verdict)]);
    hold(&mut report, &read(&known("handshake.ping", rest)), "known.toml");
    report
}

fn faults(report: &Report) -> Vec<(EntryFault, u32)> {
    report.wrong_entries().iter().map(|wrong| (wrong.fault, wrong.line)).collect()
}

#[test]
fn entries_are_read_with_their_lines() {
    let baseline = read(TWO);
    let shown: Vec<(&str, &str, Option<String>, u32)> = baseline
        .entries
        .iter()
        .map(|it| (it.check.as_str(), it.reason.as_str(), it.until.map(|day| day.to_string()), it.line))
        .collect();
    assert_eq!(
        shown,
        [
            ("handshake.ping", "issue 12", Some("2026-12-31".to_owned()), 3),
            ("handshake.result", "long\nstory", None, 8)
        ]
    );
    assert_eq!(read("# nothing known\n"), Baseline::default());
}

#[test]
fn whatever_is_not_as_it_should_be_is_told_with_its_line() {
    for (text, line, word) in [
        ("[[known]]\ncheck = \"a\"\n", 1, "reason"),
        ("[[known]]\nreason = \"a\"\n", 1, "check"),
        ("\n[[known]]\ncheck = \"a\"\nreason = \" \"\n", 4, "no reason"),
        ("[[known]]\ncheck = \"a\"\nreason = \"b\"\nunil = 2026-01-01\n", 4, "unil"),
        ("[[known]]\ncheck = \"a\"\nreason = \"b\"\nuntil = \"soon\"\n", 4, ""),
        ("[[known]]\ncheck = \"a\"\nreason = \"b\"\nuntil = 2026-01-01T00:00:00Z\n", 4, "no day"),
        ("[[known]]\ncheck = \"a\"\nreason = \"b\"\nuntil = 2026-02-30\n", 4, ""),
        (
            "[[known]]\ncheck = \"a\"\nreason = \"b\"\n[[known]]\ncheck = \"a\"\nreason = \"c\"\n",
            5,
            "line 2 too",
        ),
        ("[[entry]]\n", 1, "entry"),
        ("known = 1\n", 1, ""),
        ("\n\n[[known\n", 3, ""),
    ] {
        let error = text.parse::<Baseline>().unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.says.contains(word) && !error.advice.is_empty(), "{text}: {error}");
    }
}

#[test]
fn a_placeholder_is_refused_until_it_is_filled_in() {
    let open = read("[[known]]\ncheck = \"a\"\nreason = \"TODO: say why\"\n").finished().unwrap_err();
    assert!(open.line == 2 && open.says.contains("placeholder"), "{open}");
    assert!(read(TWO).finished().is_ok());
}

#[test]
fn a_known_miss_fails_no_run() {
    for verdict in [Verdict::Fail, Verdict::Warn] {
        let mut report = held(verdict, "until = 2026-11-30\n");
        report.strict = true;
        assert_eq!(report.misses().count(), 0, "its last day is today");
        assert_eq!(faults(&report), []);
        let known = report.results[0].known.as_ref().unwrap();
        assert_eq!((known.reason.as_str(), known.until.as_deref()), ("issue 12", Some("2026-11-30")));
    }
    let mut report = report(&[("handshake.ping", Verdict::Fail)]);
    hold(&mut report, &Baseline::default(), "known.toml");
    assert_eq!(report.misses().count(), 1);
}

#[test]
fn an_entry_whose_check_no_longer_fails_is_stale() {
    for verdict in [Verdict::Pass, Verdict::NotApplicable] {
        assert_eq!(faults(&held(verdict, "")), [(EntryFault::Stale, 2)], "{verdict}");
    }
}

#[test]
fn an_entry_that_has_expired_counts_no_longer() {
    let report = held(Verdict::Fail, "until = 2026-11-29\n");
    assert_eq!(faults(&report), [(EntryFault::Expired, 2)]);
    assert_eq!(report.misses().count(), 1);
    assert_eq!(faults(&held(Verdict::Pass, "until = 2026-11-29\n")), [(EntryFault::Expired, 2)]);
}

#[test]
fn an_entry_for_no_check_is_unknown_and_one_for_another_selection_is_not() {
    let mut chosen = report(&[("handshake.result", Verdict::Pass)]);
    let both = read(&(known("handshake.never", "") + &known("handshake.ping", "")));
    hold(&mut chosen, &both, "known.toml");
    assert_eq!(faults(&chosen), [(EntryFault::Unknown, 2)]);
}

#[test]
fn what_could_not_be_seen_is_neither_confirmed_nor_stale() {
    let report = held(Verdict::NotObserved, "");
    assert_eq!(faults(&report), []);
    let baseline = report.baseline.unwrap();
    assert_eq!((baseline.known, baseline.unseen), (0, vec!["handshake.ping".to_owned()]));
}

#[test]
fn what_does_not_apply_to_a_run_that_ended_early_is_not_stale() {
    let mut report = report(&[("handshake.ping", Verdict::NotApplicable)]);
    report.stopped = Some("HTTP 429".to_owned());
    hold(&mut report, &read(&known("handshake.ping", "")), "known.toml");
    assert_eq!(faults(&report), []);
}

#[test]
fn a_new_file_keeps_the_reasons_of_what_stays() {
    let verdicts = [
        ("handshake.result", Verdict::Fail),
        ("handshake.ping", Verdict::Fail),
        ("handshake.capabilities", Verdict::Pass),
        ("handshake.same-version", Verdict::Warn),
        ("handshake.server-info", Verdict::NotObserved),
        ("handshake.tools-declared", Verdict::Fail),
    ];
    let old = read(
        &(known("handshake.ping", "until = 2027-01-31\n")
            + &known("handshake.capabilities", "")
            + &known("handshake.server-info", "")
            + &known("handshake.tools-declared", "until = 2026-01-31\n")
            + &known("handshake.never", "")),
    );
    let report = report(&verdicts);
    let written = rewrite(&report, &old);
    assert_eq!((written.kept, written.open, written.dropped), (2, 2, 2), "{}", written.text);
    let new = read(&written.text);
    let names: Vec<&str> = new.entries.iter().map(|entry| entry.check.as_str()).collect();
    assert_eq!(
        names,
        ["handshake.server-info", "handshake.result", "handshake.ping", "handshake.tools-declared"]
    );
    assert_eq!(new.entries[2].reason, "issue 12");
    assert_eq!(new.entries[2].until.map(|day| day.to_string()).as_deref(), Some("2027-01-31"));
    assert!(new.entries[1].is_open() && new.entries[3].is_open());
    assert!(new.entries[3].reason.contains("issue 12"), "the old reason is not lost");
    assert!(new.clone().finished().is_err(), "a person has to fill it in");
    // With warnings counted, the warning belongs to it too.
    let strict = Report { strict: true, ..report };
    assert_eq!(read(&rewrite(&strict, &old).text).entries.len(), 5);
    // And what was written is what holds.
    let mut again = strict.clone();
    hold(&mut again, &read(&rewrite(&strict, &old).text), "known.toml");
    assert_eq!((again.misses().count(), faults(&again)), (0, Vec::new()));
}

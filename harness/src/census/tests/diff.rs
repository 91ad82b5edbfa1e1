//! What changed between two runs.

use crate::census::{Change, Diff, SKIPPED_SCHEMA, Side, Skipped, diff};
use crate::outcome::Outcome;
use crate::record::{EntryFacts, Record};
use crate::target::{Skip, SkipReason, Transport};

const URL: &str = "https://a.example/mcp";

fn facts() -> EntryFacts {
    EntryFacts { name: "com.example/a".to_owned(), ..EntryFacts::default() }
}

fn probed(outcome: Outcome, status: u16) -> Side {
    let mut record = Record::new(URL.to_owned(), Transport::StreamableHttp, None);
    record.entry = Some(facts());
    record.outcome = outcome;
    record.status = Some(status);
    let mut side = Side::default();
    side.record(&record);
    side
}

fn skipped(url: Option<&str>, reason: SkipReason) -> Skipped {
    Skipped {
        schema: SKIPPED_SCHEMA.to_owned(),
        entry: facts(),
        url: url.map(str::to_owned),
        transport: Some("streamable-http".to_owned()),
        skip: Skip { reason, detail: None },
    }
}

/// As a registry may list it: the same remote, spelt in another way.
fn left_alone(reason: SkipReason) -> Side {
    let mut side = Side::default();
    side.skipped(&skipped(Some("HTTPS://A.example:443/mcp"), reason));
    side
}

fn told(diff: &Diff) -> Vec<(Change, &str, &str)> {
    diff.changes
        .iter()
        .map(|it| (it.change, it.before.as_deref().unwrap_or(""), it.after.as_deref().unwrap_or("")))
        .collect()
}

#[test]
fn what_the_registry_lists_no_more_is_gone_and_what_we_left_alone_is_not() {
    let up = probed(Outcome::Answered, 200);
    for reason in SkipReason::ALL {
        let left = left_alone(*reason);
        let (away, back) = (diff(&up, &left), diff(&left, &up));
        if matches!(reason, SkipReason::Deleted | SkipReason::NotLatest | SkipReason::NoRemote) {
            assert_eq!(told(&away), [(Change::Gone, "answered", "")], "{reason}");
            assert_eq!(told(&back), [(Change::Appeared, "", "answered")], "{reason}");
        } else {
            let word = format!("not-probed ({reason})");
            assert_eq!(told(&away), [(Change::Unsure, "answered", &*word)], "{reason}");
            assert_eq!(told(&back), [(Change::Unsure, &*word, "answered")], "{reason}");
        }
    }
}

#[test]
fn what_was_probed_in_neither_run_is_no_change() {
    let (left, none) = (left_alone(SkipReason::Excluded), Side::default());
    for (before, after) in [(&left, &left), (&left, &none), (&none, &left)] {
        let diff = diff(before, after);
        assert_eq!((told(&diff).len(), diff.unchanged), (0, 0));
    }
    let stopped = left_alone(SkipReason::HostStopped);
    assert_eq!(told(&diff(&left, &stopped)), []);
}

#[test]
fn a_remote_that_one_version_was_probed_under_was_probed() {
    let mut side = probed(Outcome::Answered, 200);
    side.skipped(&skipped(Some(URL), SkipReason::Excluded));
    assert_eq!(side, probed(Outcome::Answered, 200));
}

#[test]
fn a_status_of_success_is_no_detail() {
    for (status, word) in [(200, "not-mcp"), (202, "not-mcp"), (404, "not-mcp (404)")] {
        let diff = diff(&probed(Outcome::NotMcp, status), &probed(Outcome::Answered, 200));
        assert_eq!(told(&diff), [(Change::NewlyReachable, word, "answered")]);
    }
}

#[test]
fn each_kind_of_change_is_told_as_such() {
    let at = |outcome| probed(outcome, 200);
    for (before, after, change) in [
        (Outcome::TimedOut, Outcome::LoginRequired, Change::NewlyReachable),
        (Outcome::Answered, Outcome::TimedOut, Change::NewlyFailing),
        (Outcome::TimedOut, Outcome::NotMcp, Change::OtherOutcome),
        (Outcome::Answered, Outcome::LoginRequired, Change::OtherOutcome),
        (Outcome::Answered, Outcome::RateLimited, Change::Unsure),
        (Outcome::RateLimited, Outcome::Answered, Change::Unsure),
    ] {
        let diff = diff(&at(before), &at(after));
        assert_eq!(told(&diff), [(change, before.as_str(), after.as_str())]);
    }
    assert_eq!(diff(&at(Outcome::Answered), &at(Outcome::Answered)).unchanged, 1);
}

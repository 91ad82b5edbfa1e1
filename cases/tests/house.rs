//! What holds for the cases as a whole, before any of them is run.
#![expect(clippy::unwrap_used, reason = "a test stops where it is surprised")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rollcall::outcome::Outcome;
use rollcall::record::ToolsStatus;
use rollcall_cases::case::Case;
use rollcall_cases::load;
use rollcall_cases::servable::{Servable, servable};

/// Shorter deadlines flake on two busy cores.
const SHORTEST: Duration = Duration::from_millis(900);
/// Longer ones add up.
const LONGEST: Duration = Duration::from_secs(2);

fn all() -> BTreeMap<String, Case> {
    load::ids().unwrap().into_iter().map(|id| (id.clone(), load::case(&id).unwrap())).collect()
}

#[test]
fn every_family_has_a_healthy_twin() {
    let (mut families, mut healthy) = (BTreeSet::new(), BTreeSet::new());
    for (id, case) in all() {
        let family = id.split('/').next().unwrap().to_owned();
        if case.expect.outcome == Outcome::Answered && case.expect.findings.is_empty() {
            healthy.insert(family.clone());
        }
        families.insert(family);
    }
    assert_eq!(families, healthy);
}

#[test]
fn deadlines_that_are_waited_for_are_neither_flaky_nor_long() {
    let mut wrong = Vec::new();
    for (id, case) in all() {
        let expect = &case.expect;
        let waits = expect.outcome == Outcome::TimedOut || expect.tools.status == Some(ToolsStatus::TimedOut);
        let policy = &case.policy;
        let deadline =
            policy.endpoint_deadline.or(policy.deadline).or(policy.probe_deadline).map(|span| span.0);
        if waits && !deadline.is_some_and(|deadline| (SHORTEST..=LONGEST).contains(&deadline)) {
            wrong.push(format!("{id}: {deadline:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn titles_are_claims_and_no_two_are_the_same() {
    let mut seen = BTreeMap::new();
    for (id, case) in all() {
        assert!(!case.title.ends_with('.') && case.title.contains(' '), "{id}: `{}` is no claim", case.title);
        if let Some(other) = seen.insert(case.title.clone(), id.clone()) {
            panic!("{id} and {other} claim the same: {}", case.title);
        }
    }
}

#[test]
fn most_cases_can_be_served() {
    let cases = all();
    let no = cases.values().filter(|case| matches!(servable(case), Servable::No(_))).count();
    assert!(no * 4 < cases.len(), "{no} of {} cases cannot be served", cases.len());
}

#[test]
fn scripts_survive_being_printed_and_parsed() {
    for (id, case) in all() {
        let text = toml::to_string(&case.mock).unwrap();
        let again = mock_servers::script::Script::from_toml(&text).map_err(|error| format!("{id}: {error}"));
        assert_eq!(again, Ok(case.mock), "{id}");
    }
}

//! Every case of conformance as a named test over a real socket; and the proof that every check can fail.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use rollcall::causes::causes;
use rollcall_cases::conform;
use rollcall_cases::named::Suite;

const SUITE: Suite = Suite { name: "conform", floor: 100, at_a_time: 16 };
/// The healthy families: a server of each kind that misses nothing.
const HEALTHY: &str = "healthy/";

fn main() -> ExitCode {
    SUITE.run(conform::ids(), |ids| {
        let all = Arc::new(ids);
        let of_all = |name: &str, test: fn(&[String]) -> Result<(), Failed>| {
            let all = Arc::clone(&all);
            Trial::test(name, move || test(&all))
        };
        let proofs = [
            of_all("every-check-can-fail", every_check_can_fail),
            of_all("every-check-can-pass", every_check_can_pass),
        ];
        let each = all.iter().cloned().map(|id| Trial::test(id.clone(), move || trial(&id)));
        each.chain(proofs).collect()
    })
}

fn trial(id: &str) -> Result<(), Failed> {
    let case = conform::case(id).map_err(|error| causes(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let seen = runtime.block_on(conform::run(id, &case))?;
    let found = conform::check(&case, &seen);
    if found.is_empty() {
        return Ok(());
    }
    let sent: Vec<String> = seen.journal.requests().iter().map(|request| request.label("/mcp")).collect();
    Err(format!("{}\n  {}\n  sent: {}", case.title, found.join("\n  "), sent.join(", ")).into())
}

/// Every check is named under `fail` or `warn` of at least one case; each of these holds it to that verdict.
fn every_check_can_fail(ids: &[String]) -> Result<(), Failed> {
    let mut missed = BTreeSet::new();
    for id in ids {
        let expect = conform::case(id).map_err(|error| causes(&error))?.expect;
        missed.extend(expect.fail.into_iter().chain(expect.warn));
    }
    no_holes(&missed, "no case makes these fail")
}

/// Every check passes on at least one healthy server, so that a check that always complains fails too.
fn every_check_can_pass(ids: &[String]) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut passed = BTreeSet::new();
    for id in ids.iter().filter(|id| id.starts_with(HEALTHY)) {
        let case = conform::case(id).map_err(|error| causes(&error))?;
        if !case.expect.fail.is_empty() || !case.expect.warn.is_empty() {
            return Err(format!("{id} is not healthy").into());
        }
        let report = runtime.block_on(conform::run(id, &case))?.report;
        let good =
            report.results.into_iter().filter(|result| result.verdict == rollcall::conform::Verdict::Pass);
        passed.extend(good.map(|result| result.check));
    }
    no_holes(&passed, "no healthy server passes")
}

/// Every check is among these; those that are not are told.
fn no_holes(found: &BTreeSet<String>, says: &str) -> Result<(), Failed> {
    let names = rollcall::conform::all().map(|check| check.name);
    let holes: Vec<&str> = names.filter(|name| !found.contains(*name)).collect();
    if holes.is_empty() { Ok(()) } else { Err(format!("{says}: {}", holes.join(", ")).into()) }
}

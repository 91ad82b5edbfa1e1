//! Every case of conformance as a named test over a real socket; and the proof that every check can fail.
#![expect(clippy::print_stderr, reason = "a test program says what it found")]

use std::collections::BTreeSet;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use rollcall_cases::conform;

/// Fewer cases than this were not found: something is wrong with the search.
const FLOOR: usize = 100;
/// Cases at a time. Most of a case is waiting for the other side.
const AT_A_TIME: usize = 16;
/// The exit code for an empty selection.
const NOTHING_SELECTED: u8 = 4;
/// The healthy families: a server of each kind that misses nothing.
const HEALTHY: &str = "healthy/";

fn main() -> ExitCode {
    let mut args = Arguments::from_args();
    args.test_threads.get_or_insert(AT_A_TIME);
    let ids = match conform::ids() {
        Ok(ids) => ids,
        Err(error) => {
            eprintln!("conform: {error}");
            return ExitCode::FAILURE;
        }
    };
    if ids.len() < FLOOR {
        eprintln!("conform: only {} cases were found, at least {FLOOR} are there", ids.len());
        return ExitCode::FAILURE;
    }
    let mut trials: Vec<Trial> = ids
        .iter()
        .map(|id| {
            Trial::test(id.clone(), {
                let id = id.clone();
                move || trial(&id)
            })
        })
        .collect();
    trials.push(Trial::test("every-check-can-fail", {
        let ids = ids.clone();
        move || every_check_can_fail(&ids)
    }));
    trials.push(Trial::test("every-check-can-pass", {
        let ids = ids.clone();
        move || every_check_can_pass(&ids)
    }));
    let selected = |trial: &Trial| match &args.filter {
        Some(filter) if args.exact => trial.name() == filter,
        Some(filter) => trial.name().contains(filter.as_str()),
        None => true,
    };
    if !trials.iter().any(selected) {
        eprintln!("conform: no case matches `{}`", args.filter.unwrap_or_default());
        return ExitCode::from(NOTHING_SELECTED);
    }
    libtest_mimic::run(&args, trials).exit_code()
}

fn trial(id: &str) -> Result<(), Failed> {
    let case = conform::case(id).map_err(|error| chain(&error))?;
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
        let expect = conform::case(id).map_err(|error| chain(&error))?.expect;
        missed.extend(expect.fail.into_iter().chain(expect.warn));
    }
    let holes: Vec<&str> =
        rollcall::conform::all().map(|check| check.name).filter(|name| !missed.contains(*name)).collect();
    if holes.is_empty() {
        Ok(())
    } else {
        Err(format!("no case makes these fail: {}", holes.join(", ")).into())
    }
}

/// Every check passes on at least one healthy server, so that a check that always complains fails too.
fn every_check_can_pass(ids: &[String]) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut passed = BTreeSet::new();
    for id in ids.iter().filter(|id| id.starts_with(HEALTHY)) {
        let case = conform::case(id).map_err(|error| chain(&error))?;
        if !case.expect.fail.is_empty() || !case.expect.warn.is_empty() {
            return Err(format!("{id} is not healthy").into());
        }
        let report = runtime.block_on(conform::run(id, &case))?.report;
        let good =
            report.results.into_iter().filter(|result| result.verdict == rollcall::conform::Verdict::Pass);
        passed.extend(good.map(|result| result.check));
    }
    let holes: Vec<&str> =
        rollcall::conform::all().map(|check| check.name).filter(|name| !passed.contains(*name)).collect();
    if holes.is_empty() {
        Ok(())
    } else {
        Err(format!("no healthy server passes: {}", holes.join(", ")).into())
    }
}

/// An error with everything below it.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(": ");
        text.push_str(&source.to_string());
        next = source.source();
    }
    text
}

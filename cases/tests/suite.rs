//! Every case as a named test: the expectation decides, the snapshot guards against drift.
#![expect(clippy::print_stderr, reason = "a test program says what it found")]

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use rollcall::record::Record;
use rollcall_cases::case::Case;
use rollcall_cases::check::{check, explain};
use rollcall_cases::load;
use rollcall_cases::run::{Over, run};

/// Fewer cases than this were not found: something is wrong with the search.
const FLOOR: usize = 760;
/// Cases at a time. Most of a case is waiting: for a deadline, or for the other side.
const AT_A_TIME: usize = 24;
/// The exit code for an empty selection.
const NOTHING_SELECTED: u8 = 4;

fn main() -> ExitCode {
    let mut args = Arguments::from_args();
    args.test_threads.get_or_insert(AT_A_TIME);
    let ids = match load::ids() {
        Ok(ids) => ids,
        Err(error) => {
            eprintln!("suite: {error}");
            return ExitCode::FAILURE;
        }
    };
    if ids.len() < FLOOR {
        eprintln!("suite: only {} cases were found, at least {FLOOR} are there", ids.len());
        return ExitCode::FAILURE;
    }
    let selected = |id: &String| match &args.filter {
        Some(filter) if args.exact => id == filter,
        Some(filter) => id.contains(filter.as_str()),
        None => true,
    };
    if !ids.iter().any(selected) {
        eprintln!("suite: no case matches `{}`", args.filter.unwrap_or_default());
        return ExitCode::from(NOTHING_SELECTED);
    }
    let trials = ids.into_iter().map(|id| Trial::test(id.clone(), move || trial(&id))).collect();
    libtest_mimic::run(&args, trials).exit_code()
}

fn trial(id: &str) -> Result<(), Failed> {
    let case = load::case(id).map_err(|error| chain(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let seen = runtime.block_on(run(id, &case, Over::Plain))?;
    let mismatches = check(&case, &seen);
    match (&case.known_failure, mismatches.is_empty()) {
        (None, true) => snapshot(id, &case, &seen.record),
        (None, false) => Err(explain(id, &case, &seen, &mismatches).into()),
        (Some(_), false) => Ok(()),
        (Some(known), true) => {
            Err(format!("passes, though a failure is known: {}\n  take [known-failure] out", known.reason)
                .into())
        }
    }
}

/// Compares the whole redacted record with the one that was accepted.
fn snapshot(id: &str, case: &Case, record: &Record) -> Result<(), Failed> {
    rollcall_cases::snapshot::compare(id, &load::path(id), case.spec.url, record).map_err(|differs| {
        format!("{}\n  the verdict is as expected; {differs}\n  accept: cargo xtask bless {id}", case.title)
            .into()
    })
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

//! Every case as a named test: the expectation decides, the snapshot guards against drift.

use std::process::ExitCode;

use libtest_mimic::{Failed, Trial};
use rollcall::causes::causes;
use rollcall::record::Record;
use rollcall_cases::case::Case;
use rollcall_cases::check::{check, explain};
use rollcall_cases::load;
use rollcall_cases::named::Suite;
use rollcall_cases::run::{Over, run};

const SUITE: Suite = Suite { name: "suite", floor: 760, at_a_time: 24 };

fn main() -> ExitCode {
    SUITE.run(load::ids(), |ids| {
        ids.into_iter().map(|id| Trial::test(id.clone(), move || trial(&id))).collect()
    })
}

fn trial(id: &str) -> Result<(), Failed> {
    let case = load::case(id).map_err(|error| causes(&error))?;
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

//! Cases as named tests: how the test programs list them, choose among them and run them.
#![expect(clippy::print_stderr, reason = "a test program says what it found")]

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use rollcall::causes::causes;

use crate::load::LoadError;

/// The exit code for an empty selection.
const NOTHING_SELECTED: u8 = 4;

/// One test program.
#[derive(Debug, Clone, Copy)]
pub struct Suite {
    /// What it calls itself.
    pub name: &'static str,
    /// Fewer cases than this were not found: something is wrong with the search.
    pub floor: usize,
    /// Cases at a time. Most of a case is waiting: for a deadline, or for the other side.
    pub at_a_time: usize,
}

impl Suite {
    /// Runs what the command line chooses of the tests that are made of the ids.
    #[must_use]
    pub fn run(
        self,
        ids: Result<Vec<String>, LoadError>,
        trials: impl FnOnce(Vec<String>) -> Vec<Trial>,
    ) -> ExitCode {
        let Self { name, floor, at_a_time } = self;
        let mut args = Arguments::from_args();
        args.test_threads.get_or_insert(at_a_time);
        let ids = match ids {
            Ok(ids) => ids,
            Err(error) => {
                eprintln!("{name}: {}", causes(&error));
                return ExitCode::FAILURE;
            }
        };
        if ids.len() < floor {
            eprintln!("{name}: only {} cases were found, at least {floor} are there", ids.len());
            return ExitCode::FAILURE;
        }
        let trials = trials(ids);
        let selected = |trial: &Trial| match &args.filter {
            Some(filter) if args.exact => trial.name() == filter,
            Some(filter) => trial.name().contains(filter.as_str()),
            None => true,
        };
        if !trials.iter().any(selected) {
            eprintln!(
                "{name}: no case matches `{}`\nhint: --test suite (or lint, conform) chooses the kind of case, -- --list shows their names",
                args.filter.unwrap_or_default()
            );
            return ExitCode::from(NOTHING_SELECTED);
        }
        libtest_mimic::run(&args, trials).exit_code()
    }
}

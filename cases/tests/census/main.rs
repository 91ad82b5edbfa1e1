//! A census as an operator meets it: a process that is killed and resumed, a disk that is full, hosts that are never asked
//! twice at once, shards that join to the whole.

mod crowd;
mod killed;
mod polite;
mod sharded;
mod world;

use libtest_mimic::{Arguments, Trial};

/// Set in a process that is to be the `rollcall` command.
const AS_ROLLCALL: &str = "TEST_AS_ROLLCALL";

fn main() -> std::process::ExitCode {
    if std::env::var_os(AS_ROLLCALL).is_some() {
        return rollcall::cli::run(std::env::args_os()).into();
    }
    let mut trials: Vec<Trial> = killed::trials();
    trials.extend(polite::trials());
    trials.extend(sharded::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

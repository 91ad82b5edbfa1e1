//! `rollcall`, inside this program: what the adapter of the same name calls, so that grading needs no other build.

use std::ffi::OsString;

use rollcall::exit::Exit;

/// `rollcall`, hidden.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Rollcall {
    /// What rollcall is called with.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Runs rollcall's command line.
pub(crate) fn rollcall(args: Rollcall) -> Exit {
    rollcall::cli::run(std::iter::once(OsString::from("rollcall")).chain(args.args))
}

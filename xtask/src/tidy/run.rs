//! Runs every rule over the tree.

use rollcall::exit::Exit;

/// `tidy`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

/// Checks every rule.
#[expect(clippy::unnecessary_wraps, reason = "the shape of every command")]
pub(crate) fn run(_args: &Args) -> anyhow::Result<Exit> {
    println!("tidy: no rules yet");
    Ok(Exit::CouldNotCheck)
}

//! `bless [PREFIX]`: accept what the suite produced now. The review is the git diff; a wrong verdict cannot be blessed,
//! because the hand-written expectation is compared before the snapshot.

use rollcall::exit::Exit;

use crate::process;
use crate::root::root;

/// `bless`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only cases whose id begins like this: a family (`sse/`) or one id. Without it also the snapshots of the tests of
    /// the command line and the reports.
    prefix: Option<String>,
}

/// Runs the suite with every snapshot accepted, then shows what changed.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut cargo = process::cargo();
    cargo.env("INSTA_UPDATE", "always").env_remove("CI").args(["test", "--quiet"]);
    match &args.prefix {
        Some(prefix) => {
            cargo.args(["--package", "mcp-rollcall-cases", "--test", "suite", "--", prefix.as_str()])
        }
        None => cargo.args(["--workspace", "--no-fail-fast"]),
    };
    let green = process::succeeds(&mut cargo)?;
    process::succeeds(std::process::Command::new("git").current_dir(root()).args([
        "diff",
        "--stat",
        "--",
        "snapshots",
    ]))?;
    process::succeeds(std::process::Command::new("git").current_dir(root()).args([
        "status",
        "--short",
        "--",
        "snapshots",
    ]))?;
    if !green {
        println!("bless: a test fails for another reason than its snapshot; read its message above");
    }
    Ok(if green { Exit::Clean } else { Exit::Findings })
}

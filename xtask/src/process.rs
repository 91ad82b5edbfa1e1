//! Running other programs: always from the top of the workspace, always naming the command when it cannot start.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context as _;
use rollcall::exit::Exit;

use crate::root::root;

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs to the end with our own stdout and stderr; whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> anyhow::Result<bool> {
    let status = command.status().with_context(|| format!("failed to start {}", shown(command)))?;
    Ok(status.success())
}

/// This program, to be started again. That its file is replaced meanwhile does no harm: `ci` builds everything while it runs.
pub(crate) fn this() -> anyhow::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from(format!("/proc/{}/exe", std::process::id())));
    }
    std::env::current_exe().context("failed to find this program again")
}

/// Starts this program once more with the wish to accept snapshots, which insta takes from the environment alone. Gives
/// nothing when that was done already, or is not wished.
pub(crate) fn blessed(wished: bool) -> anyhow::Result<Option<Exit>> {
    if !wished || std::env::var_os("INSTA_UPDATE").is_some_and(|set| set == "always") {
        return Ok(None);
    }
    let mut again = Command::new(this()?);
    let accepted = succeeds(again.args(std::env::args_os().skip(1)).env("INSTA_UPDATE", "always"))?;
    Ok(Some(if accepted { Exit::Clean } else { Exit::Findings }))
}

/// Whether a program of this name answers `--version`.
pub(crate) fn is_installed(program: impl AsRef<OsStr>) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

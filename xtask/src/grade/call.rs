//! One call of a prober: its own process group, a deadline, bounded output; nothing of it is left when the call is over.

use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::timeout;

use super::judge::Output;

/// Bytes kept of each output; the rest is read and dropped, so that no prober hangs on a full pipe.
const KEPT: usize = 1024 * 1024;
/// How long the pipes of a process that has ended may stay open: only a process that left its group can hold them longer.
const GRACE: Duration = Duration::from_secs(1);

/// How a call went.
#[derive(Debug)]
pub(crate) struct Called {
    /// What it left.
    pub(crate) output: Output,
    /// It was not done at the deadline.
    pub(crate) late: bool,
    /// How long it took.
    pub(crate) took: Duration,
}

/// Calls the command and waits for its end, or ends it with all of its children.
///
/// # Errors
///
/// The program could not be started.
pub(crate) async fn call(mut command: Command, deadline: Duration) -> io::Result<Called> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let started = Instant::now();
    let mut child = command.spawn()?;
    let group = Group(child.id());
    let (stdout, stderr) = (Kept::default(), Kept::default());
    let out = child.stdout.take().map(|pipe| tokio::spawn(keep(pipe, stdout.clone())));
    let err = child.stderr.take().map(|pipe| tokio::spawn(keep(pipe, stderr.clone())));
    let ended = timeout(deadline, child.wait()).await;
    let took = started.elapsed();
    // Whatever way it ended, nothing of its group lives on.
    drop(group);
    let late = ended.is_err();
    let status = match ended {
        Ok(status) => status?,
        Err(_) => child.wait().await?,
    };
    for reader in [out, err].into_iter().flatten() {
        let _ = timeout(GRACE, reader).await;
    }
    let output =
        Output { exit: status.code().filter(|_| !late), stdout: stdout.text(), stderr: stderr.text() };
    Ok(Called { output, late, took })
}

/// A process group, killed when this is dropped: also when a call is given up because we are interrupted.
struct Group(Option<u32>);

impl Drop for Group {
    fn drop(&mut self) {
        let Some(leader) = self.0 else { return };
        // The signal to a whole group is no part of Rust's library. That the group is gone already is the common case.
        let _ = std::process::Command::new("sh")
            .args(["-c", "kill -s KILL -- \"-$0\"", &leader.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

/// What of an output is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

async fn keep(mut pipe: impl AsyncRead + Unpin, kept: Kept) {
    let mut block = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = pipe.read(&mut block).await {
        let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = KEPT - kept.len();
        kept.extend_from_slice(&block[..read.min(room)]);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// Whether a process with this id is gone, or only waits to be reaped. A signal that was sent takes a moment to arrive.
    async fn is_gone(id: &str) -> bool {
        let state = || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", id.trim())).ok()?;
            stat.rsplit_once(") ")?.1.chars().next()
        };
        let gone = async {
            while state().is_some_and(|state| !matches!(state, 'Z' | 'X')) {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(10), gone).await.is_ok()
    }

    #[tokio::test]
    async fn exit_code_and_both_outputs_come_back() {
        let called = call(shell("echo out; echo err >&2; exit 7"), Duration::from_secs(30)).await.unwrap();
        let Output { exit, stdout, stderr } = called.output;
        assert_eq!((exit, stdout.as_str(), stderr.as_str()), (Some(7), "out\n", "err\n"));
        assert!(!called.late);
    }

    #[tokio::test]
    async fn a_late_prober_is_killed_with_its_children() {
        let script = "sleep 600 & echo $!; sleep 600";
        let called = call(shell(script), Duration::from_millis(500)).await.unwrap();
        assert!(called.late && called.output.exit.is_none());
        assert!(is_gone(&called.output.stdout).await, "{:?}", called.output);
    }

    #[tokio::test]
    async fn children_that_outlive_a_prober_are_killed_too() {
        let script = "sleep 600 >/dev/null 2>&1 & echo $!";
        let called = call(shell(script), Duration::from_secs(30)).await.unwrap();
        assert_eq!(called.output.exit, Some(0));
        assert!(is_gone(&called.output.stdout).await, "{:?}", called.output);
    }

    #[tokio::test]
    async fn output_is_bounded_and_never_blocks() {
        let script = "head -c 3000000 /dev/zero | tr '\\0' x; echo done >&2";
        let called = call(shell(script), Duration::from_secs(30)).await.unwrap();
        assert_eq!(called.output.stdout.len(), KEPT);
        assert_eq!(called.output.stderr, "done\n");
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_an_error() {
        let error = call(Command::new("/nowhere/prober"), Duration::from_secs(1)).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}

//! The bench's own processes: workers, built beside this program.

use std::env::consts::EXE_EXTENSION;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, ensure};

/// A worker that talks in lines; killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Talking {
    child: Child,
    lines: BufReader<ChildStdout>,
    input: ChildStdin,
}

impl Drop for Talking {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talking {
    /// Starts a worker with these arguments.
    pub(crate) fn start(args: &[&str]) -> anyhow::Result<Self> {
        let worker = std::env::current_exe()?.with_file_name("bench-worker").with_extension(EXE_EXTENSION);
        let mut child = Command::new(worker)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("failed to start a worker")?;
        let lines = BufReader::new(child.stdout.take().context("stdout is piped")?);
        let input = child.stdin.take().context("stdin is piped")?;
        Ok(Self { child, lines, input })
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The next line it says.
    pub(crate) fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line)?;
        ensure!(read > 0, "a worker of the bench ended before it was done; its message is above");
        Ok(line.trim_end().to_owned())
    }

    /// Lets it go on.
    pub(crate) fn go(&mut self) -> anyhow::Result<()> {
        self.input.write_all(b"go\n")?;
        Ok(self.input.flush()?)
    }
}

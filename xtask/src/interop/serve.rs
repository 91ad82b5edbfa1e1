//! A peer's process: started, awaited, logged, and killed when it is dropped.

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::peer::Peer;
use crate::root::target_dir;

/// How long a peer may take to listen: a cold Python on a busy machine takes ten seconds.
const START: Duration = Duration::from_secs(60);

/// A running peer.
#[derive(Debug)]
pub(super) struct Serving {
    child: Child,
    /// The port it listens on, on 127.0.0.1.
    pub(super) port: u16,
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a peer's output goes.
pub(super) fn log(peer: &Peer) -> PathBuf {
    target_dir().join("interop/log").join(format!("{}.log", peer.name))
}

/// Starts a peer and waits for the line that tells its port.
pub(super) fn serve(peer: &Peer) -> anyhow::Result<Serving> {
    let mut command = peer.runtime.command();
    let port = if needs_port(peer) { free_port()?.to_string() } else { String::new() };
    command.args(peer.run.iter().map(|arg| arg.replace("{port}", &port)));
    command.envs(peer.env.iter().map(|(name, value)| (name, value.replace("{port}", &port))));
    let (output, theirs) = std::io::pipe()?;
    command.stdin(Stdio::null()).stdout(theirs.try_clone()?).stderr(theirs);
    let child =
        command.spawn().with_context(|| format!("failed to start {}", command.get_program().display()))?;
    // The command holds our copies of the writing ends; without them the pipe ends when the peer does.
    drop(command);
    let mut serving = Serving { child, port: 0 };
    let log = log(peer);
    let (told, port) = mpsc::channel();
    std::fs::create_dir_all(log.parent().unwrap_or(&log))?;
    let file = File::create(&log).with_context(|| format!("failed to create {}", log.display()))?;
    std::thread::spawn(move || copy(BufReader::new(output), file, &told));
    match port.recv_timeout(START) {
        Ok(port) => serving.port = port,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            bail!("it does not listen after {} s; see {}", START.as_secs(), log.display())
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => bail!("it ended before it listened:\n{}", tail(&log)),
    }
    Ok(serving)
}

fn needs_port(peer: &Peer) -> bool {
    peer.run.iter().chain(peer.env.values()).any(|text| text.contains("{port}"))
}

/// A port that was free a moment ago, for servers that cannot choose one themselves.
fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Copies the output into the log until it ends, and tells the port once.
fn copy(mut output: impl std::io::BufRead, mut log: File, told: &mpsc::Sender<u16>) {
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        // A log that cannot be written must not stop the peer on a full pipe.
        let _ = log.write_all(&line);
        if let Some(port) = port_in(&String::from_utf8_lossy(&line)) {
            let _ = told.send(port);
        }
        line.clear();
    }
}

/// The port in a line such as `listening on 4711` or `Server is running on port 4711`.
fn port_in(line: &str) -> Option<u16> {
    let says = line.contains("listening on") || line.contains("running on");
    says.then(|| line.split_whitespace().next_back())??.parse().ok()
}

fn tail(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_the_last_word_of_the_line_that_says_so() {
        assert_eq!(port_in("listening on 4711\n"), Some(4711));
        assert_eq!(port_in("Server is running on port 4711"), Some(4711));
        assert_eq!(port_in("server is running on HTTP Stream at http://127.0.0.1:4711/mcp"), None);
        assert_eq!(port_in("started 4711"), None);
    }
}

//! What a peer is: one file in `xtask/interop/peers`, its name is the peer's.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use rollcall::target::Transport;
use rollcall_cases::case::Expect;
use serde::Deserialize;

use crate::root::root;

/// A real server: how it is started, and the verdict on it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Peer {
    /// The name of its file.
    #[serde(skip)]
    pub(super) name: String,
    /// The packages it is made of, with their versions, for people.
    pub(super) stack: String,
    /// What runs it.
    pub(super) runtime: Runtime,
    /// The script and its arguments; `{port}` is a free port.
    pub(super) run: Vec<String>,
    /// Variables of its environment; `{port}` as in `run`.
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    /// The path of the endpoint.
    pub(super) path: String,
    /// The transport as an entry would declare it.
    #[serde(default = "streamable_http")]
    pub(super) transport: Transport,
    /// The verdict, written by hand.
    pub(super) expect: Expect,
}

/// What runs a peer, and which pinned packages it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Runtime {
    /// Node, with `node/package-lock.json`.
    Node,
    /// Python, with `python/mcp1.txt`.
    Mcp1,
    /// Python, with `python/mcp2.txt`.
    Mcp2,
    /// Python, with `python/fastmcp.txt`.
    Fastmcp,
    /// The program in `rmcp/`.
    Rmcp,
}

const fn streamable_http() -> Transport {
    Transport::StreamableHttp
}

/// Where the peers are described and their scripts are kept.
pub(super) fn folder() -> PathBuf {
    root().join("xtask/interop")
}

/// All peers, by name.
pub(super) fn peers() -> anyhow::Result<Vec<Peer>> {
    let folder = folder().join("peers");
    let mut peers = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| format!("failed to read {}", folder.display()))? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".toml")) else {
            continue;
        };
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
        let peer: Peer = toml::from_str(&text).with_context(|| format!("{} is no peer", path.display()))?;
        peers.push(Peer { name: name.to_owned(), ..peer });
    }
    peers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(peers)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_a_peer_and_every_runtime_has_one() {
        let peers = peers().unwrap();
        let runtimes: BTreeSet<Runtime> = peers.iter().map(|peer| peer.runtime).collect();
        assert_eq!(runtimes.len(), 5);
        let stacks: BTreeSet<&str> = peers.iter().map(|peer| peer.stack.as_str()).collect();
        assert!(peers.len() >= 12 && stacks.len() >= 6, "{} peers of {} stacks", peers.len(), stacks.len());
    }
}

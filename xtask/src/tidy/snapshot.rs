//! Rules about `snapshots/`, which mirrors the cases and the peers of interop one to one. cargo-insta does not see a
//! top-level folder that is no package, so these are ours to keep.

use std::collections::BTreeSet;

use super::rule::{Rule, Violation};
use super::tree::{Tree, has_extension};

/// Folders of snapshots that belong to tests and not to cases.
const OF_TESTS: [&str; 3] = ["cli", "report", "demo"];
/// The folder of the snapshots of interop, and where its peers are described.
const OF_PEERS: (&str, &str) = ("interop", "xtask/interop/peers/");

/// The rules of this file.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "snapshot-orphan",
        description: "every snapshot belongs to a case, to a peer of interop, or to a test that names it",
        fix: "delete it, or restore what it belonged to",
        check: orphan,
    },
    Rule {
        name: "snapshot-missing",
        description: "every case and every peer of interop has its snapshot",
        fix: "run `cargo xtask bless ID` (for a peer `cargo xtask interop --bless`) and read the diff",
        check: missing,
    },
    Rule {
        name: "snapshot-pending",
        description: "no `.snap.new` is left behind",
        fix: "run `cargo xtask bless`, then delete what is still there",
        check: pending,
    },
    Rule {
        name: "snapshot-only",
        description: "`snapshots/` holds nothing but snapshots",
        fix: "move it elsewhere",
        check: only,
    },
];

/// The ids of the snapshots that there should be, of cases and of peers.
fn owned(tree: &Tree) -> BTreeSet<String> {
    let peers = tree.files().filter_map(|(path, _)| {
        let name = path.strip_prefix(OF_PEERS.1)?.strip_suffix(".toml")?;
        Some(format!("{}/{name}", OF_PEERS.0))
    });
    tree.cases().map(str::to_owned).chain(peers).collect()
}

fn found(tree: &Tree) -> impl Iterator<Item = &str> {
    tree.files().filter_map(|(path, _)| path.strip_prefix("snapshots/")?.strip_suffix(".snap"))
}

fn orphan(tree: &Tree) -> Vec<Violation> {
    let owned = owned(tree);
    let belongs = |id: &str| match id.split_once('/') {
        // A test names its snapshot in a string; the leaf is enough, its folder is bound elsewhere.
        Some((folder, rest)) if OF_TESTS.contains(&folder) => {
            let leaf = rest.rsplit('/').next().unwrap_or(rest);
            tree.rust().any(|(_, text)| {
                text.contains(&format!("\"{leaf}\"")) || text.contains(&format!("\"{rest}\""))
            })
        }
        _ => owned.contains(id),
    };
    found(tree)
        .filter(|id| !belongs(id))
        .map(|id| Violation::of(format!("snapshots/{id}.snap"), "belongs to nothing"))
        .collect()
}

fn missing(tree: &Tree) -> Vec<Violation> {
    owned(tree)
        .iter()
        .map(|id| format!("snapshots/{id}.snap"))
        .filter(|path| !tree.has(path))
        .map(|path| Violation::of(path, "is missing"))
        .collect()
}

fn pending(tree: &Tree) -> Vec<Violation> {
    tree.files()
        .filter(|(path, _)| path.ends_with(".snap.new") || path.ends_with(".pending-snap"))
        .map(|(path, _)| Violation::of(path, "waits to be accepted or deleted"))
        .collect()
}

fn only(tree: &Tree) -> Vec<Violation> {
    tree.files()
        .filter(|(path, _)| {
            path.starts_with("snapshots/") && !has_extension(path, "snap") && !path.ends_with(".snap.new")
        })
        .map(|(path, _)| Violation::of(path, "is no snapshot"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_mirror_cases_and_peers() {
        let tree = Tree::of(&[
            ("cases/a/kept.toml", ""),
            ("cases/a/bare.toml", ""),
            ("xtask/interop/peers/rmcp.toml", ""),
            ("xtask/interop/peers/bare.toml", ""),
            ("harness/tests/it/help.rs", "check(\"help-probe\")"),
            ("snapshots/a/kept.snap", ""),
            ("snapshots/a/gone.snap", ""),
            ("snapshots/a/kept.snap.new", ""),
            ("snapshots/a/notes.md", ""),
            ("snapshots/interop/rmcp.snap", ""),
            ("snapshots/interop/gone.snap", ""),
            ("snapshots/cli/help-probe.snap", ""),
            ("snapshots/cli/help-gone.snap", ""),
        ]);
        let paths = |violations: Vec<Violation>| violations.into_iter().map(|v| v.path).collect::<Vec<_>>();
        assert_eq!(
            paths(orphan(&tree)),
            ["snapshots/a/gone.snap", "snapshots/cli/help-gone.snap", "snapshots/interop/gone.snap"]
        );
        assert_eq!(paths(missing(&tree)), ["snapshots/a/bare.snap", "snapshots/interop/bare.snap"]);
        assert_eq!(paths(pending(&tree)), ["snapshots/a/kept.snap.new"]);
        assert_eq!(paths(only(&tree)), ["snapshots/a/notes.md"]);
    }
}

//! Rules about where things are and what they are called.

use std::collections::BTreeSet;

use super::rule::{Rule, Violation};
use super::tree::Tree;

/// What may stand at the top beside dotfiles, and has to.
const TOP: [&str; 9] = [
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "cases",
    "harness",
    "mock-servers",
    "snapshots",
    "xtask",
];
/// Names that say nothing about what is inside.
const VAGUE: [&str; 9] = ["common", "core", "helper", "helpers", "misc", "shared", "types", "util", "utils"];

/// The rules of this file.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "top-level",
        description: "the top level holds exactly the folders and files of the design, and dotfiles",
        fix: "move it into the crate it belongs to, or create what is missing",
        check: top_level,
    },
    Rule {
        name: "vague-name",
        description: "no file or folder has a name that says nothing: utils, common, helpers, types, core",
        fix: "name it after the one thought it holds",
        check: vague_name,
    },
];

fn top_level(tree: &Tree) -> Vec<Violation> {
    let found: BTreeSet<&str> = tree.files().filter_map(|(path, _)| path.split('/').next()).collect();
    let stray = found.iter().filter(|name| !name.starts_with('.') && !TOP.contains(name));
    let missing = TOP.iter().filter(|name| !found.contains(*name));
    stray
        .map(|name| Violation::of(*name, "does not belong at the top level"))
        .chain(missing.map(|name| Violation::of(*name, "is missing from the top level")))
        .collect()
}

fn vague_name(tree: &Tree) -> Vec<Violation> {
    let mut parts = BTreeSet::new();
    for (path, _) in tree.files() {
        for (end, _) in path.match_indices('/').chain([(path.len(), "")]) {
            parts.insert(&path[..end]);
        }
    }
    let stem = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.split('.').next().unwrap_or(name).to_ascii_lowercase()
    };
    parts
        .into_iter()
        .filter(|path| VAGUE.contains(&stem(path).as_str()))
        .map(|path| Violation::of(path, "has a name that says nothing"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(violations: &[Violation]) -> Vec<&str> {
        violations.iter().map(|violation| violation.path.as_str()).collect()
    }

    #[test]
    fn a_stray_and_a_missing_entry_of_the_top_level_are_told() {
        let tree = Tree::of(&[
            ("Cargo.toml", ""),
            ("Cargo.lock", ""),
            ("LICENSE", ""),
            (".ci/run", ""),
            ("docs/a.md", ""),
            ("cases/a/b.toml", ""),
            ("harness/x", ""),
            ("mock-servers/x", ""),
            ("xtask/x", ""),
            ("snapshots/a/b.snap", ""),
        ]);
        assert_eq!(paths(&top_level(&tree)), ["docs", "README.md"]);
    }

    #[test]
    fn a_vague_name_is_told_once_whether_file_or_folder() {
        let tree = Tree::of(&[
            ("harness/src/utils/a.rs", ""),
            ("harness/src/utils/b.rs", ""),
            ("harness/src/types.rs", ""),
            ("harness/src/content_types.rs", ""),
        ]);
        assert_eq!(paths(&vague_name(&tree)), ["harness/src/types.rs", "harness/src/utils"]);
    }
}

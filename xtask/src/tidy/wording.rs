//! Rules about words that must not stand anywhere.

use super::rule::{Rule, Violation};
use super::tree::Tree;

/// Hosts of package registries by their labels in reverse, as everywhere in this project.
const REGISTRY_HOSTS: [&str; 4] = ["io.crates", "org.npmjs", "org.pypi", "org.pythonhosted"];

/// The rules of this file.
pub(super) const RULES: &[Rule] = &[Rule {
    name: "registry-host",
    description: "the host of a package registry is written with its labels in reverse, like a namespace",
    fix: "write the labels in reverse, and turn them round where the host is needed",
    check: registry_host,
}];

/// Labels in the other order.
fn reversed(labels: &str) -> String {
    labels.split('.').rev().collect::<Vec<_>>().join(".")
}

fn registry_host(tree: &Tree) -> Vec<Violation> {
    let hosts: Vec<String> = REGISTRY_HOSTS.iter().map(|labels| reversed(labels)).collect();
    let mut violations = Vec::new();
    // A lock file is cargo's to write.
    for (path, text) in tree.files().filter(|(path, _)| !path.ends_with("Cargo.lock")) {
        for (index, line) in text.lines().enumerate() {
            let line = line.to_ascii_lowercase();
            if hosts.iter().any(|host| line.contains(host.as_str())) {
                violations.push(Violation::at(path, index, "names the host of a package registry"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_host_in_the_common_order_is_told_and_the_reverse_is_not() {
        let plain = format!("see https://{}/x\n", reversed("org.npmjs.registry").to_ascii_uppercase());
        let tree =
            Tree::of(&[("README.md", &plain), ("Cargo.lock", &plain), ("a.rs", "\"org.npmjs.registry\"")]);
        assert_eq!(
            registry_host(&tree),
            [Violation::at("README.md", 0, "names the host of a package registry")]
        );
    }
}

//! Rules about who may know whom, and who may touch the network or a clock.

use super::rule::{Rule, Violation};
use super::tree::Tree;

/// What only a module that does I/O has a use for.
const NETWORK: [&str; 6] =
    ["TcpStream", "TcpListener", "UdpSocket", "reqwest::", "hickory_resolver::", "hyper::client"];
/// Who may touch it: the probe's driver and the pieces it is made of, the registry source, and the look-ups that a user
/// asks for.
const NETWORK_ALLOWED: [&str; 11] = [
    "harness/src/probe/dial.rs",
    "harness/src/probe/driver.rs",
    "harness/src/probe/link.rs",
    "harness/src/probe/resolve.rs",
    "harness/src/probe/socket.rs",
    "harness/src/probe/talk.rs",
    "harness/src/probe/tls.rs",
    "harness/src/registry/",
    "harness/src/conform/",
    "harness/src/manifest/online",
    "harness/src/namespace/online",
];
/// Reading a clock.
const CLOCK: [&str; 4] = ["Instant::now", "SystemTime::now", "Timestamp::now", "Zoned::now"];
/// Who may read one: the driver, the sources and look-ups, the schedule of a census, and the command line.
const CLOCK_ALLOWED: [&str; 10] = [
    "harness/src/probe/caller.rs",
    "harness/src/probe/driver.rs",
    "harness/src/probe/resolve.rs",
    "harness/src/probe/talk.rs",
    "harness/src/registry/",
    "harness/src/census/",
    "harness/src/conform/",
    "harness/src/manifest/online",
    "harness/src/namespace/online",
    "harness/src/cli/",
];

/// The rules of this file.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "two-sides",
        description: "harness and mock-servers never see each other, so one misreading cannot sit on both sides",
        fix: "move what needs both into cases or xtask",
        check: two_sides,
    },
    Rule {
        name: "network",
        description: "only the probe's driver, the registry source and the online look-ups touch the network",
        fix: "pass in what was fetched, or add the module to the list in tidy/boundary.rs and say why",
        check: network,
    },
    Rule {
        name: "clock",
        description: "only what does I/O reads a clock; everything else is told the time",
        fix: "take the time as an argument",
        check: clock,
    },
];

fn two_sides(tree: &Tree) -> Vec<Violation> {
    let sides = [
        ("harness/", ["mcp-mock-servers", "mock_servers"]),
        ("mock-servers/", ["mcp-rollcall", "rollcall::"]),
    ];
    let mut violations = Vec::new();
    for (side, other) in sides {
        let relevant =
            |path: &str| path == format!("{side}Cargo.toml") || path.starts_with(&format!("{side}src/"));
        for (path, text) in tree.files().filter(|(path, _)| relevant(path)) {
            // The manifest names the package itself; sources name what they use.
            let own =
                |line: &str| line.trim_start().starts_with("name =") || line.trim_start().starts_with("//");
            for (index, line) in text.lines().enumerate().filter(|(_, line)| !own(line)) {
                if other.iter().any(|name| line.contains(name)) {
                    violations.push(Violation::at(path, index, "sees the other side"));
                }
            }
        }
    }
    violations
}

/// Lines of the harness's code, unit tests left out, that hold one of these outside the places allowed.
fn outside(tree: &Tree, needles: &[&str], allowed: &[&str], what: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    for (path, text) in tree.rust().filter(|(path, _)| path.starts_with("harness/src/") && !test(path)) {
        if allowed.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        let code = text.find("\n#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
        for (index, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            if let Some(needle) = needles.iter().find(|needle| line.contains(**needle)) {
                violations.push(Violation::at(path, index, format!("{what}: {needle}")));
            }
        }
    }
    violations
}

fn network(tree: &Tree) -> Vec<Violation> {
    outside(tree, &NETWORK, &NETWORK_ALLOWED, "touches the network")
}

fn clock(tree: &Tree) -> Vec<Violation> {
    outside(tree, &CLOCK, &CLOCK_ALLOWED, "reads a clock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_side_names_the_other() {
        let tree = Tree::of(&[
            ("harness/Cargo.toml", "name = \"mcp-rollcall\"\nmcp-mock-servers.workspace = true\n"),
            ("harness/src/a.rs", "//! Unlike mock_servers.\nuse mock_servers::Mock;\n"),
            ("mock-servers/Cargo.toml", "name = \"mcp-mock-servers\"\n"),
            ("mock-servers/src/a.rs", "use rollcall::record::Record;\n"),
            ("cases/Cargo.toml", "mcp-mock-servers.workspace = true\nmcp-rollcall.workspace = true\n"),
        ]);
        let places: Vec<_> = two_sides(&tree).into_iter().map(|v| (v.path, v.line)).collect();
        assert_eq!(
            places,
            [
                ("harness/Cargo.toml".into(), Some(2)),
                ("harness/src/a.rs".into(), Some(2)),
                ("mock-servers/src/a.rs".into(), Some(1))
            ]
        );
    }

    #[test]
    fn the_machine_has_neither_socket_nor_clock() {
        let tree = Tree::of(&[
            ("harness/src/probe/dial.rs", "TcpStream::connect()"),
            (
                "harness/src/probe/machine.rs",
                "// no TcpStream here\nlet now = Instant::now();\nTcpStream::connect();\n",
            ),
            ("harness/src/tally.rs", "x\n#[cfg(test)]\nmod tests {\n    Instant::now();\n}\n"),
            ("xtask/src/bench.rs", "Instant::now()"),
        ]);
        assert_eq!(
            network(&tree),
            [Violation::at("harness/src/probe/machine.rs", 2, "touches the network: TcpStream")]
        );
        assert_eq!(
            clock(&tree),
            [Violation::at("harness/src/probe/machine.rs", 1, "reads a clock: Instant::now")]
        );
    }
}

//! Rules about Rust sources.

use super::rule::{Rule, Violation};
use super::tree::Tree;

/// Lines of code beyond which a file is asking to be a folder; blank lines, comments and unit tests do not count.
const LINES: usize = 400;

/// The rules of this file.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "long-file",
        description: "a file is one thought: at most 400 lines of code, unit tests not counted",
        fix: "split it into a folder of smaller thoughts",
        check: long_file,
    },
    Rule {
        name: "mod-rs-logic",
        description: "a mod.rs only declares and re-exports",
        fix: "move the code into a file named after what it does",
        check: mod_rs_logic,
    },
    Rule {
        name: "module-doc",
        description: "every Rust file opens with a `//!` comment: what it is for, what it must not do",
        fix: "write that comment",
        check: module_doc,
    },
    Rule {
        name: "allow-attribute",
        description: "lints are expected with a reason, never allowed",
        fix: "use `#[expect(.., reason = \"..\")]`, or mend what the lint says",
        check: allow_attribute,
    },
];

fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//")
}

fn long_file(tree: &Tree) -> Vec<Violation> {
    let code = |text: &str| {
        let before_tests = text.find("\n#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
        before_tests.lines().filter(|line| is_code(line)).count()
    };
    tree.rust()
        .map(|(path, text)| (path, code(text)))
        .filter(|(_, lines)| *lines > LINES)
        .map(|(path, lines)| Violation::of(path, format!("has {lines} lines of code")))
        .collect()
}

fn mod_rs_logic(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| path.ends_with("/mod.rs")) {
        // A `use` or an attribute may go over several lines; it ends with the line that closes it.
        let mut open: Option<char> = None;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| is_code(line)) {
            let line = line.split(" //").next().unwrap_or(line).trim();
            if let Some(end) = open {
                open = (!line.ends_with(end)).then_some(end);
                continue;
            }
            // `pub`, or `pub(..)` with whatever is between.
            let visible =
                line.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")).map(|(_, item)| item);
            let item = visible.or_else(|| line.strip_prefix("pub ")).unwrap_or(line);
            if item.starts_with("use ") {
                open = (!item.ends_with(';')).then_some(';');
            } else if line.starts_with('#') {
                open = (!line.ends_with(']')).then_some(']');
            } else if !(item.starts_with("mod ") && item.ends_with(';')) {
                violations.push(Violation::at(
                    path,
                    index,
                    format!("neither declares nor re-exports: `{line}`"),
                ));
                break;
            }
        }
    }
    violations
}

fn module_doc(tree: &Tree) -> Vec<Violation> {
    tree.rust()
        // Tests beside the code are about the file they stand beside.
        .filter(|(path, _)| !path.ends_with("/tests.rs"))
        .filter(|(_, text)| {
            let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!["));
            !first.is_some_and(|line| line.starts_with("//! "))
        })
        .map(|(path, _)| Violation::of(path, "does not open with a `//!` comment"))
        .collect()
}

fn allow_attribute(tree: &Tree) -> Vec<Violation> {
    // In two pieces, so that this file does not break its own rule.
    let forbidden = [["#[all", "ow("].concat(), ["#![all", "ow("].concat()];
    let mut violations = Vec::new();
    for (path, text) in tree.rust() {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| is_code(line)) {
            if forbidden.iter().any(|attribute| line.contains(attribute)) {
                violations.push(Violation::at(path, index, "allows a lint"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_unit_tests_do_not_make_a_file_long() {
        let padded = format!(
            "{}{}\n#[cfg(test)]\nmod tests {{\n{}}}\n",
            "x;\n".repeat(400),
            "// y\n\n".repeat(99),
            "z;\n".repeat(99)
        );
        let tree =
            Tree::of(&[("a.rs", &padded), ("b.rs", &"x;\n".repeat(401)), ("c.toml", &"x\n".repeat(999))]);
        assert_eq!(long_file(&tree), [Violation::of("b.rs", "has 401 lines of code")]);
    }

    #[test]
    fn a_mod_rs_declares_and_re_exports() {
        let fine = "//! Doc.\n\n#[cfg(test)]\nmod tests;\npub(crate) mod a; // why\npub(in crate::x) use a::A;\npub use a::{\n    B,\n    C,\n};\n#[expect(\n    lint,\n    reason = \"x\"\n)]\nmod d;\n";
        let tree = Tree::of(&[
            ("a/mod.rs", fine),
            ("b/mod.rs", "mod a;\nfn main() {}\n"),
            ("c/lib.rs", "fn x() {}"),
        ]);
        assert_eq!(
            mod_rs_logic(&tree),
            [Violation::at("b/mod.rs", 1, "neither declares nor re-exports: `fn main() {}`")]
        );
    }

    #[test]
    fn a_file_says_first_what_it_is_for() {
        let tree = Tree::of(&[
            ("a.rs", "//! Doc.\n"),
            ("b.rs", "#![expect(x)]\n//! Doc.\n"),
            ("c.rs", "use x;\n//! Doc.\n"),
            ("d.rs", ""),
            ("d/tests.rs", "use super::*;\n"),
        ]);
        let paths: Vec<String> = module_doc(&tree).into_iter().map(|violation| violation.path).collect();
        assert_eq!(paths, ["c.rs", "d.rs"]);
    }

    #[test]
    fn an_allowed_lint_is_told_and_an_expected_one_is_not() {
        let allow = ["#[all", "ow(dead_code)]\nfn x() {}\n"].concat();
        let tree =
            Tree::of(&[("a.rs", &allow), ("b.rs", "#[expect(dead_code, reason = \"x\")]\nfn x() {}\n")]);
        assert_eq!(allow_attribute(&tree), [Violation::at("a.rs", 0, "allows a lint")]);
    }
}

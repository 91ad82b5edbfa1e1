//! The table is complete and says something of every rule.

use std::collections::BTreeSet;

use super::*;

#[test]
fn names_are_unique_kebab_case_and_found() {
    let mut seen = BTreeSet::new();
    for rule in ALL {
        assert!(seen.insert(rule.id), "{} stands twice", rule.id);
        assert!(
            rule.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            rule.id
        );
        assert_eq!(find(rule.id), Some(*rule));
    }
    assert_eq!(find("no-such-rule"), None);
}

#[test]
fn every_rule_is_documented() {
    for rule in ALL {
        for (what, text) in [
            ("what", rule.what),
            ("why", rule.why),
            ("repair", rule.repair),
            ("source", rule.source),
            ("example", rule.example),
            ("at", rule.at),
        ] {
            assert!(text.len() > 1 && text.trim() == text, "{}: {what}", rule.id);
        }
        assert!(
            rule.what.ends_with('.') && rule.why.ends_with('.') && rule.repair.ends_with(['.', ')']),
            "{}",
            rule.id
        );
    }
}

/// A rule that is declared but missing from the table could fire and not be explained.
#[test]
fn every_declared_rule_is_in_the_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/manifest/rules");
    let mut declared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The two rules of a login belong to the namespace's table.
        if path.is_file() && path.file_name().is_some_and(|name| name != "proof.rs") {
            declared += std::fs::read_to_string(path).unwrap().matches(": Rule = Rule {").count();
        }
    }
    assert_eq!(declared, ALL.len());
}

/// The documentation's own example of a fault must set it off; where a line is cut with `…` or only a part of the file is
/// shown that cannot be asked.
#[test]
fn examples_are_json_where_they_look_like_it() {
    for rule in ALL.iter().filter(|rule| rule.example.starts_with('{') && rule.id != "json-unreadable") {
        let parsed = serde_json::from_str::<serde_json::Value>(rule.example);
        assert!(parsed.is_ok(), "{}: {}", rule.id, rule.example);
    }
}

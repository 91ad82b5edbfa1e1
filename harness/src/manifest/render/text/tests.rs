//! The underline stands under the place, whatever the line holds.

use super::*;
use crate::manifest::{Options, lint};

fn shown(manifest: &str) -> String {
    let checked = lint("server.json", manifest.as_bytes(), Options::default()).unwrap();
    let mut out = Vec::new();
    text(&[checked], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The line and the underline of a rule, as text above text.
fn underlined(manifest: &str, rule: &str) -> String {
    let all = shown(manifest);
    let mut lines = all.lines().skip_while(|line| !line.contains(&format!("[{rule}]")));
    let line = lines.find(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap();
    let under = lines.next().unwrap();
    let chars: Vec<char> = line.chars().collect();
    under
        .chars()
        .enumerate()
        .filter(|(_, mark)| *mark == '^')
        .map(|(at, _)| chars.get(at).copied().unwrap_or('?'))
        .collect()
}

#[test]
fn the_value_is_underlined() {
    assert_eq!(underlined("{\"name\": \"tides\"}", "name-slash-missing"), "\"tides\"");
    assert_eq!(underlined("{\"é\": 1, \"name\": \"tides\"}", "name-slash-missing"), "\"tides\"");
    assert_eq!(underlined("{\t\"name\": \"tides\"}", "name-slash-missing"), "\"tides\"");
    assert_eq!(underlined("{\n\n\"name\"\n:\n\"tides\"\n}", "name-slash-missing"), "\"tides\"");
}

#[test]
fn hostile_text_is_escaped_and_the_underline_moves_with_it() {
    let manifest = "{\"\u{202e}\u{9b}31m\": 1, \"name\": \"ti\u{200b}des\"}";
    let all = shown(manifest);
    assert!(all.chars().all(|c| c == '\n' || crate::cli::plain::is_plain(c)), "{all:?}");
    assert_eq!(underlined(manifest, "name-slash-missing"), "\"ti\\u{200b}des\"");
}

#[test]
fn a_long_line_is_cut_to_a_window() {
    let manifest = format!(
        "{{\"description\": \"{}\", \"name\": \"tides\", \"title\": \"{}\"}}",
        "d".repeat(5000),
        "t".repeat(5000)
    );
    assert_eq!(underlined(&manifest, "name-slash-missing"), "\"tides\"");
    let widest = shown(&manifest).lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest < 250, "{widest}");
    assert!(underlined(&manifest, "title-too-long").contains('…'), "the middle of a long value is left out");
}

#[test]
fn what_is_missing_is_told_at_the_brace() {
    assert_eq!(underlined("{\n\"version\": \"1.0.0\"}", "name-missing"), "{");
    assert!(shown("").contains("json-unreadable"));
}

#[test]
fn the_last_line_counts() {
    let all = shown("{\"website_url\": \"x\"}");
    assert_eq!(
        all.lines().last(),
        Some("server.json: 4 errors, 1 warning, 2 notes (2 can be repaired with --fix)")
    );
}

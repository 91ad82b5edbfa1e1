//! A repair changes what it names and nothing else.

use proptest::prelude::*;

use super::*;
use crate::manifest::rules::CURRENT_SCHEMA;

fn fixed(text: &str) -> Option<String> {
    repaired("server.json", text.as_bytes()).unwrap()
}

#[test]
fn keys_schema_and_white_space_are_repaired_where_they_stand() {
    let before = "{ \"name\":\"com.example/tides\",\r\n\t\"$schema\" : \"https://x/schemas/2025-07-09/server.schema.json\",\r\n\t\"description\": \" Tides\\t \", \"website_url\":\"https://example.com\", \"Version\" :\"1.4.0\",\r\n\t\"extra\": [1,  2] }\r\n";
    let after = format!(
        "{{ \"name\":\"com.example/tides\",\r\n\t\"$schema\" : \"{CURRENT_SCHEMA}\",\r\n\t\"description\": \"Tides\", \"websiteUrl\":\"https://example.com\", \"version\" :\"1.4.0\",\r\n\t\"extra\": [1,  2] }}\r\n"
    );
    assert_eq!(fixed(before), Some(after.clone()));
    assert_eq!(fixed(&after), None, "once is enough");
}

#[test]
fn an_absent_schema_is_put_first() {
    assert_eq!(
        fixed("{\n  \"name\": \"com.example/tides\"\n}"),
        Some(format!("{{\n  \"$schema\": \"{CURRENT_SCHEMA}\",\n  \"name\": \"com.example/tides\"\n}}"))
    );
    assert_eq!(fixed("{}"), None, "nothing to put it before, and nothing worth repairing");
}

#[test]
fn a_byte_order_mark_is_removed_and_the_rest_repaired_with_it() {
    let after = fixed("\u{feff}{\"website_url\": \"https://example.com\"}").unwrap();
    assert_eq!(
        after,
        format!("{{\"$schema\": \"{CURRENT_SCHEMA}\",\"websiteUrl\": \"https://example.com\"}}")
    );
}

#[test]
fn a_key_is_not_renamed_onto_another() {
    let text =
        format!("{{\"$schema\": \"{CURRENT_SCHEMA}\", \"website_url\": \"a\", \"websiteUrl\": \"b\"}}");
    assert_eq!(fixed(&text), None);
    for keys in [
        r#""Title": "a", "title": "b""#,
        r#""Title": "a", "TITLE": "b""#,
        r#""website_url": "a", "website_url": "b""#,
        r#""website_url": "a", "websiteURL": "b""#,
    ] {
        let after = fixed(&format!("{{\"$schema\": \"{CURRENT_SCHEMA}\", {keys}}}"));
        // The last pair: the one in the wrong letter case is certain, the old one is then a second.
        let right = after.is_none_or(|after| after.contains(r#""website_url": "a", "websiteUrl": "b""#));
        assert!(right, "{keys}");
    }
}

#[test]
fn escapes_stay_as_they_are_written() {
    let text =
        format!("{{\"$schema\": \"{CURRENT_SCHEMA}\", \"description\": \"  caf\\u00e9 \\\"tides\\\"  \"}}");
    assert_eq!(fixed(&text), Some(text.replace("\"  caf", "\"caf").replace("  \"}", "\"}")));
    let text = format!("{{\"$schema\": \"{CURRENT_SCHEMA}\", \"description\": \"\\t caf\\u00e9\"}}");
    assert_eq!(
        fixed(&text),
        Some(text.replace("\\t caf\\u00e9", "caf\u{e9}")),
        "the blank itself was an escape"
    );
}

#[test]
fn what_is_no_json_stays_as_it_is() {
    for text in ["{\"website_url\": 1,}", "", "[]", "\u{feff}x"] {
        let after = fixed(text);
        assert!(after.is_none_or(|after| !after.contains("websiteUrl")), "{text}");
    }
    assert_eq!(repaired("x", &[0xff, 0xfe]).unwrap(), None);
}

#[test]
fn the_difference_shows_both_lines() {
    let shown = diff("server.json", "{\n\"a\": 1,\n\"b\": 2\n}\n", "{\n\"A\": 1,\n\"b\": 2\n}\n");
    assert!(shown.contains("-\"a\": 1,\n+\"A\": 1,\n"), "{shown}");
}

proptest! {
    /// Whatever keys and texts there are: the result is JSON, has nothing left to repair, and differs only in repaired values.
    #[test]
    fn a_repair_is_complete(texts in prop::collection::vec(("[ \ta-z]{0,6}", prop::sample::select(vec![
        "title", "Title", "website_url", "websiteUrl", "description", "version", "$schema", "license", "registry_type",
    ])), 0..8)) {
        let members: Vec<String> = texts.iter().map(|(text, key)| format!("\"{key}\": {}", serde_json::json!(text))).collect();
        let before = format!("{{{}}}", members.join(", "));
        if let Some(after) = fixed(&before) {
            prop_assert!(Document::parse(&after).is_ok());
            prop_assert_eq!(fixed(&after), None, "{}", after);
        }
    }
}

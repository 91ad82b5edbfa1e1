//! The built-in lexicon is sound, and a faulty one is refused with its place.

use super::{Lexicon, built_in_text, lexicon_schema};
use crate::category::Category;

/// A small sound lexicon, with one line put in the place of another.
fn lexicon_with(old: &str, new: &str) -> String {
    let sound = r#"schema = "rollcall.lexicon.v1"
[words]
keep = ["news"]
irregular = { movies = "movie" }
[[words.generic]]
why = "verbs"
words = ["get", "list"]
[travel.strong]
flight = { why = "by air", example = "search_flights" }
[travel.medium]
room = { why = "of a hotel", example = "list_rooms", prose = "no" }
[travel.pair]
"book flight" = { read = "strong", why = "by air", example = "book_flight" }
"chat room" = { read = "against", why = "of a chat", example = "chat_room" }
[elsewhere.strong]
chat = { why = "talk", example = "chat" }
"#;
    assert!(sound.contains(old), "{old}");
    sound.replacen(old, new, 1)
}

#[track_caller]
fn refused(old: &str, new: &str, place: (usize, usize), message: &str, hint: &str) {
    let error = Lexicon::parse(&lexicon_with(old, new)).unwrap_err();
    assert!(error.message.contains(message), "{error}");
    assert_eq!((error.line, error.column), place, "{error}");
    assert!(error.hint.as_deref().unwrap_or("").contains(hint), "{:?}", error.hint);
}

#[test]
fn the_built_in_lexicon_is_sound() {
    if let Err(error) = Lexicon::parse(built_in_text()) {
        let line = built_in_text().lines().nth(error.line - 1).unwrap_or("");
        panic!("{error} (hint: {:?}) in: {line}", error.hint);
    }
}

#[test]
fn a_small_lexicon_is_read() {
    let lexicon = Lexicon::parse(&lexicon_with("flight", "flight")).unwrap();
    assert_eq!(lexicon.lookup("flight"), Some((false, vec![Category::Travel])));
    assert_eq!(lexicon.lookup("get"), Some((true, vec![])));
    assert_eq!(lexicon.lookup("hotel"), None);
    assert_eq!(lexicon.why("book flight", Some(Category::Travel)), Some("by air"));
}

#[test]
fn every_fault_names_its_line_and_column_and_the_way_out() {
    refused("lexicon.v1", "lexicon.v9", (1, 1), "known is `rollcall.lexicon.v1`", "");
    refused("{ why = \"by air\"", "{ why = 7", (9, 18), "invalid type", "rollcall schema lexicon");
    refused(
        "[travel.strong]",
        "[travels.strong]",
        (8, 2),
        "unknown field `travels`",
        "rollcall schema lexicon",
    );
    refused("why = \"by air\", example", "wy = \"by air\", example", (9, 12), "unknown field `wy`", "schema");
    refused("flight = {", "flights = {", (9, 1), "`flights` never matches", "write `flight`");
    refused("flight = {", "Flight = {", (9, 1), "never matches", "write `flight`");
    refused("flight = {", "airFlight = {", (9, 1), "never matches", "the pair `air flight`");
    refused("flight = {", "\"--\" = {", (9, 1), "never matches", "letters and digits");
    refused("\"book flight\"", "\"book a flight\"", (13, 1), "no pair of words", "two words");
    refused("\"book flight\"", "\"books flight\"", (13, 1), "never matches", "write `book`");
    refused("room = {", "flight = {", (11, 1), "stands twice in `travel`", "");
    refused("room = {", "get = {", (11, 1), "is generic", "in a pair");
    refused("list_rooms", "list_beds", (11, 1), "does not carry `room`", "tool name");
    refused("\"get\", \"list\"", "\"get\", \"get\"", (7, 17), "generic twice", "");
    refused("[\"news\"]", "[\"news\", \"news\"]", (3, 17), "kept twice", "");
    refused("\"movie\" }", "\"movies it\" }", (4, 15), "never matches", "pair");
}

#[test]
fn text_that_is_no_toml_is_refused_in_its_place() {
    for (text, place) in [("schema = ", (1, 10)), ("a\u{0}", (1, 3)), ("é = 1\n= 2", (1, 1))] {
        let error = Lexicon::parse(text).unwrap_err();
        assert_eq!((error.line, error.column), place, "{text:?}: {error}");
    }
    assert!(Lexicon::parse("").unwrap_err().message.contains("missing field"));
    let deep = format!("schema = {}1{}", "[".repeat(10_000), "]".repeat(10_000));
    assert!(Lexicon::parse(&deep).is_err(), "deep nesting is refused and does not overflow the stack");
}

#[test]
fn the_schema_knows_every_section() {
    let schema = serde_json::to_string(&lexicon_schema()).unwrap();
    for category in Category::ALL {
        assert!(schema.contains(&format!("\"{category}\"")), "{category}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z\\[\\]\"={}. \\n]{0,80}") {
        let _ = Lexicon::parse(&text);
    }
}

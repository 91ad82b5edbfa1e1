//! The parser against `serde_json`, and as properties.

use proptest::prelude::*;

use super::*;

/// The spans of a tree, each inside its parent's, on character boundaries, and of the kind of text they should be.
fn check_spans(node: &Node<'_>, within: Span, text: &str) {
    let part = text.get(node.span.start..node.span.end).expect("a span is a part of the text");
    assert!(within.start <= node.span.start && node.span.end <= within.end);
    match &node.value {
        Value::Text(_) => assert!(part.starts_with('"') && part.ends_with('"') && part.len() >= 2, "{part}"),
        Value::Number(number) => assert_eq!(*number, part),
        Value::Bool(value) => assert_eq!(part, if *value { "true" } else { "false" }),
        Value::Null => assert_eq!(part, "null"),
        Value::List(nodes) => {
            assert!(part.starts_with('[') && part.ends_with(']'));
            for inner in nodes {
                check_spans(inner, node.span, text);
            }
        }
        Value::Object(members) => {
            assert!(part.starts_with('{') && part.ends_with('}'));
            for member in members {
                let key = &text[member.key_span.start..member.key_span.end];
                assert!(key.starts_with('"') && key.ends_with('"') && key.len() >= 2, "{key}");
                check_spans(&member.node, node.span, text);
            }
        }
    }
}

fn check_text(text: &str) {
    let strict = serde_json::from_str::<serde::de::IgnoredAny>(text);
    match Document::parse(text) {
        Ok(document) => {
            assert!(strict.is_ok(), "{text:?}");
            check_spans(&document.root, Span { start: 0, end: text.len() }, text);
        }
        Err(Unreadable::Syntax { span, .. }) => {
            assert!(strict.is_err(), "{text:?}");
            assert!(text.get(span.start..span.end).is_some(), "{span:?} in {text:?}");
        }
        Err(Unreadable::TooDeep) => assert!(depth(text) > MAX_DEPTH),
        Err(Unreadable::TooLarge(size)) => assert!(size > MAX_BYTES),
    }
}

/// The tree without its spans.
fn plain(node: &Node<'_>) -> serde_json::Value {
    match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => serde_json::Value::String(format!("number {number}")),
        Value::Text(text) => serde_json::Value::String(text.to_string()),
        Value::List(nodes) => nodes.iter().map(plain).collect(),
        Value::Object(members) => {
            members.iter().map(|member| (member.key.to_string(), plain(&member.node))).collect()
        }
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(".{0,8}", inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        match text(&bytes) {
            Ok(text) => check_text(text),
            Err(Unreadable::Syntax { span, .. }) => {
                let shown = String::from_utf8_lossy(&bytes);
                prop_assert!(shown.get(span.start..span.end).is_some());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    /// Pieces of JSON in any order come far closer to the edge than any bytes do.
    #[test]
    fn any_pieces_of_json_are_judged(pieces in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\u00e9\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\\", "\\u", "1", "-0.5e+3", "01",
        "+1", ".5", "5.", "0x1F", "true", "null", "NaN", "Infinity", "é", "\u{feff}", "\u{a0}", " ", "\n", "\r\n", "\t", "//", "/*", "*/", "'",
    ]), 0..24)) {
        check_text(&pieces.concat());
    }

    #[test]
    fn white_space_moves_spans_and_nothing_else(value in json()) {
        let (tight, loose) = (value.to_string(), serde_json::to_string_pretty(&value).unwrap());
        check_text(&tight);
        check_text(&loose);
        prop_assert_eq!(plain(&Document::parse(&tight).unwrap().root), plain(&Document::parse(&loose).unwrap().root));
    }
}

#[test]
fn what_the_span_parser_alone_would_take_is_refused() {
    for text in [
        "",
        " ",
        "\u{a0}{}",
        "{\"a\": \"\n\"}",
        "{\"a\": 1,}",
        "// x\n{}",
        "{a: 1}",
        "{'a': 1}",
        "{\"a\" 1}",
        "[1 2]",
        "NaN",
        "\"\\x41\"",
    ] {
        assert!(matches!(Document::parse(text), Err(Unreadable::Syntax { .. })), "{text:?}");
    }
}

#[test]
fn the_place_of_a_fault_is_where_one_sees_it() {
    let at = |text: &str| match Document::parse(text) {
        Err(Unreadable::Syntax { span, message }) => (text[span.start..].to_owned(), message),
        other => panic!("{other:?}"),
    };
    assert_eq!(at("{\n  \"a\": 1,\n}").0, "}");
    assert_eq!(at("{\n  // x\n}").0, "// x\n}");
    assert!(at("{\n  // x\n}").1.contains("no comments"));
    assert_eq!(at("{\"é\": é}").0, "é}");
    assert_eq!(at("{\"a\": ").0.trim(), "");
    assert!(at("\u{feff}{}").1.contains("byte-order mark"));
}

#[test]
fn repeated_keys_are_both_there() {
    let text = r#"{"a": 1, "a": 2}"#;
    let Value::Object(members) = Document::parse(text).unwrap().root.value else { panic!() };
    assert_eq!(members.iter().map(|member| member.key.as_ref()).collect::<Vec<_>>(), ["a", "a"]);
}

#[test]
fn half_a_surrogate_pair_reads_as_the_replacement_character() {
    let text = r#"{"a": "x\ud800y", "b": "\ude00", "c": "\ud83d\ude00", "d": "\\ud800", "n": 1.50}"#;
    let document = Document::parse(text).unwrap();
    check_spans(&document.root, Span { start: 0, end: text.len() }, text);
    assert_eq!(
        plain(&document.root),
        serde_json::json!({"a": "x\u{fffd}y", "b": "\u{fffd}", "c": "\u{1f600}", "d": "\\ud800", "n": "number 1.50"})
    );
}

#[test]
fn depth_and_size_have_their_limits() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Document::parse(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(Document::parse(&nested(MAX_DEPTH + 1)), Err(Unreadable::TooDeep));
    assert_eq!(Document::parse(&nested(MAX_BYTES / 2)), Err(Unreadable::TooDeep));
    assert!(
        matches!(Document::parse(&"[".repeat(MAX_BYTES)), Err(Unreadable::Syntax { .. })),
        "cut short, however deep"
    );
    let filled = format!("\"{}\"", "x".repeat(MAX_BYTES - 2));
    assert!(Document::parse(&filled).is_ok());
    let bytes = vec![b' '; MAX_BYTES + 1];
    assert_eq!(text(&bytes), Err(Unreadable::TooLarge(MAX_BYTES + 1)));
}

#[test]
fn brackets_in_strings_do_not_nest() {
    assert_eq!(depth(r#"{"a": "[[[{{{", "b\"[": ["]"]}"#), 2);
}

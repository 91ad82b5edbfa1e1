use super::*;

fn members(text: &str) -> Option<Vec<(String, &str)>> {
    let mut seen = Vec::new();
    let object = object(text, |key, value| seen.push((String::from_utf8_lossy(key).into_owned(), value)));
    object.then_some(seen)
}

#[test]
fn objects_one_level_at_a_time() {
    let seen = members(r#"{"a": [1, {"b":2}] , "\u0062" :null,"\ud800":"x"}"#).unwrap();
    assert_eq!(seen[0], ("a".into(), r#"[1, {"b":2}]"#));
    assert_eq!(seen[1], ("b".into(), "null"));
    assert_eq!(seen[2].1, r#""x""#);
    for broken in ["", "[]", "null", "{", r#"{"a":}"#, r#"{"a":1}x"#, "{a:1}", "{}{}"] {
        assert_eq!(members(broken), None, "{broken}");
    }
}

#[test]
fn arrays_one_level_at_a_time() {
    let mut seen = Vec::new();
    assert!(array("[1, [2], {}]", |value| seen.push(value)));
    assert_eq!(seen, ["1", "[2]", "{}"]);
    for broken in ["", "{}", "[1,]", "[1", "[] []"] {
        assert!(!array(broken, |_| ()), "{broken}");
    }
}

#[test]
fn strings() {
    assert_eq!(string(r#""abc""#).as_deref(), Some("abc"));
    assert_eq!(string(r#""a\n\u00e9\ud83d\ude00""#).as_deref(), Some("a\né😀"));
    assert_eq!(string(r#""a\ud800""#).unwrap().chars().next(), Some('a'));
    for other in ["1", "null", "{}", "\"", ""] {
        assert_eq!(string(other), None, "{other}");
    }
}

#[test]
fn depth() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    for (levels, deeper) in [(1, false), (128, false), (129, true), (100_000, true)] {
        assert_eq!(is_deeper_than(&nested(levels), 128), deeper, "{levels}");
    }
    assert!(!is_deeper_than(&format!("{:?}", "[".repeat(1000)), 128));
    assert!(!is_deeper_than(&format!(r#""\"{}""#, "[".repeat(1000)), 128));
    assert!(!is_deeper_than(&format!("[{}1]", "[],".repeat(1000)), 128));
    assert!(is_deeper_than(&format!(r#"["\\",{}]"#, nested(128)), 128));
}

#[test]
fn a_million_levels_need_no_stack() {
    let deep = format!(r#"{{"a":{}{},"b":1}}"#, "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert_eq!(members(&deep).unwrap()[1].1, "1");
    assert!(is_json(&deep));
}

#[test]
fn decoding() {
    let decoded = decode(b"\xEF\xBB\xBFa\xFFb");
    assert_eq!((&*decoded.text, decoded.bom, decoded.replaced), ("a\u{fffd}b", true, true));
    let decoded = decode(b"ab");
    assert_eq!((&*decoded.text, decoded.bom, decoded.replaced), ("ab", false, false));
}

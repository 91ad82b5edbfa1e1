use super::*;
use proptest::prelude::*;

/// Counts pages given as the text of their `tools` arrays.
fn tally(pages: &[&str]) -> (Tools, Vec<Finding>) {
    let mut tally = ToolTally::default();
    for page in pages {
        let result = format!(r#"{{"tools":{page}}}"#);
        tally.add(ToolsPage::read(&result, Step::ToolsList, &mut Vec::new()).unwrap());
    }
    let mut tools = Tools::not_attempted();
    tally.write(&mut tools, 50);
    (tools, tally.findings(Step::ToolsList))
}

fn tool(name: &str) -> String {
    format!(r#"{{"name":{},"inputSchema":{{"type":"object"}}}}"#, serde_json::to_string(name).unwrap())
}

fn list(names: &[&str]) -> String {
    format!("[{}]", names.iter().map(|name| tool(name)).collect::<Vec<_>>().join(","))
}

#[track_caller]
fn told(page: &str, expected: &[(FindingId, &str)]) -> Tools {
    let (tools, findings) = tally(&[page]);
    let seen: Vec<_> =
        findings.iter().map(|finding| (finding.id, finding.detail.as_deref().unwrap_or_default())).collect();
    assert_eq!(seen, expected);
    tools
}

#[test]
fn nothing_counted_is_not_zero() {
    let (tools, findings) = tally(&[]);
    assert_eq!((tools.count, tools.distinct, tools.digest), (None, None, None));
    assert_eq!(findings, []);
    let (tools, _) = tally(&["[]"]);
    assert_eq!((tools.count, tools.distinct), (Some(0), Some(0)));
    // SHA-256 of nothing.
    let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(tools.digest.as_deref(), Some(empty));
}

#[test]
fn digest_is_of_the_sorted_distinct_names() {
    // sha256sum of "a\0b\0".
    let digest = "sha256:8fb20ef63ced4145fc2e983ffe597d1dcff39154c3bf21f0fa9dde6a0c50fdc9";
    for pages in [&[list(&["a", "b"])][..], &[list(&["b", "a"])], &[list(&["b"]), list(&["a", "b"])]] {
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        assert_eq!(tally(&pages).0.digest.as_deref(), Some(digest), "{pages:?}");
    }
    assert_ne!(tally(&[&list(&["ab"])]).0.digest, tally(&[&list(&["a", "b"])]).0.digest);
}

#[test]
fn entries_are_read_one_by_one() {
    let page = format!(r#"[{},null,"x",{{"description":"d"}},{{"name":5}},[],{}]"#, tool("a"), tool("b"));
    let tools = told(&page, &[(FindingId::ToolEntryMalformed, "5 of the list")]);
    assert_eq!((tools.count, tools.distinct, tools.malformed), (Some(2), Some(2), 5));
    assert_eq!(tools.names, ["a", "b"]);
}

#[test]
fn names() {
    told(&list(&["a_b-c.D9"]), &[]);
    told(&list(&[""]), &[(FindingId::ToolNameEmpty, "\"\"")]);
    told(&list(&[&"a".repeat(64)]), &[]);
    let kept = format!("{}…", "a".repeat(63));
    told(&list(&[&"a".repeat(65)]), &[(FindingId::ToolNameOver64, &kept)]);
    told(&list(&[&"a".repeat(128)]), &[(FindingId::ToolNameOver64, &kept)]);
    told(&list(&[&"a".repeat(129)]), &[(FindingId::ToolNameOver128, &kept)]);
    told(&list(&["é".repeat(64).as_str()]), &[(FindingId::ToolNameCharset, "é".repeat(64).as_str())]);
    told(&list(&["🔧"]), &[(FindingId::ToolNameCharset, "🔧")]);
    let shown = "a\\u{202e}b";
    told(
        &list(&["a\u{202e}b"]),
        &[(FindingId::ToolNameCharset, shown), (FindingId::InvisibleCharacters, shown)],
    );
    told(
        &list(&["a\0"]),
        &[(FindingId::ToolNameCharset, "a\\u{0}"), (FindingId::InvisibleCharacters, "a\\u{0}")],
    );
    let tools = told(&list(&["a", "b", "a", "a"]), &[(FindingId::ToolNameDuplicate, "a")]);
    assert_eq!((tools.count, tools.distinct), (Some(4), Some(2)));
    let tools = told(&list(&["getX", "b", "getx"]), &[(FindingId::ToolNameCaseDuplicate, "getX")]);
    assert_eq!((tools.count, tools.distinct), (Some(3), Some(3)));
    told(
        &list(&["Ä", "ä"]),
        &[(FindingId::ToolNameCharset, "Ä, ä"), (FindingId::ToolNameCaseDuplicate, "Ä")],
    );
}

#[test]
fn descriptions() {
    let with = |text: &str| {
        let text = serde_json::to_string(text).unwrap();
        format!(r#"[{{"name":"a","description":{text},"inputSchema":{{"type":"object"}}}}]"#)
    };
    told(&with("two\nlines\tand a tab\r\n"), &[]);
    told(&with("خانه‌ها 👩‍👩‍👧 क्‍ष"), &[]);
    for hidden in ["a\u{e0041}b", "a\u{200b}b", "a\u{200d}b", "\u{200c}", "a\u{7}", "a\u{202e}"] {
        told(&with(hidden), &[(FindingId::InvisibleCharacters, "a")]);
    }
}

#[test]
fn schemas() {
    let with = |schema: &str, expected: Option<FindingId>| {
        let page = format!(r#"[{{"name":"a"{schema}}}]"#);
        told(&page, &expected.map(|id| (id, "a")).into_iter().collect::<Vec<_>>());
    };
    with("", Some(FindingId::InputSchemaMissing));
    with(r#","inputSchema":null"#, Some(FindingId::InputSchemaNotObject));
    with(r#","inputSchema":[]"#, Some(FindingId::InputSchemaNotObject));
    with(r#","inputSchema":{}"#, Some(FindingId::InputSchemaTypeMissing));
    with(r#","inputSchema":{"type":"string"}"#, Some(FindingId::InputSchemaTypeMissing));
    with(r#","inputSchema":{"type":"\u006fbject"}"#, None);
    // Twice: as it came last, whether the page is read in one pass or tool by tool.
    with(r#","inputSchema":{"type":"object","type":"string"}"#, Some(FindingId::InputSchemaTypeMissing));
    with(r#","inputSchema":{"type":"string","type":"object"}"#, None);
    with(r#","inputSchema":7,"inputSchema":{"type":"object"}"#, None);
    with(r#","inputSchema":{"type":"object"},"inputSchema":7"#, Some(FindingId::InputSchemaNotObject));
    with(r#","inputSchema":{"type":"object","properties":7,"properties":{}}"#, None);
    with(r#","inputSchema":{"$schema":"x"}"#, Some(FindingId::InputSchemaTypeMissing));
    with(
        r#","inputSchema":{"type":"object","properties":[]}"#,
        Some(FindingId::InputSchemaPropertiesNotObject),
    );
    with(r#","inputSchema":{"type":"object","required":null}"#, Some(FindingId::InputSchemaRequiredNotArray));
    with(r##","inputSchema":{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}"##, None);
}

#[test]
fn details_name_a_few() {
    let names: Vec<String> = (0..9).map(|number| format!("t {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    told(&list(&names), &[(FindingId::ToolNameCharset, "t 0, t 1, t 2, t 3, t 4 and 4 more")]);
}

#[test]
fn names_kept() {
    let mut tally = ToolTally::default();
    let result = format!(r#"{{"tools":{}}}"#, list(&["b", "a", &"x".repeat(600)]));
    tally.add(ToolsPage::read(&result, Step::ToolsList, &mut Vec::new()).unwrap());
    let mut tools = Tools::not_attempted();
    tally.write(&mut tools, 2);
    assert_eq!(tools.names, ["b", "a"]);
    tally.write(&mut tools, 50);
    assert_eq!(tools.names[2].chars().count(), 512);
}

#[test]
fn a_million_entries_cost_a_few_bytes_each() {
    let page = format!(r#"{{"tools":[{}{{"name":"b"}}]}}"#, r#"{"name":"a"},"#.repeat(999_999));
    let read = ToolsPage::read(&page, Step::ToolsList, &mut Vec::new()).unwrap();
    assert_eq!(read.entries.ends.len(), 1_000_000);
    assert!(read.entries.names.capacity() + read.entries.ends.capacity() * 8 < 32 * 1024 * 1024);
    let nulls = format!(r#"{{"tools":[{}null]}}"#, "null,".repeat(999_999));
    let read = ToolsPage::read(&nulls, Step::ToolsList, &mut Vec::new()).unwrap();
    assert_eq!(read.entries.malformed, 1_000_000);
}

/// JSON in which the words of a tool list stand in all the wrong places too.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        "[a-z]{0,3}".prop_map(Into::into),
    ];
    let key = prop_oneof![
        Just("tools"),
        Just("name"),
        Just("description"),
        Just("inputSchema"),
        Just("nextCursor")
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            proptest::collection::vec((key.clone(), inner), 0..5).prop_map(|members| {
                serde_json::Value::Object(members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
            }),
        ]
    })
}

proptest! {
    /// The quick way through a page finds what the careful way finds, or says that it is not for it.
    #[test]
    fn both_ways_read_the_same(lists in proptest::collection::vec(any_json(), 1..3), cursor in any_json()) {
        // Members repeat as they may in a text: the last one counts.
        let members: Vec<String> = lists.iter().map(|list| format!(r#""tools":{list}"#)).collect();
        let text = format!(r#"{{{},"nextCursor":{cursor}}}"#, members.join(","));
        let (mut quick, mut careful) = (Page::default(), Page::default());
        careful.read_apart(&text);
        if json::rows(&text, b"tools", &mut quick) {
            prop_assert_eq!((quick.listed, quick.cursor, quick.entries), (careful.listed, careful.cursor, careful.entries));
        }
    }
}

use proptest::prelude::*;

use super::*;

/// All events of a stream fed in these chunks, and what was unfinished.
fn events<'a>(
    chunks: impl IntoIterator<Item = &'a [u8]>,
    limit: usize,
) -> (Vec<(String, String)>, bool, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut parser = Parser::new(limit);
    let mut seen = Vec::new();
    for chunk in chunks {
        let mut rest = chunk;
        while let Some(event) = parser.next(&mut rest) {
            let Ok(event) = event else { return (seen, true, String::new()) };
            seen.push((text(event.name), text(event.data)));
        }
        assert!(rest.is_empty(), "the input is used up");
        let memory = parser.kept();
        assert!(memory <= 4 * limit + 64, "{memory} bytes for a limit of {limit}");
    }
    let unfinished = text(parser.unfinished().data);
    (seen, false, unfinished)
}

#[track_caller]
fn check(stream: &str, expected: &[(&str, &str)], unfinished: &str) {
    let expected: Vec<(String, String)> =
        expected.iter().map(|(name, data)| ((*name).to_owned(), (*data).to_owned())).collect();
    for size in [1, 2, 3, 5, stream.len().max(1)] {
        let seen = events(stream.as_bytes().chunks(size), 1000);
        assert_eq!(seen, (expected.clone(), false, unfinished.to_owned()), "in chunks of {size}");
    }
}

#[test]
fn the_grammar() {
    check("", &[], "");
    check("data: a\n\n", &[("", "a")], "");
    check("data:a\n\ndata:  b\n\n", &[("", "a"), ("", " b")], "");
    check("event: x\ndata: a\n\n", &[("x", "a")], "");
    check("event: x\nevent: y\ndata: a\n\n", &[("y", "a")], "");
    check("event: x\nevent\ndata: a\n\n", &[("", "a")], "");
    check("event: x\n\ndata: a\n\n", &[("", "a")], "");
    check("data: a\ndata: b\n\n", &[("", "a\nb")], "");
    check("data\ndata\n\n", &[("", "\n")], "");
    check("data:\n\n", &[("", "")], "");
    check("id: 1\nretry: 2\n: comment\nother: x\nnocolon\n\n", &[], "");
    check("datax: a\ndat: b\neventx: c\nDATA: d\n data: e\n\n", &[], "");
    check("data: a:b\n\n", &[("", "a:b")], "");
    check("\n\n\ndata: a\n\n\n\n", &[("", "a")], "");
}

#[test]
fn line_ends() {
    check("data: a\r\n\r\ndata: b\r\rdata: c\n\n", &[("", "a"), ("", "b"), ("", "c")], "");
    check("data: a\r\ndata: b\r\n\n", &[("", "a\nb")], "");
    check("data: a\n\r\n", &[("", "a")], "");
    check("data: a\r\n\rdata: b\r\r", &[("", "a"), ("", "b")], "");
}

#[test]
fn byte_order_mark() {
    check("\u{feff}data: a\n\n", &[("", "a")], "");
    check("\u{feff}\u{feff}data: a\n\n", &[], "");
    check("\u{feff}\ndata: a\n\n", &[("", "a")], "");
    check("data: \u{feff}a\n\n", &[("", "\u{feff}a")], "");
    for size in [1, 9] {
        let seen = events(b"\xEF\xBBdata: a\n\n".chunks(size), 1000);
        assert_eq!(seen, (vec![], false, String::new()));
        let seen = events(b"\xEF\n\ndata: a\n\n".chunks(size), 1000);
        assert_eq!(seen.0, [(String::new(), "a".to_owned())]);
    }
}

#[test]
fn unfinished() {
    check("data: a", &[], "a");
    check("data: a\n", &[], "a");
    check("data: a\ndata: b", &[], "a\nb");
    check("data: a\n\nid: 3", &[("", "a")], "");
}

#[test]
fn limits() {
    let is_too_large = |stream: &str| {
        let over: Vec<bool> =
            [1, 7, stream.len()].iter().map(|&size| events(stream.as_bytes().chunks(size), 100).1).collect();
        assert_eq!(over, [over[0]; 3], "the same in any chunks");
        over[0]
    };
    assert!(!is_too_large(&format!("{}\n\n", "x".repeat(100))));
    assert!(is_too_large(&format!("{}\n\n", "x".repeat(101))));
    assert!(is_too_large(&format!(":{}", "x".repeat(101))));
    assert!(is_too_large(&format!("data: {}", "x".repeat(101))));
    assert!(!is_too_large(&"data: x\n".repeat(50)));
    assert!(is_too_large(&"data: x\n".repeat(51)));
    assert!(!is_too_large(&": x\n".repeat(1000)));
    assert!(!is_too_large(&"event: x\n".repeat(1000)));
    assert!(!is_too_large(&"data: xxxxxxxx\n\n".repeat(1000)));
    assert!(is_too_large(&"data\n".repeat(1000)));
}

/// Text in which the grammar's own characters are frequent.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => Just(&b"data: "[..]), 2 => Just(&b"data:"[..]), 2 => Just(&b"event: x"[..]), 1 => Just(&b"id: 1"[..]),
        1 => Just(&b": c"[..]), 6 => Just(&b"\n"[..]), 2 => Just(&b"\r"[..]), 2 => Just(&b"\r\n"[..]),
        1 => Just(&b"\xEF\xBB\xBF"[..]), 1 => Just(&b"\xFF"[..]), 2 => Just(&b"a"[..]), 1 => Just(&b" "[..]),
        1 => Just(&b"da"[..]),
    ];
    prop_oneof![
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat()),
        prop::collection::vec(any::<u8>(), 0..200),
    ]
}

proptest! {
    #[test]
    fn any_chunks_give_the_same_events(stream in stream(), cuts in prop::collection::vec(1_usize..9, 1..20), limit in 1_usize..200) {
        let whole = events([&stream[..]], limit);
        let mut chunks = Vec::new();
        let mut rest = &stream[..];
        let mut cuts = cuts.iter().cycle();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at((*cuts.next().unwrap()).min(rest.len()));
            chunks.push(chunk);
            rest = after;
        }
        prop_assert_eq!(events(chunks, limit), whole);
    }

    #[test]
    fn line_ends_do_not_matter(lines in prop::collection::vec("(data|event|id|x)?:? ?[a-c:]{0,4}", 0..30)) {
        let joined = |end: &str| events([(lines.join(end) + end).as_bytes()], 1000);
        prop_assert_eq!(joined("\n"), joined("\r\n"));
        prop_assert_eq!(joined("\n"), joined("\r"));
    }

    #[test]
    fn as_the_plain_reading_of_the_grammar(stream in stream()) {
        let (seen, over, _) = events([&stream[..]], 10_000);
        prop_assert!(!over);
        prop_assert_eq!(seen, plainly(&stream));
    }
}

/// The grammar read line by line over the whole text, as slowly as it is written down.
fn plainly(stream: &[u8]) -> Vec<(String, String)> {
    let text = stream.strip_prefix(&BOM).unwrap_or(stream);
    let text: Vec<char> = text.iter().map(|&byte| char::from(byte)).collect();
    let text = text.into_iter().collect::<String>().replace("\r\n", "\n").replace('\r', "\n");
    let bytes =
        |text: &str| String::from_utf8_lossy(&text.chars().map(|c| c as u8).collect::<Vec<_>>()).into_owned();
    let (mut events, mut name, mut data) = (Vec::new(), String::new(), String::new());
    // What follows the last line end is no line.
    for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if line.is_empty() {
            if let Some(data) = data.strip_suffix('\n') {
                events.push((bytes(&name), bytes(data)));
            }
            name.clear();
            data.clear();
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut name),
            "data" => data.extend([value, "\n"]),
            _ => {}
        }
    }
    events
}

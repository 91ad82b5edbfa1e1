//! Whatever is sent, and in whatever chunks: no panic, one reading, and no more memory than the cap.

use proptest::prelude::*;

use super::*;

const EXPECTED: [Expect; 8] = [
    INIT,
    LIST,
    GET,
    Expect::Notification,
    Expect::Delete,
    Expect::Discover { id: ID },
    Expect::ModernToolsPage { id: ID },
    Expect::Document,
];
const MEDIA: [&str; 6] = [JSON, SSE, HTML, "text/plain", "application/json-rpc", ""];
const ENDS: [BodyEnd; 5] =
    [BodyEnd::Complete, BodyEnd::Dropped, BodyEnd::Truncated, BodyEnd::Deadline, BodyEnd::UnreadableEncoding];

/// Bodies that are nearly MCP, so that every branch is near.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        GOOD,
        r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"a"},1],"nextCursor":null}}"#,
        r#"{"jsonrpc":"2.0","id":8,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32022,"message":"unauthorized","data":{"supported":[""]}}}"#,
        r#"{"jsonrpc":"2.0","method":"ping","id":7}"#,
        r#"{"authorization_servers":["x"]}"#,
        "event: endpoint\ndata: /messages\n\n",
        "data: ",
        "data:",
        "event: x\n",
        "\n",
        "\r",
        "\r\n\r\n",
        "\u{feff}",
        "[",
        "]",
        ",",
        "{",
        "\"",
        " ",
        "<html><title>Just a moment...</title>",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ];
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_chunks_give_the_same_reading(
        body in body(),
        expect in prop::sample::select(&EXPECTED[..]),
        media in prop::sample::select(&MEDIA[..]),
        status in prop::sample::select(&[200, 200, 200, 202, 204, 302, 401, 403, 404, 530][..]),
        how in prop::sample::select(&ENDS[..]),
        cap in prop_oneof![Just(1 << 20), 1_u64..400],
        size in 1_usize..50,
    ) {
        let mock = Mock::new(expect, status, media, &body).how(how).caps(cap, cap);
        let (mut whole, stopped) = mock.chunked(body.len().max(1));
        let (mut parts, stopped_in_parts) = mock.chunked(size);
        if whole.unreadable.is_some() {
            // Where exactly a limit was noticed depends on the chunks.
            (whole.bytes, parts.bytes) = (0, 0);
        }
        prop_assert_eq!(stopped, stopped_in_parts);
        prop_assert_eq!(&whole, &parts);
        let refused = matches!(whole.answer, Some(Answer::NotMcp(_)));
        prop_assert!(!refused || whole.content == Content::Nothing);
        prop_assert!(whole.unreadable.is_none() || whole.answer.is_none());
    }

    #[test]
    fn memory_stays_under_the_cap(
        expect in prop::sample::select(&EXPECTED[..]),
        media in prop::sample::select(&MEDIA[..]),
        status in prop::sample::select(&[200, 404][..]),
        chunk in prop::sample::select(&["x", " ", "{", "data: x\n", "data: x\n\n", ": x\n", "event: x\n", "[{},"][..]),
    ) {
        let cap = 1000;
        let mock = Mock::new(expect, status, media, "").caps(cap, cap);
        let url = Url::parse("https://mock.test/mcp").unwrap();
        let mut reader = Reader::new(expect, &mock.head(), &url, mock.caps);
        for _ in 0..5000 {
            if reader.chunk(chunk.as_bytes()) == Progress::Done {
                break;
            }
        }
        let kept = reader.kept();
        prop_assert!(kept <= 4 * usize::try_from(cap).unwrap() + SAMPLED * 2, "{} bytes kept", kept);
    }

    #[test]
    fn retry_after_of_any_text(text in "[0-9]{0,30}|[ -~]{0,30}", date in "[ -~]{0,30}") {
        let head = Mock::new(INIT, 429, "", "").header("retry-after", &text).header("date", &date).head();
        prop_assert!(head.retry_after().is_none_or(|seconds| seconds <= 86_400));
    }

    #[test]
    fn any_header_bytes(value in prop::collection::vec(0x20_u8..0x7F, 0..40), high in any::<u8>()) {
        let mut value = value;
        value.push(high | 0x80);
        let mut mock = Mock::new(INIT, 403, "", "");
        for name in ["content-type", "location", "retry-after", "date", "server", "content-encoding", "mcp-session-id"] {
            mock.headers.push((name, &value));
        }
        let head = mock.head();
        let _ = (head.media_type(), head.content_type(), head.location(), head.retry_after(), head.session());
        mock.unread(&[]);
    }
}

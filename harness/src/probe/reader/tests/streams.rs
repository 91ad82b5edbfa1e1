//! Event streams, limits and encodings.

use super::*;

#[test]
fn streams() {
    let good = event(GOOD);
    for end in ["\r\n", "\r"] {
        sse(&good.replace('\n', end)).answered(&[]);
    }
    sse(&format!("data:{GOOD}\n\n")).answered(&[]);
    sse(&format!("\u{feff}{good}")).answered(&[]);
    sse(&format!(": hi\nid\nretry: 5\nid: 1\ndata:\n\nevent:\n{}", &good[15..])).answered(&[]);
    sse(&format!("data: {}\ndata: {}\n\n", &GOOD[..24], &GOOD[24..])).answered(&[]);
    let note = event(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#);
    let ping = event(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    let foreign = event(&GOOD.replace(":7", ":8"));
    sse(&format!("{note}{ping}{foreign}{good}{good}")).answered(&[]);
    let reading = sse(&format!("{good}: never read")).answered(&[]);
    assert_eq!(reading.bytes, good.len() as u64);
    sse(&good.replace("message\n", "response\n")).answered(&[EventNameNotMessage]);
    sse(&event(&format!("[{GOOD}]"))).answered(&[BatchArray]);
    sse(&event(&format!("[{GOOD},{GOOD}]"))).not_mcp(Batch, &[]);
    sse("").not_mcp(StreamEnded, &[]);
    sse(&note).not_mcp(StreamEnded, &[]);
    sse("event: message\ndata: hello\n\n").not_mcp(StreamEnded, &[]);
    sse("id: 1\nretry: 10\ndata:\n\n").not_mcp(StreamEnded, &[]);
    sse(&foreign).not_mcp(IdMismatch, &[]);
    sse(&foreign).how(BodyEnd::Deadline).not_mcp(IdMismatch, &[]);
    sse(good.trim_end()).not_mcp(Unterminated, &[]);
    sse(&good[..60]).not_mcp(Unterminated, &[]);
    sse(note.trim_end()).not_mcp(StreamEnded, &[]);
    let legacy = "event: endpoint\ndata: /messages?id=1\n\n";
    assert!(sse(legacy).chunked(9).1);
    sse(legacy).not_mcp(LegacySseOnPost, &[]);
    sse(&good).how(BodyEnd::Dropped).answered(&[]);
    for how in [BodyEnd::Dropped, BodyEnd::Truncated, BodyEnd::Deadline] {
        sse(&good[..60]).how(how).silent(&[]);
    }
}

#[test]
fn caps() {
    let spaces = " ".repeat(2000);
    let reading = json(&spaces).caps(1000, 100).silent(&[]);
    assert_eq!((reading.unreadable, reading.bytes), (Some(TooLarge), 1000));
    let reading = json(GOOD).caps(GOOD.len() as u64, 1).answered(&[]);
    assert_eq!(reading.unreadable, None);
    let line = format!("data: {spaces}");
    let mock = sse(&line).caps(1000, 100);
    for size in [1, 7, 4000] {
        let (reading, stopped) = mock.chunked(size);
        assert_eq!((reading.unreadable, reading.answer, stopped), (Some(TooLarge), None, true));
    }
    let lines = format!("{}\n", "data: 0123456789\n".repeat(200));
    let (reading, stopped) = sse(&lines).caps(1000, 100).chunked(50);
    assert_eq!((reading.unreadable, stopped), (Some(TooLarge), true));
    let comments = ": heartbeat\n\n".repeat(500);
    sse(&format!("{comments}{}", event(GOOD))).caps(400, 100).answered(&[]);
    let page = Mock::new(GET, 200, HTML, &spaces.replace(' ', "x")).caps(1000, 100).not_mcp(HtmlBody, &[]);
    assert_eq!((page.unreadable, page.bytes), (None, 100));
    let page = Mock::new(INIT, 404, HTML, &spaces).caps(1000, 100).unread(&[]);
    assert_eq!((page.unreadable, page.bytes), (None, 100));
}

#[test]
fn encodings() {
    json(GOOD).header("content-encoding", "gzip").answered(&[UnrequestedEncoding]);
    json(GOOD).header("content-encoding", "Identity").answered(&[]);
    let other = json("").header("content-encoding", "x-other").how(BodyEnd::UnreadableEncoding);
    assert_eq!(other.silent(&[UnrequestedEncoding]).unreadable, Some(UnreadableEncoding));
    let error =
        Mock::new(INIT, 500, JSON, "").header("content-encoding", "x").how(BodyEnd::UnreadableEncoding);
    assert_eq!(error.unread(&[]).unreadable, None);
    let bomb = " ".repeat(2000);
    let bomb = json(&bomb).header("content-encoding", "gzip").caps(1000, 100).silent(&[]);
    assert_eq!(bomb.unreadable, Some(TooLarge));
    json(GOOD).header("content-encoding", "gzip").how(BodyEnd::Truncated).silent(&[]);
}

#[test]
fn legacy_streams() {
    let endpoint = |data: &str, findings: &[FindingId]| {
        let body = format!(": hi\n\nevent: message\ndata: x\n\nevent: endpoint\ndata: {data}\n\n: more");
        let reading = Mock::new(GET, 200, SSE, &body).read();
        assert_eq!(reading.answer, Some(Answer::Endpoint));
        let seen: Vec<FindingId> = reading.findings.iter().map(|finding| finding.id).collect();
        assert_eq!(seen, findings);
        let Content::Endpoint(url) = reading.content else { panic!("no endpoint") };
        url.to_string()
    };
    assert_eq!(endpoint("/messages?id=1", &[]), "https://mock.test/messages?id=1");
    assert_eq!(endpoint("https://mock.test/m", &[]), "https://mock.test/m");
    assert_eq!(endpoint("m?id=1", &[]), "https://mock.test/mcp/m?id=1");
    assert_eq!(endpoint("?id=1", &[]), "https://mock.test/mcp/sse?id=1");
    assert_eq!(endpoint("//mock.test/m", &[]), "https://mock.test/m");
    endpoint("https://other.test/m", &[EndpointOtherOrigin]);
    endpoint("https://mock.test:444/m", &[EndpointOtherOrigin]);
    endpoint("http://mock.test/m", &[EndpointOtherOrigin]);
    endpoint("%2Fmessages%3Fid%3D1", &[EndpointUrlEncoded]);
    endpoint("/messages%3Fid=1", &[EndpointUrlEncoded]);
    endpoint("HTTP%3A%2F%2Fmock.test%2Fm", &[EndpointUrlEncoded]);
    endpoint("https%3A%2F%2Fmock.test%2Fm", &[EndpointUrlEncoded]);
    endpoint("/files/a%2Fb?u=https%3A%2F%2Fx%3Fy", &[]);
    let get = |media, body: &'static str| Mock::new(GET, 200, media, body);
    get(SSE, "event: endpoint\ndata:\n\n").how(BodyEnd::Deadline).silent(&[NoEndpointEvent]);
    get(SSE, "event: endpoint\ndata: http://[\n\n: ping\n\n")
        .how(BodyEnd::Deadline)
        .silent(&[NoEndpointEvent]);
    get(SSE, ": ping\n\n").how(BodyEnd::Deadline).silent(&[NoEndpointEvent]);
    get(SSE, "").not_mcp(StreamEnded, &[]);
    get(SSE, "event: endpoint\ndata: /m").not_mcp(Unterminated, &[]);
    get(SSE, "event: endpoint\ndata: /m").how(BodyEnd::Dropped).silent(&[]);
    get(HTML, "<p>").not_mcp(HtmlBody, &[]);
    get(JSON, GOOD).not_mcp(UnexpectedContentType, &[]);
    get(JSON, "").not_mcp(EmptyBody, &[]);
}

#[test]
fn white_space_is_not_kept() {
    let mock = sse("").caps(1 << 20, 100);
    let url = Url::parse("https://mock.test/mcp").unwrap();
    let mut reader = Reader::new(mock.expect, &mock.head(), &url, mock.caps);
    for _ in 0..100_000 {
        assert_eq!(reader.chunk(b" \n"), Progress::NeedMore);
    }
    assert!(reader.kept() < 4 * SAMPLED, "{} bytes kept", reader.kept());
}

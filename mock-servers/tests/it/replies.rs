//! Every key of a reply, as bytes on the wire.

use crate::client::{Ended, ask, chunks, mock, open, post, rpc};

/// What initialize is answered with under a rule.
async fn answer(rule: &str) -> crate::client::Seen {
    let mock = mock(&format!("[[serve]]\nwhen = {{ rpc = \"initialize\" }}\n{rule}")).await;
    open(&mock).await
}

#[tokio::test]
async fn status_headers_and_labels() {
    let seen =
        answer("reply = { status = 429, headers = [[\"Retry-After\", \"120\"], [\"x\", \"\\u00e9\"]] }")
            .await;
    assert_eq!(
        &seen.bytes[..],
        b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nx: \xe9\r\ncontent-length: 0\r\n\r\n"
    );
    let seen = answer("reply = { unlabelled = true }").await;
    assert!(!seen.text().contains("content-type") && seen.body().contains("protocolVersion"));
    let seen =
        answer("reply = { content-type = \"text/plain\", headers = [[\"content-type\", \"text/plain\"]] }")
            .await;
    assert_eq!(seen.text().matches("content-type: text/plain\r\n").count(), 2);
    let seen = answer("reply = { body = \"<html></html>\" }").await;
    assert!(seen.text().contains("content-type: text/html"));
    let seen = answer("reply = { body = \"\" }").await;
    assert!(seen.text().contains("content-length: 0"));
}

#[tokio::test]
async fn messages_and_envelopes() {
    let seen = answer("reply.result = '{ \"x\" : 1 }'\nreply.prefix = '['\nreply.suffix = ']'").await;
    assert_eq!(seen.body(), r#"[{"jsonrpc":"2.0","id":7,"result":{ "x" : 1 }}]"#);
    let seen = answer(
        "reply.error = { code = -32602, message = \"a\\\"b\", data = '[1]' }\nreply.envelope.id = \"null\"",
    )
    .await;
    assert_eq!(
        seen.body(),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"a\"b","data":[1]}}"#
    );
    let seen = answer(
        "reply.envelope = { id = \"string\", jsonrpc = \"1.0\", extra = '\"error\":null', reordered = true }",
    )
    .await;
    assert!(
        seen.body().starts_with(r#"{"error":null,"result":"#)
            && seen.body().ends_with(r#""id":"7","jsonrpc":"1.0"}"#)
    );
    let seen = answer("reply = { body = \"\\u00ff\", charset = \"latin-1\" }").await;
    assert!(seen.bytes.ends_with(b"\r\n\r\n\xff"));
}

#[tokio::test]
async fn the_mock_knows_its_own_address() {
    let seen = answer("reply = { status = 307, headers = [[\"location\", \"mock://self/mcp/\"], [\"l2\", \"mock://canary/\"]] }").await;
    assert!(seen.text().contains("location: http://x.mock.test/mcp/\r\n"), "{}", seen.text());
    assert!(seen.text().contains("l2: http://127.0.0.2:"), "{}", seen.text());
}

#[tokio::test]
async fn event_streams() {
    let seen = answer("reply.sse = {}").await;
    assert!(seen.text().contains("content-type: text/event-stream\r\ntransfer-encoding: chunked"));
    let event = chunks(&seen.body());
    assert!(event.len() == 1 && event[0].starts_with("data: {") && event[0].ends_with("}\n\n"), "{event:?}");
    let seen = answer(
        "reply.sse = { line-end = \"crlf\", before = \": hi\\n\\n\", lines = [\"event: x\"], multi-line = true, unterminated = true }",
    )
    .await;
    let stream = chunks(&seen.body()).concat();
    assert!(stream.starts_with(": hi\r\n\r\nevent: x\r\ndata: {\r\ndata: \"jsonrpc\""), "{stream}");
    assert!(stream.ends_with("data: }\r\n"), "{stream}");
}

#[tokio::test]
async fn heartbeats_come_at_a_pace_and_may_never_end() {
    let seen = answer("reply.sse.heartbeat = { every = \"10ms\", times = 3 }").await;
    let all = chunks(&seen.body());
    assert_eq!(all.len(), 4);
    assert!(all[3].starts_with("data: "));
    let mock = mock("[[serve]]\nreply.sse.heartbeat = { every = \"10ms\" }").await;
    let reading = open(&mock);
    assert!(tokio::time::timeout(std::time::Duration::from_millis(700), reading).await.is_err());
}

#[tokio::test]
async fn slices_are_chunks_of_their_own() {
    let seen = answer("reply = { transfer = \"chunked\", body = \"abcdef\", slices = [1, 4] }").await;
    assert_eq!(chunks(&seen.body()), ["a", "bcd", "ef"]);
    let seen = answer("reply = { transfer = \"chunked\", body = \"abcde\", slice-every = 2 }").await;
    assert_eq!(chunks(&seen.body()), ["ab", "cd", "e"]);
    let seen = answer("reply = { sse = { line-end = \"crlf\" }, slice-after = \"\\r\" }").await;
    let all = chunks(&seen.body());
    assert!(all.len() == 3 && all[0].ends_with('\r') && all[1] == "\n\r" && all[2] == "\n", "{all:?}");
}

#[tokio::test]
async fn framing_trailers_interim_and_versions() {
    let seen = answer("reply = { transfer = \"chunked\", body = \"x\", trailers = [[\"t\", \"1\"]] }").await;
    assert!(seen.text().ends_with("1\r\nx\r\n0\r\nt: 1\r\n\r\n"));
    let seen = answer("reply = { interim = [100, 103] }").await;
    assert!(
        seen.text()
            .starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n")
    );
    let seen = answer("reply = { http = \"1.0\" }").await;
    assert!(
        seen.text().starts_with("HTTP/1.0 200 OK\r\n")
            && !seen.text().contains("length")
            && seen.end == Ended::Closed
    );
    let seen = answer("reply = { transfer = \"until-close\", body = \"x\" }").await;
    assert!(seen.text().ends_with("connection: close\r\n\r\nx") && seen.end == Ended::Closed);
    let seen = answer("reply = { stated-length = 99, body = \"x\" }").await;
    assert!(seen.text().contains("content-length: 99\r\n"));
    let seen = answer("reply = { status = 204 }").await;
    assert_eq!(seen.text(), "HTTP/1.1 204 No Content\r\n\r\n");
}

#[tokio::test]
async fn fillers_are_as_large_as_asked_for() {
    let seen = answer("reply = { body = \"{\", fill = { text = \" \", size = \"200KiB\" } }").await;
    assert_eq!(seen.body().len(), 1 + 200 * 1024);
    let seen = answer("reply = { fill = { text = \"ab\" } }").await;
    assert!(seen.bytes.len() > 3 << 20);
    let seen = answer("reply = { padding = { fields = 50, size = \"2KiB\" } }").await;
    assert_eq!(seen.text().matches("x-padding-").count(), 50);
    let seen = answer("reply = { padding = { size = \"2KiB\" } }").await;
    assert!(seen.bytes.len() > 3 << 20 && !seen.text().contains("\r\n\r\n"));
}

#[tokio::test]
async fn codings_are_applied_and_declared() {
    use std::io::Read;
    let seen = answer("reply = { encoding = \"gzip\" }").await;
    assert!(seen.text().contains("content-encoding: gzip\r\n"));
    let start = seen.bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
    let mut text = String::new();
    flate2::read::GzDecoder::new(&seen.bytes[start..]).read_to_string(&mut text).unwrap();
    assert!(text.contains("protocolVersion"));
}

#[tokio::test]
async fn rules_match_in_order_and_run_out() {
    let mock = mock(
        "[[serve]]\nwhen = { rpc = \"tools/list\", cursor = \"\" }\nreply.result = '2'\n\
         [[serve]]\nwhen = { rpc = \"tools/list\" }\ntimes = 1\nreply.result = '1'\n\
         [[serve]]\nwhen = { path = \"/other?x=1\" }\n\
         [[serve]]\nwhen = { method = \"GET\" }\nreply.status = 501\n",
    )
    .await;
    let list = |params: &str| post("/mcp", "", &rpc("tools/list", Some(5), params));
    assert!(ask(&mock, &list(r#"{"cursor":""}"#)).await.body().contains(r#""result":2"#));
    assert!(ask(&mock, &list("{}")).await.body().contains(r#""result":1"#));
    assert!(ask(&mock, &list("{}")).await.body().contains(r#""tools":["#));
    assert_eq!(ask(&mock, &post("/other?x=1", "", &crate::client::initialize())).await.status(), 200);
    assert_eq!(ask(&mock, "GET /mcp HTTP/1.1\r\n\r\n").await.status(), 501);
    let stream = crate::client::mock("[[serve]]\nwhen = { method = \"GET\" }\nreply.body = \"x\"").await;
    assert_eq!(ask(&stream, "GET /mcp HTTP/1.1\r\n\r\n").await.status(), 200);
}

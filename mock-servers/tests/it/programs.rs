//! Every program.

use crate::client::{ask, chunks, initialize, mock, open, post, rpc};

#[tokio::test]
async fn initialize_once() {
    let mock = mock("program = \"initialize-once\"\nsession = \"s\"").await;
    assert_eq!(open(&mock).await.status(), 200);
    assert_eq!(open(&mock).await.status(), 400);
    assert_eq!(ask(&mock, "DELETE /mcp HTTP/1.1\r\nmcp-session-id: s\r\n\r\n").await.status(), 200);
    assert_eq!(open(&mock).await.status(), 200);
}

#[tokio::test]
async fn many_tools() {
    let mock = mock("program = { many-tools = { count = 3, description = \"10B\" } }").await;
    let list = ask(&mock, &post("/mcp", "", &rpc("tools/list", Some(4), "{}"))).await.body();
    assert_eq!(list.matches("xxxxxxxxxx\"").count(), 3);
    assert!(list.contains("tool-3") && serde_json::from_str::<serde_json::Value>(&list).is_ok());
}

#[tokio::test]
async fn deep() {
    let one = mock("program = { deep-initialize = 200 }").await;
    assert_eq!(open(&one).await.body().matches(r#"{"x":"#).count(), 200);
    let two = mock("program = { deep-schema = 200 }").await;
    let list = ask(&two, &post("/mcp", "", &rpc("tools/list", Some(4), "{}"))).await.body();
    assert_eq!(list.matches(r#"{"x":"#).count(), 200);
}

#[tokio::test]
async fn gzip_bomb() {
    let mock = mock("program = { gzip-bomb = \"100MiB\" }").await;
    let seen = open(&mock).await;
    assert!(seen.text().contains("content-encoding: gzip"));
    assert!(seen.bytes.len() < 400_000, "{}", seen.bytes.len());
}

#[tokio::test]
async fn polite_encoding() {
    let mock = mock("program = \"polite-encoding\"").await;
    assert!(open(&mock).await.body().contains("protocolVersion"));
    let seen = ask(&mock, &post("/mcp", "accept-encoding: gzip\r\n", &initialize())).await;
    assert!(
        seen.text().contains("content-encoding: gzip\r\n")
            && seen.text().contains("content-length: 10000\r\n")
    );
}

#[tokio::test]
async fn ping_first() {
    let mock = mock("program = \"ping-first\"").await;
    let events = chunks(&open(&mock).await.body()).concat();
    assert!(
        events.starts_with("data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n\ndata: "),
        "{events}"
    );
}

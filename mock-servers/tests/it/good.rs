//! The server that is good where nothing is stated.

use mock_servers::Mock;
use mock_servers::script::Script;

use crate::client::{Ended, ask, converse, initialize, mock, open, post, rpc};

#[tokio::test]
async fn a_script_that_says_nothing_is_a_good_server() {
    let mock = Mock::start(Script::default()).await.unwrap();
    let mut stream = tokio::net::TcpStream::connect(mock.address()).await.unwrap();
    let reply = converse(&mut stream, &post("/mcp", "", &initialize())).await;
    assert_eq!((reply.status(), reply.end), (200, Ended::Open));
    assert_eq!(
        reply.body(),
        r#"{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"mock","version":"1.0.0"}}}"#
    );
    let reply = converse(&mut stream, &post("/mcp", "", &rpc("notifications/initialized", None, "{}"))).await;
    assert_eq!(reply.text(), "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    let reply = converse(&mut stream, &post("/mcp", "", &rpc("tools/list", Some(8), "{}"))).await;
    assert!(
        reply.body().contains(r#""name":"a""#) && reply.body().contains(r#""name":"b""#),
        "{}",
        reply.text()
    );
    let reply =
        converse(&mut stream, &post("/mcp", "", &rpc("tools/list", Some(9), r#"{"cursor":"x"}"#))).await;
    assert!(reply.body().contains("-32602"));
    let reply = converse(&mut stream, &post("/mcp", "", &rpc("tools/call", Some(10), "{}"))).await;
    assert!(reply.body().contains("-32601"));
    assert_eq!(converse(&mut stream, "GET /mcp HTTP/1.1\r\nhost: x\r\n\r\n").await.status(), 405);
    assert_eq!(converse(&mut stream, &post("/other", "", &initialize())).await.status(), 404);
    assert_eq!(converse(&mut stream, &post("/mcp", "", "{")).await.status(), 400);
    let journal = mock.finish().unwrap();
    assert_eq!(journal.connections(), 1);
    let labels: Vec<String> = journal.requests().iter().map(|request| request.label("/mcp")).collect();
    assert_eq!(
        labels,
        [
            "initialize",
            "notifications/initialized",
            "tools/list",
            "tools/list",
            "tools/call",
            "GET",
            "initialize /other",
            "POST"
        ]
    );
}

#[tokio::test]
async fn a_session_is_given_and_wanted_back() {
    let mock = mock("session = \"s 1\\u00e9\"").await;
    let reply = open(&mock).await;
    assert!(reply.bytes.windows(4).any(|w| w == b"s 1\xe9"), "{}", reply.text());
    let list = rpc("tools/list", Some(8), "{}");
    assert_eq!(ask(&mock, &post("/mcp", "", &list)).await.status(), 400);
    assert_eq!(ask(&mock, &post("/mcp", "mcp-session-id: other\r\n", &list)).await.status(), 404);
    let delete = "DELETE /mcp HTTP/1.1\r\nhost: x\r\n\r\n";
    assert_eq!(ask(&mock, delete).await.status(), 400);
}

#[tokio::test]
async fn a_chunked_request_is_understood() {
    let mock = mock("").await;
    let body = initialize();
    let (one, two) = body.split_at(20);
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{one}\r\n{:x};a=b\r\n{two}\r\n0\r\n\r\n",
        one.len(),
        two.len()
    );
    assert_eq!(ask(&mock, &request).await.status(), 200);
}

#[tokio::test]
async fn bytes_that_are_no_request_end_the_connection_and_nothing_else() {
    let mock = mock("").await;
    let seen = ask(&mock, "\u{0}\u{1}\u{2}\r\n\r\n").await;
    assert_ne!(seen.end, Ended::Open);
    assert_eq!(open(&mock).await.status(), 200);
}

#[tokio::test]
async fn a_dropped_mock_is_gone() {
    let mock = mock("").await;
    let address = mock.address();
    assert_eq!(open(&mock).await.status(), 200);
    drop(mock);
    tokio::task::yield_now().await;
    // The accept task ends at its next turn; until then a connection may still be queued, never served.
    if let Ok(mut stream) = tokio::net::TcpStream::connect(address).await {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let _ = stream.write_all(post("/mcp", "", &initialize()).as_bytes()).await;
        assert!(!matches!(stream.read(&mut [0; 16]).await, Ok(1..)));
    }
}

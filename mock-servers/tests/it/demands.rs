//! Every demand: what it lets pass, and what it refuses.

use mock_servers::Mock;
use mock_servers::script::{Demand, Script};

use crate::client::{Seen, ask, initialize, mock, post, rpc};

const GOOD: &str =
    "host: x\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n";

fn request(method: &str, headers: &str, body: &str) -> String {
    format!("{method} /mcp HTTP/1.1\r\n{headers}content-length: {}\r\n\r\n{body}", body.len())
}

/// Sends requests to a mock with one demand; gives the last reply, and the breaches.
async fn held(demand: &str, requests: &[String]) -> (Seen, Vec<String>) {
    let mock = mock(&format!("session = \"s\"\ndemand = [{demand}]\n[[serve]]\nwhen = {{ path = \"/x\" }}\nreply = {{ status = 307 }}")).await;
    let mut last = None;
    for request in requests {
        last = Some(ask(&mock, request).await);
    }
    let breaches = mock.finish().err().unwrap_or_default();
    (last.unwrap(), breaches.iter().map(ToString::to_string).collect())
}

/// A request that keeps to a demand and one that breaks it.
async fn check(demand: &str, before: &[String], good: &str, bad: &str, status: u16) {
    let all = |last: &str| before.iter().cloned().chain([last.to_owned()]).collect::<Vec<_>>();
    let (seen, breaches) = held(demand, &all(good)).await;
    assert!(breaches.is_empty(), "{demand}: {breaches:?}");
    assert!(seen.status() < 300, "{demand}: {}", seen.text());
    let (seen, breaches) = held(demand, &all(bad)).await;
    assert_eq!(breaches.len(), 1, "{demand}: {breaches:?}");
    assert_eq!(seen.status(), status, "{demand}: {}", seen.text());
}

#[tokio::test]
async fn headers() {
    let open = initialize();
    let good = request("POST", GOOD, &open);
    let with = |more: &str| request("POST", &format!("{GOOD}{more}\r\n"), &open);
    let without = |line: &str| request("POST", &GOOD.replace(line, ""), &open);
    check("\"accept-both\"", &[], &good, &without(", text/event-stream"), 406).await;
    check(
        "\"accept-identity\"",
        &[],
        &with("accept-encoding: identity"),
        &with("accept-encoding: gzip"),
        406,
    )
    .await;
    check("\"content-type-json\"", &[], &good, &without("content-type: application/json\r\n"), 415).await;
    check("\"no-origin\"", &[], &good, &with("origin: null"), 403).await;
    check("\"no-cookie\"", &[], &good, &with("cookie: a=b"), 400).await;
    check("\"no-authorization\"", &[], &good, &with("authorization: Bearer x"), 400).await;
    check("\"no-session-header\"", &[], &good, &with("mcp-session-id: s"), 400).await;
}

#[tokio::test]
async fn conversation() {
    let open = request("POST", GOOD, &initialize());
    let before = std::slice::from_ref(&open);
    let list = |id: u32, headers: &str| {
        request("POST", &format!("{GOOD}mcp-session-id: s\r\n{headers}"), &rpc("tools/list", Some(id), "{}"))
    };
    let versioned = "mcp-protocol-version: 2025-06-18\r\n";
    check("\"version-header\"", before, &list(8, versioned), &list(8, ""), 400).await;
    check(
        "\"version-header\"",
        &[],
        &open,
        &request("POST", &format!("{GOOD}{versioned}"), &initialize()),
        400,
    )
    .await;
    check(
        "\"session-echoed\"",
        before,
        &list(8, ""),
        &request("POST", GOOD, &rpc("tools/list", Some(8), "{}")),
        400,
    )
    .await;
    check("\"integer-ids\"", before, &list(8, ""), &list(7, ""), 400).await;
    check("\"integer-ids\"", before, &list(8, ""), &list(1, ""), 400).await;
    check("\"no-call\"", before, &list(8, ""), &list(8, "").replace("tools/list", "tools/call"), 401).await;
    check(
        "\"no-discover\"",
        before,
        &list(8, ""),
        &post("/mcp", "", &rpc("server/discover", Some(9), "{}")),
        400,
    )
    .await;
    check(
        "\"no-response-posted\"",
        before,
        &list(8, ""),
        &post("/mcp", "", r#"{"jsonrpc":"2.0","id":3,"result":{}}"#),
        400,
    )
    .await;
    check("\"client-info\"", &[], &open, &post("/mcp", "", &rpc("initialize", Some(9), "{}")), 500).await;
    check("\"exact-path\"", before, &list(8, ""), &open.replace("/mcp", "/MCP"), 404).await;
    check("{ not-asked = \"/mcp?x\" }", before, &list(8, ""), &open.replace("/mcp", "/mcp?x"), 404).await;
}

#[tokio::test]
async fn methods_and_counts() {
    let open = request("POST", GOOD, &initialize());
    let before = std::slice::from_ref(&open);
    let delete = request("DELETE", "mcp-session-id: s\r\n", "");
    let get = request("GET", "", "");
    check("\"no-get\"", &[], &open, &get, 405).await;
    check("\"no-get\"", &[], &open, &request("OPTIONS", "", ""), 405).await;
    check("\"no-post\"", &[], &delete, &open, 405).await;
    check("\"no-delete\"", &[], &open, &delete, 405).await;
    check("\"post-before-get\"", &[], &open, &get, 405).await;
    check("\"one-delete\"", before, &delete, &open, 200).await;
    check("\"one-delete\"", std::slice::from_ref(&open), &delete, &open, 200).await;
    let (_, breaches) = held("\"one-delete\"", &[delete.clone(), delete.clone()]).await;
    assert_eq!(breaches, ["one-delete: a second DELETE"]);
    let retried = open.replace("\"id\":7", "\"id\":9");
    check(
        "\"budget\"",
        std::slice::from_ref(&open),
        &retried,
        &open.replace("2025-06-18", "2025-03-26"),
        429,
    )
    .await;
    check("\"budget\"", &[open.clone(), retried], &delete, &open, 429).await;
    let hop = post("/x", "", &initialize());
    let hops = [hop.clone(), hop.clone(), hop.clone(), open.clone()];
    check("\"budget\"", &hops, &delete, &open.replace("\"initialize", "\"logging/set"), 429).await;
    let (_, breaches) = held("{ connections = 2 }", std::slice::from_ref(&open)).await;
    assert_eq!(breaches, ["connections 2: 1 connections were made"]);
}

#[tokio::test]
async fn unchanged_by_redirect() {
    let first = post("/x", "", &initialize());
    let good = post("/mcp", "", &initialize());
    check(
        "\"unchanged-by-redirect\"",
        std::slice::from_ref(&first),
        &good,
        &good.replace("\"id\":7", "\"id\":8"),
        400,
    )
    .await;
    check("\"unchanged-by-redirect\"", &[first], &good, &post("/mcp", "y: 1\r\n", &initialize()), 400).await;
}

#[tokio::test]
async fn modern_strict() {
    let meta = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#;
    let headers = "mcp-session-id: s\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: ping\r\n";
    let good = post("/mcp", headers, &rpc("ping", Some(4), meta));
    check("\"modern-strict\"", &[], &good, &good.replace("mcp-method: ping", "mcp-method: pong"), 400).await;
    check(
        "\"modern-strict\"",
        &[],
        &good,
        &good.replace("mcp-protocol-version: 2026", "mcp-protocol-version: 2025"),
        400,
    )
    .await;
    check("\"modern-strict\"", &[], &good, &post("/mcp", headers, &rpc("ping", Some(4), "{}")), 400).await;
}

#[tokio::test]
async fn what_is_only_observed_is_answered_well() {
    let mock =
        Mock::of(Script::default()).observing([Demand::NoGet, Demand::NoOrigin]).start().await.unwrap();
    let seen = ask(&mock, &post("/mcp", "origin: x\r\n", &initialize())).await;
    assert_eq!(seen.status(), 200);
    assert_eq!(mock.finish().unwrap_err().len(), 1);
}

#[tokio::test]
async fn a_canary_that_is_visited_breaks_the_mock() {
    let mock = mock("[[dns]]\nanswer = { addresses = [\"127.0.0.2\"] }").await;
    let mock_servers::Lookup::Addresses(addresses) = mock.zone().look_up("localhost") else {
        panic!("addresses")
    };
    let canary = std::net::SocketAddr::new(addresses[0], mock.address().port());
    let mut stream = tokio::net::TcpStream::connect(canary).await.unwrap();
    let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut [0]).await;
    assert!(mock.finish().unwrap_err()[0].to_string().starts_with("canary: a connection from"));
}

#[tokio::test]
async fn a_broken_mock_that_nobody_asks_fails_its_test() {
    let mock = mock("demand = [\"no-get\"]").await;
    ask(&mock, "GET /mcp HTTP/1.1\r\n\r\n").await;
    let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(mock)));
    let message = dropped.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(*message, "the mock was broken: no-get: GET");
}

//! What goes out is what the policy says, and nothing else.

use serde_json::{Value, json};

use super::*;

fn voice() -> Voice {
    Voice::new(&Policy { contact: "https://example.org/check".to_owned(), ..Policy::default() }).unwrap()
}

fn read(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap()
}

#[test]
fn initialize_has_everything_that_a_strict_server_wants() {
    let params = &read(&voice().initialize(7))["params"];
    assert_eq!(
        params,
        &json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "AgentReadyDirectoryCheck", "version": "1.0" },
        })
    );
    assert_eq!(read(&voice().initialize(7))["id"], 7);
}

#[test]
fn a_cursor_goes_back_as_it_came() {
    for cursor in ["", "\"}{\\\n\u{2028}\u{0}", "ü"] {
        let body = read(&Voice::tools_list(9, Some(cursor)));
        assert_eq!(body["params"]["cursor"], cursor);
    }
    assert_eq!(read(&Voice::tools_list(9, None)).get("params"), None);
    assert_eq!(read(&Voice::initialized()).get("id"), None);
}

#[test]
fn the_modern_step_says_its_version_twice() {
    let body = read(&voice().modern(3, "server/discover"));
    let meta = &body["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], MODERN);
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
    let headers = voice().modern_headers("server/discover");
    assert_eq!(headers["mcp-protocol-version"], MODERN);
    assert_eq!(headers["mcp-method"], "server/discover");
}

#[test]
fn the_contact_has_to_fit_into_a_header() {
    assert_eq!(voice().user_agent, "AgentReadyDirectoryCheck/1.0 (+https://example.org/check)");
    assert!(Voice::new(&Policy { contact: "a\nb".to_owned(), ..Policy::default() }).is_none());
}

#[test]
fn each_method_has_its_own_headers() {
    let session = HeaderValue::from_bytes(b"\xff id").unwrap();
    let delete = voice().headers(Method::Delete, Some(&session), None);
    assert_eq!(delete["mcp-session-id"], session);
    assert!(!delete.contains_key("content-type"));
    let get = voice().headers(Method::Get, None, None);
    assert_eq!(get["accept"], "text/event-stream");
    let post = voice().headers(Method::Post, None, None);
    assert_eq!(post["accept"], "application/json, text/event-stream");
    assert_eq!(post["accept-encoding"], "identity");
}

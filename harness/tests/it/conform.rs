//! `rollcall conform` as its users run it: exit codes, and what must never be shown.

use std::process::{Command, Output};

use crate::peer::{Peer, answering, reply};

pub(crate) fn rollcall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rollcall")).args(args).output().unwrap()
}

pub(crate) fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_checks_are_listed_without_a_server() {
    let output = rollcall(&["conform", "--list", "--only", "session.*"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(told(&output).contains("session.ended-404") && !told(&output).contains("handshake."));
    let json: serde_json::Value =
        serde_json::from_slice(&rollcall(&["conform", "--list", "--format", "json"]).stdout).unwrap();
    assert_eq!(json.as_array().unwrap().len(), rollcall::conform::all().count());
}

#[test]
fn an_empty_selection_is_no_success() {
    let output = rollcall(&["conform", "https://example.com/mcp", "--only", "no.such"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(told(&output).contains("no.such"));
}

#[test]
fn what_may_not_be_contacted_is_usage() {
    for url in ["http://127.0.0.1:1/mcp", "https://localhost/mcp", "not a url", "https://a.example/{x}"] {
        let output = rollcall(&["conform", url]);
        assert_eq!(output.status.code(), Some(2), "{url}: {}", told(&output));
    }
}

#[test]
fn a_header_that_cannot_be_sent_is_told_without_its_value() {
    for header in ["s3cret", "Host: s3cret", "Authorization: s3cret\u{e9}", "Mcp-Session-Id: s3cret"] {
        let output = rollcall(&["conform", "http://127.0.0.1:1/mcp", "--allow-local", "--header", header]);
        assert_eq!(output.status.code(), Some(2), "{header}");
        assert!(!told(&output).contains("s3cret"), "{}", told(&output));
    }
}

#[test]
fn a_server_that_is_not_there_could_not_be_checked() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let output = rollcall(&["conform", &url, "--allow-local"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("could not be reached"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_a_429_cuts_short_could_not_be_checked() {
    let hello = r#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}"#;
    let replies = vec![
        reply("200 OK", "application/json", hello),
        reply("202 Accepted", "text/plain", ""),
        reply("429 Too Many Requests", "text/plain", "slow down"),
    ];
    let peer = Peer::playing(vec![answering(replies)]).await;
    let url = format!("http://{}/mcp", peer.address);
    let output = tokio::task::spawn_blocking(move || {
        rollcall(&["conform", &url, "--allow-local", "--revision", "2025-06-18", "--only", "handshake.*"])
    });
    let output = output.await.unwrap();
    let text = told(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(
        text.contains(" pass, 0 fail") && text.contains("; nothing missed, but the run ended early"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_none_fails_with_its_evidence() {
    let page = reply("404 Not Found", "text/html", "<p>\u{1b}[2J");
    let peer = Peer::playing(vec![answering(vec![page; 8])]).await;
    let url = format!("http://{}/mcp", peer.address);
    let output = tokio::task::spawn_blocking(move || {
        rollcall(&["conform", &url, "--allow-local", "--header", "Authorization: Bearer s3cret"])
    });
    let output = output.await.unwrap();
    let text = told(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in
        ["fail handshake.result", "expected", "actual", "HTTP 404", "curl -sSig", "authorization: <yours>"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains("s3cret") && !text.contains('\u{1b}'), "{text}");
}

/// The runner of a CI job reads what a run prints for commands, wherever a line is wrapped.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_a_server_says_is_a_command_to_a_ci_runner() {
    let said: String = (0..40).map(|wide| format!("{} ::error::a ##[error]b ", "x".repeat(wide))).collect();
    let page = reply("404 Not Found", "text/html; ##[x]", &said);
    let peer = Peer::playing(vec![answering(vec![page; 8])]).await;
    let url = format!("http://{}/mcp", peer.address);
    for words in [vec!["conform"], vec!["conform", "--format", "markdown"], vec!["probe", "--trace"]] {
        let args: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let args: Vec<String> = args.into_iter().chain([url.clone(), "--allow-local".to_owned()]).collect();
        let output = tokio::task::spawn_blocking(move || {
            rollcall(&args.iter().map(String::as_str).collect::<Vec<_>>())
        });
        let text = told(&output.await.unwrap());
        assert!(text.contains("HTTP 404") && text.contains("#\\u{23}[x]"), "{words:?}: {text}");
        let live = text.lines().find(|line| line.trim_start().starts_with("::") || line.contains("##["));
        assert_eq!(live, None, "{words:?}: {text}");
    }
}

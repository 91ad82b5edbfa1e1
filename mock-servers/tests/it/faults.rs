//! Every fault, seen by a client that counts bytes.

use crate::client::{Ended, Seen, mock, open};

/// What initialize meets under a fault.
async fn fault(rule: &str) -> Seen {
    let mock = mock(&format!("[[serve]]\n{rule}")).await;
    open(&mock).await
}

#[tokio::test]
async fn before_the_first_byte() {
    for (how, end) in [("reset", Ended::Reset), ("close", Ended::Closed), ("stall", Ended::Open)] {
        let seen = fault(&format!("fault = {{ at = \"start\", how = \"{how}\" }}")).await;
        assert_eq!((seen.bytes.len(), seen.end), (0, end), "{how}");
    }
}

#[tokio::test]
async fn inside_and_after_the_head() {
    for (how, end) in [("reset", Ended::Reset), ("close", Ended::Closed), ("stall", Ended::Open)] {
        let seen = fault(&format!("fault = {{ at = \"in-head\", how = \"{how}\" }}")).await;
        assert!(
            seen.text().starts_with("HTTP/1.1 200") && !seen.text().contains("\r\n\r\n"),
            "{}",
            seen.text()
        );
        assert_eq!(seen.end, end);
        let seen = fault(&format!("fault = {{ at = \"after-head\", how = \"{how}\" }}")).await;
        assert!(
            seen.text().ends_with("\r\n\r\n") && seen.text().contains("content-length: 1"),
            "{}",
            seen.text()
        );
        assert_eq!(seen.end, end);
    }
    let seen = fault("fault = { at = \"in-head\", how = \"close\", bytes = 9 }").await;
    assert_eq!(seen.text(), "HTTP/1.1 ");
}

#[tokio::test]
async fn inside_the_body() {
    let seen = fault("reply.body = \"abcdef\"\nfault = { at = \"in-body\", how = \"close\" }").await;
    assert!(
        seen.text().ends_with("content-length: 6\r\n\r\nabc") && seen.end == Ended::Closed,
        "{}",
        seen.text()
    );
    let seen =
        fault("reply.body = \"abcdef\"\nfault = { at = \"in-body\", how = \"reset\", bytes = 5 }").await;
    assert!(seen.text().ends_with("\r\n\r\nabcde") && seen.end == Ended::Reset, "{}", seen.text());
    let seen = fault("reply = { body = \"abcdef\", transfer = \"chunked\" }\nfault = { at = \"in-body\", how = \"close\" }").await;
    assert!(seen.text().ends_with("\r\n\r\n6\r\nabc") && seen.end == Ended::Closed, "{}", seen.text());
    let seen =
        fault("reply.fill = { text = \"x\" }\nfault = { at = \"in-body\", how = \"stall\", bytes = 70000 }")
            .await;
    assert!(seen.bytes.len() > 70_000 && seen.bytes.len() < 71_000 && seen.end == Ended::Open);
}

#[tokio::test]
async fn after_the_body() {
    let sse = "reply.sse = {}\n";
    let seen = fault(&format!("{sse}fault = {{ at = \"after-body\", how = \"stall\" }}")).await;
    assert!(seen.text().ends_with("\n\n\r\n") && seen.end == Ended::Open, "{:?}", seen.text());
    let seen = fault(&format!("{sse}fault = {{ at = \"after-body\", how = \"reset\" }}")).await;
    assert!(seen.text().ends_with("\n\n\r\n") && seen.end == Ended::Reset, "{:?}", seen.text());
    let seen = fault(&format!("{sse}fault = {{ at = \"after-body\", how = \"close\" }}")).await;
    assert!(seen.text().ends_with("0\r\n\r\n") && seen.end == Ended::Closed, "{:?}", seen.text());
    let seen = fault("fault = { at = \"after-body\", how = \"close\" }").await;
    assert!(
        !seen.text().contains("connection: close") && seen.text().ends_with('}') && seen.end == Ended::Closed
    );
}

#[tokio::test]
async fn drip_and_delay() {
    let began = std::time::Instant::now();
    let seen = fault("reply = { delay = \"50ms\", body = \"abc\", slice-every = 1, pace = \"50ms\" }").await;
    assert!(seen.text().ends_with("abc"));
    assert!(began.elapsed() >= std::time::Duration::from_millis(150));
}

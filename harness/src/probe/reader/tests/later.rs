//! Pages of tools, the step at 2026-07-28, metadata documents.

use super::*;

#[test]
fn tool_pages() {
    let page = |body: &str, findings: &[FindingId]| {
        let reading = Mock::new(LIST, 200, JSON, &result(body)).answered(findings);
        let Content::ToolsPage(page) = reading.content else { panic!("no page") };
        page.next_cursor
    };
    assert_eq!(page(r#"{"tools":[]}"#, &[]), NextCursor::Absent);
    assert_eq!(page(r#"{"tools":[],"nextCursor":null}"#, &[CursorNull]), NextCursor::Null);
    assert_eq!(page(r#"{"tools":[],"nextCursor":3}"#, &[CursorNotString]), NextCursor::Other);
    assert_eq!(page(r#"{"tools":[],"nextCursor":""}"#, &[]), NextCursor::Text(String::new()));
    assert_eq!(page(r#"{"tools":[],"nextCursor":"\"{}\n"}"#, &[]), NextCursor::Text("\"{}\n".into()));
    for missing in ["{}", r#"{"tools":null}"#, r#"{"tools":{}}"#, "[]", "1"] {
        Mock::new(LIST, 200, JSON, &result(missing)).not_mcp(NoToolsMember, &[]);
    }
    Mock::new(LIST, 200, JSON, &format!("\u{feff}{}", result(r#"{"tools":[]}"#))).answered(&[BomBeforeJson]);
    Mock::new(LIST, 200, JSON, &result(r#"{"tools":[]}"#).replace(":7", ":8")).not_mcp(IdMismatch, &[]);
}

#[test]
fn modern_replies_tell_no_findings() {
    let discover = |body: &str| Mock::new(Expect::Discover { id: ID }, 200, JSON, &result(body)).read();
    let good = r#"{"supportedVersions":["2026-07-28"],"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"}}}"#;
    let Content::Discover(facts) = discover(good).content else { panic!("no facts") };
    assert_eq!(facts.versions, ["2026-07-28"]);
    assert_eq!(facts.server.unwrap().version.as_deref(), Some("2"));
    let bare = discover(r#"{"supportedVersions":["2026-07-28"]}"#);
    assert_eq!(bare.answer, Some(Answer::Result));
    let odd = discover(r#"{"supportedVersions":["2026-07-28"],"resultType":"strange"}"#);
    assert_eq!(odd.answer, Some(Answer::NotMcp(NotJsonrpc.into())));
    let none = discover("{}");
    assert_eq!(none.answer, Some(Answer::NotMcp(NoProtocolVersion.into())));
    let body = format!("\u{feff}{}", result(r#"{"tools":[],"nextCursor":null}"#));
    Mock::new(Expect::ModernToolsPage { id: ID }, 200, JSON, &body).answered(&[]);
}

#[test]
fn documents() {
    let document = |status, media, body: &str| Mock::new(Expect::Document, status, media, body).read();
    let good = r#"{"resource":"https://mock.test/mcp","authorization_servers":["https://login.test"]}"#;
    let reading = document(200, JSON, good);
    assert_eq!(reading.answer, Some(Answer::Result));
    let facts = DocumentFacts { resource: Some("https://mock.test/mcp".into()) };
    assert_eq!(reading.content, Content::Document(facts));
    for (media, body) in [(HTML, "<p>"), (JSON, r#"{"authorization_servers":[]}"#), (JSON, "[]"), (JSON, "")]
    {
        assert!(matches!(document(200, media, body).answer, Some(Answer::NotMcp(_))));
    }
    for status in [201, 302, 401, 404] {
        assert_eq!(document(status, JSON, good).answer, Some(Answer::Unread));
    }
}

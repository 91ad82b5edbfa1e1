use http::{HeaderMap, HeaderName, HeaderValue};

use super::*;
use crate::probe::tools::NextCursor;
use crate::record::FindingId::{self, *};
use crate::record::PlainReason::*;
use crate::record::Reason;

const ID: u64 = 7;
const INIT: Expect = Expect::Initialize { id: ID };
const LIST: Expect = Expect::ToolsPage { id: ID };
const GET: Expect = Expect::EndpointEvent;
const JSON: &str = "application/json";
const SSE: &str = "text/event-stream";
const HTML: &str = "text/html; charset=utf-8";
const GOOD: &str = r#"{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;

/// One reply in all its parts.
struct Mock<'a> {
    expect: Expect,
    status: u16,
    headers: Vec<(&'a str, &'a [u8])>,
    body: &'a [u8],
    how: BodyEnd,
    caps: Caps,
}

impl<'a> Mock<'a> {
    fn new(expect: Expect, status: u16, media: &'a str, body: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        let headers = if media.is_empty() { Vec::new() } else { vec![("content-type", media.as_bytes())] };
        let caps = Caps { body: 1 << 20, evidence: 1 << 16 };
        Self { expect, status, headers, body: body.as_ref(), how: BodyEnd::Complete, caps }
    }

    fn header(mut self, name: &'a str, value: &'a str) -> Self {
        self.headers.push((name, value.as_bytes()));
        self
    }

    fn how(mut self, how: BodyEnd) -> Self {
        self.how = how;
        self
    }

    fn caps(mut self, body: u64, evidence: u64) -> Self {
        self.caps = Caps { body, evidence };
        self
    }

    fn head(&self) -> Head {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            headers.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_bytes(value).unwrap(),
            );
        }
        Head { status: self.status, headers }
    }

    /// Reads it in chunks of this size; whether the reader stopped by itself.
    fn chunked(&self, size: usize) -> (Reading, bool) {
        let url = Url::parse("https://mock.test/mcp/sse").unwrap();
        let mut reader = Reader::new(self.expect, &self.head(), &url, self.caps);
        let mut progress = reader.progress();
        for chunk in self.body.chunks(size) {
            if progress == Progress::NeedMore {
                progress = reader.chunk(chunk);
            }
        }
        let stopped = progress == Progress::Done;
        (reader.end(if stopped { BodyEnd::Stopped } else { self.how }), stopped)
    }

    /// Reads it in one, by byte, and by sevens: the same each time.
    fn read(&self) -> Reading {
        let (whole, stopped) = self.chunked(self.body.len().max(1));
        for size in [1, 7] {
            assert_eq!(self.chunked(size), (whole.clone(), stopped), "in chunks of {size}");
        }
        whole
    }

    #[track_caller]
    fn answered(&self, findings: &[FindingId]) -> Reading {
        let reading = self.read();
        assert_eq!(reading.answer, Some(Answer::Result));
        self.told(reading, findings)
    }

    #[track_caller]
    fn refused(&self, findings: &[FindingId]) -> Reading {
        let reading = self.read();
        assert!(matches!(reading.answer, Some(Answer::Error(_))), "{:?}", reading.answer);
        assert!(reading.rpc_error.is_some());
        self.told(reading, findings)
    }

    #[track_caller]
    fn not_mcp(&self, reason: PlainReason, findings: &[FindingId]) -> Reading {
        let reading = self.read();
        assert_eq!(reading.answer, Some(Answer::NotMcp(Reason::Plain(reason))));
        assert_eq!(reading.content, Content::Nothing);
        self.told(reading, findings)
    }

    #[track_caller]
    fn unread(&self, findings: &[FindingId]) -> Reading {
        let reading = self.read();
        assert_eq!(reading.answer, Some(Answer::Unread));
        self.told(reading, findings)
    }

    #[track_caller]
    fn silent(&self, findings: &[FindingId]) -> Reading {
        let reading = self.read();
        assert_eq!(reading.answer, None);
        self.told(reading, findings)
    }

    #[track_caller]
    fn told(&self, reading: Reading, findings: &[FindingId]) -> Reading {
        let seen: Vec<FindingId> = reading.findings.iter().map(|finding| finding.id).collect();
        assert_eq!(seen, findings);
        let step = Reply::new(self.expect, &self.head()).step;
        assert!(reading.findings.iter().all(|finding| finding.step == Some(step)));
        reading
    }
}

fn json(body: &str) -> Mock<'_> {
    Mock::new(INIT, 200, JSON, body)
}

fn sse(body: &str) -> Mock<'_> {
    Mock::new(INIT, 200, SSE, body)
}

fn event(body: &str) -> String {
    format!("event: message\ndata: {body}\n\n")
}

fn error(members: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"error":{{{members}}}}}"#)
}

fn result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#)
}

#[test]
fn good_replies() {
    let reading = json(GOOD).answered(&[]);
    let Content::Initialize(facts) = reading.content else { panic!("no facts") };
    assert_eq!(facts.protocol_version, "2025-06-18");
    assert_eq!(facts.server.unwrap().name.as_deref(), Some("s"));
    assert_eq!(facts.tools_declared, Some(true));
    assert_eq!(reading.bytes, GOOD.len() as u64);
    assert_eq!(reading.sample, None);
    sse(&event(GOOD)).answered(&[]);
    for media in ["Application/JSON;charset=UTF-8", r#"APPLICATION/JSON;Charset="UTF-8""#] {
        Mock::new(INIT, 200, media, GOOD).answered(&[]);
    }
    Mock::new(INIT, 201, JSON, GOOD).answered(&[StatusNot200]);
    json(&format!(" \r\n{GOOD}\n")).answered(&[]);
    json(&r#"{"result":R,"id":7,"jsonrpc":"2.0"}"#.replace('R', r#"{"capabilities":{"tools":{}},"protocolVersion":"2025-06-18","serverInfo":{"name":"s","version":"1"}}"#)).answered(&[]);
}

#[test]
fn labels() {
    let label = |media, body: &str, id: FindingId| {
        Mock::new(INIT, 200, media, body).not_mcp(Mislabelled, &[id]);
    };
    label("text/html", GOOD, JsonLabelledHtml);
    label("text/plain", GOOD, JsonLabelledText);
    label("application/json-rpc", GOOD, JsonLabelledOther);
    label("", GOOD, JsonUnlabelled);
    label(SSE, GOOD, JsonLabelledSse);
    label(JSON, &event(GOOD), SseLabelledJson);
    label(JSON, &format!("data: {GOOD}"), SseLabelledJson);
    Mock::new(INIT, 200, "text/plain", &event(GOOD)).not_mcp(Mislabelled, &[]);
    json(GOOD).header("content-type", JSON).answered(&[ContentTypeRepeated]);
    Mock::new(INIT, 200, "application/json, application/json", GOOD).answered(&[ContentTypeRepeated]);
    Mock::new(INIT, 200, HTML, "<!DOCTYPE html><p>hi").not_mcp(HtmlBody, &[]);
    Mock::new(INIT, 200, "text/plain", "hello").not_mcp(UnexpectedContentType, &[]);
    Mock::new(INIT, 200, "", r#"{"status":"up"}"#).not_mcp(UnexpectedContentType, &[]);
    Mock::new(LIST, 200, HTML, "<html>").not_mcp(HtmlBody, &[]);
}

#[test]
fn bodies_that_are_not_mcp() {
    Mock::new(INIT, 200, "", "").not_mcp(EmptyBody, &[]);
    json("").not_mcp(EmptyBody, &[]);
    json(" \n ").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 204, "", "").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 204, SSE, "").not_mcp(EmptyBody, &[]);
    Mock::new(INIT, 202, "", "").not_mcp(AcceptedWithoutAnswer, &[]);
    Mock::new(INIT, 202, SSE, "").not_mcp(AcceptedWithoutAnswer, &[]);
    json("null").not_mcp(NotJsonrpc, &[]);
    json(&GOOD[..60]).not_mcp(NotJson, &[]);
    json("{}{}").not_mcp(NotJson, &[]);
    json(r#"{"id":7,"result":{}}"#).not_mcp(NotJsonrpc, &[]);
    json(&GOOD.replace(r#""2.0""#, r#""1.0""#)).not_mcp(NotJsonrpc, &[]);
    json(r#"{"errors":[{"message":"Must provide query string."}]}"#).not_mcp(NotJsonrpc, &[]);
    json(r#"{"status":"up"}"#).not_mcp(NotJsonrpc, &[]);
    json(r#"{"error":"unauthorized"}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"statusCode":401}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"error":{"code":401,"text":"no"}}"#).not_mcp(NotJsonrpc, &[AuthHint]);
    json(r#"{"jsonrpc":"2.0","method":"notifications/message"}"#).not_mcp(NotJsonrpc, &[]);
    json("[]").not_mcp(Batch, &[]);
    json(&format!(r#"[{{"jsonrpc":"2.0","method":"n"}},{GOOD}]"#)).not_mcp(Batch, &[]);
    json("[1]").not_mcp(NotJsonrpc, &[]);
    json("[1,").not_mcp(NotJson, &[]);
    let reading = json("<p>down</p>\n\n for \u{202e}maintenance").not_mcp(NotJson, &[]);
    assert_eq!(reading.sample.unwrap(), "<p>down</p> for \\u{202e}maintenance");
}

#[test]
fn ids() {
    let with = |id: &str| GOOD.replace(r#""id":7,"#, id);
    json(&with(r#""id":"7","#)).answered(&[IdTypeChanged]);
    json(&with(r#""id":7.0,"#)).answered(&[IdTypeChanged]);
    json(&with(r#""id":70e-1,"#)).answered(&[IdTypeChanged]);
    for id in [
        r#""id":8,"#,
        r#""id":0,"#,
        r#""id":null,"#,
        "",
        r#""id":"07","#,
        r#""id":"8","#,
        r#""id":-7,"#,
        r#""id":[7],"#,
        r#""id":7.5,"#,
    ] {
        json(&with(id)).not_mcp(IdMismatch, &[]);
    }
    let error = error(r#""code":-32603,"message":"no""#);
    let with = |id: &str| error.replace(r#""id":7,"#, id);
    json(&error).refused(&[]);
    json(&with(r#""id":null,"#)).refused(&[]);
    json(&with("")).refused(&[]);
    json(&with(r#""id":"7","#)).refused(&[IdTypeChanged]);
    json(&with(r#""id":8,"#)).not_mcp(IdMismatch, &[]);
}

#[test]
fn null_members_and_both() {
    json(&GOOD.replacen('{', r#"{"error":null,"#, 1)).answered(&[ErrorMemberNull]);
    let both = r#"{"jsonrpc":"2.0","id":7,"result":null,"error":{"code":-32603,"message":"no"}}"#;
    json(both).refused(&[ResultMemberNull]);
    json(&both.replace("null", "{}")).not_mcp(ResultAndError, &[]);
    json(&both.replace("null", "{}").replace(":7", ":8")).not_mcp(IdMismatch, &[]);
    json(r#"{"jsonrpc":"2.0","id":7,"result":null}"#).not_mcp(NotJsonrpc, &[]);
}

#[test]
fn tolerated() {
    json(&format!("\u{feff}{GOOD}")).answered(&[BomBeforeJson]);
    json(&format!("\u{feff}\u{feff}{GOOD}")).not_mcp(NotJson, &[]);
    json(&format!("[{GOOD}]")).answered(&[BatchArray]);
    let bytes = GOOD.replace(r#""s""#, "\"\u{1}\"").into_bytes();
    let bytes: Vec<u8> = bytes.into_iter().map(|byte| if byte == 1 { 0xFF } else { byte }).collect();
    let reading = Mock::new(INIT, 200, JSON, &bytes).answered(&[InvalidUtf8]);
    let Content::Initialize(facts) = reading.content else { panic!("no facts") };
    assert_eq!(facts.server.unwrap().name.as_deref(), Some("\u{fffd}"));
    let lone = json(&GOOD.replace(r#""s""#, r#""\ud800s""#)).answered(&[]);
    let Content::Initialize(facts) = lone.content else { panic!("no facts") };
    assert!(facts.server.unwrap().name.unwrap().ends_with('s'));
    for levels in [200, 10_000, 200_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let body = GOOD.replace(r#""tools":{}"#, &format!(r#""tools":{{}},"experimental":{{"x":{deep}}}"#));
        Mock::new(INIT, 200, JSON, &body).answered(&[DeepNesting]);
    }
}

#[test]
fn versions() {
    let with = |version: &str| GOOD.replace(r#""2025-06-18""#, version);
    for known in ["2024-11-05", "2025-03-26", "2025-11-25"] {
        json(&with(&format!("{known:?}"))).answered(&[]);
    }
    json(&with(r#""2026-07-28""#)).answered(&[ModernVersionNegotiated]);
    json(&with(r#""2099-01-01""#)).answered(&[UnknownVersion]);
    json(&with(r#""banana""#)).answered(&[UnknownVersion]);
    json(&with(r#""""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    json(&with(r#""a\nb""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    json(&with(r#""a b""#)).answered(&[UnknownVersion, VersionHeaderOmitted]);
    for unusable in ["1", "null", "{}", "[]"] {
        json(&with(unusable)).not_mcp(NoProtocolVersion, &[]);
    }
    json(&result(r#"{"status":"ok"}"#)).not_mcp(NoProtocolVersion, &[]);
    json(&result("true")).not_mcp(NoProtocolVersion, &[]);
}

#[test]
fn server_info_and_capabilities() {
    let with = |info: &str, capabilities: &str| {
        result(&format!(r#"{{"protocolVersion":"2025-06-18"{info}{capabilities}}}"#))
    };
    let (info, capabilities) =
        (r#","serverInfo":{"name":"s","version":"1"}"#, r#","capabilities":{"tools":{}}"#);
    json(&with("", capabilities)).answered(&[ServerInfoMissing]);
    json(&with(r#","serverInfo":null"#, capabilities)).answered(&[ServerInfoMissing]);
    json(&with(r#","serverInfo":{"name":"s"}"#, capabilities)).answered(&[ServerVersionMissing]);
    json(&with(r#","serverInfo":{"name":"s","version":""}"#, capabilities)).answered(&[ServerVersionEmpty]);
    let bell = r#","serverInfo":{"name":"\u0007\u001b[31m\u202e","version":"1"}"#;
    json(&with(bell, capabilities)).answered(&[ServerInfoControlCharacters]);
    let script = r#","serverInfo":{"name":"خانه‌ها","title":"हिन्दी 日本語 Ελληνικά 👩‍👩‍👧","version":"1"}"#;
    json(&with(script, capabilities)).answered(&[]);
    let declared = |capabilities: &str, findings: &[FindingId]| {
        let reading = json(&with(info, capabilities)).answered(findings);
        let Content::Initialize(facts) = reading.content else { panic!("no facts") };
        facts.tools_declared
    };
    assert_eq!(declared("", &[CapabilitiesMissing]), None);
    assert_eq!(declared(r#","capabilities":null"#, &[CapabilitiesMissing]), None);
    assert_eq!(declared(r#","capabilities":{}"#, &[]), Some(false));
    assert_eq!(declared(capabilities, &[]), Some(true));
    assert_eq!(declared(r#","capabilities":{"tools":[],"logging":[]}"#, &[CapabilityNotObject]), Some(true));
    assert_eq!(declared(r#","capabilities":{"tools":true}"#, &[CapabilityNotObject]), Some(true));
    assert_eq!(declared(r#","capabilities":[]"#, &[CapabilityNotObject]), None);
    let misplaced = r#","serverInfo":{"name":"s","version":"1","capabilities":{"tools":{}}},"x":1"#;
    json(&with(misplaced, "")).answered(&[CapabilitiesMissing]);
}

#[test]
fn errors() {
    let refused = |members: &str, findings: &[FindingId]| json(&error(members)).refused(findings);
    let reading =
        refused(r#""code":-32602,"message":"no","data":{"supported":["2024-11-05"]}"#, &[VersionRefused]);
    let kept = reading.rpc_error.unwrap();
    assert_eq!((kept.code, kept.message.as_str()), (Some(-32602), "no"));
    assert_eq!(kept.data.unwrap()["supported"][0], "2024-11-05");
    refused(r#""code":-32602,"message":"no","data":{"expected":"2024-11-05"}"#, &[VersionRefused]);
    refused(r#""code":-32601,"message":"no""#, &[]);
    refused(r#""code":-32001,"message":"Unauthorized: no token""#, &[AuthHint]);
    refused(r#""code":-32001,"message":"Missing API key""#, &[AuthHint]);
    refused(
        r#""code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2025-06-18"}"#,
        &[ModernOnly],
    );
    refused(r#""code":-32603,"message":"no","data":{"supported":["2026-07-28"]}"#, &[ModernOnly]);
    refused(r#""code":-32020,"message":"no""#, &[ModernOnly]);
    refused(r#""code":-32602,"message":"params._meta is missing""#, &[ModernOnly]);
    refused(
        r#""code":-32022,"message":"no","data":{"supported":["2025-11-25","2026-07-28"]}"#,
        &[VersionRefused],
    );
    sse(&event(&error(r#""code":-32602,"message":"no""#))).refused(&[]);
    sse(&event(&error(r#""code":1,"message":"no""#)).replace("message\n", "error\n"))
        .refused(&[EventNameNotMessage]);
    Mock::new(INIT, 202, JSON, &error(r#""code":1,"message":"no""#)).refused(&[]);
    Mock::new(LIST, 200, JSON, &error(r#""code":-32001,"message":"send a bearer token""#))
        .refused(&[AuthHint]);
    let odd = json(r#"{"jsonrpc":"2.0","id":7,"error":"boom"}"#).refused(&[]).rpc_error.unwrap();
    assert_eq!((odd.code, odd.message.as_str()), (None, "boom"));
    let long = refused(&format!(r#""code":1,"message":"{}""#, "é".repeat(400)), &[]).rpc_error.unwrap();
    assert_eq!(long.message.chars().count(), 300);
}

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
    json(GOOD).header("content-encoding", "gzip").how(BodyEnd::Truncated).silent(&[]);
}

#[test]
fn statuses() {
    for (status, findings) in [
        (400, &[][..]),
        (402, &[PaymentRequired][..]),
        (404, &[]),
        (405, &[PostNotAllowed]),
        (406, &[NotAcceptable]),
        (407, &[]),
        (408, &[]),
        (410, &[Gone]),
        (415, &[UnsupportedMediaType]),
        (421, &[HostGuard]),
        (429, &[]),
        (500, &[]),
        (502, &[]),
        (520, &[EdgeError]),
        (527, &[EdgeError]),
        (528, &[]),
        (530, &[EdgeError]),
    ] {
        let mock = Mock::new(INIT, status, HTML, "<html>no</html>");
        assert_eq!(mock.unread(findings).sample.as_deref(), Some("<html>no</html>"));
        for how in [BodyEnd::Deadline, BodyEnd::Dropped, BodyEnd::Truncated] {
            Mock::new(INIT, status, HTML, "<html>no</html>").how(how).unread(findings);
        }
        Mock::new(LIST, status, "", "").unread(findings);
        Mock::new(Expect::Discover { id: ID }, status, "", "").unread(&[]);
        Mock::new(Expect::Delete, status, "", "").unread(&[]);
    }
    Mock::new(GET, 405, "", "").unread(&[GetNotAllowed]);
    for status in [301, 302, 304, 307, 308] {
        let mock = Mock::new(INIT, status, HTML, "<p>");
        assert_eq!(mock.unread(&[]).bytes, 0);
    }
}

#[test]
fn evidence_under_an_error_status() {
    let rpc = error(r#""code":-32000,"message":"session""#).replace(":7", ":null");
    for media in [JSON, "text/plain", ""] {
        let reading = Mock::new(INIT, 400, media, &rpc).unread(&[]);
        assert_eq!(reading.rpc_error.unwrap().code, Some(-32000));
        assert_eq!(reading.sample, None);
    }
    let stream = event(&rpc);
    assert!(Mock::new(INIT, 400, SSE, &stream).unread(&[]).rpc_error.is_some());
    assert!(Mock::new(INIT, 429, JSON, &rpc).unread(&[]).rpc_error.is_some());
    assert!(Mock::new(LIST, 404, JSON, &rpc.replace("null", "99")).unread(&[]).rpc_error.is_some());
    Mock::new(INIT, 400, JSON, GOOD).unread(&[ResultUnderErrorStatus]);
    Mock::new(INIT, 500, JSON, GOOD).unread(&[ResultUnderErrorStatus]);
    Mock::new(INIT, 500, JSON, &GOOD.replace(":7", ":8")).unread(&[]);
    Mock::new(INIT, 500, JSON, &result("{}")).unread(&[]);
    let versions = |code: i64, versions: &str| {
        error(&format!(r#""code":{code},"message":"no","data":{{"supported":[{versions:?}]}}"#))
    };
    Mock::new(INIT, 400, JSON, &versions(-32602, "2024-11-05")).unread(&[VersionRefused]);
    Mock::new(INIT, 400, JSON, &versions(-32022, "2026-07-28")).unread(&[ModernOnly]);
    Mock::new(LIST, 400, JSON, &versions(-32022, "2026-07-28")).unread(&[]);
    Mock::new(INIT, 404, JSON, &error(r#""code":-32601,"message":"no""#)).unread(&[]);
    Mock::new(INIT, 401, JSON, &error(r#""code":-32001,"message":"unauthorized""#)).unread(&[]);
}

#[test]
fn who_forbids() {
    let page = |title: &str| format!("<!DOCTYPE html><html><head><title>{title}</title></head></html>");
    let attention = page("Attention Required!");
    Mock::new(INIT, 403, "", "").unread(&[]);
    Mock::new(INIT, 403, HTML, &page("Just a moment...")).unread(&[BotChallenge]);
    Mock::new(INIT, 403, HTML, &attention).header("cf-mitigated", "challenge").unread(&[BotChallenge]);
    Mock::new(INIT, 403, HTML, &attention).unread(&[]);
    Mock::new(INIT, 403, HTML, &attention).header("server", "cloudflare").unread(&[EdgeBlock]);
    Mock::new(INIT, 403, HTML, &attention).header("cf-ray", "1-FRA").unread(&[EdgeBlock]);
    let challenged = Mock::new(INIT, 403, HTML, &attention).header("cf-ray", "1-FRA");
    challenged.header("www-authenticate", "Bearer").unread(&[]);
    Mock::new(INIT, 403, JSON, "{}").header("cf-ray", "1-FRA").unread(&[]);
    Mock::new(INIT, 403, "text/plain", "Invalid Host header").unread(&[HostGuard]);
    let rpc = error(r#""code":-32000,"message":"Forbidden: Origin header is not allowed""#);
    assert!(Mock::new(INIT, 403, JSON, &rpc).unread(&[HostGuard]).rpc_error.is_some());
    Mock::new(INIT, 404, "text/plain", "Invalid Host header").unread(&[]);
}

#[test]
fn notifications() {
    let note = |status, media, body: &str, findings: &[FindingId]| {
        Mock::new(Expect::Notification, status, media, body).unread(findings);
    };
    note(202, "", "", &[]);
    note(200, JSON, "", &[InitializedNot202]);
    note(204, "", "", &[InitializedNot202]);
    note(200, JSON, "null", &[InitializedNot202, InitializedBody]);
    note(200, HTML, "<p>", &[InitializedNot202, InitializedBody]);
    note(202, "text/plain", "ok", &[InitializedBody]);
    note(200, SSE, "", &[InitializedNot202]);
    note(400, JSON, &error(r#""code":1,"message":"no""#), &[InitializedRejected]);
    note(401, "", "", &[InitializedRejected]);
    note(500, HTML, "<p>", &[InitializedRejected]);
    note(302, "", "", &[InitializedRejected]);
    Mock::new(Expect::Notification, 202, "", "").how(BodyEnd::Deadline).unread(&[]);
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

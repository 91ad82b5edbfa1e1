use http::{HeaderMap, HeaderName, HeaderValue};

use super::*;
use crate::probe::tools::NextCursor;
use crate::record::FindingId::{self, *};
use crate::record::PlainReason::*;
use crate::record::Reason;

mod later;
mod messages;
mod properties;
mod statuses;
mod streams;

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

//! A server that keeps the specification as far as a read-only run can see, of any revision, and can be told to lapse in
//! single points.

mod era;
mod lapse;
mod modern;

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{Memory, Play};
use crate::reply::{Answer, Framing, Piece};
use crate::request::Request;
use crate::script::{End, Fault, Place, Reply, RpcError, Sse};

pub use lapse::Lapse;

/// The revisions with a handshake, oldest first.
const HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// How the server is made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Conformant {
    /// The newest revision with a handshake that it speaks, with all before it. Absent: it has no handshake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// It speaks 2026-07-28.
    #[serde(default)]
    pub modern: bool,
    /// It gives session ids, and has a GET stream.
    #[serde(default)]
    pub sessions: bool,
    /// The session id it gives, always the same, in place of random ones. Characters up to U+00FF are one byte each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// It answers with event streams.
    #[serde(default)]
    pub sse: bool,
    /// Pages of tools/list; 0 counts as 1.
    #[serde(default)]
    pub pages: u32,
    /// Where it does not keep the specification.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lapses: Vec<Lapse>,
}

/// What the server remembers.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    open: Vec<String>,
    ended: Vec<String>,
    /// Numbers given out: of sessions and of events.
    given: u64,
}

impl Sessions {
    fn number(&mut self) -> u64 {
        self.given += 1;
        self.given
    }
}

impl Conformant {
    fn lapses(&self, lapse: Lapse) -> bool {
        self.lapses.contains(&lapse)
    }

    /// The revisions with a handshake that it speaks.
    fn spoken(&self) -> &'static [&'static str] {
        let newest = self.revision.as_deref();
        let count = HANDSHAKE.iter().position(|known| Some(*known) == newest).map_or(0, |at| at + 1);
        &HANDSHAKE[..count]
    }

    fn newest(&self) -> &'static str {
        self.spoken().last().copied().unwrap_or_default()
    }

    pub(super) fn play(&self, request: &Request, memory: &mut Memory) -> Play {
        if let Some(refusal) = self.guard(request) {
            return refusal.into();
        }
        let state = &mut memory.sessions;
        match request.method.as_str() {
            "POST" => self.post(request, state),
            "GET" if self.sessions && self.revision.is_some() => match self.session(request, state) {
                Some(refusal) => refusal.into(),
                None => open_stream(),
            },
            "DELETE" if self.sessions && self.revision.is_some() => self.delete(request, state).into(),
            _ => status(405).into(),
        }
    }

    /// A foreign Host or Origin.
    fn guard(&self, request: &Request) -> Option<Reply> {
        let host = request.authority.rsplit_once(':').map_or(&*request.authority, |(host, _)| host);
        let own = host.ends_with(".mock.test") || matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        if !own && !self.lapses(Lapse::Host) {
            return Some(error(421, -32000, "Misdirected: a foreign Host"));
        }
        let foreign = request.header("origin").is_some_and(|origin| !origin.ends_with(&*request.authority));
        (foreign && !self.lapses(Lapse::Origin)).then(|| error(403, -32000, "Forbidden: a foreign Origin"))
    }

    fn post(&self, request: &Request, state: &mut Sessions) -> Play {
        let accept = request.header("accept").unwrap_or_default();
        let both = accept.contains("application/json") && accept.contains("text/event-stream");
        if !both && !self.lapses(Lapse::Accept) {
            return error(406, -32000, "Not Acceptable: both types are needed").into();
        }
        let Some(message) = request.message() else {
            let body: Option<serde_json::Value> = serde_json::from_slice(&request.body).ok();
            return match body.as_ref().and_then(|body| body.as_array()) {
                Some(batch) => self.batch(batch).into(),
                None => self.not_json().into(),
            };
        };
        let rpc = message.method().unwrap_or_default().to_owned();
        if self.modern && modern::is_modern(request, &message) {
            let reply = self.modern(request, &message, &rpc);
            return self.framed(reply, None).into();
        }
        if self.revision.is_none() {
            return Self::without_handshake(&rpc).into();
        }
        self.era(request, &message, &rpc, state).into()
    }

    fn not_json(&self) -> Reply {
        if self.lapses(Lapse::BadJsonTaken) {
            return status(202);
        }
        let code = if self.lapses(Lapse::BadJsonCrash) { 500 } else { 400 };
        if code == 500 { status(500) } else { error(400, -32700, "Parse error") }
    }

    /// A result as an event stream, where the server answers so; with a priming event under this number.
    fn framed(&self, mut reply: Reply, primed: Option<u64>) -> Reply {
        if self.sse && reply.status.is_none() && (reply.result.is_some() || reply.error.is_some()) {
            let before = primed.map(|number| format!("id: {number}\ndata:\n\n")).unwrap_or_default();
            reply.sse = Some(Sse { before, lines: vec!["event: message".to_owned()], ..Sse::default() });
            reply.headers.push(("x-accel-buffering".to_owned(), "no".to_owned()));
        }
        reply
    }
}

/// The page of a list of two tools a page.
fn page(pages: u32, cursor: Option<&str>) -> Option<(String, Option<String>)> {
    let pages = pages.max(1);
    let at: u32 = match cursor {
        None => 0,
        Some(cursor) => cursor.strip_prefix("page-")?.parse().ok().filter(|at| (1..pages).contains(at))?,
    };
    let tool = |n: u32| {
        format!(
            r#"{{"name":"tool-{n}","description":"The tool {n}.","inputSchema":{{"type":"object","properties":{{"x":{{"type":"string"}}}},"required":["x"]}},"annotations":{{"title":"Tool {n}","readOnlyHint":true}}}}"#
        )
    };
    let next = (at + 1 < pages).then(|| format!("page-{}", at + 1));
    Some((format!("[{},{}]", tool(2 * at), tool(2 * at + 1)), next))
}

fn result(text: impl Into<String>) -> Reply {
    Reply { result: Some(text.into()), ..Reply::default() }
}

fn rpc_error(code: i64, message: &str) -> RpcError {
    RpcError { code, message: message.to_owned(), data: None }
}

fn error(status: u16, code: i64, message: &str) -> Reply {
    Reply { status: Some(status), error: Some(rpc_error(code, message)), ..Reply::default() }
}

fn status(status: u16) -> Reply {
    Reply { status: Some(status), body: Some(String::new()), unlabelled: true, ..Reply::default() }
}

/// A stream that stays open and silent.
fn open_stream() -> Play {
    Play::Answer(Box::new(Answer {
        status: 200,
        headers: vec![(Bytes::from_static(b"content-type"), Bytes::from_static(b"text/event-stream"))],
        body: vec![Piece::Bytes(Bytes::from_static(b": open\n\n"))],
        framing: Framing::Chunked,
        fault: Some(Fault { at: Place::AfterBody, how: End::Stall, bytes: None }),
        ..Answer::default()
    }))
}

/// 32 hexadecimal digits that look like chance and are the same in every run.
fn random_id(number: u64) -> String {
    let mut hash = DefaultHasher::new();
    (number, "session").hash(&mut hash);
    let first = hash.finish();
    first.hash(&mut hash);
    format!("{first:016x}{:016x}", hash.finish())
}

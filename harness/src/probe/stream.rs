//! An event stream under a 2xx: read until the event that settles it, and no further.

use url::Url;

use super::json;
use super::jsonrpc::{self, Body, Meaning};
use super::reader::{BodyEnd, Content, Expect, Reading};
use super::reply::{Carrier, Reply};
use super::sse::{Event, Parser, TooLarge};
use crate::record::{Answer, Finding, FindingId, PlainReason};

/// The event of legacy SSE that names where to POST.
const ENDPOINT: &[u8] = b"endpoint";

/// A stream so far.
#[derive(Debug)]
pub(super) struct Stream {
    parser: Parser,
    limit: usize,
    id: u64,
    /// The legacy GET: the URL that the endpoint is resolved against.
    base: Option<Url>,
    settled: bool,
    /// A line or an event went over the limit.
    over: bool,
    /// A response for another id went by.
    foreign: bool,
    /// The body as long as it may be bare JSON under the wrong label.
    bare: Bare,
}

/// Whether the body may be bare JSON.
#[derive(Debug)]
enum Bare {
    Maybe(Vec<u8>),
    No,
}

impl Stream {
    pub(super) fn new(expect: Expect, url: &Url, limit: usize) -> Self {
        let (id, base) = match expect {
            Expect::Initialize { id }
            | Expect::ToolsPage { id }
            | Expect::Discover { id }
            | Expect::ModernToolsPage { id } => (id, None),
            Expect::Notification | Expect::Delete | Expect::EndpointEvent | Expect::Document => {
                (u64::MAX, Some(url.clone()))
            }
        };
        Self {
            parser: Parser::new(limit),
            limit,
            id,
            base,
            settled: false,
            over: false,
            foreign: false,
            bare: Bare::Maybe(Vec::new()),
        }
    }

    pub(super) fn settled(&self) -> bool {
        self.settled
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Takes in bytes up to and with the event that settles the reply; how many, and whether to stop.
    pub(super) fn take(&mut self, chunk: &[u8], reply: &Reply, reading: &mut Reading) -> (usize, bool) {
        self.keep_bare(chunk);
        let mut rest = chunk;
        while let Some(event) = self.parser.next(&mut rest) {
            self.bare = Bare::No;
            match event {
                Err(TooLarge) => self.over = true,
                Ok(event) => match &self.base {
                    Some(base) => self.settled = endpoint(&event, base, reply, reading),
                    None => match response(&event, reply, reading) {
                        Seen::Settled => self.settled = true,
                        Seen::Foreign => self.foreign = true,
                        Seen::Other => {}
                    },
                },
            }
            if self.over || self.settled {
                return (chunk.len() - rest.len(), true);
            }
        }
        (chunk.len(), false)
    }

    fn keep_bare(&mut self, chunk: &[u8]) {
        let Bare::Maybe(kept) = &mut self.bare else { return };
        // Nothing is kept of leading white space, and the usual stream is recognised by its first letter: nothing of
        // it is copied.
        let chunk = if kept.is_empty() { chunk.trim_ascii_start() } else { chunk };
        let may_begin = |byte: &u8| matches!(byte, b'{' | b'[' | 0xEF);
        let other = kept.is_empty() && chunk.first().is_some_and(|byte| !may_begin(byte));
        if other || kept.len() + chunk.len() > self.limit {
            self.bare = Bare::No;
        } else {
            kept.extend_from_slice(chunk);
        }
    }

    /// The stream is over, or its time is.
    pub(super) fn end(&self, how: BodyEnd, reply: &Reply, reading: &mut Reading) {
        if self.settled {
            return;
        }
        match how {
            BodyEnd::Complete => {
                let reason = if self.is_unterminated() {
                    PlainReason::Unterminated
                } else if self.is_bare_json() {
                    reply.tell(reading, FindingId::JsonLabelledSse);
                    PlainReason::Mislabelled
                } else if self.foreign {
                    PlainReason::IdMismatch
                } else if reply.status == 202 && reading.bytes == 0 {
                    PlainReason::AcceptedWithoutAnswer
                } else {
                    PlainReason::StreamEnded
                };
                reading.refuse(reason);
            }
            BodyEnd::Deadline if self.base.is_some() => reply.tell(reading, FindingId::NoEndpointEvent),
            BodyEnd::Deadline if self.foreign => reading.refuse(PlainReason::IdMismatch),
            _ => {}
        }
    }

    /// The answer had begun and lacks its blank line.
    fn is_unterminated(&self) -> bool {
        let event = self.parser.unfinished();
        if event.data.is_empty() {
            return false;
        }
        if self.base.is_some() {
            return event.name == ENDPOINT;
        }
        match jsonrpc::read(&json::decode(event.data).text, self.id) {
            Body::One { message, .. } => message.meaning().answers(),
            Body::Batch { answers, .. } => answers,
            Body::NotJson => true,
            Body::Empty | Body::NotRpc => false,
        }
    }

    fn is_bare_json(&self) -> bool {
        let Bare::Maybe(body) = &self.bare else { return false };
        jsonrpc::read(&json::decode(body).text, self.id).is_rpc()
    }
}

/// What an event on a POST's stream is to us.
enum Seen {
    /// The reply is settled.
    Settled,
    /// A response for another id.
    Foreign,
    /// Anything else.
    Other,
}

fn response(event: &Event<'_>, reply: &Reply, reading: &mut Reading) -> Seen {
    if event.data.is_empty() {
        return Seen::Other;
    }
    let text = json::decode(event.data);
    match jsonrpc::read(&text.text, reply.id) {
        Body::One { message, unwrapped } => {
            if reply.settle(&message, &Carrier { text: &text, unwrapped, event: Some(event) }, reading) {
                return Seen::Settled;
            }
            if message.meaning() == Meaning::Foreign {
                return Seen::Foreign;
            }
        }
        Body::Batch { answers: true, .. } => {
            reading.refuse(PlainReason::Batch);
            return Seen::Settled;
        }
        _ => {}
    }
    if event.name == ENDPOINT {
        reading.refuse(PlainReason::LegacySseOnPost);
        return Seen::Settled;
    }
    Seen::Other
}

/// Settles the legacy GET if this is the event that names an endpoint that can be used.
fn endpoint(event: &Event<'_>, base: &Url, reply: &Reply, reading: &mut Reading) -> bool {
    if event.name != ENDPOINT {
        return false;
    }
    let data = String::from_utf8_lossy(event.data);
    let data = data.trim();
    let url = base.join(data).ok().filter(|url| !data.is_empty() && matches!(url.scheme(), "http" | "https"));
    let Some(url) = url else { return false };
    if base.origin() != url.origin() {
        let origin = url.origin().ascii_serialization();
        reading.findings.push(Finding::with(FindingId::EndpointOtherOrigin, reply.step, &origin));
    }
    if is_encoded_whole(data) {
        reply.tell(reading, FindingId::EndpointUrlEncoded);
    }
    reading.content = Content::Endpoint(url);
    reading.answer = Some(Answer::Endpoint);
    true
}

/// `%2F`, `%3A` or `%3F` where `/`, `:` or `?` belongs: at the beginning, after the scheme, or before the query.
fn is_encoded_whole(data: &str) -> bool {
    let lower = data.to_ascii_lowercase();
    let path = lower.split('?').next().unwrap_or_default();
    path.starts_with("%2f")
        || path.starts_with("http%3a")
        || path.starts_with("https%3a")
        || (path.len() == lower.len() && path.contains("%3f"))
}

#[cfg(test)]
impl Stream {
    /// Bytes held.
    pub(super) fn kept(&self) -> usize {
        let bare = if let Bare::Maybe(body) = &self.bare { body.capacity() } else { 0 };
        self.parser.kept() + bare
    }
}

//! One reply as the checks read it: strictly, for what a probe forgives is what is looked for here.

use std::fmt::Write as _;
use std::time::Duration;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::events::{self, Events};
use super::limits::JSON_PARTS;
use super::secrets::quote;
use crate::probe::Heard;
use crate::probe::head::{Head, MediaType};
use crate::record::{End, PlainReason};

/// Bytes of a body that are kept to be shown: far more than is shown, for secrets are taken out first.
const KEPT: usize = 32 * 1024;

/// A reply, read.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) head: Head,
    pub(crate) end: End,
    pub(crate) elapsed: Duration,
    /// Decoded bytes of the body.
    pub(crate) bytes: usize,
    /// Header fields, JSON values and events that it holds, or would hold were there room for them.
    pub(super) values: usize,
    /// The beginning of the body as it came, for `Secrets::sample`.
    pub(super) beginning: String,
    pub(crate) content: Content,
}

/// What the body is, by its label.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// No byte, or white space alone.
    Empty,
    /// JSON.
    Json(Value),
    /// An event stream, with the messages in it.
    Stream(Events, Vec<Value>),
    /// Something else; JSON that nests too deep for every common reader too.
    Other,
}

impl Reply {
    /// `None` when there was no reply. A body is not read that has more in it than one reply may, or than `left`.
    pub(crate) fn read(came: &Heard, left: usize) -> Option<Self> {
        let head = came.head.clone()?;
        let body = &came.body;
        let mut values = head.headers.len();
        let mut fits = |count: usize| {
            if count <= JSON_PARTS {
                values += count;
            }
            count <= JSON_PARTS && values <= left
        };
        let content = if head.media_type() == MediaType::EventStream {
            stream(body, &mut fits)
        } else if body.trim_ascii().is_empty() {
            Some(Content::Empty)
        } else {
            json(body, &mut fits)
        };
        // Too much to be read is the same as too many bytes, where nothing worse happened.
        let end = match came.end {
            End::Complete | End::Stopped if content.is_none() => {
                End::Unreadable(PlainReason::TooLarge.into())
            }
            end => end,
        };
        let content = content.unwrap_or(Content::Other);
        let mut beginning = String::from_utf8_lossy(&body[..body.len().min(KEPT)]).into_owned();
        if body.len() > KEPT {
            beginning.push('…');
        }
        Some(Self { head, end, elapsed: came.elapsed, bytes: body.len(), values, beginning, content })
    }

    pub(crate) fn status(&self) -> u16 {
        self.head.status
    }

    pub(crate) fn is_success(&self) -> bool {
        self.head.is_success()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Content-Type as it came, uncut.
    pub(super) fn content_type(&self) -> Option<String> {
        let value = self.head.headers.get(http::header::CONTENT_TYPE)?;
        Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
    }

    /// Every JSON-RPC message in it, in order.
    pub(crate) fn messages(&self) -> &[Value] {
        match &self.content {
            Content::Json(message) => std::slice::from_ref(message),
            Content::Stream(_, messages) => messages,
            Content::Empty | Content::Other => &[],
        }
    }

    /// The responses in it: objects without a method that have a result or an error.
    pub(crate) fn responses(&self) -> impl Iterator<Item = &Value> {
        self.messages().iter().filter(|message| {
            message.get("method").is_none()
                && (message.get("result").is_some() || message.get("error").is_some())
                && !is_oauth_error(message)
        })
    }

    /// The first result in it, whatever its id.
    pub(crate) fn result(&self) -> Option<&Value> {
        self.responses().find_map(|message| message.get("result"))
    }

    /// The first error in it, whatever its id.
    pub(crate) fn error(&self) -> Option<&Value> {
        self.responses().find_map(|message| message.get("error"))
    }

    /// The code of that error.
    pub(crate) fn error_code(&self) -> Option<i64> {
        self.error()?.get("code")?.as_i64()
    }

    /// The result of a request that succeeded.
    pub(crate) fn good(&self) -> Option<&Value> {
        self.result().filter(|_| self.is_success())
    }

    /// A document under a 200: a JSON object.
    pub(crate) fn document(&self) -> Option<&Value> {
        match &self.content {
            Content::Json(document) if self.status() == 200 && document.is_object() => Some(document),
            _ => None,
        }
    }

    /// What came, in a few words.
    pub(crate) fn said(&self) -> String {
        let mut text = format!("HTTP {}", self.status());
        match self.content_type() {
            Some(kind) => {
                let _ = write!(text, " {}", quote(&kind, 60));
            }
            None if self.bytes > 0 => text.push_str(" without a Content-Type"),
            None => {}
        }
        match (self.error_code(), self.result().is_some(), &self.content) {
            (Some(code), _, _) => {
                let _ = write!(text, ", JSON-RPC error {code}");
            }
            (None, _, _) if self.error().is_some() => text.push_str(", a JSON-RPC error without a code"),
            (None, true, _) => text.push_str(", a JSON-RPC result"),
            (_, _, Content::Empty) => text.push_str(", no body"),
            (_, _, Content::Json(_) | Content::Other) => text.push_str(", no JSON-RPC response"),
            (_, _, Content::Stream(..)) => text.push_str(", no JSON-RPC response on the stream"),
        }
        if let Some(cut) = ended(self.end) {
            let _ = write!(text, " ({cut})");
        }
        text
    }
}

/// `None` when there is too much in it. What is no JSON holds nothing, however it looks: most are pages.
fn json(body: &[u8], fits: &mut impl FnMut(usize) -> bool) -> Option<Content> {
    if serde_json::from_slice::<IgnoredAny>(body).is_err() {
        return Some(Content::Other);
    }
    fits(parts(body)).then(|| serde_json::from_slice(body).map_or(Content::Other, Content::Json))
}

/// `None` when there are too many events or too much JSON in them.
fn stream(body: &[u8], fits: &mut impl FnMut(usize) -> bool) -> Option<Content> {
    let events = events::read(body)?;
    let said = || events.list.iter().filter_map(|event| event.data.as_deref());
    let json = said().map(|data| parts(data.as_bytes())).sum();
    if !(fits(events.list.len()) && fits(json)) {
        return None;
    }
    let messages = said().filter_map(|data| serde_json::from_str(data).ok()).collect();
    Some(Content::Stream(events, messages))
}

/// Commas, colons and opening brackets outside of texts: at least as many as there are values in a JSON text, less one.
pub(super) fn parts(json: &[u8]) -> usize {
    let (mut count, mut in_text, mut escaped) = (0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b',' | b':' | b'[' | b'{' if !in_text => count += 1,
            _ => {}
        }
    }
    count
}

/// How an exchange broke, in words; nothing when it did not.
pub(crate) fn ended(end: End) -> Option<String> {
    match end {
        End::Complete | End::Stopped => None,
        End::Failed(reason) => Some(format!("failed: {reason}")),
        End::Deadline(phase) => Some(format!("no end in time: {phase}")),
        End::Unreadable(reason) => Some(format!("unreadable: {reason}")),
    }
}

/// The body of a 401 or 403 as OAuth writes it (RFC 6749, section 5.2): an error by name, and nothing of JSON-RPC.
fn is_oauth_error(message: &Value) -> bool {
    message.get("error").is_some_and(Value::is_string)
        && message.get("jsonrpc").is_none()
        && message.get("id").is_none()
}

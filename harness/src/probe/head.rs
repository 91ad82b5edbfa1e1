//! The response head: facts out of header bytes. Header values are bytes, and none of them can make this panic.

use std::borrow::Cow;

use http::header::{
    AsHeaderName, CONTENT_ENCODING, CONTENT_TYPE, DATE, LOCATION, RETRY_AFTER, SERVER, WWW_AUTHENTICATE,
};
use http::{HeaderMap, HeaderValue};

use crate::record;

/// Content-Type is kept in the record up to this many characters.
const CONTENT_TYPE_KEPT: usize = 200;
/// The most that Retry-After is worth: a day, in seconds.
const RETRY_AFTER_MOST: u64 = 86_400;
/// The header of the session (2025-03-26 to 2025-11-25).
const SESSION_ID: &str = "mcp-session-id";
/// What edge networks call themselves in `Server`, in lower case.
const EDGES: [&str; 11] = [
    "cloudflare",
    "cloudfront",
    "akamai",
    "fastly",
    "imperva",
    "incapsula",
    "sucuri",
    "ddos-guard",
    "vercel",
    "netlify",
    "bunnycdn",
];

/// Status and headers of one reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The status code.
    pub status: u16,
    /// The header fields, as bytes.
    pub headers: HeaderMap,
}

/// The media types that matter, by essence: case, parameters and quotes ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    /// No Content-Type, or an empty one.
    Absent,
    /// `application/json`.
    Json,
    /// `text/event-stream`.
    EventStream,
    /// `text/html`.
    Html,
    /// `text/plain`.
    Text,
    /// Anything else.
    Other,
}

/// `Mcp-Session-Id` on a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionHeader {
    /// None was given.
    Absent,
    /// Visible ASCII, as it has to be.
    Valid(HeaderValue),
    /// Other bytes: sent back all the same, byte for byte; finding `session-id-invalid`.
    Invalid(HeaderValue),
    /// An empty value: no session; finding `session-id-invalid`.
    Empty,
}

impl SessionHeader {
    /// What goes back with every later request.
    #[must_use]
    pub fn echo(&self) -> Option<&HeaderValue> {
        match self {
            Self::Valid(value) | Self::Invalid(value) => Some(value),
            Self::Absent | Self::Empty => None,
        }
    }

    /// Worth the finding `session-id-invalid`.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        matches!(self, Self::Invalid(_) | Self::Empty)
    }
}

impl Head {
    /// 200 to 299.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The media type of the first Content-Type that has one.
    #[must_use]
    pub fn media_type(&self) -> MediaType {
        let mut types = self.headers.get_all(CONTENT_TYPE).iter().flat_map(|line| essences(line.as_bytes()));
        types.find(|&essence| essence != MediaType::Absent).unwrap_or(MediaType::Absent)
    }

    /// Several Content-Type lines, or several types in one line.
    #[must_use]
    pub fn repeats_content_type(&self) -> bool {
        let lines = self.headers.get_all(CONTENT_TYPE);
        lines.iter().flat_map(|line| essences(line.as_bytes())).nth(1).is_some()
    }

    /// Content-Type as the record keeps it: cleaned, at most 200 characters.
    #[must_use]
    pub fn content_type(&self) -> Option<String> {
        let text = self.text(CONTENT_TYPE)?;
        Some(record::clean(&text, CONTENT_TYPE_KEPT).into_owned())
    }

    /// A content encoding other than identity, as sent.
    #[must_use]
    pub fn content_encoding(&self) -> Option<String> {
        let text = self.text(CONTENT_ENCODING)?;
        let text = text.trim();
        (!text.is_empty() && !text.eq_ignore_ascii_case("identity")).then(|| text.to_owned())
    }

    /// Location as sent (invalid UTF-8 replaced), to be resolved against the request URL. Clean it before keeping it.
    #[must_use]
    pub fn location(&self) -> Option<String> {
        self.text(LOCATION).map(Cow::into_owned)
    }

    /// Retry-After in seconds, 0 to 86,400: a number, or an HTTP date against this reply's own Date (RFC 9110, section
    /// 10.2.3). Anything else is nothing.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        let text = self.text(RETRY_AFTER)?;
        let text = text.trim();
        let seconds = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // More digits than a number can have are only more of the same.
            text.parse().unwrap_or(RETRY_AFTER_MOST)
        } else {
            let at = httpdate::parse_http_date(text).ok()?;
            let now = httpdate::parse_http_date(self.text(DATE)?.trim()).ok()?;
            at.duration_since(now).map_or(0, |wait| wait.as_secs())
        };
        u32::try_from(seconds.min(RETRY_AFTER_MOST)).ok()
    }

    /// The session id that this reply gives out. Only the reply that carries the initialize result counts.
    #[must_use]
    pub fn session(&self) -> SessionHeader {
        match self.headers.get(SESSION_ID) {
            None => SessionHeader::Absent,
            Some(value) if value.is_empty() => SessionHeader::Empty,
            Some(value) if value.as_bytes().iter().all(u8::is_ascii_graphic) => {
                SessionHeader::Valid(value.clone())
            }
            Some(value) => SessionHeader::Invalid(value.clone()),
        }
    }

    /// `cf-mitigated: challenge`.
    pub(crate) fn is_edge_challenge(&self) -> bool {
        self.text("cf-mitigated").is_some_and(|text| text.trim().eq_ignore_ascii_case("challenge"))
    }

    /// From an edge network, by its `Server` or a `CF-Ray` header.
    pub(crate) fn is_from_edge(&self) -> bool {
        let server = self.text(SERVER).map(|text| text.to_ascii_lowercase()).unwrap_or_default();
        self.headers.contains_key("cf-ray") || EDGES.iter().any(|edge| server.contains(edge))
    }

    /// There is a WWW-Authenticate header, whatever is in it.
    pub(crate) fn has_challenge(&self) -> bool {
        self.headers.contains_key(WWW_AUTHENTICATE)
    }

    fn text(&self, name: impl AsHeaderName) -> Option<Cow<'_, str>> {
        Some(String::from_utf8_lossy(self.headers.get(name)?.as_bytes()))
    }
}

/// The media types of one Content-Type line. A proxy may have joined two lines with a comma.
fn essences(line: &[u8]) -> impl Iterator<Item = MediaType> {
    line.split(|&byte| byte == b',').map(|part| {
        let essence = part.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
        let essence = essence.strip_prefix(b"\"").unwrap_or(essence);
        let essence = essence.strip_suffix(b"\"").unwrap_or(essence);
        let is = |name: &str| essence.eq_ignore_ascii_case(name.as_bytes());
        match essence {
            b"" => MediaType::Absent,
            _ if is("application/json") => MediaType::Json,
            _ if is("text/event-stream") => MediaType::EventStream,
            _ if is("text/html") => MediaType::Html,
            _ if is("text/plain") => MediaType::Text,
            _ => MediaType::Other,
        }
    })
}

#[cfg(test)]
mod tests;

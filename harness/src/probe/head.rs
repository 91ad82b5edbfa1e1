//! The response head: facts out of header bytes. Header values are bytes, and none of them can make this panic.

use http::{HeaderMap, HeaderValue};

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

    /// The media type of the first usable Content-Type.
    #[must_use]
    pub fn media_type(&self) -> MediaType {
        MediaType::Absent
    }

    /// Content-Type as the record keeps it: cleaned, at most 200 characters.
    #[must_use]
    pub fn content_type(&self) -> Option<String> {
        None
    }

    /// Location as sent (invalid UTF-8 replaced), to be resolved against the request URL. Clean it before keeping it.
    #[must_use]
    pub fn location(&self) -> Option<String> {
        None
    }

    /// Retry-After in seconds, 0 to 86,400: a number, or an HTTP date against this reply's Date.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        None
    }

    /// The session id that this reply gives out. Only the reply that carries the initialize result counts.
    #[must_use]
    pub fn session(&self) -> SessionHeader {
        SessionHeader::Absent
    }
}

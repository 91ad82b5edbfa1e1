//! An answer that is ready to be written: a head, and a body in pieces.

use std::time::Duration;

use bytes::Bytes;

use crate::script::Fault;

/// An answer, ready to be written over either version of HTTP.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    pub(crate) delay: Option<Duration>,
    pub(crate) interim: Vec<u16>,
    pub(crate) http10: bool,
    pub(crate) status: u16,
    /// In this order; Content-Length and Transfer-Encoding are added by the writer.
    pub(crate) headers: Vec<(Bytes, Bytes)>,
    /// Header fields without end, each of so many bytes.
    pub(crate) endless_head: Option<usize>,
    pub(crate) body: Vec<Piece>,
    pub(crate) framing: Framing,
    pub(crate) trailers: Vec<(Bytes, Bytes)>,
    pub(crate) fault: Option<Fault>,
    /// The protocol version that an answer to initialize gives.
    pub(crate) version: Option<String>,
}

/// A part of a body.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// One write, and one chunk.
    Bytes(Bytes),
    /// Held back.
    Wait(Duration),
    /// A text again and again: so many bytes of it, or for ever.
    Fill { text: Bytes, size: Option<u64> },
    /// A comment of an event stream at a pace, so often or for ever.
    Beat { text: Bytes, every: Duration, times: Option<u32> },
}

/// How the end of the body is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Framing {
    /// There is none, and no word about its length.
    #[default]
    Bodiless,
    /// By length: the true one, or the one stated.
    Length(Option<u64>),
    /// By chunks.
    Chunked,
    /// By closing.
    UntilClose,
}

impl Answer {
    /// An answer of plain text, for refusals.
    pub(crate) fn text(status: u16, text: &str) -> Self {
        Self { status, ..Self::page("text/plain; charset=utf-8", text) }
    }

    /// A page.
    pub(crate) fn page(kind: &str, text: &str) -> Self {
        Self {
            status: 200,
            headers: vec![(Bytes::from_static(b"content-type"), Bytes::copy_from_slice(kind.as_bytes()))],
            body: vec![Piece::Bytes(Bytes::copy_from_slice(text.as_bytes()))],
            framing: Framing::Length(None),
            ..Self::default()
        }
    }

    /// The length of the body, where it is known before it is written.
    pub(crate) fn length(&self) -> Option<u64> {
        self.body.iter().try_fold(0_u64, |sum, piece| match piece {
            Piece::Bytes(bytes) => Some(sum + bytes.len() as u64),
            Piece::Wait(_) => Some(sum),
            Piece::Fill { size, .. } => size.map(|size| sum + size),
            Piece::Beat { text, times, .. } => times.map(|times| sum + u64::from(times) * text.len() as u64),
        })
    }
}

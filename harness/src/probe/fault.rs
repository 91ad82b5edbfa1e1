//! What went wrong on the way, in the record's words. Every transport error passes through here, told apart by type.

use std::io;

use super::socket::{Memory, rustls_error};
use super::tls::BadCertificate;
use crate::record::{End, PlainReason};

/// What became of an exchange that did not end well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The kept connection was closed before the request left: no fault of anybody, a new one takes its place.
    Unsent,
    /// The connection could not be made, or broke.
    Failed(PlainReason),
    /// A part of it ran out of time by itself.
    OutOfTime(PlainReason),
    /// The server wants HTTP/1.1: a broken connection that is mended in a way of its own.
    Http2Refused,
    /// The reply cannot be read.
    Unreadable(PlainReason),
}

impl Fault {
    /// How the record says it.
    pub(super) fn end(self) -> End {
        match self {
            Self::Unsent | Self::Http2Refused => End::Failed(PlainReason::Dropped.into()),
            Self::OutOfTime(phase) => End::Deadline(phase.into()),
            Self::Failed(reason) => End::Failed(reason.into()),
            Self::Unreadable(reason) => End::Unreadable(reason.into()),
        }
    }
}

/// How far the exchange had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The response head was not complete.
    Head,
    /// The response head was complete.
    Body,
}

/// A transport error, and what is known beside it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Trouble<'a> {
    /// The TCP connect.
    Connect(&'a io::Error),
    /// The TLS handshake.
    Tls(&'a io::Error),
    /// HTTP/1.
    Http1(&'a hyper::Error, &'a Memory, Part),
    /// HTTP/2.
    Http2(&'a h2::Error, &'a Memory, Part),
}

impl Trouble<'_> {
    /// The one classification.
    pub(super) fn fault(self) -> Fault {
        match self {
            Self::Connect(error) => of_connect(error),
            Self::Tls(error) => Fault::Failed(of_handshake(error)),
            Self::Http1(error, memory, part) => of_http1(error, memory, part),
            Self::Http2(error, memory, part) => of_http2(error, memory, part),
        }
    }
}

fn of_connect(error: &io::Error) -> Fault {
    match error.kind() {
        // A reset inside the TCP handshake is a refusal that came late.
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset => {
            Fault::Failed(PlainReason::Refused)
        }
        io::ErrorKind::TimedOut => Fault::OutOfTime(PlainReason::Connect),
        _ => Fault::Failed(PlainReason::Unreachable),
    }
}

fn of_handshake(error: &io::Error) -> PlainReason {
    use rustls::{CertificateError, Error, InvalidMessage};
    match rustls_error(error) {
        // Closed or reset inside the handshake.
        None => PlainReason::Dropped,
        Some(Error::InvalidCertificate(CertificateError::Other(other))) => {
            other.0.downcast_ref().map_or(PlainReason::TlsHandshake, |BadCertificate(reason)| *reason)
        }
        Some(
            Error::InvalidMessage(
                InvalidMessage::InvalidContentType
                | InvalidMessage::UnknownProtocolVersion
                | InvalidMessage::MessageTooLarge
                | InvalidMessage::InvalidEmptyPayload,
            )
            | Error::PeerSentOversizedRecord,
        ) => PlainReason::NotTls,
        Some(_) => PlainReason::TlsHandshake,
    }
}

/// The connection broke: how, and where.
fn broken(memory: &Memory, part: Part) -> Fault {
    Fault::Failed(match part {
        // Under TLS 1.3 a refused client (one without a certificate, say) learns of it with its first read.
        Part::Head if memory.saw_alert() && memory.received() == 0 => PlainReason::TlsHandshake,
        Part::Head => PlainReason::Dropped,
        Part::Body if memory.was_reset() => PlainReason::Dropped,
        Part::Body => PlainReason::Truncated,
    })
}

fn of_http1(error: &hyper::Error, memory: &Memory, part: Part) -> Fault {
    if error.is_parse_too_large() {
        return Fault::Unreadable(PlainReason::HeadersTooLarge);
    }
    if error.is_parse() || part == Part::Body && is_misframed(error) {
        return Fault::Unreadable(PlainReason::NotHttp);
    }
    broken(memory, part)
}

/// Chunk sizes that are no numbers and the like: hyper says so with an I/O error of its own making. TLS has its errors
/// of the same kind, with one of rustls inside.
fn is_misframed(error: &hyper::Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<io::Error>());
    source.is_some_and(|error| {
        matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData)
            && rustls_error(error).is_none()
    })
}

fn of_http2(error: &h2::Error, memory: &Memory, part: Part) -> Fault {
    match error.reason() {
        Some(h2::Reason::HTTP_1_1_REQUIRED) if error.is_remote() => Fault::Http2Refused,
        // A head over the advertised list size, or one in too many frames.
        Some(h2::Reason::ENHANCE_YOUR_CALM | h2::Reason::REFUSED_STREAM)
            if error.is_library() && part == Part::Head =>
        {
            Fault::Unreadable(PlainReason::HeadersTooLarge)
        }
        // A stream that ends short of its Content-Length is found out by the library.
        Some(h2::Reason::PROTOCOL_ERROR) if error.is_library() && error.is_reset() && part == Part::Body => {
            Fault::Failed(PlainReason::Truncated)
        }
        Some(_) if error.is_library() => Fault::Unreadable(PlainReason::NotHttp),
        // Reset or told to go away, at any place.
        Some(_) => Fault::Failed(PlainReason::Dropped),
        None => broken(memory, part),
    }
}

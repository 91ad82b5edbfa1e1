//! The key record: `v=MCPv1; k=ALGORITHM; p=KEY` somewhere in a text, and every wrong form of it with its repair.
//!
//! Reads exactly what the registry's pattern matches:
//! `v=MCPv1;` blanks `k=` one or more characters but `;`, `;` blanks `p=` one or more of `A-Za-z0-9+/=`,
//! case-sensitive, in this order, anywhere in the text. Never fails on any text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Algorithm, PublicKey, PublicKeyFault};

mod fault;
mod recover;

pub use fault::{RecordFault, RecordFaultKind};

/// What one record turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyRecord {
    /// A key that the registry can read.
    Key(PublicKey),
    /// Meant as a record, and unreadable.
    Fault(RecordFault),
}

impl KeyRecord {
    /// The key, where it can be read.
    #[must_use]
    pub const fn key(&self) -> Option<&PublicKey> {
        match self {
            Self::Key(key) => Some(key),
            Self::Fault(_) => None,
        }
    }
}

const VERSION: &str = "v=MCPv1;";

/// The parts of a text that the pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts<'text> {
    algorithm: &'text str,
    key: &'text str,
    /// What follows the key at once.
    rest: &'text str,
}

/// Go's `\s`: blank, tab, line feed, form feed, carriage return.
const fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\x0c' | '\r')
}

const fn is_key_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '+' | '/' | '=')
}

fn parts_at_start(text: &str) -> Option<Parts<'_>> {
    let text = text.strip_prefix(VERSION)?.trim_start_matches(is_blank).strip_prefix("k=")?;
    let (algorithm, text) = text.split_once(';')?;
    let text = text.trim_start_matches(is_blank).strip_prefix("p=")?;
    let (key, rest) = text.split_at(text.find(|char| !is_key_char(char)).unwrap_or(text.len()));
    (!algorithm.is_empty() && !key.is_empty()).then_some(Parts { algorithm, key, rest })
}

fn find_parts(text: &str) -> Option<Parts<'_>> {
    text.match_indices(VERSION).find_map(|(at, _)| parts_at_start(&text[at..]))
}

/// The first record in a text, as the registry reads a TXT record or the well-known file; nothing where the text was
/// never meant as one.
#[must_use]
pub fn read_first(text: &str) -> Option<KeyRecord> {
    match find_parts(text) {
        Some(parts) => Some(judge(parts)),
        None => recover::malformed(text).map(KeyRecord::Fault),
    }
}

/// Every record in a text, in order. Only the first counts in the well-known file.
#[must_use]
pub fn read_all(text: &str) -> Vec<KeyRecord> {
    let mut records = Vec::new();
    let mut left = text;
    while let Some(parts) = find_parts(left) {
        records.push(judge(parts));
        left = parts.rest;
    }
    if records.is_empty() {
        records.extend(recover::malformed(text).map(KeyRecord::Fault));
    }
    records
}

fn judge(parts: Parts<'_>) -> KeyRecord {
    let fault = |kind, meant| KeyRecord::Fault(RecordFault { kind, meant });
    let Some(algorithm) = Algorithm::ALL.into_iter().find(|known| known.word() == parts.algorithm) else {
        let meant = recover::algorithm(parts.algorithm).and_then(|meant| recover::key(meant, parts));
        return fault(RecordFaultKind::Algorithm(parts.algorithm.to_owned()), meant);
    };
    let meant = || recover::key(algorithm, parts);
    // A text that goes on in the URL-safe alphabet is cut at its first `-` or `_`; the registry sees the front alone.
    let url_safe = parts.rest.starts_with(['-', '_']);
    let bytes = match STANDARD.decode(parts.key) {
        _ if url_safe => return fault(RecordFaultKind::UrlSafe, meant()),
        Ok(bytes) => bytes,
        Err(_) if parts.key.trim_end_matches('=').contains('=') => {
            return fault(RecordFaultKind::PaddingInside, None);
        }
        Err(_) => return fault(RecordFaultKind::Padding, meant()),
    };
    match PublicKey::from_bytes(algorithm, &bytes) {
        Ok(key) => KeyRecord::Key(key),
        Err(PublicKeyFault::Length(len)) => {
            fault(recover::wrong_length(algorithm, parts.key, &bytes, len), meant())
        }
        Err(PublicKeyFault::FirstByte(byte)) => fault(RecordFaultKind::FirstByte(byte), None),
        Err(PublicKeyFault::NotOnCurve) => fault(RecordFaultKind::NotOnCurve, None),
    }
}

#[cfg(test)]
mod tests;

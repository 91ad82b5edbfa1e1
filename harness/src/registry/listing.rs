//! What reading a source gave: the entries, and what could not be read and where.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Entry;

/// Something in a source that no entry could be made of. Told and counted, never silently dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unreadable {
    /// Where: the page and the position on it, or the line.
    pub place: String,
    /// Why not.
    pub why: String,
}

/// Everything read from a source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The entries, in the order read.
    pub entries: Vec<Entry>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    /// Why the source ended before its end, if it did; what was read is kept.
    pub cut_short: Option<String>,
}

impl Listing {
    /// Adds one entry from its JSON text, or tells why it is none.
    pub(super) fn add(&mut self, text: &str, place: impl FnOnce() -> String) {
        match Entry::read(text) {
            Ok(entry) => self.entries.push(entry),
            Err(why) => self.unreadable.push(Unreadable { place: place(), why }),
        }
    }
}

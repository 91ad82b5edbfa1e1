//! Entries from a file or from standard input: an API page or many, a JSON array, JSON Lines of entries or bare manifests.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Listing, Unreadable};

/// The largest source read into memory. The public registry with all its versions is about 150 MiB.
const SOURCE_CAP: u64 = 1024 * 1024 * 1024;

/// A source that gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be opened or read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The path as given.
        path: String,
        /// The operating system's reason.
        source: io::Error,
    },
    /// It is larger than a source may be (1 GiB).
    #[error("{path}: larger than {} MiB", SOURCE_CAP / 1024 / 1024)]
    TooLarge {
        /// The path as given.
        path: String,
    },
    /// Nothing in it is an entry.
    #[error("{path}: no entry in it; {first}")]
    NoEntry {
        /// The path as given.
        path: String,
        /// The first place that could not be read, and why.
        first: String,
    },
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// When it cannot be read, is too large, or holds something and not one entry.
pub fn read_path(path: &Path) -> Result<Listing, FileError> {
    let shown = path.display().to_string();
    let unreadable = |source| FileError::Unreadable { path: shown.clone(), source };
    let mut text = Vec::new();
    let read = if path.as_os_str() == "-" {
        io::stdin().lock().take(SOURCE_CAP + 1).read_to_end(&mut text)
    } else {
        File::open(path).map_err(unreadable)?.take(SOURCE_CAP + 1).read_to_end(&mut text)
    };
    let length = read.map_err(unreadable)?;
    if length as u64 > SOURCE_CAP {
        return Err(FileError::TooLarge { path: shown });
    }
    let listing = read_bytes(&text);
    match listing.unreadable.first() {
        Some(first) if listing.entries.is_empty() => {
            Err(FileError::NoEntry { first: format!("{}: {}", first.place, first.why), path: shown })
        }
        _ => Ok(listing),
    }
}

/// Reads the text of a source. Never fails: what is no entry is told in the listing.
///
/// A text that is JSON from end to end is read value by value; otherwise line by line, so one bad line loses no other.
#[must_use]
pub fn read_bytes(bytes: &[u8]) -> Listing {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    if let Ok(values) =
        serde_json::Deserializer::from_str(&text).into_iter::<&RawValue>().collect::<Result<Vec<_>, _>>()
    {
        let mut listing = Listing::default();
        let many = values.len() > 1;
        for (index, value) in values.into_iter().enumerate() {
            let place = if many { format!("value {}", index + 1) } else { String::new() };
            add_value(&mut listing, value.get(), &place);
        }
        return listing;
    }
    let mut listing = Listing::default();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let place = format!("line {}", index + 1);
        match serde_json::from_str::<&RawValue>(line) {
            Ok(value) => add_value(&mut listing, value.get(), &place),
            Err(error) => {
                let why = format!("is no JSON: {error}");
                listing.unreadable.push(Unreadable { place, why });
            }
        }
    }
    listing
}

/// A page of the registry API, as far as it is read here.
#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    servers: Vec<&'a RawValue>,
}

/// A page, an array of entries, or one entry.
fn add_value(listing: &mut Listing, text: &str, place: &str) {
    let inside = |index: usize| {
        let entry = format!("entry {}", index + 1);
        if place.is_empty() { entry } else { format!("{place}, {entry}") }
    };
    if let Ok(Page { servers }) = serde_json::from_str::<Page<'_>>(text) {
        for (index, entry) in servers.into_iter().enumerate() {
            listing.add(entry.get(), || inside(index));
        }
    } else if let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(text) {
        for (index, value) in values.into_iter().enumerate() {
            match serde_json::from_str::<Page<'_>>(value.get()) {
                Ok(_) => add_value(listing, value.get(), &inside(index)),
                Err(_) => listing.add(value.get(), || inside(index)),
            }
        }
    } else {
        listing.add(text, || if place.is_empty() { "the one value".to_owned() } else { place.to_owned() });
    }
}

//! JSON read leniently and shallowly: one level at a time, members as the text they are.
//!
//! Nothing here recurses, so a value may be nested a million levels deep; nothing builds a tree, so a reply costs what
//! its text costs; and one odd member never spoils its neighbours. Lone surrogates and invalid UTF-8 become
//! replacement characters instead of errors.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Levels of nesting that every common JSON reader takes (the recursion limit of `serde_json`).
pub(crate) const DEPTH: usize = 128;

/// Bytes as text, and what it took to make them text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded<'a> {
    /// The text, without a byte-order mark.
    pub(crate) text: Cow<'a, str>,
    /// One byte-order mark was dropped.
    pub(crate) bom: bool,
    /// Invalid UTF-8 was replaced.
    pub(crate) replaced: bool,
}

/// Drops one byte-order mark and replaces invalid UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let rest = bytes.strip_prefix(b"\xEF\xBB\xBF");
    let bytes = rest.unwrap_or(bytes);
    // The check alone is many times as fast as looking for what to replace.
    let text = std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
    let replaced = matches!(text, Cow::Owned(_));
    Decoded { text, bom: rest.is_some(), replaced }
}

/// Hands out the members of an object in order, each value as its text. False when the text is no JSON object; members
/// ahead of a syntax error have been handed out by then.
pub(crate) fn object<'a>(text: &'a str, member: impl FnMut(&[u8], &'a str)) -> bool {
    if !is_object(text) {
        return false;
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    (&mut deserializer).deserialize_map(Members(member)).is_ok() && deserializer.end().is_ok()
}

/// Hands out the elements of an array in order, each as its text. False when the text is no JSON array.
pub(crate) fn array<'a>(text: &'a str, element: impl FnMut(&'a str)) -> bool {
    if !is_array(text) {
        return false;
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    (&mut deserializer).deserialize_seq(Elements(element)).is_ok() && deserializer.end().is_ok()
}

/// A list of objects as a member of an object, taken in member by member.
pub(crate) trait Rows<'a> {
    /// The list begins: what an earlier one of the same name held is forgotten.
    fn begin(&mut self);
    /// A member of the object under way.
    fn cell(&mut self, key: &[u8], value: &'a str);
    /// Whether this member is an object whose own members are wanted, by [`Self::part`]. When it comes twice, what the
    /// first held is forgotten.
    fn opens(&mut self, key: &[u8]) -> bool;
    /// A member of the object that was opened.
    fn part(&mut self, key: &[u8], value: &'a str);
    /// The object under way is over.
    fn end_row(&mut self);
    /// A member beside the list.
    fn beside(&mut self, key: &[u8], value: &'a str);
}

/// Hands out the list under `list`, in one pass over the text. False when the text is no object, `list` is anything but
/// an array of objects, a member that was opened is no object, or there is a syntax error; `rows` has been handed a part of
/// it by then.
pub(crate) fn rows<'a>(text: &'a str, list: &[u8], rows: &mut impl Rows<'a>) -> bool {
    if !is_object(text) {
        return false;
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    (&mut deserializer).deserialize_map(Table { list, rows }).is_ok() && deserializer.end().is_ok()
}

/// Whether the text is one JSON value and nothing else.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The string that a value's text spells; `None` when it is no string.
pub(crate) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    // As bytes, because serde_json gives up on lone surrogates in a `str`.
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    let bytes = Bytes.deserialize(&mut deserializer).ok()?.into_owned();
    Some(Cow::Owned(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }))
}

/// The string that a value's text spells, cut to `limit` characters (the last one an ellipsis then).
pub(crate) fn short_string(raw: &str, limit: usize) -> Option<String> {
    Some(crate::record::shorten(&string(raw)?, limit).into_owned())
}

pub(crate) fn is_object(raw: &str) -> bool {
    raw.starts_with('{')
}

pub(crate) fn is_array(raw: &str) -> bool {
    raw.starts_with('[')
}

pub(crate) fn is_null(raw: &str) -> bool {
    raw == "null"
}

/// Whether arrays and objects are nested more than `limit` levels deep. A scan of the text: no recursion, no syntax
/// check.
pub(crate) fn is_deeper_than(text: &str, limit: usize) -> bool {
    let bytes = text.as_bytes();
    // Counting is many times as fast as following the levels, and most replies have fewer brackets than that.
    let opened = |part: &[u8]| part.iter().map(|byte| u8::from(matches!(byte, b'[' | b'{'))).sum::<u8>();
    if bytes.chunks(255).map(|part| usize::from(opened(part))).sum::<usize>() <= limit {
        return false;
    }
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                if depth > limit {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => at = end_of_string(bytes, at),
            _ => {}
        }
        at += 1;
    }
    false
}

/// The index of the quote that closes the string opened at `at`, or the length of the text.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        at += found;
        if bytes[at] == b'"' {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

struct Members<F>(F);

impl<'de, F: FnMut(&[u8], &'de str)> Visitor<'de> for Members<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Bytes)? {
            let value: &'de RawValue = map.next_value()?;
            (self.0)(&key, value.get());
        }
        Ok(())
    }
}

struct Elements<F>(F);

impl<'de, F: FnMut(&'de str)> Visitor<'de> for Elements<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element::<&'de RawValue>()? {
            (self.0)(value.get());
        }
        Ok(())
    }
}

struct Table<'k, R> {
    list: &'k [u8],
    rows: R,
}

impl<'de, R: Rows<'de>> Visitor<'de> for Table<'_, &mut R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Bytes)? {
            if *key == *self.list {
                self.rows.begin();
                map.next_value_seed(List(&mut *self.rows))?;
            } else {
                let value: &'de RawValue = map.next_value()?;
                self.rows.beside(&key, value.get());
            }
        }
        Ok(())
    }
}

struct List<R>(R);

impl<'de, R: Rows<'de>> DeserializeSeed<'de> for List<&mut R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, R: Rows<'de>> Visitor<'de> for List<&mut R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Row(&mut *self.0))?.is_some() {
            self.0.end_row();
        }
        Ok(())
    }
}

struct Row<R>(R);

impl<'de, R: Rows<'de>> DeserializeSeed<'de> for Row<&mut R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, R: Rows<'de>> Visitor<'de> for Row<&mut R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Bytes)? {
            if self.0.opens(&key) {
                map.next_value_seed(Opened(&mut *self.0))?;
            } else {
                let value: &'de RawValue = map.next_value()?;
                self.0.cell(&key, value.get());
            }
        }
        Ok(())
    }
}

struct Opened<R>(R);

impl<'de, R: Rows<'de>> DeserializeSeed<'de> for Opened<&mut R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self(rows) = self;
        deserializer.deserialize_map(Members(|key: &[u8], value| rows.part(key, value)))
    }
}

/// A string as bytes: borrowed unless it has escapes.
struct Bytes;

impl<'de> DeserializeSeed<'de> for Bytes {
    type Value = Cow<'de, [u8]>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

impl<'de> Visitor<'de> for Bytes {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.to_vec()))
    }
}

#[cfg(test)]
mod tests;

//! A JSON document whose every value and key knows where it stands.
//!
//! `serde_json` judges the syntax (it is strict, and skips values without recursion), `jsonc-parser` gives the ranges.
//! Alone the latter is not strict: it takes raw control characters in strings and an empty text, and refuses nesting
//! deeper than 512.

use std::borrow::Cow;

use jsonc_parser::ast;
use serde::Serialize;

/// The largest manifest that is read, in bytes. Chosen: the largest of the real files seen has 9 KiB, and the registry's
/// own limits (100 characters here, 4096 bytes there) keep an honest one far below.
pub const MAX_BYTES: usize = 1024 * 1024;

/// The deepest nesting that is read. The format itself needs nine levels; the limit is that of the span parser.
pub const MAX_DEPTH: usize = 512;

/// A half-open range of bytes in the text, on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
}

/// Why a text is no document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// More than [`MAX_BYTES`]; nothing was parsed.
    #[error("the file has {0} bytes, at most {MAX_BYTES} are read")]
    TooLarge(usize),
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("the document is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// Not JSON, and where one can see it.
    #[error("{message}")]
    Syntax {
        /// What is wrong, without the position.
        message: String,
        /// The place, at least one character wide where there is one.
        span: Span,
    },
}

/// One parsed document.
#[derive(Debug, PartialEq)]
pub struct Document<'t> {
    /// The value at the top.
    pub root: Node<'t>,
}

/// A value and its place.
#[derive(Debug, PartialEq)]
pub struct Node<'t> {
    /// The bytes of the value, quotes and brackets included.
    pub span: Span,
    /// The value.
    pub value: Value<'t>,
}

/// A JSON value. Numbers keep their spelling.
#[derive(Debug, PartialEq)]
pub enum Value<'t> {
    /// `null`, which the registry reads as absent.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number as it is written.
    Number(&'t str),
    /// A string, decoded.
    Text(Cow<'t, str>),
    /// An array.
    List(Vec<Node<'t>>),
    /// An object in the order of the file, repeated keys included.
    Object(Vec<Member<'t>>),
}

/// One key and its value.
#[derive(Debug, PartialEq)]
pub struct Member<'t> {
    /// The key, decoded.
    pub key: Cow<'t, str>,
    /// The bytes of the key, quotes included.
    pub key_span: Span,
    /// The value.
    pub node: Node<'t>,
}

impl Value<'_> {
    /// The JSON type in words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// The bytes as text, where they can be: within the size limit and UTF-8.
///
/// # Errors
///
/// [`Unreadable::TooLarge`], or [`Unreadable::Syntax`] at the first byte that is no UTF-8. The span then counts in the
/// text with every faulty byte replaced (`String::from_utf8_lossy`), so that it can be shown.
pub fn text(bytes: &[u8]) -> Result<&str, Unreadable> {
    if bytes.len() > MAX_BYTES {
        return Err(Unreadable::TooLarge(bytes.len()));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        Unreadable::Syntax {
            message: format!("byte {start} is not UTF-8"),
            span: Span { start, end: start + '\u{fffd}'.len_utf8() },
        }
    })
}

impl<'t> Document<'t> {
    /// Parses `text` as strict JSON.
    ///
    /// # Errors
    ///
    /// Any variant of [`Unreadable`].
    pub fn parse(text: &'t str) -> Result<Self, Unreadable> {
        if text.len() > MAX_BYTES {
            return Err(Unreadable::TooLarge(text.len()));
        }
        judge_syntax(text)?;
        if depth(text) > MAX_DEPTH {
            return Err(Unreadable::TooDeep);
        }
        match tree(text) {
            Ok(root) => Ok(Self { root }),
            // Half of a surrogate pair is good JSON; the registry's decoder reads U+FFFD for it, and so do we. The escape
            // of U+FFFD has the same length, so every span still holds.
            Err(error) => {
                let Some(mended) = mend_surrogates(text) else { return Err(error) };
                tree(&mended).map(|root| Self { root: root.into_owned(text) })
            }
        }
    }
}

/// Refuses whatever is not JSON. Skipping a value needs no recursion in `serde_json`.
fn judge_syntax(text: &str) -> Result<(), Unreadable> {
    if text.starts_with('\u{feff}') {
        let span = Span { start: 0, end: '\u{feff}'.len_utf8() };
        return Err(Unreadable::Syntax {
            message: "the file begins with a byte-order mark".to_owned(),
            span,
        });
    }
    if text.trim_ascii().is_empty() {
        let message = "the file is empty".to_owned();
        return Err(Unreadable::Syntax { message, span: Span { start: 0, end: text.len() } });
    }
    serde_json::from_str::<serde::de::IgnoredAny>(text).map(|_| ()).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let line_start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
        let mut start = (line_start + column.saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
        let full = error.to_string();
        let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(what, _)| what);
        let hint = match text[start..].bytes().next() {
            Some(b'/') => " (JSON has no comments)",
            Some(b'\'') => " (JSON strings stand in double quotes)",
            _ => "",
        };
        Unreadable::Syntax { message: format!("{message}{hint}"), span: Span { start, end } }
    })
}

/// How deep a text that is known to be JSON nests.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The text with the escape of every lone surrogate replaced by that of U+FFFD; none when there is no such escape.
fn mend_surrogates(text: &str) -> Option<String> {
    let unit = |at: usize| -> Option<u32> {
        let escape = text.as_bytes().get(at..at + 6)?;
        let hex = escape.strip_prefix(b"\\u").and_then(|hex| std::str::from_utf8(hex).ok())?;
        u32::from_str_radix(hex, 16).ok()
    };
    let mut mended = None;
    let mut at = 0;
    while at < text.len() {
        if text.as_bytes()[at] != b'\\' {
            at += 1;
            continue;
        }
        let step = match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                mended.get_or_insert_with(|| text.to_owned()).replace_range(at..at + 6, "\\ufffd");
                6
            }
            _ => 2,
        };
        at += step;
    }
    mended
}

/// The tree of a text that is known to be JSON.
fn tree(text: &str) -> Result<Node<'_>, Unreadable> {
    let collect = jsonc_parser::CollectOptions::default();
    let strict = jsonc_parser::ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = jsonc_parser::parse_to_ast(text, &collect, &strict).map_err(|error| {
        let range = error.range();
        let span = Span { start: range.start, end: range.end };
        Unreadable::Syntax { message: error.kind().to_string(), span }
    })?;
    let empty = || Unreadable::Syntax {
        message: "the file is empty".to_owned(),
        span: Span { start: 0, end: text.len() },
    };
    parsed.value.map(Node::from_ast).ok_or_else(empty)
}

fn span_of(ranged: &impl jsonc_parser::common::Ranged) -> Span {
    let range = ranged.range();
    Span { start: range.start, end: range.end }
}

impl<'t> Node<'t> {
    /// As deep as the text, which is [`MAX_DEPTH`] at most.
    fn from_ast(value: ast::Value<'t>) -> Self {
        let span = span_of(&value);
        let value = match value {
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
            ast::Value::NumberLit(literal) => Value::Number(literal.value),
            ast::Value::StringLit(literal) => Value::Text(literal.value),
            ast::Value::Array(array) => Value::List(array.elements.into_iter().map(Self::from_ast).collect()),
            ast::Value::Object(object) => Value::Object(
                object
                    .properties
                    .into_iter()
                    .map(|property| {
                        let key_span = span_of(&property.name);
                        let key = match property.name {
                            ast::ObjectPropName::String(literal) => literal.value,
                            ast::ObjectPropName::Word(literal) => Cow::Borrowed(literal.value),
                        };
                        Member { key, key_span, node: Self::from_ast(property.value) }
                    })
                    .collect(),
            ),
        };
        Self { span, value }
    }

    /// The same node, free of the text it was parsed from. Numbers keep their spelling from `text`, which has the same spans.
    fn into_owned<'o>(self, text: &'o str) -> Node<'o> {
        let own = |text: Cow<'_, str>| -> Cow<'o, str> { Cow::Owned(text.into_owned()) };
        let span = self.span;
        let value = match self.value {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Number(_) => Value::Number(&text[span.start..span.end]),
            Value::Text(value) => Value::Text(own(value)),
            Value::List(nodes) => Value::List(nodes.into_iter().map(|node| node.into_owned(text)).collect()),
            Value::Object(members) => Value::Object(
                members
                    .into_iter()
                    .map(|member| Member {
                        key: own(member.key),
                        key_span: member.key_span,
                        node: member.node.into_owned(text),
                    })
                    .collect(),
            ),
        };
        Node { span, value }
    }
}

#[cfg(test)]
mod tests;

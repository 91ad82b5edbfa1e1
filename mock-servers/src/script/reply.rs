//! An answer, stated as what differs from the good one.

use serde::{Deserialize, Serialize};

use super::{Size, Span};

/// An answer. Everything absent is as in the good answer to that request.
///
/// The content is built in this order: message (`result`, `error`, or the good one) in its `envelope`, `prefix` and
/// `suffix` around it, or `body` instead of all that; then `sse` framing, `fill`, `charset`, `encoding`; then
/// `transfer`, `slices` and `trailers`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reply {
    /// Held back before the first byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Span>,
    /// Interim answers ahead of the real one: `[103]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interim: Vec<u16>,
    /// The version on the status line; 1.0 also ends the body by closing.
    #[serde(default)]
    pub http: HttpVersion,
    /// The status. With a status outside 2xx and no content stated, the body is empty and unlabelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Header fields as pairs, in this order, added to those the mock writes. Characters up to U+00FF are one byte.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// Filler header fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
    /// The Content-Type in place of the mock's own. (A second line is one more pair in `headers`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// No Content-Type at all.
    #[serde(default)]
    pub unlabelled: bool,
    /// The result, as JSON text that is sent verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// A JSON-RPC error in place of (or, with `result`, beside) a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RpcError>,
    /// What is odd about the members around the result or error.
    #[serde(default)]
    pub envelope: Envelope,
    /// Text right before the message: `"\uFEFF"`, `"["`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// Text right after the message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub suffix: String,
    /// The whole content as text, in place of any message. Empty is allowed: a body of no bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The message as an event stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sse: Option<Sse>,
    /// Filler after the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// How text becomes bytes.
    #[serde(default)]
    pub charset: Charset,
    /// Content coding, applied and declared. (An unknown one is declared by a pair in `headers`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Coding>,
    /// How the end of the body is told. Absent: by length, an event stream or endless filler by chunks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<Transfer>,
    /// The Content-Length stated in place of the true one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated_length: Option<u64>,
    /// Byte offsets in the body at which a new write (and chunk) begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<usize>,
    /// A new write (and chunk) begins every so many bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice_every: Option<usize>,
    /// A new write (and chunk) begins after every occurrence of this text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice_after: Option<String>,
    /// Held back between two slices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Span>,
    /// Trailer fields of a chunked body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trailers: Vec<(String, String)>,
}

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RpcError {
    /// The code.
    pub code: i64,
    /// The message.
    #[serde(default)]
    pub message: String,
    /// The data, as JSON text that is sent verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

/// The members around a result or an error.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Envelope {
    /// The id.
    #[serde(default)]
    pub id: IdForm,
    /// The value of `jsonrpc` in place of `2.0`; empty leaves the member out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jsonrpc: Option<String>,
    /// More members as JSON text: `'"error":null'`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
    /// `result` first and `id` last.
    #[serde(default)]
    pub reordered: bool,
}

/// The id of a response, in terms of the request's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdForm {
    /// The same.
    #[default]
    Same,
    /// The same as a string.
    String,
    /// The same with `.0`.
    Float,
    /// Another one.
    Other,
    /// 0.
    Zero,
    /// `null`.
    Null,
    /// No id.
    Absent,
}

/// The message as an event stream.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sse {
    /// How lines end, in the event and in `before` and `after` (written with `\n`).
    #[serde(default)]
    pub line_end: LineEnd,
    /// The stream's text ahead of the event.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// Comments ahead of the event, at a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat: Option<Heartbeat>,
    /// Lines of the event ahead of its data: `["event: message", "id: 7"]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// No space after `data:`.
    #[serde(default)]
    pub no_space: bool,
    /// The message over several data lines.
    #[serde(default)]
    pub multi_line: bool,
    /// The event so many times. Absent: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Without the blank line that ends the event.
    #[serde(default)]
    pub unterminated: bool,
    /// The stream's text after the event.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

/// Comments at a pace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Heartbeat {
    /// The pace.
    pub every: Span,
    /// How many. Absent: for ever, and the event never comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

/// Filler header fields: `fields` of them with values of `size` bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Padding {
    /// How many. Absent: for ever, and the head never ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<u32>,
    /// The size of each value.
    pub size: Size,
}

/// Filler after the content: `text` again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fill {
    /// The text.
    pub text: String,
    /// How much. Absent: for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
}

/// How the lines of an event stream end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineEnd {
    /// LF.
    #[default]
    Lf,
    /// CR LF.
    Crlf,
    /// CR.
    Cr,
    /// LF, CR LF and CR in turn.
    Mixed,
}

/// How text becomes bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Charset {
    /// UTF-8.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// Characters up to U+00FF are one byte each, which makes invalid UTF-8 sayable.
    #[serde(rename = "latin-1")]
    Latin1,
}

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coding {
    /// gzip.
    Gzip,
    /// Brotli.
    Br,
    /// Zstandard.
    Zstd,
    /// deflate in its zlib form (RFC 9110 section 8.4.1.2).
    Deflate,
}

/// How the end of a body is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transfer {
    /// By Content-Length.
    Length,
    /// By chunks.
    Chunked,
    /// By closing the connection.
    UntilClose,
}

/// The HTTP/1 version on the status line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HttpVersion {
    /// HTTP/1.1.
    #[default]
    #[serde(rename = "1.1")]
    V11,
    /// HTTP/1.0.
    #[serde(rename = "1.0")]
    V10,
}

//! The JSON-RPC envelope, read leniently: what a message is, and whether it answers us.

use super::json;
use crate::record::RpcError;

/// `error.message` is kept up to this many characters.
const MESSAGE_KEPT: usize = 300;
/// `error.data` is kept up to this many bytes of JSON ...
const DATA_BYTES: usize = 4 * 1024;
/// ... and this many levels.
const DATA_DEPTH: usize = 32;

/// How the `id` of a message relates to the one that was sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Id {
    /// No such member.
    #[default]
    Absent,
    /// `null`.
    Null,
    /// Ours.
    Same,
    /// Ours as a string.
    Text,
    /// Ours as a float.
    Float,
    /// Another one.
    Foreign,
}

impl Id {
    fn of(raw: &str, sent: u64) -> Self {
        match raw.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b'"') if json::string(raw).is_some_and(|text| is_number(&text, sent)) => Self::Text,
            Some(b'0'..=b'9') if is_number(raw, sent) => Self::Same,
            Some(b'0'..=b'9') if is_float(raw, sent) => Self::Float,
            _ => Self::Foreign,
        }
    }

    /// A result with this id is ours.
    fn is_ours(self) -> bool {
        matches!(self, Self::Same | Self::Text | Self::Float)
    }

    /// Ours, in another type (`id-type-changed`).
    pub(crate) fn is_changed(self) -> bool {
        matches!(self, Self::Text | Self::Float)
    }
}

fn is_number(text: &str, sent: u64) -> bool {
    text.parse() == Ok(sent) && !text.starts_with('+') && (text.len() == 1 || !text.starts_with('0'))
}

/// `5.0`, `5e0`, `0.5e1`: the same number, not written as an integer.
#[expect(clippy::cast_precision_loss, reason = "ids are small")]
fn is_float(raw: &str, sent: u64) -> bool {
    raw.parse::<f64>() == Ok(sent as f64)
}

/// A member that may be missing or null.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Member<'a> {
    /// Not there.
    #[default]
    Absent,
    /// `null`, which counts as not there.
    Null,
    /// A value, as its text.
    Value(&'a str),
}

impl<'a> Member<'a> {
    pub(crate) fn of(raw: &'a str) -> Self {
        if json::is_null(raw) { Self::Null } else { Self::Value(raw) }
    }

    pub(crate) fn value(self) -> Option<&'a str> {
        if let Self::Value(raw) = self { Some(raw) } else { None }
    }
}

/// One object that says it is JSON-RPC 2.0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Message<'a> {
    pub(crate) id: Id,
    /// It has a `method`: a request or a notification, never a response.
    pub(crate) method: bool,
    pub(crate) result: Member<'a>,
    pub(crate) error: Member<'a>,
}

/// What a message is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning<'a> {
    /// A result for our request.
    Result(&'a str),
    /// An error for our request.
    Error(&'a str),
    /// Both at once for our request.
    Both,
    /// A response to something else.
    Foreign,
    /// A request, a notification, or nothing at all.
    Other,
}

impl Meaning<'_> {
    /// Ours, whatever it says.
    pub(crate) fn answers(self) -> bool {
        matches!(self, Self::Result(_) | Self::Error(_) | Self::Both)
    }
}

impl<'a> Message<'a> {
    /// Reads one object. `None` when it is not JSON-RPC 2.0.
    fn read(raw: &'a str, sent: u64) -> Option<Self> {
        let mut message = Self::default();
        let mut version = false;
        let object = json::object(raw, |key, value| match key {
            b"jsonrpc" => version = json::string(value).is_some_and(|text| text == "2.0"),
            b"id" => message.id = Id::of(value, sent),
            b"method" => message.method = true,
            b"result" => message.result = Member::of(value),
            b"error" => message.error = Member::of(value),
            _ => {}
        });
        (object && version).then_some(message)
    }

    pub(crate) fn meaning(&self) -> Meaning<'a> {
        if self.method {
            return Meaning::Other;
        }
        match (self.result.value(), self.error.value()) {
            (None, None) => Meaning::Other,
            (Some(result), None) if self.id.is_ours() => Meaning::Result(result),
            (None, Some(error)) if self.id != Id::Foreign => Meaning::Error(error),
            (Some(_), Some(_)) if self.id.is_ours() => Meaning::Both,
            _ => Meaning::Foreign,
        }
    }
}

/// A text that should be one JSON-RPC message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body<'a> {
    /// Nothing but white space.
    Empty,
    /// Not JSON.
    NotJson,
    /// JSON, and not JSON-RPC 2.0.
    NotRpc,
    /// An array of none or of several; whether one of its members is JSON-RPC 2.0, and whether one answers us.
    Batch { rpc: bool, answers: bool },
    /// One message.
    One {
        message: Message<'a>,
        /// It came as an array of one.
        unwrapped: bool,
    },
}

impl Body<'_> {
    /// JSON-RPC 2.0, alone or in an array.
    pub(crate) fn is_rpc(&self) -> bool {
        matches!(self, Self::One { .. } | Self::Batch { rpc: true, .. })
    }
}

/// Reads a text as one message.
pub(crate) fn read(text: &str, sent: u64) -> Body<'_> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    if text.is_empty() {
        return Body::Empty;
    }
    if json::is_object(text) {
        if let Some(message) = Message::read(text, sent) {
            return Body::One { message, unwrapped: false };
        }
    } else if json::is_array(text) {
        return read_array(text, sent);
    }
    if json::is_json(text) { Body::NotRpc } else { Body::NotJson }
}

fn read_array(text: &str, sent: u64) -> Body<'_> {
    let (mut count, mut first) = (0_usize, None);
    let (mut rpc, mut answers) = (false, false);
    let array = json::array(text, |raw| {
        count += 1;
        // Enough is known once one member answers us; a million members are not all read twice.
        if answers {
            return;
        }
        if let Some(message) = Message::read(raw, sent) {
            rpc = true;
            answers = message.meaning().answers();
            if count == 1 {
                first = Some(message);
            }
        }
    });
    match (array, count, first) {
        (false, ..) => Body::NotJson,
        (true, 1, Some(message)) => Body::One { message, unwrapped: true },
        (true, 1, None) => Body::NotRpc,
        (true, ..) => Body::Batch { rpc, answers },
    }
}

/// The `error` member as the record keeps it.
pub(crate) fn rpc_error(raw: &str) -> RpcError {
    let mut error = RpcError { code: None, message: String::new(), data: None };
    if let Some(message) = json::short_string(raw, MESSAGE_KEPT) {
        error.message = message;
        return error;
    }
    json::object(raw, |key, value| match key {
        b"code" => error.code = value.parse().ok(),
        b"message" => error.message = json::short_string(value, MESSAGE_KEPT).unwrap_or_default(),
        b"data" => error.data = kept_data(value),
        _ => {}
    });
    error
}

/// The `data` of an `error` member, as its text.
pub(crate) fn error_data(raw: &str) -> Option<&str> {
    let mut data = Member::Absent;
    json::object(raw, |key, value| {
        if key == b"data" {
            data = Member::of(value);
        }
    });
    data.value()
}

fn kept_data(raw: &str) -> Option<serde_json::Value> {
    if raw.len() > DATA_BYTES || json::is_deeper_than(raw, DATA_DEPTH) || json::is_null(raw) {
        return None;
    }
    serde_json::from_str(raw).ok()
}

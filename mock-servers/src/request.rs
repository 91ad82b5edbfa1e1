//! A request as it came: bytes first, JSON only as far as the mocks need it.

use bytes::Bytes;
use serde_json::{Map, Value};

/// One request, as it was read from the wire.
#[derive(Debug, Clone)]
pub struct Request {
    /// The HTTP method.
    pub method: String,
    /// Path and query, as sent.
    pub target: String,
    /// `HTTP/1.1`, `HTTP/1.0` or `HTTP/2`.
    pub version: &'static str,
    /// Host header or `:authority`.
    pub authority: String,
    /// Header fields in the order sent, names in lower case, values as bytes.
    pub headers: Vec<(String, Bytes)>,
    /// The body, cut at [`Request::BODY_CAP`].
    pub body: Bytes,
    /// Whether it came over TLS.
    pub tls: bool,
    /// Which connection of the mock carried it, counted from 1.
    pub connection: u64,
}

impl Request {
    /// Bytes of a body that are read; a longer one is cut, the rest is not read.
    pub const BODY_CAP: usize = 1 << 20;

    /// The first value of a header field, where it is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.header_bytes(name).and_then(|value| std::str::from_utf8(value).ok())
    }

    /// The first value of a header field.
    #[must_use]
    pub fn header_bytes(&self, name: &str) -> Option<&Bytes> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// How many lines a header field has.
    #[must_use]
    pub fn header_lines(&self, name: &str) -> usize {
        self.headers.iter().filter(|(known, _)| known == name).count()
    }

    /// The body as a JSON-RPC message; absent when it is not a JSON object.
    #[must_use]
    pub fn message(&self) -> Option<Message> {
        match serde_json::from_slice(&self.body) {
            Ok(Value::Object(members)) => Some(Message { members }),
            _ => None,
        }
    }

    /// The JSON-RPC method of a POST.
    #[must_use]
    pub fn rpc(&self) -> Option<String> {
        if self.method != "POST" {
            return None;
        }
        self.message().and_then(|message| message.method().map(str::to_owned))
    }

    /// What it is, in one word: the JSON-RPC method of a POST, else the HTTP method; then the path when it is not `home`.
    #[must_use]
    pub fn label(&self, home: &str) -> String {
        let word = self.rpc().unwrap_or_else(|| self.method.clone());
        if self.target == home { word } else { format!("{word} {}", self.target) }
    }
}

/// A JSON object that should be a JSON-RPC message.
#[derive(Debug, Clone)]
pub struct Message {
    members: Map<String, Value>,
}

impl Message {
    /// The method; absent on a response.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        self.members.get("method").and_then(Value::as_str)
    }

    /// The id, of whatever type; absent on a notification.
    #[must_use]
    pub fn id(&self) -> Option<&Value> {
        self.members.get("id")
    }

    /// The text of the message without its id.
    pub(crate) fn without_id(&self) -> String {
        let mut members = self.members.clone();
        members.remove("id");
        Value::Object(members).to_string()
    }

    /// A member of the parameters.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&Value> {
        self.members.get("params").and_then(|params| params.get(name))
    }

    /// Whether it is a response: it has no method, and a result or an error.
    #[must_use]
    pub fn is_response(&self) -> bool {
        self.method().is_none() && (self.members.contains_key("result") || self.members.contains_key("error"))
    }
}

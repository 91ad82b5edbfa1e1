//! What is said: the requests of a run, each as a draft that becomes a call.

use std::fmt::Write as _;

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, ORIGIN, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use url::Url;

use super::run::OwnHeader;
use crate::policy::{CLIENT_NAME, CLIENT_VERSION};
use crate::probe::Call;
pub(super) use crate::probe::compose::{MCP_METHOD, SESSION_ID, VERSION};
use crate::record::Method;
use crate::target::Lead;

/// A version that was never given to a revision.
pub(super) const NO_REVISION: &str = "1999-01-01";
/// A method, a notification, a cursor and a session id that no server has.
pub(super) const NO_METHOD: &str = "rollcall/no-such-method";
pub(super) const NO_NOTIFICATION: &str = "notifications/rollcall/no-such-notification";
pub(super) const NO_CURSOR: &str = "rollcall-never-given-out";
pub(super) const NO_SESSION: &str = "c0ffee00-0000-4000-8000-rollcall0000";
/// Names that are nobody's (RFC 2606).
pub(super) const FOREIGN_ORIGIN: &str = "https://foreign.example";
pub(super) const FOREIGN_HOST: &str = "foreign.example";

/// Accept as the protocol wants it, and its parts.
pub(super) const BOTH_TYPES: &str = "application/json, text/event-stream";
pub(super) const JSON: &str = "application/json";
pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// The `_meta` keys of 2026-07-28.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// A request that is being made up.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) method: Method,
    pub(super) accept: &'static str,
    pub(super) body: String,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) host: Option<&'static str>,
    /// The JSON-RPC id in the body.
    pub(super) id: Option<Value>,
    /// What sets it apart from others of its kind: the version asked for.
    pub(super) note: Option<String>,
}

impl Draft {
    fn new(method: Method, accept: &'static str, body: String) -> Self {
        Self { method, accept, body, headers: Vec::new(), host: None, id: None, note: None }
    }

    /// A POST of a text.
    pub(super) fn text(body: impl Into<String>) -> Self {
        Self::new(Method::Post, BOTH_TYPES, body.into())
    }

    /// A request under an id.
    pub(super) fn request(id: impl Into<Value>, method: &str, params: Option<Value>) -> Self {
        let id = id.into();
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        if let Some(params) = params {
            message["params"] = params;
        }
        Self { id: Some(id), ..Self::text(ascii(&message.to_string())) }
    }

    pub(super) fn notification(method: &str) -> Self {
        Self::text(json!({ "jsonrpc": "2.0", "method": method }).to_string())
    }

    pub(super) fn initialize(id: u64, version: &str) -> Self {
        let client = json!({ "name": CLIENT_NAME, "version": CLIENT_VERSION });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let draft = Self::request(id, "initialize", Some(params));
        Self { note: Some(version.to_owned()), ..draft }
    }

    /// A request of 2026-07-28: the version in header and body, the method in a header.
    pub(super) fn modern(id: u64, method: &'static str, version: &'static str) -> Self {
        let client = json!({ "name": CLIENT_NAME, "version": CLIENT_VERSION });
        let meta = json!({ META_VERSION: version, META_CLIENT: client, META_CAPABILITIES: {} });
        Self::request(id, method, Some(json!({ "_meta": meta })))
            .with(VERSION, version)
            .with(MCP_METHOD, method)
    }

    pub(super) fn get(accept: &'static str) -> Self {
        Self::new(Method::Get, accept, String::new())
    }

    pub(super) fn delete() -> Self {
        Self::new(Method::Delete, BOTH_TYPES, String::new())
    }

    /// With this header, in place of another value.
    pub(super) fn with(mut self, name: HeaderName, value: &'static str) -> Self {
        self.set(name, HeaderValue::from_static(value));
        self
    }

    pub(super) fn set(&mut self, name: HeaderName, value: HeaderValue) {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
    }

    pub(super) fn without(mut self, name: &HeaderName) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    pub(super) fn accepting(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    pub(super) fn with_foreign_origin(self) -> Self {
        self.with(ORIGIN, FOREIGN_ORIGIN)
    }

    pub(super) fn with_foreign_host(mut self) -> Self {
        self.host = Some(FOREIGN_HOST);
        self
    }

    /// The call, with the user's own headers where the URL is the one they are for.
    pub(super) fn call(&self, url: &Url, user_agent: &HeaderValue, own: &[OwnHeader], lead: Lead) -> Call {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(self.accept));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        headers.insert(USER_AGENT, user_agent.clone());
        if self.method == Method::Post {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        }
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        // Given twice is sent twice, in the order in which they were given.
        for header in own {
            let mut value = header.value.clone();
            value.set_sensitive(true);
            headers.append(header.name.clone(), value);
        }
        debug_assert!(!own.is_empty() || !headers.contains_key(AUTHORIZATION), "a credential of nobody");
        let body = Bytes::from(self.body.clone());
        Call { method: self.method, url: url.clone(), headers, body, host: self.host, lead }
    }
}

/// JSON text with everything beyond ASCII escaped, so that a cursor of the server can be pasted into a shell.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && c != '\u{7f}' {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_of_any_characters_is_sent_as_ascii_and_means_the_same() {
        let cursor = "é\u{202e}\u{1f600}\u{7f}'$(x)`";
        let draft = Draft::request(7, "tools/list", Some(json!({ "cursor": cursor })));
        assert!(draft.body.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{}", draft.body);
        let read: Value = serde_json::from_str(&draft.body).unwrap();
        assert_eq!(read["params"]["cursor"], cursor);
    }

    #[test]
    fn a_header_that_is_given_twice_is_sent_twice_in_its_order() {
        let own: Vec<OwnHeader> =
            ["X-Key: one", "X-Other: o", "x-key: two"].iter().map(|it| it.parse().unwrap()).collect();
        let url = Url::parse("https://a.example/mcp").unwrap();
        let call = Draft::get(JSON).call(&url, &HeaderValue::from_static("x"), &own, Lead::User);
        let sent: Vec<&[u8]> = call.headers.get_all("x-key").iter().map(HeaderValue::as_bytes).collect();
        assert_eq!(sent, [b"one", b"two"]);
        assert!(call.headers.get_all("x-key").iter().all(HeaderValue::is_sensitive));
        assert_eq!(call.headers["x-other"], "o");
    }

    #[test]
    fn a_header_of_the_users_own_is_marked_as_a_secret() {
        let own: OwnHeader = "Authorization: Bearer abc".parse().unwrap();
        let url = Url::parse("https://a.example/mcp").unwrap();
        let call = Draft::get(JSON).call(&url, &HeaderValue::from_static("x"), &[own], Lead::User);
        assert!(call.headers["authorization"].is_sensitive());
        assert!(!format!("{:?}", call.headers).contains("abc"));
    }
}

//! What we say: the headers and bodies of the requests.
//!
//! Never an Origin, a cookie, an Authorization, a `tools/call`.

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::initialize::MODERN;
use crate::policy::{CLIENT_NAME, CLIENT_VERSION, Policy};
use crate::record::Method;

pub(crate) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
pub(crate) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(crate) const MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");

const BOTH_TYPES: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");

/// Fields beside the fixed ones: session, version, Mcp-Method, and the Host or Content-Length of the connection.
const FIELDS: usize = 10;

/// Who we say we are: the same on every request of a prober.
#[derive(Debug, Clone)]
pub struct Voice {
    user_agent: HeaderValue,
    initialize: String,
    modern: String,
}

impl Voice {
    /// `None` when the contact cannot stand in a header.
    #[must_use]
    pub fn new(policy: &Policy) -> Option<Self> {
        let user_agent = HeaderValue::from_str(&policy.user_agent()).ok()?;
        let client = serde_json::json!({ "name": CLIENT_NAME, "version": CLIENT_VERSION }).to_string();
        let version = serde_json::Value::from(policy.protocol_version.as_str()).to_string();
        let initialize = format!(
            r#""params":{{"protocolVersion":{version},"capabilities":{{}},"clientInfo":{client}}}}}"#
        );
        let modern = format!(
            concat!(
                r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"{}","#,
                r#""io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":{{}}}}"#
            ),
            MODERN, client
        );
        Some(Self { user_agent, initialize, modern })
    }

    /// The headers of a request to the MCP URL.
    pub(super) fn headers(
        &self,
        method: Method,
        session: Option<&HeaderValue>,
        version: Option<&HeaderValue>,
    ) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(FIELDS);
        let accept = match method {
            Method::Get => EVENT_STREAM,
            Method::Post | Method::Delete => BOTH_TYPES,
        };
        headers.insert(ACCEPT, accept);
        headers.insert(ACCEPT_ENCODING, IDENTITY);
        headers.insert(USER_AGENT, self.user_agent.clone());
        if method == Method::Post {
            headers.insert(CONTENT_TYPE, JSON);
        }
        if let Some(session) = session {
            headers.insert(SESSION_ID, session.clone());
        }
        if let Some(version) = version {
            headers.insert(VERSION, version.clone());
        }
        headers
    }

    /// The headers of a request at 2026-07-28.
    pub(super) fn modern_headers(&self, method: &'static str) -> HeaderMap {
        let mut headers = self.headers(Method::Post, None, Some(&HeaderValue::from_static(MODERN)));
        headers.insert(MCP_METHOD, HeaderValue::from_static(method));
        headers
    }

    /// The headers of a GET for a metadata document.
    pub(super) fn document_headers(&self) -> HeaderMap {
        let mut headers = self.headers(Method::Get, None, None);
        headers.insert(ACCEPT, JSON);
        headers
    }

    pub(super) fn initialize(&self, id: u64) -> Bytes {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize",{}"#, self.initialize).into()
    }

    pub(super) fn initialized() -> Bytes {
        Bytes::from_static(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }

    pub(super) fn tools_list(id: u64, cursor: Option<&str>) -> Bytes {
        match cursor {
            None => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#).into(),
            Some(cursor) => {
                let cursor = serde_json::Value::from(cursor);
                format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"cursor":{cursor}}}}}"#
                )
                .into()
            }
        }
    }

    pub(super) fn modern(&self, id: u64, method: &str) -> Bytes {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{}}}}}"#, self.modern).into()
    }
}

#[cfg(test)]
mod tests;

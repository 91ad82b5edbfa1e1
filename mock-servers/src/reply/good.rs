//! What a good server answers to each request.

use serde_json::Value;

use crate::request::Request;

/// The revision that the good server speaks.
pub(crate) const PROTOCOL_VERSION: &str = "2025-06-18";

/// The good answer, before a rule changes anything in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Good {
    pub(crate) status: u16,
    pub(crate) content: Content,
    /// `Allow`, on a 405.
    pub(crate) allow: Option<&'static str>,
}

/// The content of a good answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    /// None.
    Nothing,
    /// A JSON-RPC result, as JSON text.
    Result(String),
    /// A JSON-RPC error.
    Error(i64, &'static str),
}

impl Good {
    const fn bare(status: u16) -> Self {
        Self { status, content: Content::Nothing, allow: None }
    }

    /// What a good server says of a path that it does not have.
    pub(crate) const fn not_found() -> Self {
        Self::bare(404)
    }

    const fn error(status: u16, code: i64, message: &'static str) -> Self {
        Self { status, content: Content::Error(code, message), allow: None }
    }

    fn result(text: impl Into<String>) -> Self {
        Self { status: 200, content: Content::Result(text.into()), allow: None }
    }
}

/// The good answer to a request on the mock's own path, with the session it wants, if any.
pub(crate) fn good(request: &Request, session: Option<&[u8]>) -> Good {
    let given = request.header_bytes("mcp-session-id");
    match request.method.as_str() {
        "POST" => {}
        "DELETE" if session.is_some() => {
            return without_session(session, given.map(AsRef::as_ref)).unwrap_or(Good::bare(200));
        }
        _ => {
            let allow = if session.is_some() { "POST, DELETE" } else { "POST" };
            return Good { allow: Some(allow), ..Good::bare(405) };
        }
    }
    let Some(message) = request.message() else {
        return Good::error(400, -32700, "Parse error");
    };
    let method = message.method();
    if method != Some("initialize")
        && let Some(refusal) = without_session(session, given.map(AsRef::as_ref))
    {
        return refusal;
    }
    match (method, message.id()) {
        (None, _) if message.is_response() => Good::bare(202),
        (Some(_), None) => Good::bare(202),
        (Some("initialize"), Some(_)) => Good::result(format!(
            r#"{{"protocolVersion":"{PROTOCOL_VERSION}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"mock","version":"1.0.0"}}}}"#
        )),
        (Some("ping"), Some(_)) => Good::result("{}"),
        (Some("tools/list"), Some(_)) => match message.param("cursor") {
            None | Some(Value::Null) => Good::result(format!(r#"{{"tools":[{},{}]}}"#, tool("a"), tool("b"))),
            Some(_) => Good::error(200, -32602, "Unknown cursor"),
        },
        (Some(_), Some(_)) => Good::error(200, -32601, "Method not found"),
        (None, _) => Good::error(400, -32600, "Invalid request"),
    }
}

/// A good tool.
pub(crate) fn tool(name: &str) -> String {
    format!(
        r#"{{"name":"{name}","description":"The tool {name}.","inputSchema":{{"type":"object","properties":{{}}}}}}"#
    )
}

fn without_session(wanted: Option<&[u8]>, given: Option<&[u8]>) -> Option<Good> {
    match (wanted, given) {
        (None, _) => None,
        (Some(_), None) => Some(Good::error(400, -32000, "Bad Request: a session id is required")),
        (Some(wanted), Some(given)) if wanted == given => None,
        (Some(_), Some(_)) => Some(Good::error(404, -32001, "Session not found")),
    }
}

//! The revisions with a handshake.

use bytes::Bytes;
use serde_json::Value;

use super::{Conformant, Lapse, Sessions, error, page, random_id, result, rpc_error, status};
use crate::request::{Message, Request};
use crate::script::Reply;

impl Conformant {
    /// A request or notification of the era of the handshake.
    pub(super) fn era(&self, request: &Request, message: &Message, rpc: &str, state: &mut Sessions) -> Reply {
        if rpc == "initialize" {
            let version = message.param("protocolVersion").and_then(Value::as_str).unwrap_or_default();
            let reply = self.initialize(version, state);
            return self.primed(reply, state);
        }
        if let Some(refusal) = self.session(request, state).or_else(|| self.version(request)) {
            return refusal;
        }
        if message.id().is_none() {
            return status(202);
        }
        let reply = match rpc {
            "ping" => result("{}"),
            "tools/list" => self.tools(message.param("cursor").and_then(Value::as_str)),
            _ => Reply { error: Some(rpc_error(-32601, "Method not found")), ..Reply::default() },
        };
        self.primed(reply, state)
    }

    fn primed(&self, reply: Reply, state: &mut Sessions) -> Reply {
        let primes = self.newest() == "2025-11-25" && !self.lapses(Lapse::Prime);
        let number = primes.then(|| state.number());
        self.framed(reply, number)
    }

    fn initialize(&self, version: &str, state: &mut Sessions) -> Reply {
        let spoken = self.spoken().contains(&version) || self.lapses(Lapse::EchoVersion);
        let answered = if spoken { version } else { self.newest() };
        let mut reply = result(format!(
            r#"{{"protocolVersion":"{answered}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"conformant","version":"1.0.0"}}}}"#
        ));
        if self.sessions {
            let number = state.number();
            let id = self.session_id.clone().unwrap_or_else(|| random_id(number));
            state.open.push(id.clone());
            reply.headers.push(("mcp-session-id".to_owned(), id));
        }
        reply
    }

    fn tools(&self, cursor: Option<&str>) -> Reply {
        match page(self.pages, cursor) {
            Some((tools, None)) => result(format!(r#"{{"tools":{tools}}}"#)),
            Some((tools, Some(next))) => result(format!(r#"{{"tools":{tools},"nextCursor":"{next}"}}"#)),
            None => Reply { error: Some(rpc_error(-32602, "Unknown cursor")), ..Reply::default() },
        }
    }

    /// What is wrong with the session id of a request.
    pub(super) fn session(&self, request: &Request, state: &Sessions) -> Option<Reply> {
        if !self.sessions {
            return None;
        }
        let lost = |as_400: bool| error(if as_400 { 400 } else { 404 }, -32001, "Session not found");
        match request.header_bytes("mcp-session-id").map(text) {
            None if self.lapses(Lapse::MissingSession) => Some(status(401)),
            None => Some(error(400, -32000, "A session id is required")),
            Some(id) if state.open.contains(&id) => None,
            Some(id) if state.ended.contains(&id) => Some(lost(self.lapses(Lapse::EndedSession))),
            Some(_) => Some(lost(self.lapses(Lapse::UnknownSession))),
        }
    }

    fn version(&self, request: &Request) -> Option<Reply> {
        if self.newest() < "2025-06-18" {
            return None;
        }
        match request.header("mcp-protocol-version") {
            None if self.lapses(Lapse::VersionHeaderNeeded) => {
                Some(error(400, -32000, "MCP-Protocol-Version is required"))
            }
            Some(version) if !self.spoken().contains(&version) && !self.lapses(Lapse::VersionHeader) => {
                Some(error(400, -32000, "Unsupported protocol version"))
            }
            _ => None,
        }
    }

    pub(super) fn delete(&self, request: &Request, state: &mut Sessions) -> Reply {
        if let Some(refusal) = self.session(request, state) {
            return refusal;
        }
        let id = request.header_bytes("mcp-session-id").map(text).unwrap_or_default();
        state.open.retain(|open| *open != id);
        state.ended.push(id);
        status(200)
    }

    /// An array of requests, which 2025-03-26 takes.
    pub(super) fn batch(&self, batch: &[Value]) -> Reply {
        if self.newest() != "2025-03-26" || self.lapses(Lapse::Batch) {
            return error(400, -32600, "Batches are not taken");
        }
        let answers: Vec<String> = batch
            .iter()
            .filter_map(|message| message.get("id"))
            .map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#))
            .collect();
        Reply { body: Some(format!("[{}]", answers.join(","))), ..Reply::default() }
    }
}

/// Bytes as a script writes them: one character a byte.
fn text(bytes: &Bytes) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

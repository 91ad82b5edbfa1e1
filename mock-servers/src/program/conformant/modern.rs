//! 2026-07-28: no handshake, no session; headers and `_meta` on every request.

use serde_json::Value;

use super::{Conformant, Lapse, error, page, result};
use crate::request::{Message, Request};
use crate::script::{Reply, RpcError};

const MODERN: &str = "2026-07-28";
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// A request that means that revision, by its `_meta`, its headers or its method.
pub(super) fn is_modern(request: &Request, message: &Message) -> bool {
    message.param("_meta").is_some_and(|meta| meta.get(META_VERSION).is_some())
        || request.header("mcp-protocol-version") == Some(MODERN)
        || request.header("mcp-method").is_some()
}

impl Conformant {
    pub(super) fn modern(&self, request: &Request, message: &Message, rpc: &str) -> Reply {
        let mut reply = self.refused(request, message, rpc).unwrap_or_else(|| self.answered(message, rpc));
        if self.lapses(Lapse::SessionGiven) {
            reply.headers.push(("mcp-session-id".to_owned(), super::random_id(0)));
        }
        reply
    }

    fn refused(&self, request: &Request, message: &Message, rpc: &str) -> Option<Reply> {
        let meta = message.param("_meta");
        let has = |key: &str| meta.is_some_and(|meta| meta.get(key).is_some());
        let complete = has(META_VERSION) && has(META_CAPABILITIES);
        if !complete && !self.lapses(Lapse::MetaMissing) {
            return Some(error(400, -32602, "params._meta lacks a required member"));
        }
        let version = meta.and_then(|meta| meta.get(META_VERSION)).and_then(Value::as_str);
        let version = version.unwrap_or(MODERN);
        if request.header("mcp-protocol-version") != Some(version) {
            return Some(error(400, -32020, "MCP-Protocol-Version is missing or contradicts the body"));
        }
        match request.header("mcp-method") {
            None if self.lapses(Lapse::MethodHeaderMissing) => {}
            None => return Some(error(400, -32020, "Mcp-Method is missing")),
            Some(named) if named != rpc && !self.lapses(Lapse::MethodHeaderMismatch) => {
                return Some(error(400, -32020, "Mcp-Method contradicts the body"));
            }
            Some(_) => {}
        }
        if version != MODERN {
            return Some(self.unsupported(version));
        }
        let session = request.header("mcp-session-id").is_some() && self.lapses(Lapse::SessionSought);
        session.then(|| error(404, -32001, "Session not found"))
    }

    fn unsupported(&self, version: &str) -> Reply {
        if self.lapses(Lapse::VersionCode) {
            return error(400, -32000, "Unsupported protocol version");
        }
        let data = format!(r#"{{"supported":["{MODERN}"],"requested":{}}}"#, Value::from(version));
        let data = (!self.lapses(Lapse::VersionData)).then_some(data);
        let error = RpcError { code: -32022, message: "Unsupported protocol version".to_owned(), data };
        Reply { status: Some(400), error: Some(error), ..Reply::default() }
    }

    fn answered(&self, message: &Message, rpc: &str) -> Reply {
        const CACHE: &str = r#""resultType":"complete","ttlMs":0,"cacheScope":"private""#;
        match rpc {
            "server/discover" => result(format!(
                r#"{{{CACHE},"supportedVersions":["{MODERN}"],"capabilities":{{"tools":{{}}}},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"conformant","version":"1.0.0"}}}}}}"#
            )),
            "tools/list" => {
                let Some((tools, _)) = page(1, None) else { return error(400, -32602, "Unknown cursor") };
                // Ids are given one after the other, so an even one is every other.
                let even = message.id().and_then(Value::as_u64).is_some_and(|id| id % 2 == 0);
                let tools = if even && self.lapses(Lapse::ListOrder) { reversed(&tools) } else { tools };
                result(format!(r#"{{{CACHE},"tools":{tools}}}"#))
            }
            _ => {
                let status = if self.lapses(Lapse::MethodStatus) { 200 } else { 404 };
                error(status, -32601, "Method not found")
            }
        }
    }

    /// A server that has no handshake, asked as if it had one: its versions, in the error to anything.
    pub(super) fn without_handshake(rpc: &str) -> Reply {
        if rpc != "initialize" {
            return error(400, -32602, "params._meta is missing");
        }
        let data = format!(r#"{{"supported":["{MODERN}"]}}"#);
        let error = RpcError { code: -32022, message: "There is no handshake".to_owned(), data: Some(data) };
        Reply { status: Some(400), error: Some(error), ..Reply::default() }
    }
}

/// A list the other way round.
fn reversed(tools: &str) -> String {
    let mut list: Vec<Value> = serde_json::from_str(tools).unwrap_or_default();
    list.reverse();
    Value::Array(list).to_string()
}

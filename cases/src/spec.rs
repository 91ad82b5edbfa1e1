//! The closed table of references that a case may cite: documents, their sections, and where to read them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A reference of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// `document/section`, as it stands in a case.
    pub id: &'static str,
    /// The document and the section in words.
    pub title: &'static str,
    /// Where to read it.
    pub url: &'static str,
}

impl<'de> Deserialize<'de> for Spec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = String::deserialize(from)?;
        SPECS.iter().find(|spec| spec.id == id).copied().ok_or_else(|| {
            let document = id.split('/').next().unwrap_or_default();
            let known: Vec<&str> =
                SPECS.iter().map(|spec| spec.id).filter(|known| known.starts_with(document)).collect();
            let known = if known.is_empty() { SPECS.iter().map(|spec| spec.id).collect() } else { known };
            D::Error::custom(format!("`{id}` is no reference; known: {}", known.join(", ")))
        })
    }
}

macro_rules! specs {
    ($($base:literal { $($id:literal: $title:literal, $anchor:literal;)+ })+) => {
        &[$($(Spec { id: $id, title: $title, url: concat!($base, $anchor) },)+)+]
    };
}

/// Every reference there is.
pub const SPECS: &[Spec] = specs! {
    "https://modelcontextprotocol.io/specification/2024-11-05/" {
        "mcp-2024-11-05/http-sse": "MCP 2024-11-05, HTTP with SSE", "basic/transports#http-with-sse";
        "mcp-2024-11-05/lifecycle": "MCP 2024-11-05, lifecycle", "basic/lifecycle";
    }
    "https://modelcontextprotocol.io/specification/2025-03-26/" {
        "mcp-2025-03-26/batching": "MCP 2025-03-26, JSON-RPC batches", "basic#batching";
        "mcp-2025-03-26/authorization": "MCP 2025-03-26, authorization", "basic/authorization";
    }
    "https://modelcontextprotocol.io/specification/2025-06-18/" {
        "mcp-2025-06-18/requests": "MCP 2025-06-18, requests", "basic#requests";
        "mcp-2025-06-18/responses": "MCP 2025-06-18, responses", "basic#responses";
        "mcp-2025-06-18/notifications": "MCP 2025-06-18, notifications", "basic#notifications";
        "mcp-2025-06-18/initialization": "MCP 2025-06-18, lifecycle: initialization", "basic/lifecycle#initialization";
        "mcp-2025-06-18/version-negotiation": "MCP 2025-06-18, lifecycle: version negotiation", "basic/lifecycle#version-negotiation";
        "mcp-2025-06-18/capability-negotiation": "MCP 2025-06-18, lifecycle: capability negotiation", "basic/lifecycle#capability-negotiation";
        "mcp-2025-06-18/operation": "MCP 2025-06-18, lifecycle: operation", "basic/lifecycle#operation";
        "mcp-2025-06-18/timeouts": "MCP 2025-06-18, lifecycle: timeouts", "basic/lifecycle#timeouts";
        "mcp-2025-06-18/security-warning": "MCP 2025-06-18, transports: Origin is checked", "basic/transports#security-warning";
        "mcp-2025-06-18/sending-messages": "MCP 2025-06-18, transports: sending messages", "basic/transports#sending-messages-to-the-server";
        "mcp-2025-06-18/listening": "MCP 2025-06-18, transports: listening", "basic/transports#listening-for-messages-from-the-server";
        "mcp-2025-06-18/multiple-connections": "MCP 2025-06-18, transports: multiple connections", "basic/transports#multiple-connections";
        "mcp-2025-06-18/resumability": "MCP 2025-06-18, transports: resumability", "basic/transports#resumability-and-redelivery";
        "mcp-2025-06-18/sessions": "MCP 2025-06-18, transports: session management", "basic/transports#session-management";
        "mcp-2025-06-18/version-header": "MCP 2025-06-18, transports: protocol version header", "basic/transports#protocol-version-header";
        "mcp-2025-06-18/backwards-compatibility": "MCP 2025-06-18, transports: backwards compatibility", "basic/transports#backwards-compatibility";
        "mcp-2025-06-18/authorization": "MCP 2025-06-18, authorization", "basic/authorization";
        "mcp-2025-06-18/pagination": "MCP 2025-06-18, pagination", "server/utilities/pagination";
        "mcp-2025-06-18/ping": "MCP 2025-06-18, ping", "basic/utilities/ping";
        "mcp-2025-06-18/tools": "MCP 2025-06-18, tools: listing tools", "server/tools#listing-tools";
        "mcp-2025-06-18/tool": "MCP 2025-06-18, tools: data types", "server/tools#data-types";
    }
    "https://modelcontextprotocol.io/specification/2025-11-25/" {
        "mcp-2025-11-25/sending-messages": "MCP 2025-11-25, transports: sending messages", "basic/transports#sending-messages-to-the-server";
        "mcp-2025-11-25/resumability": "MCP 2025-11-25, transports: resumability", "basic/transports#resumability-and-redelivery";
        "mcp-2025-11-25/security-warning": "MCP 2025-11-25, transports: Origin is checked", "basic/transports#security-warning";
        "mcp-2025-11-25/backwards-compatibility": "MCP 2025-11-25, transports: backwards compatibility", "basic/transports#backwards-compatibility";
        "mcp-2025-11-25/authorization": "MCP 2025-11-25, authorization", "basic/authorization";
        "mcp-2025-11-25/tool-names": "MCP 2025-11-25, tools: tool names", "server/tools#tool-names";
        "mcp-2025-11-25/tool": "MCP 2025-11-25, tools: data types", "server/tools#data-types";
    }
    "https://modelcontextprotocol.io/specification/2026-07-28/" {
        "mcp-2026-07-28/transports": "MCP 2026-07-28, transports", "basic/transports";
        "mcp-2026-07-28/versioning": "MCP 2026-07-28, versioning", "basic/versioning";
        "mcp-2026-07-28/discover": "MCP 2026-07-28, discovery", "server/discover";
        "mcp-2026-07-28/pagination": "MCP 2026-07-28, pagination", "server/utilities/pagination";
        "mcp-2026-07-28/authorization": "MCP 2026-07-28, authorization", "basic/authorization";
    }
    "https://www.jsonrpc.org/specification" {
        "json-rpc-2.0/request": "JSON-RPC 2.0, request object", "#request_object";
        "json-rpc-2.0/response": "JSON-RPC 2.0, response object", "#response_object";
        "json-rpc-2.0/error": "JSON-RPC 2.0, error object", "#error_object";
        "json-rpc-2.0/batch": "JSON-RPC 2.0, batch", "#batch";
    }
    "https://html.spec.whatwg.org/multipage/server-sent-events.html" {
        "html/event-stream": "HTML, parsing an event stream", "#parsing-an-event-stream";
        "html/interpreting-event-stream": "HTML, interpreting an event stream", "#event-stream-interpretation";
    }
    "https://www.rfc-editor.org/rfc/" {
        "rfc-1035/rcode": "RFC 1035 4.1.1, response codes of the DNS", "rfc1035#section-4.1.1";
        "rfc-2308/no-data": "RFC 2308 2, names without data", "rfc2308#section-2";
        "rfc-3986/uri": "RFC 3986, URIs", "rfc3986";
        "rfc-5280/validity": "RFC 5280 4.1.2.5, validity of a certificate", "rfc5280#section-4.1.2.5";
        "rfc-5280/path": "RFC 5280 6, certification path", "rfc5280#section-6";
        "rfc-6265/cookies": "RFC 6265, cookies", "rfc6265";
        "rfc-6454/origin": "RFC 6454, the web origin", "rfc6454";
        "rfc-6570/templates": "RFC 6570, URI templates", "rfc6570";
        "rfc-6585/too-many-requests": "RFC 6585 4, 429", "rfc6585#section-4";
        "rfc-6761/localhost": "RFC 6761 6.3, localhost", "rfc6761#section-6.3";
        "rfc-6762/local": "RFC 6762 3, names below local", "rfc6762#section-3";
        "rfc-6890/special-addresses": "RFC 6890, special-purpose addresses", "rfc6890";
        "rfc-7301/alpn": "RFC 7301, ALPN", "rfc7301";
        "rfc-8259/json": "RFC 8259 2, JSON grammar", "rfc8259#section-2";
        "rfc-8259/encoding": "RFC 8259 8.1, character encoding", "rfc8259#section-8.1";
        "rfc-8259/parsers": "RFC 8259 9, parsers and their limits", "rfc8259#section-9";
        "rfc-8297/early-hints": "RFC 8297, 103", "rfc8297";
        "rfc-8305/happy-eyeballs": "RFC 8305, several addresses", "rfc8305";
        "rfc-8446/handshake": "RFC 8446 4, TLS 1.3 handshake", "rfc8446#section-4";
        "rfc-8446/alerts": "RFC 8446 6, alerts", "rfc8446#section-6";
        "rfc-8996/old-tls": "RFC 8996, no TLS 1.0 and 1.1", "rfc8996";
        "rfc-9110/content-type": "RFC 9110 8.3, Content-Type", "rfc9110#section-8.3";
        "rfc-9110/content-encoding": "RFC 9110 8.4, Content-Encoding", "rfc9110#section-8.4";
        "rfc-9110/field-lines": "RFC 9110 5.3, repeated fields", "rfc9110#section-5.3";
        "rfc-9110/field-values": "RFC 9110 5.5, field values", "rfc9110#section-5.5";
        "rfc-9110/field-limits": "RFC 9110 5.4, limits of fields", "rfc9110#section-5.4";
        "rfc-9110/trailers": "RFC 9110 6.5, trailers", "rfc9110#section-6.5";
        "rfc-9110/retry-after": "RFC 9110 10.2.3, Retry-After", "rfc9110#section-10.2.3";
        "rfc-9110/idempotent": "RFC 9110 9.2.2, when a request may be repeated", "rfc9110#section-9.2.2";
        "rfc-9110/challenges": "RFC 9110 11.6.1, WWW-Authenticate", "rfc9110#section-11.6.1";
        "rfc-9110/accept": "RFC 9110 12.5.1, Accept", "rfc9110#section-12.5.1";
        "rfc-9110/accept-encoding": "RFC 9110 12.5.3, Accept-Encoding", "rfc9110#section-12.5.3";
        "rfc-9110/informational": "RFC 9110 15.2, 1xx", "rfc9110#section-15.2";
        "rfc-9110/successful": "RFC 9110 15.3, 2xx", "rfc9110#section-15.3";
        "rfc-9110/redirection": "RFC 9110 15.4, 3xx", "rfc9110#section-15.4";
        "rfc-9110/client-error": "RFC 9110 15.5, 4xx", "rfc9110#section-15.5";
        "rfc-9110/server-error": "RFC 9110 15.6, 5xx", "rfc9110#section-15.6";
        "rfc-9112/message-format": "RFC 9112 2, HTTP/1.1 messages", "rfc9112#section-2";
        "rfc-9112/body-length": "RFC 9112 6.3, length of a body", "rfc9112#section-6.3";
        "rfc-9112/chunked": "RFC 9112 7.1, chunks", "rfc9112#section-7.1";
        "rfc-9112/incomplete": "RFC 9112 8, incomplete messages", "rfc9112#section-8";
        "rfc-9112/persistence": "RFC 9112 9.3, connections that persist", "rfc9112#section-9.3";
        "rfc-9112/tear-down": "RFC 9112 9.6, closing a connection", "rfc9112#section-9.6";
        "rfc-9113/error-codes": "RFC 9113 7, HTTP/2 error codes", "rfc9113#section-7";
        "rfc-9113/reliability": "RFC 9113 8.7, request reliability", "rfc9113#section-8.7";
        "rfc-9293/reset": "RFC 9293 3.5.2, TCP resets", "rfc9293#section-3.5.2";
        "rfc-9457/problem": "RFC 9457, problem details", "rfc9457";
        "rfc-9525/host-name": "RFC 9525 6, the name in a certificate", "rfc9525#section-6";
        "rfc-9728/well-known": "RFC 9728 3, well-known place of the metadata", "rfc9728#section-3";
        "rfc-9728/response": "RFC 9728 3.2, the metadata", "rfc9728#section-3.2";
        "rfc-9728/www-authenticate": "RFC 9728 5.1, resource_metadata in a challenge", "rfc9728#section-5.1";
        "rfc-6750/challenge": "RFC 6750 3, Bearer challenges", "rfc6750#section-3";
        "rfc-7617/basic": "RFC 7617, Basic", "rfc7617";
        "rfc-4559/negotiate": "RFC 4559, Negotiate", "rfc4559";
        "rfc-1951/deflate": "RFC 1951, deflate", "rfc1951";
        "rfc-1952/gzip": "RFC 1952, gzip", "rfc1952";
        "rfc-7932/brotli": "RFC 7932, Brotli", "rfc7932";
        "rfc-8878/zstd": "RFC 8878, Zstandard", "rfc8878";
    }
    "https://www.unicode.org/reports/" {
        "unicode/bidi": "Unicode UAX 9, directional formatting characters", "tr9/";
        "unicode/security": "Unicode UTS 39, security mechanisms", "tr39/";
    }
    "https://github.com/rollcall-mcp/rollcall/blob/main/cases/README.md" {
        "rollcall/status-first": "rollcall, the status decides before the body", "#status-first";
        "rollcall/later-steps": "rollcall, what later steps change", "#later-steps";
        "rollcall/redirects": "rollcall, redirects", "#redirects";
        "rollcall/what-is-sent": "rollcall, what is sent", "#what-is-sent";
        "rollcall/pages": "rollcall, pages", "#pages";
        "rollcall/content": "rollcall, content that is tolerated", "#content";
        "rollcall/one-retry": "rollcall, one retry", "#one-retry";
        "rollcall/modern-only": "rollcall, servers of 2026-07-28 only", "#modern-only";
        "rollcall/legacy-sse": "rollcall, legacy SSE", "#legacy-sse";
        "rollcall/oauth-pointer": "rollcall, the OAuth pointer", "#oauth-pointer";
        "rollcall/vetting": "rollcall, vetting", "#vetting";
        "rollcall/deadlines": "rollcall, deadlines", "#deadlines";
        "rollcall/budget": "rollcall, budget and caps", "#budget";
        "rollcall/findings": "rollcall, findings", "#findings";
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_is_named_once_and_its_id_has_a_document_and_a_section() {
        let mut ids: Vec<&str> = SPECS.iter().map(|spec| spec.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), SPECS.len());
        assert!(SPECS.iter().all(|spec| spec.id.split('/').filter(|part| !part.is_empty()).count() == 2));
    }
}

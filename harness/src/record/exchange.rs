//! One request and its reply, or the lack of one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reason::Reason;

crate::words::words! {
    /// Which request of the conversation.
    pub enum Step: "step" {
        /// POST `initialize`.
        Initialize = "initialize",
        /// POST `notifications/initialized`.
        Initialized = "notifications/initialized",
        /// POST `tools/list`.
        ToolsList = "tools/list",
        /// DELETE of the session.
        Delete = "delete",
        /// The legacy GET that waits for the `endpoint` event.
        OpenStream = "open-stream",
        /// `--modern`: POST `server/discover`.
        Discover = "server/discover",
        /// `--modern`: POST `tools/list` at 2026-07-28.
        ModernToolsList = "modern-tools/list",
        /// `--oauth-lookup`: GET of a protected-resource metadata document.
        ResourceMetadata = "resource-metadata",
    }
}

crate::words::words! {
    /// The HTTP method.
    pub enum Method: "method" {
        /// GET.
        Get = "GET",
        /// POST.
        Post = "POST",
        /// DELETE.
        Delete = "DELETE",
    }
}

/// How an exchange ended on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The reply was read to its end.
    Complete,
    /// We stopped reading on purpose: the answer had come, or only evidence was left.
    Stopped,
    /// The connection could not be made, or broke.
    Failed(Reason),
    /// The deadline passed; the reason is the phase.
    Deadline(Reason),
    /// The reply cannot be read: over a cap, not HTTP, unknown encoding.
    Unreadable(Reason),
}

/// What the reply turned out to say. Absent when nothing was complete enough to say anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A usable JSON-RPC result for our request (for a metadata GET: a usable document).
    Result,
    /// A JSON-RPC error for our request.
    Error(RpcError),
    /// The `endpoint` event of legacy SSE.
    Endpoint,
    /// Nothing that has to be read: the reply to a notification or to DELETE, or a body under an error status.
    Unread,
    /// A reply that is not what MCP asks for.
    NotMcp(Reason),
}

/// A JSON-RPC error as it was sent, shortened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RpcError {
    /// `error.code`; absent when it is no integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// `error.message`, at most 300 characters; empty when it is no string.
    pub message: String,
    /// `error.data`, if it is at most 4 KiB of JSON and at most 32 levels deep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<serde_json::Value>,
}

/// One request and its reply. A retry and a redirect hop are exchanges of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// Which request.
    pub step: Step,
    /// 1, or 2 for the one retry.
    pub attempt: u8,
    /// 0, then 1 to 3 for followed redirects.
    pub hop: u8,
    /// The HTTP method.
    pub method: Method,
    /// Where it went.
    pub url: String,
    /// The HTTP status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The Content-Type as sent, cleaned and shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The Location of a redirect, as sent, cleaned and shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Retry-After in seconds, 0 to 86,400.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
    /// Body bytes read, decoded.
    pub bytes: u64,
    /// How it ended on the wire.
    pub end: End,
    /// What the reply said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The beginning of a body that is no MCP answer: cleaned, at most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// How long its phases took.
    pub timing: Timing,
    /// The connection it went over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<Connection>,
}

/// Durations in microseconds, measured by the driver alone. A phase that did not happen is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Name resolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dns_us: Option<u64>,
    /// TCP connect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connect_us: Option<u64>,
    /// TLS handshake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls_us: Option<u64>,
    /// From the request to the end of the response head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_us: Option<u64>,
    /// The whole exchange, from name resolution or the request to the last byte read.
    pub total_us: u64,
}

/// The connection under an exchange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Connection {
    /// The address really connected to.
    pub peer: String,
    /// The TLS version, as `1.2` or `1.3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls: Option<String>,
    /// The protocol spoken: `http/1.1` or `h2`.
    pub alpn: String,
}

//! What an initialize result says.

use http::HeaderValue;

use crate::record::ServerFacts;

/// The facts of a usable initialize result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitializeFacts {
    /// What the server says of itself; absent without a serverInfo object.
    pub server: Option<ServerFacts>,
    /// protocolVersion, as given.
    pub protocol_version: String,
    /// Whether `capabilities` declares `tools`; absent when there are no capabilities to read.
    pub tools_declared: Option<bool>,
}

/// The value of `MCP-Protocol-Version` for a negotiated version; `None` when no header can hold it (empty, or not
/// visible ASCII), which the reader has then reported as `version-header-omitted`.
#[must_use]
pub fn version_header(version: &str) -> Option<HeaderValue> {
    let visible = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_graphic());
    if visible { HeaderValue::from_str(version).ok() } else { None }
}

//! What an initialize result says, and what is odd about it.

use http::HeaderValue;

use super::json;
use crate::record::{self, Finding, FindingId, PlainReason, ServerFacts, Step};

/// Revisions with a handshake. 2024-11-05 is the first there was.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The first revision without a handshake.
pub(crate) const MODERN: &str = "2026-07-28";
/// What a server says of itself is kept up to this many characters a member: far beyond any honest one.
const FACT_KEPT: usize = 1024;
/// A version longer than this is not sent back: a header line of it would only provoke the next failure.
const VERSION_KEPT: usize = 256;

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

/// The value of `MCP-Protocol-Version` for a negotiated version; `None` when no header can hold it (empty, not visible
/// ASCII, or longer than any version is), which the reader has then reported as `version-header-omitted`.
#[must_use]
pub fn version_header(version: &str) -> Option<HeaderValue> {
    let visible = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_graphic());
    if visible && version.len() <= VERSION_KEPT { HeaderValue::from_str(version).ok() } else { None }
}

/// Reads the `result` of initialize.
pub(crate) fn read(result: &str, findings: &mut Vec<Finding>) -> Result<InitializeFacts, PlainReason> {
    let (mut version, mut info, mut capabilities) = (None, None, None);
    json::object(result, |key, value| match key {
        b"protocolVersion" => version = json::short_string(value, VERSION_KEPT),
        b"serverInfo" => info = Some(value),
        b"capabilities" => capabilities = Some(value),
        _ => {}
    });
    let protocol_version = version.ok_or(PlainReason::NoProtocolVersion)?;
    let mut odd = |id, detail: Option<&str>| {
        findings.push(match detail {
            None => Finding::new(id, Step::Initialize),
            Some(detail) => Finding::with(id, Step::Initialize, detail),
        });
    };
    if protocol_version == MODERN {
        odd(FindingId::ModernVersionNegotiated, None);
    } else if !VERSIONS.contains(&protocol_version.as_str()) {
        odd(FindingId::UnknownVersion, Some(&protocol_version));
    }
    if version_header(&protocol_version).is_none() {
        odd(FindingId::VersionHeaderOmitted, None);
    }
    let server = info.and_then(server_facts);
    match &server {
        None => odd(FindingId::ServerInfoMissing, None),
        Some(ServerFacts { version: None, .. }) => odd(FindingId::ServerVersionMissing, None),
        Some(ServerFacts { version: Some(version), .. }) if version.is_empty() => {
            odd(FindingId::ServerVersionEmpty, None);
        }
        Some(_) => {}
    }
    if let Some(server) = &server {
        let says = [("name", &server.name), ("title", &server.title), ("version", &server.version)];
        if let Some((member, _)) = says
            .iter()
            .find(|(_, text)| text.as_ref().is_some_and(|text| text.chars().any(record::is_control)))
        {
            odd(FindingId::ServerInfoControlCharacters, Some(member));
        }
    }
    let tools_declared = match capabilities {
        None | Some("null") => {
            odd(FindingId::CapabilitiesMissing, None);
            None
        }
        Some(raw) => declared(raw, &mut odd),
    };
    Ok(InitializeFacts { server, protocol_version, tools_declared })
}

/// Whether `capabilities` declares tools. A capability of an odd type is declared all the same, save for null.
fn declared(raw: &str, odd: &mut impl FnMut(FindingId, Option<&str>)) -> Option<bool> {
    let (mut tools, mut wrong) = (false, Vec::new());
    let object = json::object(raw, |key, value| {
        if key == b"tools" {
            tools = !json::is_null(value);
        }
        if !json::is_object(value) && wrong.len() < record::NAMED_IN_DETAIL {
            wrong.push(String::from_utf8_lossy(key).into_owned());
        }
    });
    if !object {
        odd(FindingId::CapabilityNotObject, Some("capabilities"));
        return None;
    }
    if !wrong.is_empty() {
        odd(FindingId::CapabilityNotObject, Some(&wrong.join(", ")));
    }
    Some(tools)
}

/// What a serverInfo object says; `None` when it is no object.
pub(crate) fn server_facts(raw: &str) -> Option<ServerFacts> {
    let mut facts = ServerFacts::default();
    let object = json::object(raw, |key, value| match key {
        b"name" => facts.name = json::short_string(value, FACT_KEPT),
        b"title" => facts.title = json::short_string(value, FACT_KEPT),
        b"version" => facts.version = json::short_string(value, FACT_KEPT),
        _ => {}
    });
    object.then_some(facts)
}

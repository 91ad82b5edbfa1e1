//! What a probe learned: the server, its tools, its login, and how the target was named.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reason::Reason;
use super::{Exchange, RpcError};
use crate::target::Transport;

/// The entry as the registry listed it, as far as later stages need it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryFacts {
    /// The registry name, `namespace/name`.
    pub name: String,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The version of the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The registry's status word: `active`, `deprecated`, `deleted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The repository URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// Names of request headers that this remote declares as required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_headers: Vec<String>,
}

/// The target as it was contacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetFacts {
    /// The normalised URL (or, when it could not be vetted, the URL as given).
    pub url: String,
    /// The transport that the entry or the user declared.
    pub declared: Transport,
    /// The transport that decided; differs from `declared` only for `auto`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoken: Option<Transport>,
}

/// What the server says of itself. Absent stays absent, empty stays empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServerFacts {
    /// serverInfo.name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// serverInfo.title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// serverInfo.version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

crate::words::words! {
    /// What tools/list did.
    pub enum ToolsStatus: "tools status" {
        /// A list was read.
        Listed = "listed",
        /// The server has no tools (-32601 without the capability).
        NotSupported = "not-supported",
        /// Not asked for.
        NotAttempted = "not-attempted",
        /// A page was over the cap.
        TooLarge = "too-large",
        /// A JSON-RPC error.
        Refused = "refused",
        /// 401 or 403.
        LoginRequired = "login-required",
        /// 429.
        RateLimited = "rate-limited",
        /// Another 4xx.
        Http4xx = "http-4xx",
        /// 5xx.
        Http5xx = "http-5xx",
        /// No complete answer in time.
        TimedOut = "timed-out",
        /// No complete reply.
        ConnectionFailed = "connection-failed",
        /// A complete answer that is not MCP.
        NotMcp = "not-mcp",
    }
}

/// The tool list, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tools {
    /// What the step did.
    pub status: ToolsStatus,
    /// The finer word, in the vocabulary of the record's own reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// List members that are objects with a string name. Absent when nothing readable came back: unknown is not zero.
    pub count: Option<u64>,
    /// Different names among them.
    pub distinct: Option<u64>,
    /// The other members.
    pub malformed: u64,
    /// Pages asked for.
    pub pages: u32,
    /// The last page read ended the list.
    pub complete: bool,
    /// The first names in list order, at most 50.
    pub names: Vec<String>,
    /// `sha256:` and the hex digest over the sorted distinct names of all tools, each followed by a NUL byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl Tools {
    /// The state before tools/list was asked for.
    #[must_use]
    pub fn not_attempted() -> Self {
        Self {
            status: ToolsStatus::NotAttempted,
            reason: None,
            count: None,
            distinct: None,
            malformed: 0,
            pages: 0,
            complete: false,
            names: Vec::new(),
            digest: None,
        }
    }
}

crate::words::words! {
    /// Whether the reply that asked for a login points at OAuth metadata.
    pub enum OauthMetadata: "OAuth pointer" {
        /// A challenge carries a usable `resource_metadata`.
        Challenge = "challenge",
        /// `--oauth-lookup` found a valid document at a well-known place.
        WellKnown = "well-known",
        /// Neither.
        None = "none",
    }
}

/// What the reply that asked for a login said about how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The OAuth pointer.
    pub oauth_metadata: OauthMetadata,
    /// The schemes of all challenges, lower case, in order, without repeats.
    pub schemes: Vec<String>,
    /// The metadata URL, resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata_url: Option<String>,
}

/// The session that the server opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// The id as issued, cleaned and shortened to 128 characters.
    pub id: String,
}

/// The second step at revision 2026-07-28, recorded beside the first (`--modern`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modern {
    /// `supportedVersions` of server/discover, at most 20.
    pub versions: Vec<String>,
    /// The server, from `_meta`; absent when it did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerFacts>,
    /// `answered` when server/discover gave a result.
    pub answered: bool,
    /// The error it gave instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpc_error: Option<RpcError>,
    /// Its tool list.
    pub tools: Tools,
    /// The exchanges of this step.
    pub exchanges: Vec<Exchange>,
}

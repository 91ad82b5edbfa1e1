//! What a probe may do: every limit with its default and its source.

use std::net::IpAddr;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The protocol version offered. Every SDK server measured answers it with itself.
pub const PROTOCOL_VERSION: &str = "2025-06-18";
/// clientInfo.name and the product of the User-Agent: the directory's published name.
pub const CLIENT_NAME: &str = "AgentReadyDirectoryCheck";
/// clientInfo.version.
pub const CLIENT_VERSION: &str = "1.0";
/// Where a reader of the User-Agent can learn who we are, unless `--contact` says otherwise.
pub const PROJECT_PAGE: &str = env!("CARGO_PKG_REPOSITORY");
/// One request, connect to last byte (the directory's published limit).
pub const REQUEST_DEADLINE: Duration = Duration::from_secs(15);
/// Legacy SSE: the wait for the `endpoint` event.
pub const ENDPOINT_DEADLINE: Duration = Duration::from_secs(10);
/// The whole probe.
pub const PROBE_DEADLINE: Duration = Duration::from_secs(60);
/// Evidence under an error status is read no longer than this.
pub const EVIDENCE_DEADLINE: Duration = Duration::from_secs(2);
/// Evidence under an error status, in decoded bytes.
pub const EVIDENCE_CAP: u64 = 64 * 1024;
/// The reply to initialize, in decoded bytes; the same for one event or one line of a stream.
pub const INITIALIZE_CAP: u64 = 4 * 1024 * 1024;
/// One page of tools/list, in decoded bytes.
pub const PAGE_CAP: u64 = 16 * 1024 * 1024;
/// A response head, in bytes, whatever the number of its fields.
pub const HEAD_CAP: u64 = 64 * 1024;
/// Pages of tools/list.
pub const PAGES: u32 = 5;
/// Tool names kept in the record.
pub const NAMES_KEPT: usize = 50;
/// Retries of one request, after a dropped connection only.
pub const RETRIES: u8 = 1;
/// Redirect hops of one request.
pub const HOPS: u8 = 3;
/// `--oauth-lookup`: documents tried.
pub const LOOKUP_CANDIDATES: usize = 4;

/// Everything a probe may do. Serialised into `run.json`, so a run says by which rules it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The protocol version offered.
    pub protocol_version: String,
    /// The contact URL in the User-Agent.
    pub contact: String,
    /// One request, connect to last byte, in milliseconds.
    #[serde(with = "millis")]
    #[schemars(with = "u64")]
    pub request_deadline: Duration,
    /// The wait for the legacy `endpoint` event, in milliseconds.
    #[serde(with = "millis")]
    #[schemars(with = "u64")]
    pub endpoint_deadline: Duration,
    /// The whole probe, in milliseconds.
    #[serde(with = "millis")]
    #[schemars(with = "u64")]
    pub probe_deadline: Duration,
    /// The time given to a body under an error status, in milliseconds.
    #[serde(with = "millis")]
    #[schemars(with = "u64")]
    pub evidence_deadline: Duration,
    /// Bytes read of a body under an error status.
    pub evidence_cap: u64,
    /// Decoded bytes of an initialize reply.
    pub initialize_cap: u64,
    /// Decoded bytes of a tools/list page.
    pub page_cap: u64,
    /// Bytes of a response head.
    pub head_cap: u64,
    /// Pages of tools/list.
    pub pages: u32,
    /// Tool names kept.
    pub names_kept: usize,
    /// Retries of one request after a drop.
    pub retries: u8,
    /// Redirect hops of one request.
    pub hops: u8,
    /// Follow a modern-only server at 2026-07-28.
    pub modern: bool,
    /// Look for protected-resource metadata after a demand for a login.
    pub oauth_lookup: bool,
    /// Documents tried by the look-up.
    pub lookup_candidates: usize,
    /// What may be contacted.
    pub reach: Reach,
}

/// What may be contacted beside https on global addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// Plain HTTP.
    pub plain_http: bool,
    /// localhost, private and otherwise non-global addresses and names.
    pub local: bool,
    /// Single addresses that are allowed although they are not global (tests name their mocks here).
    pub addresses: Vec<IpAddr>,
}

impl Reach {
    /// `--allow-local`: one's own server, plain HTTP included.
    #[must_use]
    pub fn local() -> Self {
        Self { plain_http: true, local: true, addresses: Vec::new() }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            protocol_version: PROTOCOL_VERSION.to_owned(),
            contact: PROJECT_PAGE.to_owned(),
            request_deadline: REQUEST_DEADLINE,
            endpoint_deadline: ENDPOINT_DEADLINE,
            probe_deadline: PROBE_DEADLINE,
            evidence_deadline: EVIDENCE_DEADLINE,
            evidence_cap: EVIDENCE_CAP,
            initialize_cap: INITIALIZE_CAP,
            page_cap: PAGE_CAP,
            head_cap: HEAD_CAP,
            pages: PAGES,
            names_kept: NAMES_KEPT,
            retries: RETRIES,
            hops: HOPS,
            modern: false,
            oauth_lookup: false,
            lookup_candidates: LOOKUP_CANDIDATES,
            reach: Reach::default(),
        }
    }
}

impl Policy {
    /// The User-Agent of every request.
    #[must_use]
    pub fn user_agent(&self) -> String {
        format!("{CLIENT_NAME}/{CLIENT_VERSION} (+{})", self.contact)
    }
}

/// Durations as whole milliseconds.
mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        u64::try_from(value.as_millis()).unwrap_or(u64::MAX).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

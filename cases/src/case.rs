//! The format of a case: one TOML file, whose path is its id.

use std::collections::BTreeMap;

use mock_servers::script::{Script, Size, Span};
use rollcall::outcome::{Outcome, Stage};
use rollcall::record::{FindingId, OauthMetadata, Reason, ToolsStatus};
use rollcall::target::{SkipDetail, SkipReason, Transport};
use serde::Deserialize;

use crate::spec::Spec;

/// One case: a mock, and what a prober has to make of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Case {
    /// The claim, as one sentence.
    pub title: String,
    /// Where the claim comes from.
    pub spec: Spec,
    /// How strongly the reference says it.
    pub level: Level,
    /// Why no address of its own can carry this case, where the mock alone does not already show it.
    #[serde(default)]
    pub not_servable: Option<String>,
    /// What the registry says of the target.
    #[serde(default)]
    pub entry: Entry,
    /// What the prober is allowed and asked to do.
    #[serde(default)]
    pub policy: CasePolicy,
    /// The mock.
    #[serde(default)]
    pub mock: Script,
    /// The verdict, written by hand.
    pub expect: Expect,
    /// A bug that is known: the case then has to fail.
    #[serde(default)]
    pub known_failure: Option<KnownFailure>,
}

/// How strongly a reference says something (RFC 2119).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Required.
    Must,
    /// Recommended.
    Should,
    /// Allowed.
    May,
}

/// What the registry says of the target.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// The declared transport.
    #[serde(default = "streamable_http")]
    pub transport: Transport,
    /// The URL as listed, in place of the mock's own (cases about vetting).
    #[serde(default)]
    pub url: Option<String>,
    /// Names that the entry declares as variables of its URL.
    #[serde(default)]
    pub variables: Vec<String>,
    /// Names of request headers that the entry declares as required.
    #[serde(default)]
    pub required_headers: Vec<String>,
    /// An entry without any remote.
    #[serde(default)]
    pub no_remote: bool,
    /// The transport as the entry spells it, where it is none that can be probed: `stdio`.
    #[serde(default)]
    pub other_transport: Option<String>,
}

const fn streamable_http() -> Transport {
    Transport::StreamableHttp
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            transport: Transport::StreamableHttp,
            url: None,
            variables: Vec::new(),
            required_headers: Vec::new(),
            no_remote: false,
            other_transport: None,
        }
    }
}

/// What the prober is allowed and asked to do. Absent: as the suite does it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CasePolicy {
    /// One request, connect to last byte.
    #[serde(default)]
    pub deadline: Option<Span>,
    /// The wait for the legacy `endpoint` event.
    #[serde(default)]
    pub endpoint_deadline: Option<Span>,
    /// The whole probe.
    #[serde(default)]
    pub probe_deadline: Option<Span>,
    /// The cap of an initialize reply.
    #[serde(default)]
    pub initialize_cap: Option<Size>,
    /// The cap of a page of tools/list.
    #[serde(default)]
    pub page_cap: Option<Size>,
    /// `--modern`.
    #[serde(default)]
    pub modern: bool,
    /// `--oauth-lookup`.
    #[serde(default)]
    pub oauth_lookup: bool,
    /// `true`: as a census probes, which contacts neither plain HTTP nor local addresses; the mock's own address alone
    /// is let through. `false`, the default: local addresses and plain HTTP are allowed.
    #[serde(default)]
    pub strict: bool,
    /// Census: hosts on the operator's opt-out list.
    #[serde(default)]
    pub excluded_hosts: Vec<String>,
}

/// The verdict, written by hand. What is absent is held to the rule stated beside it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expect {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason. Absent: there is none.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The skip reason. Absent: it was not skipped.
    #[serde(default)]
    pub skip: Option<SkipReason>,
    /// The detail of the skip. Absent: there is none.
    #[serde(default)]
    pub detail: Option<SkipDetail>,
    /// The request that decided. Absent: `open-stream` for the transport `sse`, none for `not-probed`, else `initialize`.
    #[serde(default)]
    pub stage: Option<Stage>,
    /// The status of the exchange that decided. Absent: not compared.
    #[serde(default)]
    pub status: Option<u16>,
    /// The findings, all of them, repeats included; the order does not matter. Absent: none.
    #[serde(default)]
    pub findings: Vec<FindingId>,
    /// The requests that reached the mock, in order, retries and hops included: the JSON-RPC method of a POST, the HTTP
    /// method of anything else, followed by the path and query where that is not the path of the target.
    pub sent: Vec<String>,
    /// The tool list. Absent: `listed` and complete for `answered` over Streamable HTTP, else `not-attempted`.
    #[serde(default)]
    pub tools: ExpectTools,
    /// How to log in. Absent members are not compared.
    #[serde(default)]
    pub login: ExpectLogin,
    /// What the server says of itself. Absent members are not compared.
    #[serde(default)]
    pub server: ExpectServer,
    /// The protocol version that the server answered with. Absent: not compared.
    #[serde(default)]
    pub protocol_version: Option<String>,
    /// The code of the JSON-RPC error that is kept. Absent: not compared.
    #[serde(default)]
    pub rpc_error: Option<i64>,
    /// Retry-After in seconds. Absent: there is none.
    #[serde(default)]
    pub retry_after: Option<u32>,
    /// The step at 2026-07-28. Absent: there is none.
    #[serde(default)]
    pub modern: Option<ExpectModern>,
    /// The protocol of the last connection: `http/1.1` or `h2`. Absent: not compared.
    #[serde(default)]
    pub alpn: Option<String>,
    /// How the details of the findings read, by finding: a part of the text. Absent: not compared.
    #[serde(default)]
    pub details: BTreeMap<FindingId, String>,
}

/// What is expected of the tool list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectTools {
    /// The status. Absent: see [`Expect::tools`].
    #[serde(default)]
    pub status: Option<ToolsStatus>,
    /// The reason. Absent: there is none.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// Members with a string name. Absent: not compared.
    #[serde(default)]
    pub count: Option<u64>,
    /// Different names. Absent: not compared.
    #[serde(default)]
    pub distinct: Option<u64>,
    /// Other members. Absent: 0.
    #[serde(default)]
    pub malformed: Option<u64>,
    /// Pages asked for. Absent: not compared.
    #[serde(default)]
    pub pages: Option<u32>,
    /// The list came to its end. Absent: true for `listed` and `not-supported`, else false.
    #[serde(default)]
    pub complete: Option<bool>,
    /// The names kept. Absent: not compared.
    #[serde(default)]
    pub names: Option<Vec<String>>,
}

/// What is expected of the login facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectLogin {
    /// The OAuth pointer.
    #[serde(default)]
    pub oauth_metadata: Option<OauthMetadata>,
    /// The schemes.
    #[serde(default)]
    pub schemes: Option<Vec<String>>,
    /// The metadata URL.
    #[serde(default)]
    pub metadata_url: Option<String>,
}

/// What is expected of the server's facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectServer {
    /// The name.
    #[serde(default)]
    pub name: Option<String>,
    /// The title.
    #[serde(default)]
    pub title: Option<String>,
    /// The version.
    #[serde(default)]
    pub version: Option<String>,
    /// These are absent in the record: `name`, `title`, `version`, or `all` when the server said nothing.
    #[serde(default)]
    pub absent: Vec<ServerFact>,
}

/// One fact a server states about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerFact {
    /// serverInfo.name.
    Name,
    /// serverInfo.title.
    Title,
    /// serverInfo.version.
    Version,
    /// serverInfo as a whole.
    All,
}

/// What is expected of the step at 2026-07-28.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectModern {
    /// server/discover gave a result.
    pub answered: bool,
    /// The versions it names. Absent: not compared.
    #[serde(default)]
    pub versions: Option<Vec<String>>,
    /// The server. Absent members are not compared.
    #[serde(default)]
    pub server: ExpectServer,
    /// The tool list. Absent: `listed` and complete when discover answered, else `not-attempted`.
    #[serde(default)]
    pub tools: ExpectTools,
}

/// A bug that is known.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KnownFailure {
    /// Why it fails, and what will mend it.
    pub reason: String,
}

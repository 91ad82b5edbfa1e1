//! `servers.json`: every server with what it did; and `tally.json`: the counts.

use std::borrow::Cow;
use std::io::Write;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::harmless::Harmless;
use crate::category::{Basis, Category};
use crate::namespace::Needs;
use crate::outcome::Outcome;
use crate::record::OauthMetadata;
use crate::report::site::model::{Cause, Remote, Server, Site};

/// The version of `servers.json`.
pub const SERVERS_SCHEMA: &str = "rollcall.servers.v1";

/// Every server of a site.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServersCopy<'a> {
    /// Always [`SERVERS_SCHEMA`].
    pub schema: &'static str,
    /// The version of the program that probed.
    pub prober: &'a str,
    /// When the run began: RFC 3339, UTC.
    pub started_at: &'a str,
    /// When it ended; absent for a run that is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<&'a str>,
    /// Whether every planned probe was made.
    pub complete: bool,
    /// The servers, by name.
    pub servers: Servers<'a>,
}

/// The servers, made one by one as they are written.
#[derive(Debug, Clone, Copy)]
pub struct Servers<'a>(&'a [Server]);

/// One server. Texts are as the registry has them; titles and descriptions are cut.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServerCopy<'a> {
    /// The name, `namespace/name`; a bare URL is its own name.
    pub name: &'a str,
    /// Its page is `LANG/server/SLUG.html`.
    pub slug: &'a str,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// The version of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'a str>,
    /// The best that any of its remotes did.
    pub outcome: Outcome,
    /// The finer word of that remote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// On what the category rests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// How the namespace is proven; absent for a bare URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<Needs>,
    /// How many tools it lists; absent when that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<u64>,
    /// The names of its tools, at most 50.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_names: Vec<&'a str>,
    /// Its remotes.
    pub remotes: Vec<RemoteCopy<'a>>,
}

/// One remote of a server, or an entry without one.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoteCopy<'a> {
    /// The URL; absent for an entry without remotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The transport as declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<&'a str>,
    /// What it did.
    pub outcome: Outcome,
    /// The finer word: the reason, `http-` and the status, `rpc-` and the code of the JSON-RPC error (`rpc-no-code` without
    /// one), `skip-` and the rule, or `login-` and the pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// How a demand for a login points at OAuth metadata.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login: Option<OauthMetadata>,
    /// A second look saw another outcome.
    pub flaky: bool,
    /// From the beginning of the request that decided to the last byte of its reply, in milliseconds; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_in_ms: Option<u32>,
    /// When it was probed: RFC 3339, UTC; absent where it was left alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<&'a str>,
}

impl<'a> ServersCopy<'a> {
    /// The copy of a site.
    pub(super) fn of(site: &'a Site) -> Self {
        Self {
            schema: SERVERS_SCHEMA,
            prober: &site.run.prober,
            started_at: &site.run.started_at,
            ended_at: site.run.ended_at.as_deref(),
            complete: site.run.complete,
            servers: Servers(&site.servers),
        }
    }
}

impl Serialize for Servers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ServerCopy::of))
    }
}

impl JsonSchema for Servers<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Servers".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<ServerCopy<'_>>>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<'a> ServerCopy<'a> {
    fn of(server: &'a Server) -> Self {
        Self {
            name: &server.name,
            slug: &server.slug,
            title: server.title.as_deref(),
            description: server.description.as_deref(),
            version: server.version.as_deref(),
            outcome: server.outcome,
            cause: server.cause.map(Cause::word),
            category: server.category,
            basis: server.basis,
            namespace: server.namespace,
            tools: server.tools,
            tool_names: server.tool_names().collect(),
            remotes: server.remotes.iter().map(RemoteCopy::of).collect(),
        }
    }
}

impl<'a> RemoteCopy<'a> {
    fn of(remote: &'a Remote) -> Self {
        Self {
            url: remote.url.as_deref(),
            transport: remote.transport.as_deref(),
            outcome: remote.outcome,
            cause: remote.cause.map(Cause::word),
            login: remote.login,
            flaky: remote.flaky,
            answered_in_ms: remote.answered_in,
            at: remote.at.as_deref(),
        }
    }
}

/// Writes `servers.json`.
///
/// # Errors
/// When it cannot be written.
pub(in crate::report::site) fn servers(site: &Site, mut out: impl Write) -> std::io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Harmless::default());
    ServersCopy::of(site).serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// `tally.json`: as `rollcall tally --format json` prints it.
pub(in crate::report::site) fn tally(site: &Site) -> String {
    let text = serde_json::to_string_pretty(&site.figures).expect("figures are always representable as JSON");
    format!("{text}\n")
}

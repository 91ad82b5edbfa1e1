//! What a run says: `rollcall.conform.v1`. Every form (text, JSON and the rest) is rendered from this and from nothing else.
//!
//! All text in it is clean (one line, nothing invisible, bounded) and free of secrets: header values of the user's own and
//! session ids are replaced before they get here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ask, Level, Revision, Verdict};
use crate::record::Method;
use crate::target::Transport;

/// The `schema` of a report.
pub const REPORT_SCHEMA: &str = "rollcall.conform.v1";

/// One run against one server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// `rollcall.conform.v1`.
    pub schema: String,
    /// The server.
    pub url: String,
    /// How it was addressed.
    pub transport: Transport,
    /// When the run began (UTC, whole seconds).
    pub started_at: String,
    /// By which rules.
    pub rules: Rules,
    /// The revision that was asked for (`--revision`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Revision>,
    /// The revisions that the server was held against; none when nothing was heard of it.
    pub revisions: Vec<Revision>,
    /// What the server calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// Requests made.
    pub requests: u32,
    /// Why the run ended before its plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// A missed SHOULD counts as a failure (`--strict`).
    #[serde(default)]
    pub strict: bool,
    /// What the baseline came to, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Baselined>,
    /// How many results of each verdict.
    pub counts: Counts,
    /// One result a check, in the order of the families.
    pub results: Vec<Verdicts>,
}

/// The limits of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The User-Agent of every request.
    pub user_agent: String,
    /// Loopback, private addresses and plain HTTP were allowed.
    pub allow_local: bool,
    /// Names of the headers that the user gave; their values are nowhere.
    pub headers: Vec<String>,
    /// The opening request, in milliseconds.
    pub request_deadline_ms: u64,
    /// Every other request, in milliseconds.
    pub side_deadline_ms: u64,
    /// The whole run, in milliseconds.
    pub run_deadline_ms: u64,
    /// Requests at most.
    pub max_requests: u32,
    /// Decoded bytes of one reply at most.
    pub max_reply_bytes: u64,
    /// Decoded bytes of all replies at most.
    pub max_run_bytes: u64,
}

/// What the server calls itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// How many results of each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Counts {
    /// See [`Verdict::Pass`].
    pub pass: u32,
    /// See [`Verdict::Fail`].
    pub fail: u32,
    /// See [`Verdict::Warn`].
    pub warn: u32,
    /// See [`Verdict::NotApplicable`].
    pub not_applicable: u32,
    /// See [`Verdict::NotObserved`].
    pub not_observed: u32,
}

/// What one check says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdicts {
    /// The check.
    pub check: String,
    /// The requirement it decides; `rollcall explain` knows it.
    pub requirement: String,
    /// How strongly the specification says it.
    pub level: Level,
    /// The verdict.
    pub verdict: Verdict,
    /// The requirement in our own words.
    pub text: String,
    /// Where the specification says it.
    pub section: String,
    /// What has to be seen.
    pub expected: String,
    /// What was there instead (`fail`, `warn`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// Why there is nothing to say (`not-applicable`, `not-observed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The exchange that decided (`pass`, `fail`, `warn`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
    /// The command that shows it (`fail`, `warn`). Where the reply needs a session or a value of the user's own, a
    /// placeholder in angle brackets stands for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curl: Option<String>,
    /// The entry of the baseline that covers it (`fail`, `warn`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
}

/// Why a miss is known: an entry of the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The reason, as its author wrote it.
    pub reason: String,
    /// The last day (UTC) on which it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// What a baseline came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Baselined {
    /// Its file.
    pub file: String,
    /// Misses that it covers.
    pub known: u32,
    /// Entries whose check could not be seen this time: neither confirmed nor stale.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<String>,
    /// Entries that fail the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongEntry>,
}

/// An entry of a baseline that fails the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WrongEntry {
    /// What is wrong with it.
    pub fault: EntryFault,
    /// The check that it names.
    pub check: String,
    /// The line of the entry, from 1.
    pub line: u32,
    /// What is there.
    pub says: String,
    /// The way out.
    pub advice: String,
}

crate::words::words! {
    /// What is wrong with an entry of a baseline.
    pub enum EntryFault: "fault of a baseline entry" {
        /// Its check no longer misses anything.
        Stale = "stale",
        /// Its last day is over.
        Expired = "expired",
        /// No check has this name.
        Unknown = "unknown",
    }
}

/// A request and its reply, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// Which request.
    pub ask: Ask,
    /// Its HTTP method.
    pub method: Method,
    /// Where it went.
    pub url: String,
    /// The headers that set it apart, as `name: value`; those that every request has are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<String>,
    /// Its body.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// The status of the reply.
    pub status: u16,
    /// Its Content-Type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Decoded bytes of its body.
    pub bytes: u64,
    /// The beginning of its body.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sample: String,
    /// From the first packet to the last byte read, in milliseconds.
    pub elapsed_ms: u64,
}

impl Counts {
    /// Counts results.
    #[must_use]
    pub fn of(results: &[Verdicts]) -> Self {
        let mut counts = Self::default();
        for result in results {
            *match result.verdict {
                Verdict::Pass => &mut counts.pass,
                Verdict::Fail => &mut counts.fail,
                Verdict::Warn => &mut counts.warn,
                Verdict::NotApplicable => &mut counts.not_applicable,
                Verdict::NotObserved => &mut counts.not_observed,
            } += 1;
        }
        counts
    }
}

impl Report {
    /// Something was seen and judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.results.iter().any(|result| result.verdict.is_judged())
    }

    /// Something was judged, nothing fails the run, and it ended before its plan: what was not seen might have been missed.
    #[must_use]
    pub fn ended_early(&self) -> bool {
        self.stopped.is_some()
            && self.is_judged()
            && self.misses().next().is_none()
            && self.wrong_entries().is_empty()
    }

    /// The results that fail the run: failures, and with `--strict` warnings too, without those that the baseline knows.
    pub fn misses(&self) -> impl Iterator<Item = &Verdicts> {
        self.results.iter().filter(|result| result.known.is_none() && self.counts_as_miss(result.verdict))
    }

    /// Whether a verdict fails the run unless it is known.
    #[must_use]
    pub fn counts_as_miss(&self, verdict: Verdict) -> bool {
        verdict == Verdict::Fail || self.strict && verdict == Verdict::Warn
    }

    /// The entries of the baseline that fail the run.
    #[must_use]
    pub fn wrong_entries(&self) -> &[WrongEntry] {
        self.baseline.as_ref().map_or(&[], |baseline| &baseline.wrong)
    }
}

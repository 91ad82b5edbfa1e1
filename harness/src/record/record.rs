//! The record of one probe.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    EntryFacts, Exchange, Finding, FindingId, Login, Modern, Reason, RpcError, ServerFacts, Session,
    TargetFacts, Tools,
};
use crate::outcome::{Outcome, Stage, Verdict};
use crate::target::{Skip, Transport};

/// The version of the record's JSON form.
pub const RECORD_SCHEMA: &str = "rollcall.record.v1";

/// Everything observed in a probe. A broken server is data, not an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always [`RECORD_SCHEMA`].
    pub schema: String,
    /// The version of the program that probed.
    pub prober: String,
    /// When the probe began: RFC 3339, UTC, whole seconds.
    pub started_at: String,
    /// The whole probe, in microseconds.
    pub elapsed_us: u64,
    /// The registry entry it was made for; absent for a bare URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryFacts>,
    /// What was contacted.
    pub target: TargetFacts,
    /// The verdict in one word.
    pub outcome: Outcome,
    /// The request that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The finer word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Why it was never contacted; present exactly when the outcome is `not-probed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<Skip>,
    /// The HTTP status of the exchange that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What the server says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerFacts>,
    /// The protocol version it answered with, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
    /// The tool list.
    pub tools: Tools,
    /// How to log in; present exactly when the outcome is `login-required`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<Login>,
    /// The JSON-RPC error of the exchange that decided, or of tools/list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpc_error: Option<RpcError>,
    /// Retry-After of the exchange that decided, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
    /// The session that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Session>,
    /// Everything else worth telling, in the order seen.
    pub findings: Vec<Finding>,
    /// The step at 2026-07-28 (`--modern`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modern: Option<Modern>,
    /// A second look at the end of the census saw another outcome.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flaky: bool,
    /// The conversation.
    pub exchanges: Vec<Exchange>,
}

impl Record {
    /// An empty record of a target: nothing seen yet. Its outcome is decided by [`Record::decide`].
    #[must_use]
    pub fn new(url: String, declared: Transport, entry: Option<EntryFacts>) -> Self {
        Self {
            schema: RECORD_SCHEMA.to_owned(),
            prober: env!("CARGO_PKG_VERSION").to_owned(),
            started_at: String::new(),
            elapsed_us: 0,
            entry,
            target: TargetFacts { url, declared, spoken: None },
            outcome: Outcome::NotProbed,
            stage: None,
            reason: None,
            skip: None,
            status: None,
            server: None,
            protocol_version: None,
            tools: Tools::not_attempted(),
            login: None,
            rpc_error: None,
            retry_after: None,
            session: None,
            findings: Vec::new(),
            modern: None,
            flaky: false,
            exchanges: Vec::new(),
        }
    }

    /// A record of something that was never contacted.
    #[must_use]
    pub fn not_probed(url: String, declared: Transport, entry: Option<EntryFacts>, skip: Skip) -> Self {
        let mut record = Self::new(url, declared, entry);
        record.skip = Some(skip);
        record.decide();
        record
    }

    /// Decides the outcome from what is stored and writes it into the record. Idempotent; needs no network.
    pub fn decide(&mut self) {
        let Verdict { outcome, reason, stage, deciding } = crate::outcome::outcome(self);
        self.outcome = outcome;
        self.reason = reason;
        self.stage = stage;
        let exchange = deciding.and_then(|index| self.exchanges.get(index));
        self.status = exchange.and_then(|exchange| exchange.status);
        self.retry_after = exchange.and_then(|exchange| exchange.retry_after);
    }

    /// The deciding status, where it says what is wrong: a success never does.
    #[must_use]
    pub fn status_to_blame(&self) -> Option<u16> {
        self.status.filter(|status| !(200..300).contains(status))
    }

    /// The exchange that decided the outcome; none where nobody was contacted.
    #[must_use]
    pub fn deciding(&self) -> Option<&Exchange> {
        crate::outcome::outcome(self).deciding.and_then(|index| self.exchanges.get(index))
    }

    /// The same observation filed under another entry that lists the same target.
    #[must_use]
    pub fn attributed(&self, entry: EntryFacts) -> Self {
        let mut record = self.clone();
        record.findings.retain(|finding| finding.id != FindingId::DeclaredHeaderNotEnforced);
        record.entry = Some(entry);
        record.note_declared_headers();
        record
    }

    /// A server that answers without the header that its entry calls required.
    pub fn note_declared_headers(&mut self) {
        let headers = self.entry.as_ref().map(|entry| entry.required_headers.join(", ")).unwrap_or_default();
        if self.outcome == Outcome::Answered && !headers.is_empty() {
            let detail = Some(super::clean(&headers, 200).into_owned());
            self.findings.push(Finding { id: FindingId::DeclaredHeaderNotEnforced, step: None, detail });
        }
    }

    /// Whether this finding is there.
    #[must_use]
    pub fn has(&self, id: FindingId) -> bool {
        self.findings.iter().any(|finding| finding.id == id)
    }
}

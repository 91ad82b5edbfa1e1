//! What changed between two runs, remote by remote.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Skipped;
use crate::outcome::Outcome;
use crate::record::{Record, ToolsStatus};
use crate::target::{SkipReason, normalised};

/// The version of a diff's JSON form.
pub const DIFF_SCHEMA: &str = "rollcall.diff.v1";

crate::words::words! {
    /// The kinds of change, in the order shown.
    pub enum Change: "change" {
        /// Not in the earlier run.
        Appeared = "appeared",
        /// Not in the later run.
        Gone = "gone",
        /// Failed before, and does not now.
        NewlyReachable = "newly-reachable",
        /// Fails now, and did not before.
        NewlyFailing = "newly-failing",
        /// Another outcome of the same kind: two failures, or answered and login-required.
        OtherOutcome = "other-outcome",
        /// Another set of tools.
        ChangedTools = "changed-tools",
        /// Another server name.
        ChangedIdentity = "changed-identity",
        /// To or from `rate-limited` or a flaky outcome, or left alone by us in one of the runs: no statement about the server.
        Unsure = "unsure",
    }
}

/// One remote that changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// How.
    pub change: Change,
    /// The entry's name; absent for a bare URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The URL.
    pub url: String,
    /// What was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The differences of two runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diff {
    /// Always [`DIFF_SCHEMA`].
    pub schema: String,
    /// Remotes in both runs that did not change.
    pub unchanged: usize,
    /// The changes, by kind, then entry and URL.
    pub changes: Vec<Changed>,
}

/// What of a record a diff looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    outcome: Outcome,
    what: String,
    flaky: bool,
    tools: Option<(String, u64)>,
    server: Option<String>,
}

/// The name of a remote across runs: entry, URL and declared transport. An entry's version may change between runs.
pub type SeenKey = (Option<String>, String, String);

impl Seen {
    /// Takes from a record what a diff looks at.
    #[must_use]
    pub fn of(record: &Record) -> (SeenKey, Self) {
        let key = (
            record.entry.as_ref().map(|entry| entry.name.clone()),
            record.target.url.clone(),
            record.target.declared.to_string(),
        );
        let status = record.status_to_blame();
        let detail = record
            .reason
            .map(|reason| reason.to_string())
            .or_else(|| status.map(|status| status.to_string()));
        let whole = record.tools.status == ToolsStatus::Listed && record.tools.complete;
        let seen = Self {
            outcome: record.outcome,
            what: detail.map_or_else(
                || record.outcome.to_string(),
                |detail| format!("{} ({detail})", record.outcome),
            ),
            flaky: record.flaky,
            // Only whole lists compare: a list cut short says nothing about what it lacks.
            tools: record.tools.digest.clone().filter(|_| whole).zip(record.tools.count),
            server: record.server.as_ref().and_then(|server| server.name.clone()),
        };
        (key, seen)
    }

    /// The same of a remote that we left alone. Nothing where the registry itself has no more to probe: the entry is deleted,
    /// has a newer version, or lists no remote.
    fn left_alone(skipped: &Skipped) -> Option<(SeenKey, Self)> {
        let reason = skipped.skip.reason;
        if matches!(reason, SkipReason::Deleted | SkipReason::NotLatest | SkipReason::NoRemote) {
            return None;
        }
        let key = listed_key(&skipped.entry.name, skipped.url.as_deref()?, skipped.transport.as_deref());
        let outcome = Outcome::NotProbed;
        let what = format!("{outcome} ({reason})");
        Some((key, Self { outcome, what, flaky: false, tools: None, server: None }))
    }

    fn was_probed(&self) -> bool {
        self.outcome != Outcome::NotProbed
    }
}

/// The key of a remote as an entry lists it: a skip has the URL as it was written, a record the normalised one.
#[must_use]
pub fn listed_key(name: &str, url: &str, transport: Option<&str>) -> SeenKey {
    let url = normalised(url).map_or_else(|| url.to_owned(), String::from);
    (Some(name.to_owned()), url, transport.unwrap_or_default().to_owned())
}

/// What a diff looks at of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Side(BTreeMap<SeenKey, Seen>);

impl Side {
    /// Takes a record of the run.
    pub fn record(&mut self, record: &Record) {
        self.0.extend([Seen::of(record)]);
    }

    /// Takes a skip of the run. What was probed under another version of the entry stays so.
    pub fn skipped(&mut self, skipped: &Skipped) {
        if let Some((key, seen)) = Seen::left_alone(skipped) {
            self.0.entry(key).or_insert(seen);
        }
    }
}

/// Compares two runs.
#[must_use]
pub fn diff(Side(before): &Side, Side(after): &Side) -> Diff {
    let mut changes = Vec::new();
    let mut unchanged = 0;
    let told = |key: &SeenKey, change, before, after| Changed {
        change,
        entry: key.0.clone(),
        url: key.1.clone(),
        before,
        after,
    };
    let probed = |side: &BTreeMap<SeenKey, Seen>, key| side.get(key).is_some_and(Seen::was_probed);
    // What was probed in neither run is none of its changes.
    for (key, new) in after.iter().filter(|(key, new)| new.was_probed() || probed(before, key)) {
        let Some(old) = before.get(key) else {
            changes.push(told(key, Change::Appeared, None, Some(new.what.clone())));
            continue;
        };
        let found = between(old, new);
        unchanged += usize::from(found.is_empty());
        changes.extend(found.into_iter().map(|(change, was, is)| told(key, change, Some(was), Some(is))));
    }
    for (key, old) in before.iter().filter(|(key, old)| old.was_probed() && !after.contains_key(*key)) {
        changes.push(told(key, Change::Gone, Some(old.what.clone()), None));
    }
    changes.sort();
    Diff { schema: DIFF_SCHEMA.to_owned(), unchanged, changes }
}

fn between(old: &Seen, new: &Seen) -> Vec<(Change, String, String)> {
    let mut found = Vec::new();
    let unsure = |seen: &Seen| seen.flaky || !seen.was_probed() || seen.outcome == Outcome::RateLimited;
    if old.outcome != new.outcome {
        let change = match (old.outcome.is_failure(), new.outcome.is_failure()) {
            _ if unsure(old) || unsure(new) => Change::Unsure,
            (true, false) => Change::NewlyReachable,
            (false, true) => Change::NewlyFailing,
            _ => Change::OtherOutcome,
        };
        found.push((change, old.what.clone(), new.what.clone()));
    }
    if let (Some((was, many)), Some((is, now))) = (&old.tools, &new.tools)
        && was != is
    {
        found.push((Change::ChangedTools, format!("{many} tools"), format!("{now} tools")));
    }
    if let (Some(was), Some(is)) = (&old.server, &new.server)
        && was != is
    {
        found.push((Change::ChangedIdentity, was.clone(), is.clone()));
    }
    found
}

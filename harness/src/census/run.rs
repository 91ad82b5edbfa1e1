//! What a run says of itself: `run.json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ended, Pace, Plan, Shard};
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::registry::Unreadable;

/// The version of run.json.
pub const RUN_SCHEMA: &str = "rollcall.run.v1";

/// One run: by which rules, over which source, how far it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Always [`RUN_SCHEMA`].
    pub schema: String,
    /// The version of the program.
    pub prober: String,
    /// The limits in force.
    pub policy: Policy,
    /// How fast it went; absent in runs of versions that did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<PaceFacts>,
    /// Where the entries came from.
    pub source: SourceFacts,
    /// Which part of the whole this is.
    pub shard: Shard,
    /// The digest of the whole plan, the same in every shard.
    pub plan: String,
    /// The digest of what the plan leaves alone, as it stands in skipped.jsonl; absent in runs of versions that did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skips: Option<String>,
    /// Entries read from the source.
    pub entries: usize,
    /// Remotes listed by them that belong to this shard, entries without one counted as one.
    pub listed: usize,
    /// Probes planned: distinct URLs and transports.
    pub probes: usize,
    /// When the run began: RFC 3339, UTC.
    pub started_at: String,
    /// When it ended; absent while it goes on, or was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// How often it was resumed.
    pub resumed: u32,
    /// Every planned probe has its records.
    pub complete: bool,
    /// Why it stopped early, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What is in the files beside this one, as of the last orderly end.
    pub counts: Counts,
}

impl Run {
    /// Notes how fast it goes from here. A run that went at several paces says none.
    pub fn paced(&mut self, pace: PaceFacts) {
        self.pace = Some(pace).filter(|pace| self.resumed == 0 || self.pace.as_ref() == Some(pace));
    }

    /// A run that begins now.
    #[must_use]
    pub fn new(policy: &Policy, source: SourceFacts, shard: Shard, plan: &Plan) -> Self {
        Self {
            schema: RUN_SCHEMA.to_owned(),
            prober: env!("CARGO_PKG_VERSION").to_owned(),
            policy: policy.clone(),
            pace: None,
            source,
            shard,
            plan: plan.digest.clone(),
            skips: None,
            entries: plan.entries,
            listed: plan.listed,
            probes: plan.probes.len(),
            started_at: now(),
            ended_at: None,
            resumed: 0,
            complete: false,
            stopped: None,
            counts: Counts::default(),
        }
    }

    /// The run ends now, like this.
    pub fn end(&mut self, ended: Ended) {
        self.ended_at = Some(now());
        self.complete = ended == Ended::Complete;
        self.stopped = match ended {
            Ended::Complete => None,
            Ended::Interrupted => Some("interrupted".to_owned()),
            Ended::OurSide => Some("most look-ups or routes fail: the trouble is on our side".to_owned()),
        };
    }
}

/// RFC 3339, UTC, whole seconds.
fn now() -> String {
    format!("{:.0}", jiff::Timestamp::now())
}

/// How fast a run went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaceFacts {
    /// Hosts side by side.
    pub concurrency: usize,
    /// The pause between two probes of one host, in milliseconds.
    pub host_gap: u64,
    /// Failures were looked at once more at the end.
    pub recheck: bool,
}

impl PaceFacts {
    /// What a run says of its pace.
    #[must_use]
    pub fn of(pace: Pace, recheck: bool) -> Self {
        let host_gap = u64::try_from(pace.host_gap.as_millis()).unwrap_or(u64::MAX);
        Self { concurrency: pace.concurrency, host_gap, recheck }
    }
}

/// Where the entries came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceFacts {
    /// The registry's URL, the file, or `-`.
    pub place: String,
    /// Only entries changed after this moment were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_since: Option<String>,
    /// Why the source ended before its end, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<String>,
    /// What could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<Unreadable>,
}

/// Lines in the files of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Lines of records.jsonl.
    pub records: usize,
    /// Lines of skipped.jsonl.
    pub skipped: usize,
    /// Records by outcome.
    pub outcomes: BTreeMap<Outcome, usize>,
}

//! The plan: every remote of every entry is a target or a skip with its reason, before anybody is contacted.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;

use super::{OptOut, Shard};
use crate::policy::Reach;
use crate::record::{EntryFacts, sha256};
use crate::registry::Entry;
use crate::target::{Remote, Skip, SkipReason, Target, Transport, host_key, vet_remote};

/// The version of a skip's JSON form.
pub const SKIPPED_SCHEMA: &str = "rollcall.skipped.v1";

/// A remote of an entry, or an entry without one, that is not probed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// Always [`SKIPPED_SCHEMA`].
    pub schema: String,
    /// The entry.
    pub entry: EntryFacts,
    /// The URL as listed; absent for an entry without remotes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The transport word as listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport: Option<String>,
    /// Why.
    pub skip: Skip,
}

/// One probe to make: a distinct URL and transport, and every entry that lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// The normalised URL.
    #[schemars(with = "String")]
    pub url: Url,
    /// The transport.
    pub transport: Transport,
    /// The entries that list it, in the order read; each gets its record.
    pub entries: Vec<EntryFacts>,
}

impl Planned {
    /// The host that politeness counts by.
    #[must_use]
    pub fn host_key(&self) -> String {
        host_key(&self.url)
    }

    /// What the probe is given. The entry is filled in for each record, not here.
    #[must_use]
    pub fn target(&self) -> Target {
        Target { url: self.url.clone(), transport: self.transport, entry: None }
    }
}

/// Everything a census will and will not do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The probes.
    pub probes: Vec<Planned>,
    /// What is skipped.
    pub skipped: Vec<Skipped>,
    /// Remotes listed, entries without one counted as one: `records + skipped`, always.
    pub listed: usize,
    /// Entries read.
    pub entries: usize,
    /// A digest over the whole plan before sharding, so that shards can prove that they belong together.
    pub digest: String,
}

/// What a plan is made from beside the entries.
#[derive(Debug, Clone, Copy)]
pub struct Listed<'a> {
    /// What may be contacted.
    pub reach: &'a Reach,
    /// Who asked not to be.
    pub opt_out: &'a OptOut,
    /// Which part of the whole is ours.
    pub shard: Shard,
}

impl Plan {
    /// Makes the plan. Pure: opens no socket, asks no resolver, and gives the same plan for the same entries.
    #[must_use]
    pub fn new(entries: &[Entry], by: Listed<'_>) -> Self {
        let mut plan = Self { entries: entries.len(), ..Self::default() };
        let mut index: HashMap<(String, Transport), usize> = HashMap::with_capacity(entries.len());
        let mut digest = Sha256::new();
        for entry in entries {
            for unit in units(entry, by) {
                unit.hash_into(&mut digest);
                if !by.shard.owns(&unit.place()) {
                    continue;
                }
                plan.listed += 1;
                match unit {
                    Unit::Skip(skipped) => plan.skipped.push(*skipped),
                    Unit::Probe(probe) => {
                        let (target, facts) = *probe;
                        let at = *index.entry(target.key()).or_insert_with(|| {
                            let Target { url, transport, .. } = target;
                            plan.probes.push(Planned { url, transport, entries: Vec::new() });
                            plan.probes.len() - 1
                        });
                        plan.probes[at].entries.push(facts);
                    }
                }
            }
        }
        plan.digest = sha256(digest);
        plan
    }

    /// Records that this plan will give.
    #[must_use]
    pub fn records(&self) -> usize {
        self.probes.iter().map(|probe| probe.entries.len()).sum()
    }
}

/// One remote of one entry, decided.
enum Unit {
    Probe(Box<(Target, EntryFacts)>),
    Skip(Box<Skipped>),
}

impl Unit {
    /// The host that decides the shard; an entry that names none is placed by its own name.
    fn place(&self) -> String {
        match self {
            Self::Probe(probe) => probe.0.host_key(),
            Self::Skip(skipped) => skipped
                .url
                .as_deref()
                .and_then(|url| Url::parse(url).ok())
                .filter(Url::has_host)
                .map_or_else(|| skipped.entry.name.clone(), |url| host_key(&url)),
        }
    }

    fn hash_into(&self, digest: &mut Sha256) {
        let (entry, url, word) = match self {
            Self::Probe(probe) => (&probe.1, probe.0.url.as_str(), probe.0.transport.as_str()),
            Self::Skip(skipped) => {
                (&skipped.entry, skipped.url.as_deref().unwrap_or_default(), skipped.skip.reason.as_str())
            }
        };
        for part in [entry.name.as_str(), entry.version.as_deref().unwrap_or_default(), url, word] {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
    }
}

fn units<'a>(entry: &'a Entry, by: Listed<'a>) -> impl Iterator<Item = Unit> + 'a {
    let of_entry = entry_skip(entry);
    let none = entry.remotes.is_empty().then(|| {
        let reason = of_entry.unwrap_or(SkipReason::NoRemote);
        skip(entry.facts.clone(), None, None, Skip { reason, detail: None })
    });
    let remotes = entry.remotes.iter().map(move |remote| {
        let mut facts = entry.facts.clone();
        facts.required_headers.clone_from(&remote.required_headers);
        let skipped = |facts, reason| skip(facts, remote.url.clone(), Some(remote.kind.clone()), reason);
        if let Some(reason) = of_entry {
            return skipped(facts, Skip { reason, detail: None });
        }
        let listed = Remote { kind: &remote.kind, url: remote.url.as_deref(), variables: &remote.variables };
        match vet_remote(listed, None, by.reach) {
            Ok(target) if by.opt_out.covers(&facts.name, Some(&target.url)) => {
                skipped(facts, Skip { reason: SkipReason::Excluded, detail: None })
            }
            Ok(target) => Unit::Probe(Box::new((target, facts))),
            Err(reason) => skipped(facts, reason),
        }
    });
    none.into_iter().chain(remotes)
}

fn skip(entry: EntryFacts, url: Option<String>, transport: Option<String>, skip: Skip) -> Unit {
    Unit::Skip(Box::new(Skipped { schema: SKIPPED_SCHEMA.to_owned(), entry, url, transport, skip }))
}

/// Why no remote of this entry is probed: only the latest version that was not taken back is.
fn entry_skip(entry: &Entry) -> Option<SkipReason> {
    if entry.facts.status.as_deref() == Some("deleted") {
        Some(SkipReason::Deleted)
    } else if entry.is_latest == Some(false) {
        Some(SkipReason::NotLatest)
    } else {
        None
    }
}

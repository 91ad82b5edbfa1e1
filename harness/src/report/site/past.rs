//! What the remotes of an earlier run did, or why they were left alone in it.

use std::collections::{HashMap, HashSet};

use super::model::{Cause, Remote};
use super::read::cause_of;
use crate::census::{Seen, SeenKey, Skipped, listed_key};
use crate::outcome::Outcome;
use crate::record::Record;
use crate::target::SkipReason;

/// An outcome and its finer word.
pub(super) type Did = (Outcome, Option<Cause>);

/// One earlier run.
#[derive(Debug, Default)]
pub(super) struct Past {
    probed: HashMap<SeenKey, Did>,
    /// Remotes that were left alone, by their normalised URL: a skip has the URL as it was listed.
    skipped: HashMap<SeenKey, SkipReason>,
    /// Entries that listed a remote.
    listed: HashSet<String>,
    /// Why an entry was left alone that listed none.
    without: HashMap<String, SkipReason>,
}

impl Past {
    /// Takes a record of that run.
    pub(super) fn record(&mut self, record: &Record) {
        let (key, _) = Seen::of(record);
        self.listed.extend(key.0.clone());
        self.probed.insert(key, (record.outcome, cause_of(record)));
    }

    /// Takes a skip of that run.
    pub(super) fn skipped(&mut self, skipped: &Skipped) {
        let (name, reason) = (&skipped.entry.name, skipped.skip.reason);
        let Some(url) = &skipped.url else {
            keep(self.without.entry(name.clone()).or_insert(reason), reason);
            return;
        };
        self.listed.insert(name.clone());
        let key = listed_key(name, url, skipped.transport.as_deref());
        keep(self.skipped.entry(key).or_insert(reason), reason);
    }

    /// What a remote of the server of this name did in that run; nothing where it was not in it.
    pub(super) fn of(&self, name: &str, remote: &Remote) -> Option<Did> {
        let without = || self.without.get(name).filter(|_| !self.listed.contains(name));
        let skipped = |reason: &SkipReason| (Outcome::NotProbed, Some(Cause::Skip(*reason)));
        let Some(url) = remote.url.as_deref() else { return without().map(skipped) };
        let key = listed_key(name, url, remote.transport.as_deref());
        let bare = (None, key.1.clone(), key.2.clone());
        let probed = self.probed.get(&key).or_else(|| self.probed.get(&bare)).copied();
        probed.or_else(|| self.skipped.get(&key).or_else(without).map(skipped))
    }
}

/// That an entry has a newer version says least: of two versions that list the same remote, the other tells why.
fn keep(kept: &mut SkipReason, reason: SkipReason) {
    if *kept == SkipReason::NotLatest {
        *kept = reason;
    }
}

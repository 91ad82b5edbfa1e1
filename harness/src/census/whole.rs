//! The files of a run, held against its plan: every remote is told of once, and of no other remote anything.
//!
//! Counts alone do not show that one line was doubled and another lost. What was planned stands in `targets.jsonl`, and
//! what was left alone in the digest in `run.json`.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::read::{read_lines, read_run, read_skipped};
use super::{Planned, RecordPlace, Run, RunDirError, Skipped, lines};
use crate::record::{EntryFacts, Record, clean, sha256};
use crate::target::{SkipReason, normalised};

/// One line of a run.
#[derive(Debug, Clone, Copy)]
pub enum Told<'a> {
    /// Of a remote that was probed, and where its record stands.
    Record(&'a Record, RecordPlace),
    /// Of one that was left alone.
    Skipped(&'a Skipped),
}

/// Reads every record and then every skip of a run, and whether they are what its plan asks for; a run that is not finished
/// may lack some.
///
/// # Errors
/// When a file cannot be read, or the files do not belong together.
pub fn read_whole(path: &Path, mut each: impl FnMut(Told<'_>)) -> Result<Run, RunDirError> {
    let run = read_run(path)?;
    let mut ledger = Ledger::open(path)?;
    let mut offset = 0;
    read_lines(&path.join("records.jsonl"), |record: Record, length| {
        ledger.record(&record);
        each(Told::Record(&record, RecordPlace::new(offset, length)?));
        offset += length as u64;
        Ok(())
    })?;
    read_skipped(path, |skipped| {
        ledger.skipped(&skipped);
        each(Told::Skipped(&skipped));
    })?;
    match ledger.fault(path, &run)? {
        Some(why) => Err(RunDirError::Damaged { path: path.to_owned(), why }),
        None => Ok(run),
    }
}

/// The digest of what a plan leaves alone.
pub(super) fn digest(skipped: &[Skipped]) -> String {
    let mut digest = Sha256::new();
    for one in skipped {
        add_skip(&mut digest, one);
    }
    sha256(digest)
}

/// Adds a skip to the digest, but not one that was decided during the run.
pub(super) fn add_skip(digest: &mut Sha256, skipped: &Skipped) {
    if skipped.skip.reason == SkipReason::HostStopped {
        return;
    }
    digest.update(serde_json::to_vec(skipped).expect("our own types are always representable as JSON"));
    digest.update(b"\n");
}

/// What is owed and what was given. A remote of an entry is known by the digest of its name: there may be very many.
#[derive(Debug, Default)]
struct Ledger {
    owed: HashMap<u64, u32>,
    /// The first line that nothing asked for.
    too_much: Option<String>,
    records: usize,
    skips: usize,
    planned_skips: Sha256,
}

impl Ledger {
    /// Reads what is owed. A run without its plan is held against its counts alone.
    fn open(path: &Path) -> Result<Self, RunDirError> {
        let mut ledger = Self::default();
        each_owed(path, |key, _| *ledger.owed.entry(key).or_default() += 1)?;
        Ok(ledger)
    }

    fn record(&mut self, record: &Record) {
        self.records += 1;
        let (url, transport) = (record.target.url.as_str(), record.target.declared.as_str());
        self.given("records.jsonl", record.entry.as_ref(), url, transport);
    }

    fn skipped(&mut self, skipped: &Skipped) {
        self.skips += 1;
        if skipped.skip.reason == SkipReason::HostStopped {
            // It stands for a record that was planned.
            let (url, transport) = (skipped.url.as_deref(), skipped.transport.as_deref());
            let (url, transport) = (url.unwrap_or_default(), transport.unwrap_or_default());
            self.given("skipped.jsonl", Some(&skipped.entry), url, transport);
        }
        add_skip(&mut self.planned_skips, skipped);
    }

    fn given(&mut self, file: &str, entry: Option<&EntryFacts>, url: &str, transport: &str) {
        let mut known = key(entry, url, transport);
        if !self.owed.contains_key(&known)
            && let Some(url) = normalised(url)
        {
            known = key(entry, url.as_str(), transport);
        }
        match self.owed.get_mut(&known) {
            Some(left) if *left > 0 => *left -= 1,
            found if self.too_much.is_none() => {
                let how = if found.is_some() { "is told twice" } else { "was never planned" };
                // Records are read first, skips after them.
                let line = if self.skips > 0 { self.skips } else { self.records };
                self.too_much = Some(format!("{file}: line {line}: {} {how}", name(entry, url)));
            }
            _ => {}
        }
    }

    /// What does not fit, if anything does not.
    fn fault(self, path: &Path, run: &Run) -> Result<Option<String>, RunDirError> {
        let Self { owed, too_much, records, skips, planned_skips } = self;
        let (told, listed) = (records + skips, run.listed);
        if told > listed || (run.complete && told < listed) {
            return Ok(Some(format!("{told} records and skips, and run.json lists {listed}")));
        }
        let counts = &run.counts;
        if run.complete && (records, skips) != (counts.records, counts.skipped) {
            return Ok(Some(format!(
                "{records} records and {skips} skips, and run.json counts {} and {}",
                counts.records, counts.skipped
            )));
        }
        if run.skips.as_ref().is_some_and(|planned| *planned != sha256(planned_skips)) {
            return Ok(Some("skipped.jsonl: not what run.json says was left alone".to_owned()));
        }
        if owed.is_empty() {
            return Ok(None);
        }
        let mut missing = None;
        if too_much.is_none() && run.complete {
            each_owed(path, |key, name| {
                if missing.is_none() && owed.get(&key).is_some_and(|left| *left > 0) {
                    missing = Some(format!("records.jsonl: {} is missing", name()));
                }
            })?;
        }
        Ok(too_much.or(missing))
    }
}

/// Every record that is planned: its key, and its name for people.
fn each_owed(path: &Path, mut each: impl FnMut(u64, &dyn Fn() -> String)) -> Result<(), RunDirError> {
    Ok(lines::read(&path.join("targets.jsonl"), |line, _| {
        let planned: Planned = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let (url, transport) = (planned.url.as_str(), planned.transport.as_str());
        let bare = planned.entries.is_empty().then_some(None);
        for entry in planned.entries.iter().map(Some).chain(bare) {
            each(key(entry, url, transport), &|| name(entry, url));
        }
        Ok(())
    })?)
}

fn key(entry: Option<&EntryFacts>, url: &str, transport: &str) -> u64 {
    let mut hash = DefaultHasher::new();
    (entry.map(|entry| (&entry.name, &entry.version)), url, transport).hash(&mut hash);
    hash.finish()
}

fn name(entry: Option<&EntryFacts>, url: &str) -> String {
    let url = clean(url, 200);
    entry.map_or_else(|| url.to_string(), |entry| format!("{url} of {}", clean(&entry.name, 100)))
}

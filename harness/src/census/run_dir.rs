//! The directory of a run: `run.json`, `targets.jsonl`, `records.jsonl`, `skipped.jsonl`, `rechecks.jsonl`.
//!
//! Everything is written as it happens, so a run that is killed at any moment can be resumed and nothing is probed twice
//! that was finished.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::begin::{begin, lock};
use super::lines::{self, Lines};
use super::read::read_run;
use super::runner::host_stopped;
use super::whole::digest;
use super::{Counts, LinesError, Plan, Planned, Run, Skipped};
use crate::outcome::Outcome;
use crate::record::{EntryFacts, Record};
use crate::target::{SkipReason, Transport};
use crate::versioned::{self, OtherVersion};

/// Why a run directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunDirError {
    /// A file in it cannot be read or written.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// There is a run in it already.
    #[error("{0}: there is a run in it already")]
    Occupied(PathBuf),
    /// There is something in it that a run without a run.json may have left, or somebody else.
    #[error("{0}: it lies there without the run.json of a run")]
    NoRunFile(PathBuf),
    /// There is no run in it.
    #[error("{0}: there is no run in it")]
    Missing(PathBuf),
    /// Another process writes to it.
    #[error("{0}: another process is writing to this run")]
    Locked(PathBuf),
    /// run.json is none of ours.
    #[error("{path}: {why}")]
    NotARun {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file, or a line of it, is of a version that this program does not know.
    #[error("{path}: {}{version}", at(*line))]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The line, from 1; absent for a file that is one text.
        line: Option<usize>,
        /// What it says and what is understood.
        version: OtherVersion,
    },
    /// The files of a run do not belong together: a line was lost, doubled or put in.
    #[error("{path}: {why}")]
    Damaged {
        /// The directory of the run.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
}

fn at(line: Option<usize>) -> String {
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}

/// The files of a run, locked against a second writer until this is dropped.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    /// What the run says of itself.
    pub run: Run,
    records: Lines,
    skipped: Lines,
    rechecks: Lines,
    _lock: File,
}

/// What of a run was finished before it was resumed.
#[derive(Debug, Default)]
pub struct Done {
    /// Probes still to make.
    pub pending: Vec<Planned>,
    /// Bytes of torn lines that were cut off.
    pub torn: u64,
}

impl RunDir {
    /// Begins a run: writes the plan down before anybody is contacted.
    ///
    /// # Errors
    /// When the directory holds a run, is being written to, or cannot be written.
    pub fn create(path: &Path, mut run: Run, plan: &Plan) -> Result<Self, RunDirError> {
        let lock = begin(path)?;
        let (mut targets, _) = Lines::open(&path.join("targets.jsonl"))?;
        for part in plan.probes.chunks(1000) {
            targets.append(part)?;
        }
        let (mut skipped, _) = Lines::open(&path.join("skipped.jsonl"))?;
        for part in plan.skipped.chunks(1000) {
            skipped.append(part)?;
        }
        run.counts.skipped = plan.skipped.len();
        run.skips = Some(digest(&plan.skipped));
        let (records, _) = Lines::open(&path.join("records.jsonl"))?;
        let (rechecks, _) = Lines::open(&path.join("rechecks.jsonl"))?;
        let dir = Self { path: path.to_owned(), run, records, skipped, rechecks, _lock: lock };
        // Written last: a directory with a run.json has a whole plan.
        dir.save()?;
        Ok(dir)
    }

    /// Takes a run up again: repairs torn lines, completes the records of a probe that was written half, and says which
    /// probes are still to make.
    ///
    /// # Errors
    /// When there is no run, another process writes to it, or a line in the middle of a file is unreadable.
    pub fn resume(path: &Path) -> Result<(Self, Done), RunDirError> {
        if !path.join("run.json").exists() {
            return Err(RunDirError::Missing(path.to_owned()));
        }
        let lock = lock(path)?;
        let run = read_run(path)?;
        let (records, torn_records) = Lines::open(&path.join("records.jsonl"))?;
        let (skipped, torn_skipped) = Lines::open(&path.join("skipped.jsonl"))?;
        let (rechecks, torn_rechecks) = Lines::open(&path.join("rechecks.jsonl"))?;
        let mut dir = Self { path: path.to_owned(), run, records, skipped, rechecks, _lock: lock };
        let mut done = Done { pending: Vec::new(), torn: torn_records + torn_skipped + torn_rechecks };
        dir.settle(&mut done)?;
        dir.run.resumed += 1;
        dir.run.ended_at = None;
        dir.run.stopped = None;
        dir.save()?;
        Ok((dir, done))
    }

    /// Works out what is finished, and finishes what was written half.
    fn settle(&mut self, done: &mut Done) -> Result<(), RunDirError> {
        let mut finished: HashMap<(String, Transport), Vec<EntryKey>> = HashMap::new();
        let mut counts = Counts::default();
        lines::read(&self.path.join("records.jsonl"), |line, _| {
            let seen: Seen = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            counts.records += 1;
            *counts.outcomes.entry(seen.outcome).or_default() += 1;
            finished.entry((seen.target.url, seen.target.declared)).or_default().extend(seen.entry);
            Ok(())
        })?;
        let mut planned_skips = 0;
        lines::read(&self.path.join("skipped.jsonl"), |line, _| {
            let seen: SeenSkip = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            counts.skipped += 1;
            planned_skips += usize::from(seen.skip.reason != SkipReason::HostStopped);
            // A host that was stopped in this run stays stopped: its probes are settled as skips.
            if seen.skip.reason == SkipReason::HostStopped
                && let (Some(url), Some(transport)) =
                    (seen.url, seen.transport.and_then(|word| word.parse().ok()))
            {
                finished.entry((url, transport)).or_default().push(seen.entry);
            }
            Ok(())
        })?;
        let mut half = Vec::new();
        let mut planned_records = 0;
        lines::read(&self.path.join("targets.jsonl"), |line, _| {
            let planned: Planned = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            planned_records += planned.entries.len().max(1);
            match finished.get(&(planned.url.to_string(), planned.transport)) {
                None => done.pending.push(planned),
                Some(have) if have.len() < planned.entries.len() => half.push(planned),
                Some(_) => {}
            }
            Ok(())
        })?;
        // Before anybody is contacted: by half a plan every probe would be for nothing. A run that is whole needs none.
        let listed = self.run.listed;
        if planned_records + planned_skips != listed
            && (planned_records > 0 || counts.records + counts.skipped != listed)
        {
            let why = format!(
                "targets.jsonl plans {planned_records} records and skipped.jsonl {planned_skips} skips, and run.json lists {listed}"
            );
            return Err(RunDirError::Damaged { path: self.path.clone(), why });
        }
        self.run.counts = counts;
        for planned in half {
            let key = (planned.url.to_string(), planned.transport);
            let mut have = finished.remove(&key).unwrap_or_default();
            let mut missing = planned;
            // One by one: an entry may list a URL twice.
            missing.entries.retain(|entry| {
                let told = have.iter().position(|key| key.names(entry));
                told.map(|told| have.swap_remove(told)).is_none()
            });
            if let Some(record) = self.find(&key)? {
                let records: Vec<Record> =
                    missing.entries.into_iter().map(|entry| record.attributed(entry)).collect();
                self.append(&records)?;
            } else {
                self.skip(&host_stopped(&missing))?;
            }
        }
        Ok(())
    }

    fn find(&self, key: &(String, Transport)) -> Result<Option<Record>, RunDirError> {
        let mut found = None;
        lines::read(&self.path.join("records.jsonl"), |line, _| {
            if found.is_none() {
                let seen: Seen = serde_json::from_slice(line).map_err(|error| error.to_string())?;
                if seen.target.url == key.0 && seen.target.declared == key.1 {
                    found = Some(versioned::read(line).map_err(|fault| fault.to_string())?);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends the records of one probe.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub fn append(&mut self, records: &[Record]) -> Result<(), RunDirError> {
        self.records.append(records)?;
        for record in records {
            self.run.counts.records += 1;
            *self.run.counts.outcomes.entry(record.outcome).or_default() += 1;
        }
        Ok(())
    }

    /// Appends skips that were decided during the run.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn skip(&mut self, skipped: &[Skipped]) -> Result<(), RunDirError> {
        self.skipped.append(skipped)?;
        self.run.counts.skipped += skipped.len();
        Ok(())
    }

    /// Appends a second look.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn recheck(&mut self, record: &Record) -> Result<(), RunDirError> {
        Ok(self.rechecks.append(std::slice::from_ref(record))?)
    }

    /// Writes `run.json` anew, in one step.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self) -> Result<(), RunDirError> {
        let mut text =
            serde_json::to_vec_pretty(&self.run).expect("our own types are always representable as JSON");
        text.push(b'\n');
        Ok(lines::replace(&self.path.join("run.json"), &text)?)
    }

    /// Marks as `flaky` every record whose second look saw another outcome, rewriting `records.jsonl` in one step.
    ///
    /// # Errors
    /// When a file cannot be read or written; the old records are kept then.
    pub fn mark_flaky(&mut self) -> Result<usize, RunDirError> {
        let mut second: HashMap<(String, Transport), Outcome> = HashMap::new();
        lines::read(&self.path.join("rechecks.jsonl"), |line, _| {
            let seen: Seen = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            second.insert((seen.target.url, seen.target.declared), seen.outcome);
            Ok(())
        })?;
        let path = self.path.join("records.jsonl");
        let mut marked = 0;
        let mut text = Vec::new();
        lines::read(&path, |line, _| {
            let mut record: Record = versioned::read(line).map_err(|fault| fault.to_string())?;
            let again = second.get(&(record.target.url.clone(), record.target.declared));
            if again.is_some_and(|again| *again != record.outcome) {
                record.flaky = true;
                marked += 1;
            }
            serde_json::to_writer(&mut text, &record)
                .expect("our own types are always representable as JSON");
            text.push(b'\n');
            Ok(())
        })?;
        lines::replace(&path, &text)?;
        self.records = Lines::open(&path)?.0;
        Ok(marked)
    }

    /// The probes that already had their second look.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rechecked(&self) -> Result<Vec<(String, Transport)>, RunDirError> {
        let mut keys = Vec::new();
        lines::read(&self.path.join("rechecks.jsonl"), |line, _| {
            let seen: Seen = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            keys.push((seen.target.url, seen.target.declared));
            Ok(())
        })?;
        Ok(keys)
    }
}

/// A record as far as resuming needs it; the rest is skipped over, which is what makes resuming fast.
#[derive(Deserialize)]
struct Seen {
    outcome: Outcome,
    target: SeenTarget,
    #[serde(default)]
    entry: Option<EntryKey>,
}

#[derive(Deserialize)]
struct SeenTarget {
    url: String,
    declared: Transport,
}

/// What names an entry.
#[derive(Deserialize)]
struct EntryKey {
    name: String,
    #[serde(default)]
    version: Option<String>,
}

impl EntryKey {
    fn names(&self, entry: &EntryFacts) -> bool {
        self.name == entry.name && self.version == entry.version
    }
}

#[derive(Deserialize)]
struct SeenSkip {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    transport: Option<String>,
    entry: EntryKey,
    skip: crate::target::Skip,
}

//! Joining shards into one run: only what belongs together, all of it, and nothing twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::begin::begin;
use super::lines::{self, Lines};
use super::read::read_lines;
use super::whole::add_skip;
use super::{Run, RunDirError, Shard, Told, read_run, read_whole};
use crate::record::{Record, sha256};

/// Why shards cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A run directory cannot be read or the new one not written.
    #[error(transparent)]
    RunDir(#[from] RunDirError),
    /// Two shards are of different censuses.
    #[error("{}: {what} differs from that of {}", path.display(), first.display())]
    Differs {
        /// The shard.
        path: PathBuf,
        /// The shard it is held against.
        first: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// The same shard twice.
    #[error("{} and {}: both are shard {shard}", a.display(), b.display())]
    Overlap {
        /// One directory.
        a: PathBuf,
        /// The other.
        b: PathBuf,
        /// Which shard.
        shard: Shard,
    },
    /// Shards that nobody handed over.
    #[error("shards {} of {count} are missing", list(missing))]
    Missing {
        /// Which, from 0.
        missing: Vec<u32>,
        /// Of how many.
        count: u32,
    },
    /// A shard that is not finished.
    #[error("{}: this shard is not finished", .0.display())]
    Unfinished(PathBuf),
}

fn list(shards: &[u32]) -> String {
    let shown: Vec<String> = shards.iter().take(20).map(u32::to_string).collect();
    let more = if shards.len() > shown.len() { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Joins the shards in `parts` into a new run at `out`.
///
/// # Errors
/// When they overlap, differ, are unfinished or incomplete, or a file cannot be read or written.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<Run, MergeError> {
    let runs: Vec<(PathBuf, Run)> =
        parts.iter().map(|path| Ok((path.clone(), read_run(path)?))).collect::<Result<_, RunDirError>>()?;
    let mut joined = check(&runs)?;
    let _lock = begin(out)?;
    // Every line is read before one is written: what a shard says of itself is held against what it has.
    let mut skips = Sha256::new();
    for (path, _) in &runs {
        read_whole(path, |told| {
            if let Told::Skipped(skipped) = told {
                add_skip(&mut skips, skipped);
            }
        })?;
        read_lines::<Record>(&path.join("rechecks.jsonl"), |_, _| Ok(()))?;
    }
    joined.skips = Some(sha256(skips));
    for name in FILES {
        let (mut into, _) = Lines::open(&out.join(name)).map_err(RunDirError::from)?;
        for (path, _) in &runs {
            let mut text = Vec::new();
            lines::read(&path.join(name), |line, _| {
                text.extend_from_slice(line);
                text.push(b'\n');
                Ok(())
            })
            .map_err(RunDirError::from)?;
            into.append_text(&text).map_err(RunDirError::from)?;
        }
    }
    joined.shard = Shard::WHOLE;
    let mut text =
        serde_json::to_vec_pretty(&joined).expect("our own types are always representable as JSON");
    text.push(b'\n');
    lines::replace(&out.join("run.json"), &text).map_err(RunDirError::from)?;
    Ok(joined)
}

/// The files of a run beside `run.json`.
const FILES: [&str; 4] = ["targets.jsonl", "records.jsonl", "skipped.jsonl", "rechecks.jsonl"];

/// Whether the shards belong together, and what the joined run says of itself.
fn check(runs: &[(PathBuf, Run)]) -> Result<Run, MergeError> {
    let Some(((first, reference), rest)) = runs.split_first() else {
        return Err(MergeError::Missing { missing: vec![0], count: 1 });
    };
    let mut seen: BTreeMap<u32, &Path> = BTreeMap::from([(reference.shard.index, first.as_path())]);
    let mut joined = reference.clone();
    for (path, run) in rest {
        let differs = |what| MergeError::Differs { path: path.clone(), first: first.clone(), what };
        if run.shard.count != reference.shard.count {
            return Err(differs("the number of shards"));
        }
        if run.policy != reference.policy {
            return Err(differs("the policy"));
        }
        if run.prober != reference.prober {
            return Err(differs("the version of the program"));
        }
        if run.plan != reference.plan {
            return Err(differs("the plan (the entries of the source)"));
        }
        if let Some(other) = seen.insert(run.shard.index, path) {
            return Err(MergeError::Overlap { a: other.to_owned(), b: path.clone(), shard: run.shard });
        }
        add(&mut joined, run);
    }
    let missing: Vec<u32> = (0..reference.shard.count).filter(|index| !seen.contains_key(index)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { missing, count: reference.shard.count });
    }
    if let Some((path, _)) = runs.iter().find(|(_, run)| !run.complete) {
        return Err(MergeError::Unfinished(path.clone()));
    }
    Ok(joined)
}

fn add(joined: &mut Run, run: &Run) {
    joined.listed += run.listed;
    joined.probes += run.probes;
    joined.resumed += run.resumed;
    if joined.pace != run.pace {
        joined.pace = None;
    }
    joined.started_at = joined.started_at.clone().min(run.started_at.clone());
    joined.ended_at = joined.ended_at.clone().max(run.ended_at.clone());
    joined.counts.records += run.counts.records;
    joined.counts.skipped += run.counts.skipped;
    for (outcome, count) in &run.counts.outcomes {
        *joined.counts.outcomes.entry(*outcome).or_default() += count;
    }
}

//! `rollcall tally`, `rollcall diff` and `rollcall merge`: what runs say, side by side and together.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Failure;
use super::census::{run_dir_failure, tally_of};
use super::output::{Format, print, print_json};
use crate::census::{self, Change, Counts, Diff, MergeError, Side, Told};
use crate::exit::Exit;
use crate::policy::REQUEST_DEADLINE;
use crate::record::clean;
use crate::report;
use crate::report::lang::Lang;

/// The forms of a tally.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TallyFormat {
    /// For people; complete without colour
    #[default]
    Text,
    /// For programs; versioned, see `rollcall schema`
    Json,
    /// For a page
    Markdown,
}

/// Counts a run by outcome, reason and status.
#[derive(Debug, Args)]
pub(super) struct ShowTally {
    /// The directory of the run
    #[arg(value_name = "DIR")]
    run: PathBuf,
    /// In which language
    #[arg(long, value_enum, default_value_t = Lang::En)]
    lang: Lang,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: TallyFormat,
}

impl ShowTally {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        let run = census::read_run(&self.run).map_err(|error| run_dir_failure(&error))?;
        let tally = tally_of(&self.run)?;
        if tally.total() == 0 {
            return Err(Failure::nothing_selected(format!(
                "{}: nothing is recorded in it yet",
                self.run.display()
            )));
        }
        if !run.complete {
            let (done, all) = (tally.total(), run.listed);
            let _ = writeln!(err, "rollcall: this run is not finished: {done} of {all} remotes are told of");
        }
        if run.policy.request_deadline != REQUEST_DEADLINE {
            let (here, worded) = (run.policy.request_deadline, REQUEST_DEADLINE);
            let _ = writeln!(
                err,
                "rollcall: one request could take {here:?} in this run; the wording says {worded:?}"
            );
        }
        match self.format {
            TallyFormat::Text => print(out, &report::tally::text(&tally, self.lang)),
            TallyFormat::Markdown => print(out, &report::tally::markdown(&tally, self.lang)),
            TallyFormat::Json => print_json(out, &tally.figures()),
        }?;
        Ok(Exit::Clean)
    }
}

/// Tells what changed between two runs.
#[derive(Debug, Args)]
pub(super) struct ShowDiff {
    /// The directory of the earlier run
    #[arg(value_name = "EARLIER")]
    before: PathBuf,
    /// The directory of the later run
    #[arg(value_name = "LATER")]
    after: PathBuf,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl ShowDiff {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let diff = census::diff(&side(&self.before)?, &side(&self.after)?);
        match self.format {
            Format::Json => print_json(out, &diff),
            Format::Text => print(out, &diff_text(&diff)),
        }?;
        Ok(if diff.changes.is_empty() { Exit::Clean } else { Exit::Findings })
    }
}

fn side(path: &Path) -> Result<Side, Failure> {
    let mut side = Side::default();
    let run = census::read_whole(path, |told| match told {
        Told::Record(record, _) => side.record(record),
        Told::Skipped(skipped) => side.skipped(skipped),
    })
    .map_err(|error| run_dir_failure(&error))?;
    if !run.complete {
        // What is not probed yet would look as if it had gone.
        return Err(Failure::could_not_check(format!("{}: this run is not finished", path.display()))
            .hint(format!("finish it with: rollcall census --resume --out {}", path.display())));
    }
    Ok(side)
}

fn diff_text(diff: &Diff) -> String {
    let mut text = String::new();
    for change in Change::ALL {
        let of_kind: Vec<_> = diff.changes.iter().filter(|changed| changed.change == *change).collect();
        if of_kind.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{change} ({})", of_kind.len());
        for changed in of_kind {
            let name = changed.entry.as_deref().unwrap_or("(no entry)");
            let _ = write!(text, "  {}  {}", clean(name, 100), clean(&changed.url, 200));
            match (&changed.before, &changed.after) {
                (Some(before), Some(after)) => {
                    let _ = writeln!(text, "  {} -> {}", clean(before, 80), clean(after, 80));
                }
                (Some(one), None) | (None, Some(one)) => {
                    let _ = writeln!(text, "  {}", clean(one, 80));
                }
                (None, None) => text.push('\n'),
            }
        }
    }
    let _ = writeln!(text, "unchanged {}", diff.unchanged);
    text
}

/// Joins shards into one run.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The directories of the shards, all of them
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// The directory of the joined run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How to write it: text, or the run.json of the joined run
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Merge {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let run = census::merge(&self.shards, &self.out).map_err(|error| match error {
            MergeError::RunDir(error) => run_dir_failure(&error),
            other => {
                let hint = match &other {
                    MergeError::Missing { .. } => "name every shard of the census",
                    MergeError::Overlap { .. } => "name every shard once",
                    MergeError::Unfinished(_) => "finish it with: rollcall census --resume --out DIR",
                    _ => "merge shards of one census only: same source, policy and version",
                };
                Failure::could_not_check(other.to_string()).hint(hint)
            }
        })?;
        let Counts { records, skipped, .. } = run.counts;
        let shards = self.shards.len();
        match self.format {
            Format::Json => print_json(out, &run),
            Format::Text => {
                print(out, &format!("shards joined: {shards}; records {records}, skipped {skipped}\n"))
            }
        }?;
        Ok(Exit::Clean)
    }
}

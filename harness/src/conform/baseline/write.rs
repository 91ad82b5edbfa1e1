//! Writing a baseline anew from a run: what is still so stays with its reason, what is new waits for one.

use std::fmt::Write as _;

use super::super::report::{EntryFault, Report, Verdicts};
use super::entry::{Baseline, Entry, PLACEHOLDER};
use super::hold::{Worth, worth};
use crate::record::clean;

/// Characters of a comment.
const SHOWN: usize = 160;

/// A new file, and what became of the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The file.
    pub text: String,
    /// Entries that stayed as they were.
    pub kept: usize,
    /// Entries whose reason waits for a person.
    pub open: usize,
    /// Entries that are gone.
    pub dropped: usize,
}

/// The baseline that this run would pass with, once every reason is given. Comments of the old file are not kept.
#[must_use]
pub fn rewrite(report: &Report, old: &Baseline) -> Rewritten {
    let mut text = String::from(
        "# Known failures, for `rollcall conform --baseline`. Each entry needs a reason; one whose check no longer fails makes the run fail.\n",
    );
    if let Some(server) = &report.server {
        let name = server.name.as_deref().unwrap_or("a server without a name");
        let version = server.version.as_deref().unwrap_or("without a version");
        let _ = writeln!(text, "# Measured: {} {}", clean(name, SHOWN), clean(version, SHOWN));
    }
    let mut done = Rewritten { text: String::new(), kept: 0, open: 0, dropped: 0 };
    // First what this run says nothing of, then the misses in its own order.
    for entry in &old.entries {
        match worth(report, entry) {
            Worth::Unseen | Worth::Aside => put(&mut text, &mut done, entry, None),
            Worth::Wrong(EntryFault::Stale | EntryFault::Unknown) => done.dropped += 1,
            Worth::Wrong(EntryFault::Expired) if !misses(report, entry) => done.dropped += 1,
            Worth::Covers | Worth::Wrong(EntryFault::Expired) => {}
        }
    }
    for result in &report.results {
        let before = old.entries.iter().find(|entry| entry.check == result.check);
        let covered = before.map(|entry| (entry, worth(report, entry)));
        match covered {
            Some((entry, Worth::Covers)) => put(&mut text, &mut done, entry, Some(result)),
            Some((entry, Worth::Wrong(EntryFault::Expired))) if misses(report, entry) => {
                let until = entry.until.unwrap_or_default();
                let reason = format!(
                    "{PLACEHOLDER}: decide anew; accepted until {until} with the reason: {}",
                    entry.reason
                );
                let renewed = Entry { reason, until: None, ..entry.clone() };
                put(&mut text, &mut done, &renewed, Some(result));
            }
            None if report.counts_as_miss(result.verdict) => {
                let reason = format!("{PLACEHOLDER}: say why this is accepted, and where it is tracked");
                let new = Entry { check: result.check.clone(), reason, until: None, line: 0 };
                put(&mut text, &mut done, &new, Some(result));
            }
            _ => {}
        }
    }
    done.text = text;
    done
}

fn misses(report: &Report, entry: &Entry) -> bool {
    use super::super::Verdict;
    let missed = |result: &Verdicts| matches!(result.verdict, Verdict::Fail | Verdict::Warn);
    report.results.iter().any(|result| result.check == entry.check && missed(result))
}

fn put(text: &mut String, done: &mut Rewritten, entry: &Entry, result: Option<&Verdicts>) {
    *if entry.is_open() { &mut done.open } else { &mut done.kept } += 1;
    text.push('\n');
    if let Some(result) = result {
        let _ = writeln!(text, "# {}: {}", result.level, clean(&result.text, SHOWN));
        let _ = writeln!(text, "# {}", clean(result.actual.as_deref().unwrap_or_default(), SHOWN));
    }
    let quoted = |value: &str| toml::Value::String(value.to_owned()).to_string();
    let _ = writeln!(text, "[[known]]\ncheck = {}\nreason = {}", quoted(&entry.check), quoted(&entry.reason));
    if let Some(until) = entry.until {
        let _ = writeln!(text, "until = {until}");
    }
}

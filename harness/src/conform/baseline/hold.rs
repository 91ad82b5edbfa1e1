//! Holding a report against a baseline: which misses are known, and which entries are wrong.

use jiff::civil::Date;

use super::super::report::{Baselined, EntryFault, Known, Report, WrongEntry};
use super::super::{Verdict, named};
use super::entry::{Baseline, Entry};
use crate::record::clean;

/// Characters of a reason that are shown.
const SHOWN: usize = 600;

/// What an entry is worth in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    /// It covers a miss.
    Covers,
    /// Its check could not be seen.
    Unseen,
    /// Its check is not of this run: not chosen, or of a revision that was not asked for.
    Aside,
    /// It fails the run.
    Wrong(EntryFault),
}

/// Marks the misses that the baseline knows, and tells the entries that are wrong.
///
/// "Today" is the day (UTC) on which the run began.
pub fn hold(report: &mut Report, baseline: &Baseline, file: &str) {
    let mut held = Baselined { file: clean(file, SHOWN).into_owned(), ..Baselined::default() };
    for entry in &baseline.entries {
        match worth(report, entry) {
            Worth::Covers => {
                held.known += 1;
                let known = Known {
                    reason: clean(&entry.reason, SHOWN).into_owned(),
                    until: entry.until.map(|day| day.to_string()),
                };
                for result in report.results.iter_mut().filter(|result| result.check == entry.check) {
                    result.known = Some(known.clone());
                }
            }
            Worth::Unseen => held.unseen.push(clean(&entry.check, SHOWN).into_owned()),
            Worth::Aside => {}
            Worth::Wrong(fault) => held.wrong.push(wrong(report, entry, fault)),
        }
    }
    report.baseline = Some(held);
}

/// Judges one entry.
pub(super) fn worth(report: &Report, entry: &Entry) -> Worth {
    let result = report.results.iter().find(|result| result.check == entry.check);
    let Some(result) = result else {
        return if named(&entry.check).is_some() { Worth::Aside } else { Worth::Wrong(EntryFault::Unknown) };
    };
    if entry.until.is_some_and(|until| today(report).is_some_and(|today| today > until)) {
        return Worth::Wrong(EntryFault::Expired);
    }
    match result.verdict {
        Verdict::Fail | Verdict::Warn => Worth::Covers,
        Verdict::NotObserved => Worth::Unseen,
        Verdict::NotApplicable if report.wanted.is_some() => Worth::Aside,
        // What was not asked might have made it apply.
        Verdict::NotApplicable if report.stopped.is_some() => Worth::Unseen,
        Verdict::Pass | Verdict::NotApplicable => Worth::Wrong(EntryFault::Stale),
    }
}

/// The day of the run.
pub(super) fn today(report: &Report) -> Option<Date> {
    report.started_at.get(..10)?.parse().ok()
}

fn wrong(report: &Report, entry: &Entry, fault: EntryFault) -> WrongEntry {
    let check = clean(&entry.check, SHOWN).into_owned();
    let verdict = report.results.iter().find(|it| it.check == entry.check).map(|it| it.verdict);
    let (says, advice) = match fault {
        EntryFault::Stale => (
            format!("{check} no longer fails: {}", verdict.unwrap_or(Verdict::Pass)),
            "take the entry out, or let --write-baseline do it",
        ),
        EntryFault::Expired => (
            format!("{check} was accepted until {}", entry.until.unwrap_or_default()),
            match verdict {
                Some(Verdict::Fail | Verdict::Warn) => {
                    "repair the server, or decide anew and give the entry another `until`"
                }
                Some(Verdict::NotObserved) | None => {
                    "decide anew: give the entry another `until`, or take it out"
                }
                Some(Verdict::Pass | Verdict::NotApplicable) => {
                    "take the entry out: the check does not fail any more"
                }
            },
        ),
        EntryFault::Unknown => {
            (format!("no check is called {check}"), "`rollcall conform --list` shows every check")
        }
    };
    WrongEntry { fault, check, line: entry.line, says, advice: advice.to_owned() }
}

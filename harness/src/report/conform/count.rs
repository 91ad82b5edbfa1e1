//! What the summaries of every form count: a miss that the baseline knows is known and no failure.

use crate::conform::{EntryFault, Report, Verdict};

/// Counts of misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misses {
    /// Failures that nothing covers.
    pub(super) fail: usize,
    /// Failures and warnings that the baseline covers.
    pub(super) known: usize,
    /// Warnings that nothing covers.
    pub(super) warn: usize,
}

impl Misses {
    pub(super) fn of(report: &Report) -> Self {
        let of = |verdict: Verdict, known: bool| {
            report.results.iter().filter(|it| it.verdict == verdict && it.known.is_some() == known).count()
        };
        Self {
            fail: of(Verdict::Fail, false),
            known: of(Verdict::Fail, true) + of(Verdict::Warn, true),
            warn: of(Verdict::Warn, false),
        }
    }
}

/// What is wrong with the baseline, a part a fault: "3 baseline entries stale".
pub(super) fn wrong_entries(report: &Report) -> Vec<String> {
    EntryFault::ALL
        .iter()
        .filter_map(|fault| {
            match report.wrong_entries().iter().filter(|wrong| wrong.fault == *fault).count() {
                0 => None,
                1 => Some(format!("1 baseline entry {fault}")),
                count => Some(format!("{count} baseline entries {fault}")),
            }
        })
        .collect()
}

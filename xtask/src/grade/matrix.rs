//! What came out, and what follows from it: how each case was judged, the confusion table, and which outcomes were told apart.

use std::collections::BTreeMap;
use std::fmt;

use rollcall::outcome::Outcome;

use super::judge::Verdict;

/// One case, as one prober saw it.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    /// The case.
    pub(super) id: String,
    /// Its claim.
    pub(super) title: String,
    /// The outcome it should have.
    pub(super) expected: Outcome,
    /// What the prober says.
    pub(super) verdict: Verdict,
    /// The exit code.
    pub(super) exit: Option<i32>,
    /// How long it took, in milliseconds.
    pub(super) millis: u128,
    /// What of the mock's demands it broke.
    pub(super) broke: Vec<String>,
    /// The end of what it wrote, on one line and clean.
    pub(super) wrote: String,
}

/// How a verdict compares with the expected outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// Exactly that.
    Right,
    /// That is among what it may be.
    Undecided,
    /// Something else.
    Wrong,
    /// It says nothing.
    Silent,
}

impl Mark {
    pub(super) const ALL: [Self; 4] = [Self::Right, Self::Undecided, Self::Wrong, Self::Silent];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Undecided => "undecided",
            Self::Wrong => "wrong",
            Self::Silent => "no-verdict",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Mark {
    /// How a verdict compares with the expected outcome.
    pub(super) fn of(expected: Outcome, verdict: &Verdict) -> Self {
        match verdict {
            Verdict::None(_) => Self::Silent,
            Verdict::Said(said) if !said.contains(&expected) => Self::Wrong,
            Verdict::Said(said) if said.len() > 1 => Self::Undecided,
            Verdict::Said(_) => Self::Right,
        }
    }
}

impl Seen {
    /// How it compares.
    pub(super) fn mark(&self) -> Mark {
        Mark::of(self.expected, &self.verdict)
    }
}

/// One prober over all cases.
#[derive(Debug)]
pub(super) struct Graded {
    /// The name of its adapter.
    pub(super) name: String,
    /// The prober and its version.
    pub(super) prober: String,
    /// The command, with its placeholders and without paths of this machine.
    pub(super) command: String,
    /// The cases, by id.
    pub(super) seen: Vec<Seen>,
}

/// Two outcomes, and in how many of the pairs of their cases the prober's words differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) one: Outcome,
    pub(super) other: Outcome,
    /// Pairs of cases, one of each outcome, whose verdicts have no outcome in common.
    pub(super) told: usize,
    /// All pairs.
    pub(super) of: usize,
}

impl Graded {
    /// How many cases have this mark.
    pub(super) fn count(&self, mark: Mark) -> usize {
        self.seen.iter().filter(|seen| seen.mark() == mark).count()
    }

    /// How often each verdict was given, by expected outcome.
    pub(super) fn confusion(&self) -> BTreeMap<Outcome, BTreeMap<&Verdict, usize>> {
        let mut table: BTreeMap<Outcome, BTreeMap<&Verdict, usize>> = BTreeMap::new();
        for seen in &self.seen {
            *table.entry(seen.expected).or_default().entry(&seen.verdict).or_default() += 1;
        }
        table
    }

    /// Every two outcomes that have cases.
    pub(super) fn apart(&self) -> Vec<Apart> {
        let table = self.confusion();
        let mut pairs = Vec::new();
        for (one, here) in &table {
            for (other, there) in table.range(one..).filter(|(other, _)| *other != one) {
                let combinations =
                    here.iter().flat_map(|(a, n)| there.iter().map(move |(b, m)| (*a, *b, n * m)));
                let (mut told, mut of) = (0, 0);
                for (a, b, count) in combinations {
                    of += count;
                    told += if differ(a, b) { count } else { 0 };
                }
                pairs.push(Apart { one: *one, other: *other, told, of });
            }
        }
        pairs
    }
}

/// Whether two verdicts have nothing in common. One that says nothing tells nothing apart.
fn differ(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (Verdict::Said(a), Verdict::Said(b)) => a.is_disjoint(b),
        _ => false,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::judge::Silence;
    use super::*;

    pub(in super::super) fn seen(id: &str, expected: Outcome, said: &[Outcome]) -> Seen {
        let verdict = if said.is_empty() {
            Verdict::None(Silence::NoRule)
        } else {
            Verdict::Said(said.iter().copied().collect())
        };
        Seen {
            id: id.to_owned(),
            title: format!("<{id}>"),
            expected,
            verdict,
            exit: Some(1),
            millis: 12,
            broke: Vec::new(),
            wrote: "<b>it failed</b>".to_owned(),
        }
    }

    pub(in super::super) fn graded() -> Graded {
        use Outcome::{Answered, Http4xx, Http5xx, NotMcp};
        Graded {
            name: "toy".to_owned(),
            prober: "toy 1.0".to_owned(),
            command: "toy {url}".to_owned(),
            seen: vec![
                seen("a/answered", Answered, &[Answered]),
                seen("a/four", Http4xx, &[Http4xx, Http5xx]),
                seen("a/four-again", Http4xx, &[]),
                seen("a/five", Http5xx, &[Http4xx, Http5xx]),
                seen("a/html", NotMcp, &[Answered]),
            ],
        }
    }

    #[test]
    fn marks_and_counts() {
        let graded = graded();
        let marks: Vec<Mark> = graded.seen.iter().map(Seen::mark).collect();
        assert_eq!(marks, [Mark::Right, Mark::Undecided, Mark::Silent, Mark::Undecided, Mark::Wrong]);
        assert_eq!(Mark::ALL.map(|mark| graded.count(mark)), [1, 2, 1, 1]);
    }

    #[test]
    fn two_outcomes_are_told_apart_where_their_verdicts_have_nothing_in_common() {
        use Outcome::{Answered, Http4xx, Http5xx, NotMcp};
        let apart = graded().apart();
        let of = |one, other| {
            let pair = apart.iter().find(|pair| (pair.one, pair.other) == (one, other)).unwrap();
            (pair.told, pair.of)
        };
        assert_eq!(of(Answered, Http5xx), (1, 1));
        assert_eq!(of(Answered, Http4xx), (1, 2));
        assert_eq!(of(Http4xx, Http5xx), (0, 2));
        assert_eq!(of(Answered, NotMcp), (0, 1));
        assert_eq!(apart.len(), 6);
    }
}

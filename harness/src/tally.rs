//! How many: counts by outcome, reason and status, over stored records and skips. Order does not matter, merging is
//! associative, and the counts sum to the input.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::census::Skipped;
use crate::outcome::Outcome;
use crate::record::{OauthMetadata, Reason, Record};
use crate::target::SkipReason;

/// The version of a tally's JSON form.
pub const TALLY_SCHEMA: &str = "rollcall.tally.v1";

/// The counts of a run, still able to take more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    outcomes: BTreeMap<Outcome, Class>,
    logins: BTreeMap<OauthMetadata, usize>,
    skips: BTreeMap<SkipReason, usize>,
    entries: BTreeSet<(String, Option<String>)>,
    flaky: usize,
}

/// One outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Class {
    listed: usize,
    urls: BTreeSet<String>,
    reasons: BTreeMap<Reason, usize>,
    statuses: BTreeMap<u16, usize>,
}

impl Tally {
    /// Counts one record.
    pub fn add(&mut self, record: &Record) {
        if let Some(skip) = &record.skip {
            *self.skips.entry(skip.reason).or_default() += 1;
        }
        if let Some(login) = record.login.as_ref().filter(|_| record.outcome == Outcome::LoginRequired) {
            *self.logins.entry(login.oauth_metadata).or_default() += 1;
        }
        if let Some(entry) = &record.entry {
            self.entries.insert((entry.name.clone(), entry.version.clone()));
        }
        self.flaky += usize::from(record.flaky);
        let class = self.outcomes.entry(record.outcome).or_default();
        class.listed += 1;
        class.urls.insert(record.target.url.clone());
        if let Some(reason) = record.reason {
            *class.reasons.entry(reason).or_default() += 1;
        }
        if let Some(status) = record.status {
            *class.statuses.entry(status).or_default() += 1;
        }
    }

    /// Counts one skip.
    pub fn add_skipped(&mut self, skipped: &Skipped) {
        *self.skips.entry(skipped.skip.reason).or_default() += 1;
        self.entries.insert((skipped.entry.name.clone(), skipped.entry.version.clone()));
        let class = self.outcomes.entry(Outcome::NotProbed).or_default();
        class.listed += 1;
        class.urls.extend(skipped.url.clone());
    }

    /// Takes in another tally.
    pub fn merge(&mut self, other: Self) {
        for (outcome, theirs) in other.outcomes {
            let class = self.outcomes.entry(outcome).or_default();
            class.listed += theirs.listed;
            class.urls.extend(theirs.urls);
            add_all(&mut class.reasons, theirs.reasons);
            add_all(&mut class.statuses, theirs.statuses);
        }
        add_all(&mut self.logins, other.logins);
        add_all(&mut self.skips, other.skips);
        self.entries.extend(other.entries);
        self.flaky += other.flaky;
    }

    /// Remotes counted with this outcome.
    #[must_use]
    pub fn listed(&self, outcome: Outcome) -> usize {
        self.outcomes.get(&outcome).map_or(0, |class| class.listed)
    }

    /// Everything counted.
    #[must_use]
    pub fn total(&self) -> usize {
        self.outcomes.values().map(|class| class.listed).sum()
    }

    /// The failures with their counts, most frequent first, ties in the order of the outcomes. Absent ones are left out.
    #[must_use]
    pub fn failures(&self) -> Vec<(Outcome, usize)> {
        let mut failures: Vec<(Outcome, usize)> = Outcome::ALL
            .iter()
            .filter(|outcome| outcome.is_failure())
            .map(|outcome| (*outcome, self.listed(*outcome)))
            .filter(|(_, count)| *count > 0)
            .collect();
        failures.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        failures
    }

    /// The plain figures, for JSON and for every rendering.
    #[must_use]
    pub fn figures(&self) -> TallyFigures {
        TallyFigures {
            schema: TALLY_SCHEMA.to_owned(),
            entries: self.entries.len(),
            listed: self.total(),
            urls: self.outcomes.values().flat_map(|class| &class.urls).collect::<BTreeSet<_>>().len(),
            flaky: self.flaky,
            outcomes: self
                .outcomes
                .iter()
                .map(|(outcome, class)| {
                    let figures = OutcomeFigures {
                        listed: class.listed,
                        urls: class.urls.len(),
                        reasons: class
                            .reasons
                            .iter()
                            .map(|(reason, count)| (reason.to_string(), *count))
                            .collect(),
                        statuses: class.statuses.clone(),
                    };
                    (*outcome, figures)
                })
                .collect(),
            login: self.logins.clone(),
            skipped: self.skips.clone(),
        }
    }
}

fn add_all<K: Ord>(into: &mut BTreeMap<K, usize>, from: BTreeMap<K, usize>) {
    for (key, count) in from {
        *into.entry(key).or_default() += count;
    }
}

/// The figures of a tally.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TallyFigures {
    /// Always [`TALLY_SCHEMA`].
    pub schema: String,
    /// Distinct entries (name and version).
    pub entries: usize,
    /// Remotes listed by them, an entry without one counted as one. The outcomes sum to this.
    pub listed: usize,
    /// Distinct URLs among them.
    pub urls: usize,
    /// Records whose second look saw another outcome.
    pub flaky: usize,
    /// By outcome.
    pub outcomes: BTreeMap<Outcome, OutcomeFigures>,
    /// `login-required` by OAuth pointer.
    pub login: BTreeMap<OauthMetadata, usize>,
    /// `not-probed` by skip reason.
    pub skipped: BTreeMap<SkipReason, usize>,
}

/// The figures of one outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeFigures {
    /// Remotes listed.
    pub listed: usize,
    /// Distinct URLs.
    pub urls: usize,
    /// By reason.
    pub reasons: BTreeMap<String, usize>,
    /// By HTTP status of the exchange that decided.
    pub statuses: BTreeMap<u16, usize>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::target::Transport;

    fn record(outcome: Outcome, url: u8) -> Record {
        let mut record = Record::new(format!("https://{url}.example.com/"), Transport::Auto, None);
        record.outcome = outcome;
        record
    }

    fn tally(records: &[Record]) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            tally.add(record);
        }
        tally
    }

    fn some_records() -> impl Strategy<Value = Vec<Record>> {
        proptest::collection::vec(
            (0..Outcome::ALL.len(), any::<u8>())
                .prop_map(|(outcome, url)| record(Outcome::ALL[outcome], url % 8)),
            0..40,
        )
    }

    proptest! {
        #[test]
        fn counts_sum_to_the_input_in_any_order(mut records in some_records()) {
            let forward = tally(&records);
            prop_assert_eq!(forward.total(), records.len());
            records.reverse();
            prop_assert_eq!(tally(&records), forward);
        }

        #[test]
        fn merging_is_associative_and_equals_counting_at_once(
            a in some_records(), b in some_records(), c in some_records(),
        ) {
            let mut left = tally(&a);
            left.merge(tally(&b));
            left.merge(tally(&c));
            let mut rest = tally(&b);
            rest.merge(tally(&c));
            let mut right = tally(&a);
            right.merge(rest);
            prop_assert_eq!(&left, &right);
            prop_assert_eq!(left, tally(&[a, b, c].concat()));
        }
    }

    #[test]
    fn failures_come_most_frequent_first_and_ties_in_table_order() {
        let mut records = vec![record(Outcome::HandshakeRefused, 1), record(Outcome::Answered, 2)];
        records.extend([
            record(Outcome::Http4xx, 3),
            record(Outcome::TimedOut, 4),
            record(Outcome::TimedOut, 5),
        ]);
        let failures = tally(&records).failures();
        let expected = [(Outcome::TimedOut, 2), (Outcome::Http4xx, 1), (Outcome::HandshakeRefused, 1)];
        assert_eq!(failures, expected);
    }
}

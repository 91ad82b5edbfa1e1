//! The meanings of our own vocabularies, read once from the data files beside this one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;
use crate::record::{FindingId, PlainReason, Reason};
use crate::target::SkipReason;

/// The key that stands for every `redirect-3xx`.
const REDIRECT: &str = "redirect-<status>";

crate::words::words! {
    /// Which vocabulary a word belongs to.
    pub enum Kind: "kind of word" {
        /// See [`Outcome`].
        Outcome = "outcome",
        /// See [`Reason`].
        Reason = "reason",
        /// See [`FindingId`].
        Finding = "finding",
        /// See [`SkipReason`].
        Skip = "skip reason",
        /// An HTTP status at the endpoint.
        Status = "status",
        /// A rule of `lint` or `namespace`.
        Rule = "rule",
        /// A requirement of `conform`.
        Requirement = "requirement",
        /// A check of `conform`.
        Check = "check",
        /// See [`crate::conform::Verdict`].
        Verdict = "verdict",
        /// A word that stands beside a result and belongs to no larger vocabulary.
        Mark = "mark",
    }
}

/// What a word means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// One or two sentences.
    pub means: String,
    /// The next step, as an instruction.
    #[serde(rename = "do")]
    pub advice: String,
    /// RFC, specification section, or our own policy.
    pub source: String,
}

type Table = BTreeMap<String, Meaning>;

fn read(text: &str) -> Table {
    toml::from_str(text).expect("the meanings are compiled in, and a test reads them")
}

static OUTCOMES: LazyLock<Table> = LazyLock::new(|| read(include_str!("outcomes.toml")));
static REASONS: LazyLock<Table> = LazyLock::new(|| read(include_str!("reasons.toml")));
static FINDINGS: LazyLock<Table> = LazyLock::new(|| read(include_str!("findings.toml")));
static SKIPS: LazyLock<Table> = LazyLock::new(|| read(include_str!("skips.toml")));
static STATUSES: LazyLock<Table> = LazyLock::new(|| read(include_str!("statuses.toml")));
static VERDICTS: LazyLock<Table> = LazyLock::new(|| read(include_str!("verdicts.toml")));
static MARKS: LazyLock<Table> = LazyLock::new(|| read(include_str!("marks.toml")));

/// The words of `marks.toml`.
const MARK_WORDS: [&str; 2] = ["flaky", "stale"];

/// The statuses of `statuses.toml`.
pub const STATUS_WORDS: [u16; 3] = [400, 404, 405];
/// The same as they are written.
const STATUS_KEYS: [&str; STATUS_WORDS.len()] = ["400", "404", "405"];

const COMPLETE: &str = "a test proves that no word is missing";

/// What an outcome means.
#[must_use]
pub fn outcome(word: Outcome) -> &'static Meaning {
    OUTCOMES.get(word.as_str()).expect(COMPLETE)
}

/// What a reason means.
#[must_use]
pub fn reason(word: Reason) -> &'static Meaning {
    let key = match word {
        Reason::Plain(plain) => plain.as_str(),
        Reason::Redirect(_) => REDIRECT,
    };
    REASONS.get(key).expect(COMPLETE)
}

/// What a finding means.
#[must_use]
pub fn finding(word: FindingId) -> &'static Meaning {
    FINDINGS.get(word.as_str()).expect(COMPLETE)
}

/// What a skip reason means.
#[must_use]
pub fn skip(word: SkipReason) -> &'static Meaning {
    SKIPS.get(word.as_str()).expect(COMPLETE)
}

/// What a status means, where it says more than its outcome.
#[must_use]
pub fn status(status: u16) -> Option<&'static Meaning> {
    STATUSES.get(&status.to_string())
}

/// The rules of `lint`, `namespace` and `key`, from the tables beside their checks.
static RULES: LazyLock<Table> = LazyLock::new(|| {
    let meaning = |what: &str, why: &str, advice: &str, source: &str| Meaning {
        means: format!("{what} {why}"),
        advice: advice.to_owned(),
        source: source.to_owned(),
    };
    let lint = crate::manifest::rules::ALL
        .iter()
        .map(|rule| (rule.id.to_owned(), meaning(rule.what, rule.why, rule.repair, rule.source)));
    let login = crate::namespace::RULES
        .iter()
        .map(|rule| (rule.id.to_owned(), meaning(rule.what, rule.why, rule.repair, rule.source)));
    lint.chain(login).collect()
});

/// The checks of `conform`.
static CHECKS: LazyLock<Table> = LazyLock::new(|| {
    crate::conform::all().map(|check| (check.name.to_owned(), super::check::meaning(check))).collect()
});

/// Every meaning of one word: the same word may stand in two vocabularies.
#[must_use]
pub fn lookup(word: &str) -> Vec<(Kind, &'static Meaning)> {
    let mut found = Vec::new();
    if let Ok(id) = word.parse() {
        found.push((Kind::Outcome, outcome(id)));
    }
    if word == REDIRECT {
        found.push((Kind::Reason, reason(Reason::Redirect(302))));
    } else if let Ok(id) = word.parse() {
        found.push((Kind::Reason, reason(id)));
    }
    if let Ok(id) = word.parse() {
        found.push((Kind::Finding, finding(id)));
    }
    if let Ok(id) = word.parse() {
        found.push((Kind::Skip, skip(id)));
    }
    if let Some(meaning) = RULES.get(word) {
        found.push((Kind::Rule, meaning));
    }
    if let Some(requirement) = crate::conform::requirement(word) {
        found.push((Kind::Requirement, &requirement.meaning));
    }
    for (kind, table) in
        [(Kind::Status, &STATUSES), (Kind::Check, &CHECKS), (Kind::Verdict, &VERDICTS), (Kind::Mark, &MARKS)]
    {
        found.extend(table.get(word).map(|meaning| (kind, meaning)));
    }
    found
}

/// Every word with its kind, in the order of its vocabulary.
pub fn words() -> impl Iterator<Item = (Kind, &'static str)> {
    let outcomes = Outcome::ALL.iter().map(|word| (Kind::Outcome, word.as_str()));
    let reasons =
        PlainReason::ALL.iter().map(|word| (Kind::Reason, word.as_str())).chain([(Kind::Reason, REDIRECT)]);
    let findings = FindingId::ALL.iter().map(|word| (Kind::Finding, word.as_str()));
    let skips = SkipReason::ALL.iter().map(|word| (Kind::Skip, word.as_str()));
    let lint = crate::manifest::rules::ALL.iter().map(|rule| (Kind::Rule, rule.id));
    let login = crate::namespace::RULES.iter().map(|rule| (Kind::Rule, rule.id));
    let conform = crate::conform::requirements().iter().map(|it| (Kind::Requirement, it.id.as_str()));
    let checks = crate::conform::all().map(|check| (Kind::Check, check.name));
    let verdicts = crate::conform::Verdict::ALL.iter().map(|word| (Kind::Verdict, word.as_str()));
    let marks = MARK_WORDS.iter().map(|word| (Kind::Mark, *word));
    let statuses = STATUS_KEYS.iter().map(|word| (Kind::Status, *word));
    let probe = outcomes.chain(reasons).chain(findings).chain(skips).chain(statuses);
    probe.chain(lint).chain(login).chain(conform).chain(checks).chain(verdicts).chain(marks)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_word_is_explained_and_nothing_else_is() {
        for (kind, table) in [
            (Kind::Outcome, &OUTCOMES),
            (Kind::Reason, &REASONS),
            (Kind::Finding, &FINDINGS),
            (Kind::Skip, &SKIPS),
            (Kind::Status, &STATUSES),
            (Kind::Verdict, &VERDICTS),
            (Kind::Mark, &MARKS),
        ] {
            let written: BTreeSet<&str> = table.keys().map(String::as_str).collect();
            let known: BTreeSet<&str> = words().filter(|word| word.0 == kind).map(|word| word.1).collect();
            assert_eq!(written, known, "{kind}");
        }
    }

    #[test]
    fn every_status_is_written_as_it_is() {
        assert_eq!(STATUS_WORDS.map(|status| status.to_string()), STATUS_KEYS);
        assert!(STATUS_WORDS.iter().all(|word| status(*word).is_some()));
        assert!(status(200).is_none());
    }

    #[test]
    fn every_word_can_be_looked_up_and_says_something() {
        for (kind, word) in words() {
            let found = lookup(word);
            assert!(found.iter().any(|(found, _)| *found == kind), "{kind} {word}");
            for (_, meaning) in found {
                assert!(
                    meaning.means.len() > 20 && meaning.advice.len() > 5 && meaning.source.len() > 5,
                    "{word}"
                );
            }
        }
        assert!(lookup("no-such-word").is_empty());
        assert_eq!(lookup("redirect-307").len(), 1);
        assert!(lookup("redirect-200").is_empty(), "200 is no redirect");
    }
}

//! The words that a case can claim, and which a given case does claim.

use std::fmt;

use rollcall::outcome::{Outcome, Stage};
use rollcall::record::{FindingId, OauthMetadata, PlainReason, Reason, ToolsStatus};
use rollcall::target::{SkipDetail, SkipReason, Transport};
use rollcall_cases::case::{Case, ExpectTools};

/// A word and its vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    vocabulary: &'static str,
    word: String,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.vocabulary, self.word)
    }
}

fn word(vocabulary: &'static str, word: impl fmt::Display) -> Word {
    Word { vocabulary, word: word.to_string() }
}

/// All redirects are one word: the status is only told.
const REDIRECT: &str = "redirect-<status>";

fn reason(reason: Reason) -> Word {
    match reason {
        Reason::Plain(plain) => word("reason", plain),
        Reason::Redirect(_) => word("reason", REDIRECT),
    }
}

/// Every word there is.
pub(super) fn all() -> Vec<Word> {
    let mut words: Vec<Word> = Outcome::ALL.iter().map(|it| word("outcome", it)).collect();
    words.extend(PlainReason::ALL.iter().map(|it| word("reason", it)));
    words.push(word("reason", REDIRECT));
    words.extend(FindingId::ALL.iter().map(|it| word("finding", it)));
    words.extend(SkipReason::ALL.iter().map(|it| word("skip reason", it)));
    words.extend(SkipDetail::ALL.iter().map(|it| word("skip detail", it)));
    words.extend(Stage::ALL.iter().map(|it| word("stage", it)));
    words.extend(ToolsStatus::ALL.iter().map(|it| word("tools status", it)));
    words.extend(OauthMetadata::ALL.iter().map(|it| word("OAuth pointer", it)));
    words
}

/// Words that no single probe can end in, and where they are proven instead.
pub(super) fn proven_elsewhere(word: &Word) -> Option<&'static str> {
    if word.vocabulary != SKIP {
        return None;
    }
    match word.word.parse() {
        Ok(SkipReason::NotLatest | SkipReason::Deleted | SkipReason::HostStopped) => {
            Some("decided by a census over several entries; see the tests of harness/src/census")
        }
        _ => None,
    }
}

const SKIP: &str = "skip reason";

/// The words in the case's `[expect]`, those that stand for themselves when they are left out included.
pub(super) fn claimed_by(case: &Case) -> Vec<Word> {
    let expect = &case.expect;
    let mut words = vec![word("outcome", expect.outcome)];
    words.extend(expect.reason.map(reason));
    words.extend(expect.skip.map(|it| word(SKIP, it)));
    words.extend(expect.detail.map(|it| word("skip detail", it)));
    words.extend(expect.findings.iter().map(|it| word("finding", it)));
    let legacy = case.entry.transport == Transport::Sse;
    let stage = match (expect.stage, expect.outcome) {
        (Some(stage), _) => Some(stage),
        (None, Outcome::NotProbed) => None,
        (None, _) => Some(if legacy { Stage::OpenStream } else { Stage::Initialize }),
    };
    words.extend(stage.map(|it| word("stage", it)));
    words.extend(tools(&expect.tools, expect.outcome == Outcome::Answered && !legacy));
    if let Some(modern) = &expect.modern {
        words.extend(tools(&modern.tools, modern.answered));
    }
    words.extend(expect.login.oauth_metadata.map(|it| word("OAuth pointer", it)));
    words
}

fn tools(expect: &ExpectTools, listed: bool) -> impl Iterator<Item = Word> {
    let status =
        expect.status.unwrap_or(if listed { ToolsStatus::Listed } else { ToolsStatus::NotAttempted });
    [word("tools status", status)].into_iter().chain(expect.reason.map(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str) -> Vec<String> {
        let case: Case =
            toml::from_str(&format!("title = \"t\"\nspec = \"rollcall/findings\"\nlevel = \"must\"\n{text}"))
                .unwrap();
        claimed_by(&case).iter().map(Word::to_string).collect()
    }

    #[test]
    fn a_case_claims_what_it_states_and_what_stands_for_itself() {
        assert_eq!(
            claims(
                "[expect]\noutcome = \"not-mcp\"\nreason = \"redirect-302\"\nsent = []\nfindings = [\"gone\"]\n"
            ),
            [
                "outcome `not-mcp`",
                "reason `redirect-<status>`",
                "finding `gone`",
                "stage `initialize`",
                "tools status `not-attempted`"
            ]
        );
        assert_eq!(
            claims("[expect]\noutcome = \"answered\"\nsent = []\n"),
            ["outcome `answered`", "stage `initialize`", "tools status `listed`"]
        );
        assert_eq!(
            claims("entry.transport = \"sse\"\n[expect]\noutcome = \"answered\"\nsent = []\n"),
            ["outcome `answered`", "stage `open-stream`", "tools status `not-attempted`"]
        );
    }

    #[test]
    fn every_claim_is_one_of_the_words() {
        let words = all();
        for id in rollcall_cases::load::ids().unwrap() {
            let case = rollcall_cases::load::case(&id).unwrap();
            for claim in claimed_by(&case) {
                assert!(words.contains(&claim), "{id}: {claim}");
            }
        }
    }
}

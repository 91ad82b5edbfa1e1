//! The words of our own vocabularies on a page: labels, meanings and what to do, in the language of the page.
//!
//! Outcomes and OAuth pointers are worded in `report::lang`, English meanings in `explain`; the messages here add the other
//! languages and the labels.

use maud::{Markup, html};

use super::model::Cause;
use super::text::Text;
use crate::explain::{self, Meaning};
use crate::outcome::Outcome;
use crate::record::{FindingId, Reason};
use crate::report::lang::Lang;
use crate::target::SkipReason;

/// One word of a vocabulary that `explain` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Outcome(Outcome),
    Reason(Reason),
    Finding(FindingId),
    Skip(SkipReason),
    /// One of [`explain::STATUS_WORDS`].
    Status(u16),
}

impl Word {
    /// The message that has the meaning in `.means` and `.do`.
    pub(super) fn id(self) -> String {
        match self {
            Self::Outcome(word) => format!("outcome-{word}"),
            Self::Reason(Reason::Redirect(_)) => "reason-redirect".to_owned(),
            Self::Reason(word) => format!("reason-{word}"),
            Self::Finding(word) => format!("finding-{word}"),
            Self::Skip(word) => format!("skip-{word}"),
            Self::Status(word) => format!("status-{word}"),
        }
    }

    fn meaning(self) -> &'static Meaning {
        match self {
            Self::Outcome(word) => explain::outcome(word),
            Self::Reason(word) => explain::reason(word),
            Self::Finding(word) => explain::finding(word),
            Self::Skip(word) => explain::skip(word),
            Self::Status(word) => explain::status(word).expect("made of those that have a meaning"),
        }
    }

    /// The finest word there is: the cause where it has a meaning of its own, else the outcome.
    pub(super) fn finest(outcome: Outcome, cause: Option<Cause>) -> Self {
        match cause {
            Some(Cause::Reason(reason)) => Self::Reason(reason),
            Some(Cause::Skip(reason)) => Self::Skip(reason),
            Some(Cause::Status(status)) if explain::status(status).is_some() => Self::Status(status),
            Some(Cause::Status(_) | Cause::Rpc(_) | Cause::Login(_)) | None => Self::Outcome(outcome),
        }
    }
}

/// Text of ours in which code stands between backquotes.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (at, piece) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// What a word means.
pub(super) fn means(t: &Text, word: Word) -> Markup {
    prose(&told(t, word, "means", &word.meaning().means))
}

/// What to do about it.
pub(super) fn advice(t: &Text, word: Word) -> Markup {
    prose(&told(t, word, "do", &word.meaning().advice))
}

/// Where the rule comes from: names of specifications and their sections, which are the same in every language.
pub(super) fn source(word: Word) -> Markup {
    html! { span lang="en" { (word.meaning().source) } }
}

fn told(t: &Text, word: Word, attribute: &str, english: &str) -> String {
    match t.lang {
        Lang::En => english.to_owned(),
        Lang::It | Lang::Ru => t.attribute(&word.id(), attribute).unwrap_or_else(|| english.to_owned()),
    }
}

/// A cause in a few words.
pub(super) fn cause(t: &Text, cause: Cause) -> String {
    match cause {
        Cause::Reason(Reason::Redirect(status)) => {
            t.fill("reason-redirect", &[("status", u64::from(status).to_string().into())])
        }
        Cause::Reason(reason) => t.get(&format!("reason-{reason}")),
        Cause::Status(status) => format!("HTTP {status}"),
        Cause::Rpc(code) => rpc(t, code),
        Cause::Skip(reason) => t.get(&format!("skip-{reason}")),
        Cause::Login(pointer) => t.lang.pointer(pointer).to_owned(),
    }
}

/// A JSON-RPC error by its code; those of the specification have a name (JSON-RPC 2.0, section 5.1).
fn rpc(t: &Text, code: Option<i64>) -> String {
    let Some(code) = code else { return t.get("rpc-no-code") };
    let named = match code {
        -32700 => "rpc-parse-error",
        -32600 => "rpc-invalid-request",
        -32601 => "rpc-method-not-found",
        -32602 => "rpc-invalid-params",
        -32603 => "rpc-internal-error",
        _ => "rpc-code",
    };
    // As a word and not as a number: a code has no groups of digits.
    t.fill(named, &[("code", code.to_string().into())])
}

/// A word of a small vocabulary that has a message for each of its words.
pub(super) fn word(t: &Text, family: &str, word: &str) -> String {
    t.get(&format!("{family}-{word}"))
}

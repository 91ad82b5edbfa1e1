//! The changes that `--mutate` makes to the source of the decision: one word of one line at a time. Every change has to
//! build, because all of them are built together.

/// One change: a line, and what it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mutation {
    /// The line, counted from 0.
    pub(super) line: usize,
    /// What becomes of it; empty when the row is dropped.
    pub(super) becomes: String,
}

/// Texts that decide, and what is put in their place. The first two kinds are rows that say another outcome or reason;
/// the others widen or narrow what a row is about.
const REPLACED: [(&str, &str); 20] = [
    ("(Outcome::Answered,", "(Outcome::HandshakeRefused,"),
    ("(Outcome::HandshakeRefused,", "(Outcome::Answered,"),
    ("(Outcome::NotMcp,", "(Outcome::ConnectionFailed,"),
    ("(Outcome::ConnectionFailed,", "(Outcome::TimedOut,"),
    ("(Outcome::TimedOut,", "(Outcome::ConnectionFailed,"),
    ("(Outcome::RateLimited,", "(Outcome::Http4xx,"),
    ("(Outcome::LoginRequired,", "(Outcome::Http4xx,"),
    ("(Outcome::Http4xx,", "(Outcome::Http5xx,"),
    ("(Outcome::Http5xx,", "(Outcome::Http4xx,"),
    ("Outcome::NotProbed, reason", "Outcome::ConnectionFailed, reason"),
    ("outcome: Outcome::LoginRequired", "outcome: Outcome::Answered"),
    ("PlainReason::RedirectElsewhere.into()", "PlainReason::NotHttp.into()"),
    ("PlainReason::NotHttp.into()", "PlainReason::EmptyBody.into()"),
    ("rposition(", "position("),
    ("to.origin() != base.origin()", "to.origin() == base.origin()"),
    ("=> (index, Stage::Initialize)", "=> (index, Stage::OpenStream)"),
    ("(index, Stage::OpenStream)", "(index, Stage::Initialize)"),
    ("answer == Some(Answer::Endpoint)", "answer != Some(Answer::Endpoint)"),
    ("Some(Stage::ToolsList)", "Some(Stage::Initialize)"),
    ("if elsewhere {", "if !elsewhere {"),
];
/// Alternatives of a pattern, of which one is taken away.
const NARROWED: [&str; 3] = ["401 | 403", "307 | 308", "Answer::Result | Answer::Endpoint"];

/// Every change to this source, top to bottom. The vocabulary itself and its documentation are left alone.
pub(super) fn mutations(source: &str) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (line, text) in source.lines().enumerate().skip(beginning(source)) {
        if text.trim_start().starts_with("//") {
            continue;
        }
        let mut change = |becomes: String| mutations.push(Mutation { line, becomes });
        for (here, there) in REPLACED {
            // `position(` is also the end of `rposition(`: only whole words are replaced.
            if text.contains(here) {
                change(text.replacen(here, there, 1));
            }
        }
        for alternatives in NARROWED.iter().filter(|alternatives| text.contains(**alternatives)) {
            for one in alternatives.split(" | ") {
                change(text.replacen(alternatives, one, 1));
            }
        }
        let row = text.trim_start();
        // Rows that fall through to a later one when they are dropped.
        let falls =
            row.starts_with("(Some(Answer::") || row.starts_with("Some(") && row.contains("=> return ");
        if falls && row.ends_with(',') {
            change(String::new());
        }
    }
    mutations
}

/// The line where the decision begins.
fn beginning(source: &str) -> usize {
    source.lines().position(|line| line.contains("pub fn outcome(")).unwrap_or(0)
}

/// The decision alone, with one change made, as a module beside the product.
pub(super) fn mutant(source: &str, mutation: &Mutation) -> String {
    let change = |(index, line)| if index == mutation.line { mutation.becomes.as_str() } else { line };
    let decision: Vec<&str> = source.lines().enumerate().map(change).skip(beginning(source)).collect();
    format!("{USES}{}\n", decision.join("\n"))
}

/// What the decision needs of the product.
const USES: &str = "use rollcall::outcome::{Outcome, Stage, Verdict};\n\
    use rollcall::record::{Answer, End, Exchange, PlainReason, Reason, Record, Step};\n";

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "enum Outcome {\n    Some(1) => x,\n}\npub fn outcome() {\n    match status {\n        Some(429) => return (Outcome::RateLimited, None),\n        // Some(1) => 2,\n        Some(401 | 403) => return x(),\n    }\n}";

    #[test]
    fn every_row_says_something_else_is_narrowed_or_dropped() {
        let becomes: Vec<(usize, String)> = mutations(SOURCE)
            .into_iter()
            .map(|mutation| (mutation.line, mutation.becomes.trim().to_owned()))
            .collect();
        assert_eq!(
            becomes,
            [
                (5, "Some(429) => return (Outcome::Http4xx, None),".into()),
                (5, String::new()),
                (7, "Some(401) => return x(),".into()),
                (7, "Some(403) => return x(),".into()),
                (7, String::new()),
            ]
        );
    }

    #[test]
    fn a_mutant_is_the_decision_with_one_line_changed() {
        let mutant = mutant("vocabulary\npub fn outcome()\nb\nc", &Mutation { line: 2, becomes: "x".into() });
        assert_eq!(mutant, format!("{USES}pub fn outcome()\nx\nc\n"));
    }

    #[test]
    fn the_real_decision_has_its_rows() {
        let source = std::fs::read_to_string(crate::root::root().join("harness/src/outcome.rs")).unwrap();
        assert!(mutations(&source).len() >= 30, "{} changes", mutations(&source).len());
    }
}

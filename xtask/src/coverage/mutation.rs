//! The changes that `--mutate` makes to the source of the decision: one word of one line at a time.

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
const REPLACED: [(&str, &str); 16] = [
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
];
/// Alternatives of a pattern, of which one is taken away.
const NARROWED: [&str; 4] =
    ["401 | 403", "307 | 308", "Answer::Result | Answer::Endpoint", "End::Complete | End::Stopped"];
/// How a row begins that falls through to a later one when it is dropped.
const DROPPED: [&str; 2] = ["Some(", "(Some("];

/// Every change to this source, top to bottom. The vocabulary itself and its documentation are left alone.
pub(super) fn mutations(source: &str) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    let from = source.lines().position(|line| line.contains("pub fn outcome(")).unwrap_or(0);
    for (line, text) in source.lines().enumerate().skip(from) {
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
        if row.contains("=> ") && row.ends_with(',') && DROPPED.iter().any(|start| row.starts_with(start)) {
            change(String::new());
        }
    }
    mutations
}

/// The source with one change made.
pub(super) fn mutated(source: &str, mutation: &Mutation) -> String {
    let line = |(index, line): (usize, &str)| {
        if index == mutation.line { mutation.becomes.clone() } else { line.to_owned() }
    };
    source.lines().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "enum Outcome {\n    Some(1) => x,\n}\npub fn outcome() {\n    match status {\n        Some(429) => return (Outcome::RateLimited, None),\n        // Some(1) => 2,\n        Some(401 | 403) => x(),\n    }\n}";

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
                (7, "Some(401) => x(),".into()),
                (7, "Some(403) => x(),".into()),
                (7, String::new()),
            ]
        );
    }

    #[test]
    fn a_change_is_made_to_its_line_alone() {
        let changed = mutated("a\nb\nc", &Mutation { line: 1, becomes: "x".into() });
        assert_eq!(changed, "a\nx\nc");
    }

    #[test]
    fn the_real_decision_has_its_rows() {
        let source = std::fs::read_to_string(crate::root::root().join("harness/src/outcome.rs")).unwrap();
        assert!(mutations(&source).len() >= 30, "{} changes", mutations(&source).len());
    }
}

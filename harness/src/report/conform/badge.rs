//! The badge: the JSON that shields.io reads from an endpoint of the user's own.

use std::fmt::Write as _;

use serde::Serialize;

use crate::conform::{Report, Verdict};

/// The endpoint badge, <https://shields.io/badges/endpoint-badge>.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u8,
    label: &'static str,
    message: String,
    color: &'static str,
}

/// One line of JSON. It holds nothing that a server said: words of ours, and counts.
#[must_use]
pub fn badge(report: &Report) -> String {
    let (message, color) = said(report);
    let badge = Badge { schema_version: 1, label: "MCP conformance", message, color };
    let mut line = serde_json::to_string(&badge).expect("strings and a number are always JSON");
    line.push('\n');
    line
}

fn said(report: &Report) -> (String, &'static str) {
    if !report.is_judged() {
        return ("not observed".to_owned(), "lightgrey");
    }
    let of = |verdict: Verdict, known: bool| {
        report.results.iter().filter(|it| it.verdict == verdict && it.known.is_some() == known).count()
    };
    let (fail, warn) = (of(Verdict::Fail, false), of(Verdict::Warn, false));
    let known = of(Verdict::Fail, true) + of(Verdict::Warn, true);
    let wrong = report.wrong_entries().len();
    let parts = [
        (fail, "fail"),
        (warn, "warn"),
        (known, "known"),
        (wrong, "baseline"),
        (report.counts.not_observed as usize, "not observed"),
    ];
    let mut message = format!("{} pass", report.counts.pass);
    for (count, word) in parts.into_iter().filter(|(count, _)| *count > 0) {
        let _ = write!(message, ", {count} {word}");
    }
    let color = if report.misses().next().is_some() || wrong > 0 {
        "red"
    } else if warn + known > 0 {
        "yellow"
    } else {
        "brightgreen"
    };
    (message, color)
}

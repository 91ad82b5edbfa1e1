//! The badge: the JSON that shields.io reads from an endpoint of the user's own.

use std::fmt::Write as _;

use serde::Serialize;

use super::count::{self, Misses};
use crate::conform::Report;

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
    let Misses { fail, known, warn } = Misses::of(report);
    let early = if report.ended_early() { "ended early: " } else { "" };
    let mut message = format!("{early}{} pass", report.counts.pass);
    for (count, word) in [(fail, "fail"), (known, "known"), (warn, "warn")] {
        if count > 0 {
            let _ = write!(message, ", {count} {word}");
        }
    }
    for wrong in count::wrong_entries(report) {
        let _ = write!(message, ", {wrong}");
    }
    if report.counts.not_observed > 0 {
        let _ = write!(message, ", {} not observed", report.counts.not_observed);
    }
    let color = if report.ended_early() {
        "lightgrey"
    } else if report.misses().next().is_some() || !report.wrong_entries().is_empty() {
        "red"
    } else if warn + known > 0 {
        "yellow"
    } else {
        "brightgreen"
    };
    (message, color)
}

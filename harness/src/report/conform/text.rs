//! A conformance report for a person: what was missed with all that is needed to see it, then what was not seen, then the
//! counts. Works without colour.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::labelled::labelled;
use super::count::{self, Misses};
use crate::conform::{Exchange, Report, Verdict, Verdicts};

/// Columns of the label in front of a value.
const LABEL: usize = 12;

/// What a run comes to that saw no miss, and did not see all.
pub(super) const ENDED_EARLY: &str = "nothing missed, but the run ended early";

/// The report as text.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", report.url);
    line(&mut out, "held against", &revisions(report));
    if let Some(server) = &report.server {
        let name = server.name.as_deref().unwrap_or("without a name");
        let version = server.version.as_deref().filter(|version| !version.is_empty());
        line(&mut out, "server", &format!("{name} {}", version.unwrap_or("without a version")));
    }
    line(&mut out, "requests", &report.requests.to_string());
    if let Some(why) = &report.stopped {
        line(&mut out, "stopped", why);
    }
    for verdict in [Verdict::Fail, Verdict::Warn] {
        for result in of(report, verdict).filter(|result| result.known.is_none()) {
            out.push('\n');
            out.push_str(&miss(result));
        }
    }
    wrong_entries(&mut out, report);
    known(&mut out, report);
    unheld(&mut out, report, Verdict::NotObserved);
    unheld(&mut out, report, Verdict::NotApplicable);
    let passed: Vec<&str> = of(report, Verdict::Pass).map(|result| result.check.as_str()).collect();
    if !passed.is_empty() {
        out.push('\n');
        line(&mut out, "pass", &passed.join(", "));
    }
    let counts = &report.counts;
    let Misses { fail, known, warn } = Misses::of(report);
    let known = report.baseline.as_ref().map(|_| format!(" {known} known,")).unwrap_or_default();
    let _ = write!(
        out,
        "\n{} pass, {fail} fail,{known} {warn} warn, {} not applicable, {} not observed",
        counts.pass, counts.not_applicable, counts.not_observed
    );
    for wrong in count::wrong_entries(report) {
        let _ = write!(out, "; {wrong}");
    }
    if report.ended_early() {
        let _ = write!(out, "; {ENDED_EARLY}");
    }
    out.push('\n');
    out
}

/// What fails the run about the baseline.
fn wrong_entries(out: &mut String, report: &Report) {
    let Some(baseline) = &report.baseline else { return };
    for wrong in &baseline.wrong {
        let _ = writeln!(out, "\nbaseline {}:{}: {}", baseline.file, wrong.line, wrong.fault);
        line(out, "", &wrong.says);
        line(out, "next", &wrong.advice);
    }
    if !baseline.unseen.is_empty() {
        let _ = writeln!(out, "\nin the baseline, and could not be seen this time");
        line(out, "", &baseline.unseen.join(", "));
    }
}

/// What the baseline covers.
fn known(out: &mut String, report: &Report) {
    let mut known = report.results.iter().filter_map(|it| Some((it, it.known.as_ref()?))).peekable();
    if known.peek().is_some() {
        out.push_str("\nknown\n");
    }
    for (result, known) in known {
        let until = known.until.as_deref().map(|day| format!(" (until {day})")).unwrap_or_default();
        line(out, "", &format!("{} {}: {}{until}", result.verdict, result.check, known.reason));
    }
}

fn of(report: &Report, verdict: Verdict) -> impl Iterator<Item = &Verdicts> {
    report.results.iter().filter(move |result| result.verdict == verdict)
}

fn revisions(report: &Report) -> String {
    if report.revisions.is_empty() {
        return "nothing: no reply came".to_owned();
    }
    let words: Vec<&str> = report.revisions.iter().map(|revision| revision.as_str()).collect();
    words.join(", ")
}

/// One failure or warning in full.
pub(super) fn miss(result: &Verdicts) -> String {
    let mut text = String::new();
    let out = &mut text;
    let _ = writeln!(out, "{} {} ({} of {})", result.verdict, result.check, result.level, result.section);
    line(out, "requirement", &result.text);
    line(out, "expected", &result.expected);
    line(out, "actual", result.actual.as_deref().unwrap_or_default());
    if let Some(at) = &result.exchange {
        exchange(out, at);
    }
    if let Some(curl) = &result.curl {
        // Never wrapped: it is there to be copied.
        let _ = writeln!(out, "{:>LABEL$}  {curl}", "try");
    }
    let explain = format!("rollcall explain {}", result.requirement);
    line(out, "more", &explain);
    text
}

fn exchange(out: &mut String, at: &Exchange) {
    line(out, "sent", &format!("{} {} ({})", at.method, at.url, at.ask));
    for header in &at.headers {
        line(out, "", header);
    }
    if !at.body.is_empty() {
        line(out, "", &at.body);
    }
    let kind = at.content_type.as_deref().unwrap_or("no Content-Type");
    let bytes = if at.bytes == 1 { "byte" } else { "bytes" };
    line(out, "got", &format!("HTTP {}, {kind}, {} {bytes}, {} ms", at.status, at.bytes, at.elapsed_ms));
    if !at.sample.is_empty() {
        line(out, "", &at.sample);
    }
}

/// What was not judged: one line a reason.
fn unheld(out: &mut String, report: &Report, verdict: Verdict) {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for result in of(report, verdict) {
        by_reason.entry(result.why.as_deref().unwrap_or_default()).or_default().push(&result.check);
    }
    if by_reason.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{verdict}");
    for (why, checks) in by_reason {
        line(out, "", &format!("{why}: {}", checks.join(", ")));
    }
}

/// A label and a value, wrapped.
fn line(out: &mut String, label: &str, value: &str) {
    out.push_str(&labelled(label, LABEL, value));
}

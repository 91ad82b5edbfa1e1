//! Markdown for the summary page of a CI run.
//!
//! Whatever a server said stands in code, where nothing is markup: no link, no mention, no HTML, no row of a table. Tables
//! hold words and counts of ours alone.

use std::fmt::Write as _;

use super::count::{self, Misses};
use super::{section, text};
use crate::conform::{Report, Verdict, Verdicts, requirement};
use crate::record::clean;

/// The report as GitHub Flavored Markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = format!("### rollcall conform: {}\n\n", headline(report));
    let held: Vec<&str> = report.revisions.iter().map(|revision| revision.as_str()).collect();
    let held = if held.is_empty() { "nothing: no reply came".to_owned() } else { held.join(", ") };
    let _ = writeln!(out, "{}, held against {held}\n", code(&report.url));
    if let Some(why) = &report.stopped {
        let _ = writeln!(out, "**The run ended early:** {}\n", code(why));
    }
    let counts = &report.counts;
    let Misses { fail, known, warn } = Misses::of(report);
    out.push_str("| pass | fail | known | warn | not applicable | not observed |\n");
    out.push_str("|---:|---:|---:|---:|---:|---:|\n");
    let _ = writeln!(
        out,
        "| {} | {fail} | {known} | {warn} | {} | {} |",
        counts.pass, counts.not_applicable, counts.not_observed
    );
    for verdict in [Verdict::Fail, Verdict::Warn] {
        for result in of(report, verdict).filter(|result| result.known.is_none()) {
            miss(&mut out, result);
        }
    }
    baseline(&mut out, report);
    unheld(&mut out, report, Verdict::NotObserved, "Not observed (never a pass)");
    unheld(&mut out, report, Verdict::NotApplicable, "Not applicable");
    out
}

fn headline(report: &Report) -> String {
    let missed = report.misses().count();
    let wrong = count::wrong_entries(report).join(", ");
    match (missed, wrong.as_str()) {
        (0, "") if !report.is_judged() => "nothing could be judged".to_owned(),
        (0, "") if report.ended_early() => text::ENDED_EARLY.to_owned(),
        (0, "") => "nothing to report".to_owned(),
        (missed, "") => format!("{} missed", checks(missed)),
        (0, wrong) => wrong.to_owned(),
        (missed, wrong) => format!("{} missed, {wrong}", checks(missed)),
    }
}

fn checks(count: usize) -> String {
    if count == 1 { "1 check".to_owned() } else { format!("{count} checks") }
}

fn of(report: &Report, verdict: Verdict) -> impl Iterator<Item = &Verdicts> {
    report.results.iter().filter(move |result| result.verdict == verdict)
}

/// One miss, with the exchange and the command folded away.
fn miss(out: &mut String, result: &Verdicts) {
    let _ = writeln!(out, "\n#### {}: {}\n", result.verdict, code(&result.check));
    let source = requirement(&result.requirement).and_then(section::address);
    let source = source.map_or_else(|| code(&result.section), |url| format!("[{}](<{url}>)", result.section));
    let _ = writeln!(out, "{} ({} of {source})\n", prose(&result.text), result.level);
    let _ = writeln!(out, "- expected: {}", prose(&result.expected));
    let _ = writeln!(out, "- actual: {}", code(result.actual.as_deref().unwrap_or_default()));
    let block = text::miss(result);
    let fence = "`".repeat(longest_run(&block).max(2) + 1);
    let _ = writeln!(out, "\n<details><summary>The exchange</summary>\n\n{fence}text");
    for line in block.lines() {
        let _ = writeln!(out, "{}", clean(line, usize::MAX));
    }
    let _ = writeln!(out, "{fence}\n\n</details>");
}

fn baseline(out: &mut String, report: &Report) {
    if !report.wrong_entries().is_empty() {
        out.push_str("\n#### To settle in the baseline\n\n");
        for wrong in report.wrong_entries() {
            let _ = writeln!(
                out,
                "- line {}, {}, {}: {} {}",
                wrong.line,
                code(&wrong.check),
                wrong.fault,
                code(&wrong.says),
                code(&wrong.advice)
            );
        }
    }
    let mut known = report.results.iter().filter_map(|it| Some((it, it.known.as_ref()?))).peekable();
    if known.peek().is_some() {
        out.push_str("\n#### Known (baseline)\n\n");
    }
    for (result, known) in known {
        let until = known.until.as_deref().map(|day| format!(", until {}", code(day))).unwrap_or_default();
        let _ =
            writeln!(out, "- {}: {}{until}: {}", result.verdict, code(&result.check), code(&known.reason));
    }
}

fn unheld(out: &mut String, report: &Report, verdict: Verdict, title: &str) {
    let results: Vec<&Verdicts> = of(report, verdict).collect();
    if results.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n<details><summary>{title}: {}</summary>\n", results.len());
    for result in results {
        let why = code(result.why.as_deref().unwrap_or_default());
        let _ = writeln!(out, "- {}: {why}", code(&result.check));
    }
    out.push_str("\n</details>\n");
}

/// A text of our own tables, in which `code` is meant as such; outside of it nothing may open a tag or a link.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    for char in clean(text, usize::MAX).chars() {
        in_code ^= char == '`';
        if !in_code && matches!(char, '<' | '>' | '[' | ']' | '*' | '_' | '|' | '&' | '\\' | '~' | '#' | '@')
        {
            out.push('\\');
        }
        out.push(char);
    }
    // An odd backtick would take the rest of the line with it.
    if in_code { code(text) } else { out }
}

/// Any text as code in a line: fenced by more backticks than it holds in a row.
fn code(text: &str) -> String {
    let text = clean(text, usize::MAX);
    if text.trim().is_empty() {
        return "(nothing)".to_owned();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    // One space at each end is taken off again when shown.
    if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// How many backticks follow one another at most.
fn longest_run(text: &str) -> usize {
    text.split(|char| char != '`').map(str::len).max().unwrap_or_default()
}

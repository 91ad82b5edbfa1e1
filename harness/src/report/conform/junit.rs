//! JUnit XML for CI servers: a test suite a family, a test case a check.
//!
//! What was not judged is skipped, with the reason; so is a miss that the baseline knows. A warning passes and says so in its
//! output, unless warnings count (`--strict`). An entry of the baseline that fails the run is a failing test case of a suite
//! of its own.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::text;
use crate::conform::{Report, Verdict, Verdicts, WrongEntry};
use crate::record::clean;

/// The report as XML 1.0.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn junit(report: &Report) -> String {
    let mut document = Document::new("rollcall conform");
    for family in families(report) {
        let mut suite = TestSuite::new(xml(family));
        suite.extra.insert("timestamp".into(), xml(&report.started_at).as_str().into());
        suite.add_property(("url", xml(&report.url).as_str()));
        for result in report.results.iter().filter(|result| family_of(&result.check) == family) {
            suite.add_test_case(case(report, result));
        }
        suite.set_time(suite.test_cases.iter().filter_map(|case| case.time).sum());
        document.add_test_suite(suite);
    }
    if !report.wrong_entries().is_empty() {
        let mut suite = TestSuite::new("baseline");
        suite.add_test_cases(report.wrong_entries().iter().map(entry));
        document.add_test_suite(suite);
    }
    let text = document.to_string().expect("writing to memory does not fail, and all text is UTF-8");
    // The schema that Jenkins publishes (junit-10) counts what was skipped in the suites alone; the library does it at the root too.
    text.replacen(&format!(" skipped=\"{}\"", document.skipped), "", 1)
}

fn families(report: &Report) -> Vec<&str> {
    let mut families: Vec<&str> = Vec::new();
    for result in &report.results {
        let family = family_of(&result.check);
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families
}

fn family_of(check: &str) -> &str {
    check.split('.').next().unwrap_or(check)
}

fn case(report: &Report, result: &Verdicts) -> TestCase {
    let why = result.why.as_deref().unwrap_or_default();
    let status = match (result.verdict, &result.known) {
        (Verdict::NotApplicable | Verdict::NotObserved, _) => {
            skipped(&format!("{}: {why}", result.verdict), result.verdict.as_str())
        }
        (_, Some(known)) => skipped(&format!("known: {}", known.reason), "known"),
        (verdict, None) if report.counts_as_miss(verdict) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status
                .set_message(xml(result.actual.as_deref().unwrap_or_default()))
                .set_type(result.level.as_str())
                .set_description(lines(&text::miss(result)));
            status
        }
        (Verdict::Pass | Verdict::Warn | Verdict::Fail, None) => TestCaseStatus::success(),
    };
    let mut case = TestCase::new(xml(&result.check), status);
    case.set_classname(xml(&result.requirement));
    if let Some(exchange) = &result.exchange {
        case.set_time(Duration::from_millis(exchange.elapsed_ms));
    }
    let is_told = matches!(case.status, TestCaseStatus::NonSuccess { .. });
    if matches!(result.verdict, Verdict::Fail | Verdict::Warn) && !is_told {
        case.set_system_out(lines(&text::miss(result)));
    }
    case
}

fn skipped(message: &str, kind: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(xml(message)).set_type(kind);
    status
}

fn entry(wrong: &WrongEntry) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status
        .set_message(xml(&wrong.says))
        .set_type(wrong.fault.as_str())
        .set_description(xml(&format!("line {}: {}. {}", wrong.line, wrong.says, wrong.advice)));
    let mut case = TestCase::new(xml(&wrong.check), status);
    case.set_classname("baseline");
    case
}

/// One line that XML 1.0 can hold: what it has no way to write is spelled out before the library would drop it.
fn xml(text: &str) -> String {
    clean(text, usize::MAX).into_owned()
}

fn lines(text: &str) -> String {
    text.lines().map(xml).collect::<Vec<_>>().join("\n")
}

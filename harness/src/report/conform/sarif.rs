//! SARIF 2.1.0 for code scanning and for whoever collects findings of many tools: a rule a requirement, a result a miss.
//!
//! What passed is no result: several readers show every result as an alert. What was not seen is a notification of the run,
//! so that it is not taken for a pass. A miss that the baseline knows is a suppressed result, with its reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;
use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, LogicalLocation, Message, MultiformatMessageString, Notification,
    PhysicalLocation, PropertyBag, ReportingConfiguration, ReportingDescriptor, ReportingDescriptorReference,
    Result as Finding, ResultLevel, Run, SCHEMA_URL, Sarif, Suppression, Tool, ToolComponent,
};
use sha2::{Digest as _, Sha256};

use super::section;
use crate::conform::{Report, Verdict, Verdicts, requirement};
use crate::record::{clean, hex};

/// The name of our fingerprint; another number when it is made another way.
const FINGERPRINT: &str = "rollcallCheckAtUrl/v1";

/// The report as SARIF.
#[must_use]
pub fn sarif(report: &Report) -> String {
    let rules = rules(report);
    let missed = |result: &&Verdicts| matches!(result.verdict, Verdict::Fail | Verdict::Warn);
    let results: Vec<Finding> = report
        .results
        .iter()
        .filter(missed)
        .map(|result| {
            let index = rules.iter().position(|rule| rule.id == result.requirement);
            let index = index.and_then(|index| i64::try_from(index).ok());
            finding(report, result, index.expect("there is a rule for the requirement of every result"))
        })
        .collect();
    let driver = ToolComponent::builder()
        .name("rollcall")
        .version(env!("CARGO_PKG_VERSION"))
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .information_uri(env!("CARGO_PKG_REPOSITORY"))
        .rules(rules)
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .invocations(vec![invocation(report)])
        .results(results)
        .build();
    let document = Sarif::builder().schema(SCHEMA_URL).version(json!("2.1.0")).runs(vec![run]).build();
    let mut text = serde_json::to_string_pretty(&document).expect("strings and numbers are always JSON");
    text.push('\n');
    text
}

/// One rule for each requirement that has a result, in the order of the results.
fn rules(report: &Report) -> Vec<ReportingDescriptor> {
    let mut rules: Vec<ReportingDescriptor> = Vec::new();
    for result in &report.results {
        if rules.iter().any(|rule| rule.id == result.requirement) {
            continue;
        }
        let mut rule = ReportingDescriptor::builder()
            .id(result.requirement.as_str())
            .short_description(text(&result.text))
            .default_configuration(
                ReportingConfiguration::builder().level(json!(level(report, result))).build(),
            )
            .properties(PropertyBag::builder().tags(vec!["mcp".to_owned(), result.level.to_string()]).build())
            .build();
        if let Some(of) = requirement(&result.requirement) {
            rule.full_description = Some(text(&of.meaning.means));
            rule.help = Some(text(&format!("{} Source: {}.", of.meaning.advice, of.meaning.source)));
            rule.help_uri = section::address(of);
        }
        rules.push(rule);
    }
    rules
}

/// How much a miss of this requirement weighs.
fn level(report: &Report, result: &Verdicts) -> ResultLevel {
    use crate::conform::Level;
    match result.level {
        Level::Must => ResultLevel::Error,
        Level::Should if report.strict => ResultLevel::Error,
        Level::Should => ResultLevel::Warning,
        Level::May => ResultLevel::Note,
    }
}

fn finding(report: &Report, result: &Verdicts, rule_index: i64) -> Finding {
    let actual = result.actual.as_deref().unwrap_or_default();
    let said = format!("{}: expected {}, actual: {actual} ({})", result.check, result.expected, report.url);
    let mut properties = BTreeMap::from([
        ("check".to_owned(), json!(line(&result.check))),
        ("expected".to_owned(), json!(line(&result.expected))),
        ("actual".to_owned(), json!(line(actual))),
    ]);
    if let Some(curl) = &result.curl {
        properties.insert("curl".to_owned(), json!(line(curl)));
    }
    if let Some(exchange) = &result.exchange {
        let got = json!({
            "sent": line(&format!("{} {} ({})", exchange.method, exchange.url, exchange.ask)),
            "body": line(&exchange.body),
            "status": exchange.status,
            "contentType": exchange.content_type.as_deref().map(line),
            "sample": line(&exchange.sample),
        });
        properties.insert("exchange".to_owned(), got);
    }
    let mut finding = Finding::builder()
        .rule_id(result.requirement.as_str())
        .rule_index(rule_index)
        .level(if result.verdict == Verdict::Fail { ResultLevel::Error } else { level(report, result) })
        .message(message(&said))
        .locations(vec![location(&report.url)])
        .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), fingerprint(report, result))]))
        .properties(PropertyBag::builder().additional_properties(properties).build())
        .build();
    if let Some(known) = &result.known {
        let until = known.until.as_deref().map(|day| format!(" (until {day})")).unwrap_or_default();
        finding.suppressions = Some(vec![
            Suppression::builder()
                .kind(json!("external"))
                .status(json!("accepted"))
                .justification(line(&format!("{}{until}", known.reason)))
                .build(),
        ]);
    }
    finding
}

/// The same for the same check at the same URL, whatever else the server says today.
fn fingerprint(report: &Report, result: &Verdicts) -> String {
    hex(&Sha256::digest(format!("{}\n{}", result.check, report.url)))
}

/// The server: its URL as a logical location, and as an artifact by host and path. The latter is relative because code scanning refuses
/// every scheme but that of its checkout.
fn location(url: &str) -> Location {
    let place = url.split_once("://").map_or(url, |(_, rest)| rest);
    let artifact = ArtifactLocation::builder().uri(relative(place)).build();
    let logical = LogicalLocation::builder().fully_qualified_name(line(url)).kind("resource").build();
    Location::builder()
        .physical_location(PhysicalLocation::builder().artifact_location(artifact).build())
        .logical_locations(vec![logical])
        .build()
}

/// A path that is a relative reference (RFC 3986): no colon in the first segment, no query, nothing but visible ASCII.
fn relative(place: &str) -> String {
    let path = place.split(['?', '#']).next().unwrap_or(place).trim_matches('/');
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'%' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Whether it ran, and what the results do not say: what was not seen, and what is wrong with the baseline.
fn invocation(report: &Report) -> Invocation {
    let note =
        |level: &str, text: &str| Notification::builder().level(json!(level)).message(message(text)).build();
    let mut told = Vec::new();
    if let Some(why) = &report.stopped {
        told.push(note("warning", &format!("the run ended before its plan: {why}")));
    }
    for result in report.results.iter().filter(|result| result.verdict == Verdict::NotObserved) {
        let why = result.why.as_deref().unwrap_or_default();
        let mut unseen = note("note", &format!("{}: not observed: {why}", result.check));
        let rule = ReportingDescriptorReference::builder().id(result.requirement.as_str()).build();
        unseen.associated_rule = Some(rule);
        told.push(unseen);
    }
    let wrong: Vec<Notification> = report
        .wrong_entries()
        .iter()
        .map(|wrong| {
            let text =
                format!("baseline, line {}: {}: {}. {}", wrong.line, wrong.fault, wrong.says, wrong.advice);
            note("error", &text)
        })
        .collect();
    let mut invocation = Invocation::builder()
        .execution_successful(report.is_judged() && !report.ended_early())
        .start_time_utc(report.started_at.as_str())
        .build();
    invocation.tool_execution_notifications = (!told.is_empty()).then_some(told);
    invocation.tool_configuration_notifications = (!wrong.is_empty()).then_some(wrong);
    invocation
}

/// One line of plain text.
fn line(text: &str) -> String {
    clean(text, usize::MAX).into_owned()
}

/// A message: brackets would make a link and braces a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6), so both are written as themselves.
fn message(text: &str) -> Message {
    Message::builder().text(literal(text)).build()
}

fn text(text: &str) -> MultiformatMessageString {
    MultiformatMessageString::builder().text(literal(text)).build()
}

fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in line(text).chars() {
        match char {
            '{' => out.push_str("{{"),
            '}' => out.push_str("}}"),
            '[' | ']' | '\\' => out.extend(['\\', char]),
            _ => out.push(char),
        }
    }
    out
}

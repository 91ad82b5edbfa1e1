//! SARIF 2.1.0 (OASIS standard), the format that code-scanning services take.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::Lines;
use crate::cli::plain::plain;
use crate::manifest::document::Span;
use crate::manifest::rules::Rule;
use crate::manifest::{Checked, Diagnostic, Severity};

/// Writes one SARIF log with one run.
///
/// # Errors
/// When `out` cannot be written to.
pub fn sarif(files: &[Checked], out: &mut dyn Write) -> io::Result<()> {
    let mut rules: Vec<&'static Rule> =
        files.iter().flat_map(|file| &file.findings).map(|found| found.rule).collect();
    rules.sort_by_key(|rule| rule.id);
    rules.dedup_by_key(|rule| rule.id);
    let mut results = Vec::new();
    for file in files {
        let lines: Vec<Lines<'_>> = file.sources.iter().map(|source| Lines::new(&source.text)).collect();
        results.extend(file.findings.iter().map(|found| result(file, found, &lines, &rules)));
    }
    let unchecked = files.iter().flat_map(|file| &file.unchecked);
    let notifications: Vec<Value> = unchecked
        .map(|one| {
            let text =
                format!("unchecked: {} ({}): {}", plain(&one.what), plain(&one.pointer), plain(&one.why));
            json!({"level": "note", "message": {"text": text}})
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "rollcall",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(|rule| describe(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": notifications}],
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn level(severity: Severity) -> &'static str {
    severity.word()
}

fn describe(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.repair, "markdown": format!("{}\n\nExample of the fault: `{}`\n\nSource: {}", rule.repair, rule.example, rule.source)},
        "defaultConfiguration": {"level": level(rule.severity)},
    })
}

fn result(file: &Checked, found: &Diagnostic, lines: &[Lines<'_>], rules: &[&'static Rule]) -> Value {
    let repair = found.repair.as_deref().unwrap_or(found.rule.repair);
    let mut result = json!({
        "ruleId": found.rule.id,
        "ruleIndex": rules.binary_search_by_key(&found.rule.id, |rule| rule.id).unwrap_or_default(),
        "level": level(found.severity),
        "message": {"text": plain(&format!("{}. {repair}", found.message))},
        "locations": [location(file, found.source, found.place.span, lines, &found.place.pointer)],
    });
    if let Some((place, label)) = &found.other {
        let mut related = location(file, found.source, place.span, lines, &place.pointer);
        related["message"] = json!({"text": plain(label)});
        result["relatedLocations"] = json!([related]);
    }
    if let Some(fix) = &found.fix {
        result["fixes"] = json!([{"artifactChanges": [{
            "artifactLocation": artifact(file, 0),
            "replacements": [{"deletedRegion": region(fix.span, lines.first()), "insertedContent": {"text": fix.replacement}}],
        }]}]);
    }
    result
}

fn location(file: &Checked, source: usize, span: Span, lines: &[Lines<'_>], pointer: &str) -> Value {
    json!({
        "physicalLocation": {"artifactLocation": artifact(file, source), "region": region(span, lines.get(source))},
        "logicalLocations": [{"fullyQualifiedName": plain(pointer)}],
    })
}

fn region(span: Span, lines: Option<&Lines<'_>>) -> Value {
    let Some(lines) = lines else { return json!({}) };
    let (start, end) = (lines.position(span.start), lines.position(span.end));
    json!({"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column})
}

/// The path as a relative reference (RFC 3986): what may not stand there is percent-encoded.
fn artifact(file: &Checked, source: usize) -> Value {
    let name = file.sources.get(source).map_or("", |source| source.name.as_str());
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    json!({"uri": uri})
}

//! For programs: versioned, with its JSON Schema generated from these types.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Lines, Position};
use crate::manifest::document::Span;
use crate::manifest::rules::{Layer, Severity};
use crate::manifest::{Checked, Diagnostic};

/// The name and version of this format.
pub const DIAGNOSTICS_SCHEMA: &str = "rollcall.diagnostics.v1";

/// What `lint --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Report<'a> {
    /// [`DIAGNOSTICS_SCHEMA`].
    pub schema: &'static str,
    /// One manifest each, in the order they were given.
    pub files: Vec<FileReport<'a>>,
}

/// One manifest.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileReport<'a> {
    /// The path as it was given; `-` is standard input.
    pub path: &'a str,
    /// Every finding, by file and position.
    pub findings: Vec<FindingReport<'a>>,
    /// How many more findings there were than are listed.
    pub omitted: usize,
    /// What was to be checked and could not be.
    pub unchecked: Vec<UncheckedReport<'a>>,
    /// What was looked at outside, one line each.
    pub looked_at: &'a [String],
}

/// One finding.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingReport<'a> {
    /// The rule's name, as `rollcall explain` takes it.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Who enforces it.
    pub layer: Layer,
    /// What is wrong here. May hold text from the file.
    pub message: &'a str,
    /// The file it is in: the manifest, or one beside it.
    pub path: &'a str,
    /// JSON Pointer of the place (RFC 6901); of the absent field, when a field is missing.
    pub pointer: &'a str,
    /// The place in bytes.
    pub span: Span,
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub repair: &'a str,
    /// The other place, where two are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherReport<'a>>,
    /// The edit that `--fix` makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixReport<'a>>,
    /// Where the rule comes from.
    pub source: &'static str,
}

/// The second place of a comparison; in the same file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OtherReport<'a> {
    /// JSON Pointer.
    pub pointer: &'a str,
    /// The place in bytes.
    pub span: Span,
    /// What is there.
    pub label: &'a str,
}

/// An edit of the manifest.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FixReport<'a> {
    /// The bytes to replace.
    pub span: Span,
    /// What to put there.
    pub replacement: &'a str,
}

/// Something unchecked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UncheckedReport<'a> {
    /// What.
    pub what: &'a str,
    /// Where in the manifest.
    pub pointer: &'a str,
    /// Why.
    pub why: &'a str,
    /// It was tried, and nobody answered.
    pub failed: bool,
}

/// Writes one JSON document.
///
/// # Errors
/// When `out` cannot be written to.
pub fn json(files: &[Checked], out: &mut dyn Write) -> io::Result<()> {
    let report = Report { schema: DIAGNOSTICS_SCHEMA, files: files.iter().map(file).collect() };
    // What is printed may land on a terminal, so what moves or hides there stays escaped inside the strings.
    let text = serde_json::to_string_pretty(&report)?;
    for char in text.chars() {
        if char != '\n' && !crate::cli::plain::is_plain(char) {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
        } else {
            write!(out, "{char}")?;
        }
    }
    writeln!(out)
}

fn file(checked: &Checked) -> FileReport<'_> {
    let lines: Vec<Lines<'_>> = checked.sources.iter().map(|source| Lines::new(&source.text)).collect();
    FileReport {
        path: checked.sources.first().map_or("", |source| &source.name),
        findings: checked.findings.iter().map(|found| finding(checked, found, &lines)).collect(),
        omitted: checked.omitted,
        unchecked: checked
            .unchecked
            .iter()
            .map(|one| UncheckedReport {
                what: &one.what,
                pointer: &one.pointer,
                why: &one.why,
                failed: one.failed,
            })
            .collect(),
        looked_at: &checked.looked_at,
    }
}

fn finding<'a>(checked: &'a Checked, found: &'a Diagnostic, lines: &[Lines<'_>]) -> FindingReport<'a> {
    let at = |offset| {
        lines.get(found.source).map_or(Position { line: 1, column: 1 }, |lines| lines.position(offset))
    };
    FindingReport {
        rule: found.rule.id,
        severity: found.severity,
        layer: found.rule.layer,
        message: &found.message,
        path: checked.sources.get(found.source).map_or("", |source| &source.name),
        pointer: &found.place.pointer,
        span: found.place.span,
        start: at(found.place.span.start),
        end: at(found.place.span.end),
        why: found.rule.why,
        repair: found.repair.as_deref().unwrap_or(found.rule.repair),
        other: found.other.as_ref().map(|(place, label)| OtherReport {
            pointer: &place.pointer,
            span: place.span,
            label,
        }),
        fix: found.fix.as_ref().map(|fix| FixReport { span: fix.span, replacement: &fix.replacement }),
        source: found.rule.source,
    }
}

//! Workflow commands: annotations on the changed lines of a pull request.
//! Format: GitHub's documentation, "Workflow commands for GitHub Actions".

use std::io::{self, Write};

use super::Lines;
use crate::cli::plain::plain;
use crate::manifest::{Checked, Severity};

/// Writes one line a finding.
///
/// # Errors
/// When `out` cannot be written to.
pub fn github(files: &[Checked], out: &mut dyn Write) -> io::Result<()> {
    for file in files {
        let lines: Vec<Lines<'_>> = file.sources.iter().map(|source| Lines::new(&source.text)).collect();
        for found in &file.findings {
            let Some((source, lines)) = file.sources.get(found.source).zip(lines.get(found.source)) else {
                continue;
            };
            let (start, end) = (lines.position(found.place.span.start), lines.position(found.place.span.end));
            let command = match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let message =
                format!("{}. {}", found.message, found.repair.as_deref().unwrap_or(found.rule.repair));
            write!(out, "::{command} file={},line={}", property(&source.name), start.line)?;
            // Columns only count within one line.
            if start.line == end.line {
                write!(out, ",col={},endColumn={}", start.column, end.column)?;
            } else {
                write!(out, ",endLine={}", end.line)?;
            }
            writeln!(out, ",title={}::{}", property(found.rule.id), data(&message))?;
        }
    }
    Ok(())
}

fn data(text: &str) -> String {
    plain(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out_of_a_command() {
        assert_eq!(property("a,b:c%\n::error::"), "a%2Cb%3Ac%25\\u{a}%3A%3Aerror%3A%3A");
        assert_eq!(data("50%\r\nx"), "50%25\\u{d}\\u{a}x");
    }
}

//! For people: the line underlined, the reason, the repair.

use std::fmt::Write as _;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::Lines;
use crate::cli::plain::plain;
use crate::manifest::document::Span;
use crate::manifest::{Checked, Diagnostic, Severity};

/// How many characters of a long line are shown on either side of the place, and of the place itself.
const WINDOW: usize = 60;

/// Writes every finding, what could not be checked, and a line that counts.
///
/// # Errors
/// When `out` cannot be written to.
pub fn text(files: &[Checked], out: &mut dyn Write) -> io::Result<()> {
    let renderer = Renderer::plain();
    for file in files {
        let lines: Vec<Lines<'_>> = file.sources.iter().map(|source| Lines::new(&source.text)).collect();
        for found in &file.findings {
            writeln!(out, "{}\n", renderer.render(&[group(file, found, &lines)]))?;
        }
        for seen in &file.looked_at {
            writeln!(out, "looked at: {}", plain(seen))?;
        }
        for unchecked in &file.unchecked {
            writeln!(
                out,
                "unchecked: {} ({}): {}",
                plain(&unchecked.what),
                plain(&unchecked.pointer),
                plain(&unchecked.why)
            )?;
        }
        let name = file.sources.first().map_or("", |source| source.name.as_str());
        writeln!(out, "{}: {}", plain(name), count(file))?;
    }
    Ok(())
}

fn group<'g>(file: &Checked, found: &Diagnostic, lines: &[Lines<'_>]) -> annotate_snippets::Group<'g> {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = level.primary_title(plain(&found.message)).id(found.rule.id).element(snippet(
        file,
        found.source,
        found.place.span,
        lines,
        AnnotationKind::Primary,
        None,
    ));
    if let Some((place, label)) = &found.other {
        let label = Some(label.as_str());
        group = group.element(snippet(file, found.source, place.span, lines, AnnotationKind::Context, label));
    }
    group = group.element(Level::NOTE.with_name(Some("why")).message(found.rule.why));
    let repair = found.repair.as_deref().map_or_else(|| found.rule.repair.to_owned(), plain);
    group.element(Level::HELP.with_name(Some("repair")).message(repair))
}

/// The line of the place, cut to a window and made safe; positions move with it.
fn snippet<'g>(
    file: &Checked,
    source: usize,
    span: Span,
    lines: &[Lines<'_>],
    kind: AnnotationKind,
    label: Option<&str>,
) -> Snippet<'g, annotate_snippets::Annotation<'g>> {
    let name = file.sources.get(source).map_or("", |source| source.name.as_str());
    let Some(lines) = lines.get(source) else { return Snippet::source(String::new()).path(plain(name)) };
    let (start, line) = lines.line(span.start);
    let (begin, end) = (span.start - start, (span.end.max(span.start) - start).min(line.len()));
    let begin = line.floor_char_boundary(begin.min(line.len()));
    let end = line.ceil_char_boundary(end.max(begin));
    let tail = |text: &str| text.char_indices().rev().nth(WINDOW - 1).map_or(0, |(at, _)| at);
    let head = |text: &str| text.char_indices().nth(WINDOW).map_or(text.len(), |(at, _)| at);
    let before = &line[tail(&line[..begin])..begin];
    let inside = &line[begin..end];
    let (first, last) = (head(inside), tail(inside));
    let after = &line[end..end + head(&line[end..])];
    let mut shown = String::new();
    if before.len() < begin {
        shown.push('…');
    }
    shown.push_str(&plain_line(before));
    let from = shown.len();
    if first < last {
        shown.push_str(&plain_line(&inside[..first]));
        shown.push('…');
        shown.push_str(&plain_line(&inside[last..]));
    } else {
        shown.push_str(&plain_line(inside));
    }
    let to = shown.len();
    shown.push_str(&plain_line(after));
    if end + after.len() < line.len() {
        shown.push('…');
    }
    let to = if to > from { to } else { shown.ceil_char_boundary(from + 1) };
    let annotation = kind.span(from..to).label(label.map(plain));
    Snippet::source(shown)
        .line_start(lines.position(span.start).line)
        .path(plain(name))
        .fold(false)
        .annotation(annotation)
}

/// Tabs would shift the underline; they become blanks.
fn plain_line(text: &str) -> String {
    plain(&text.replace('\t', " "))
}

fn count(file: &Checked) -> String {
    let of = |severity| file.findings.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings, notes) = (of(Severity::Error), of(Severity::Warning), of(Severity::Note));
    let words = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let mut text = match (errors, warnings, notes) {
        (0, 0, 0) => "nothing to report".to_owned(),
        _ => format!("{}, {}, {}", words(errors, "error"), words(warnings, "warning"), words(notes, "note")),
    };
    let fixable = file.findings.iter().filter(|found| found.fix.is_some()).count();
    if fixable > 0 {
        let _ = write!(text, " ({fixable} can be repaired with --fix)");
    }
    if file.omitted > 0 {
        let _ = write!(text, ", and {} more that are not shown", file.omitted);
    }
    if !file.unchecked.is_empty() {
        let _ = write!(text, ", {} unchecked", file.unchecked.len());
    }
    text
}

#[cfg(test)]
mod tests;

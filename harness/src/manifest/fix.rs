//! The certain repairs, put into the text: only the bytes that a finding names are touched.

use super::diagnostic::Fix;
use super::document::{Document, Unreadable};
use super::lint::{Options, lint};

/// How often the text is looked at again: a repaired syntax shows the keys, a renamed key shows its value.
const ROUNDS: usize = 4;

/// The text with everything repaired that is certain, or none when there is nothing to do.
///
/// # Errors
///
/// As [`lint`]: a file that is refused is not touched either.
pub fn repaired(name: &str, bytes: &[u8]) -> Result<Option<String>, Unreadable> {
    let mut text: Option<String> = None;
    for _ in 0..ROUNDS {
        let current = text.as_ref().map_or(bytes, |text| text.as_bytes());
        let checked = lint(name, current, Options::default())?;
        let fixes: Vec<&Fix> = checked.findings.iter().filter_map(|found| found.fix.as_ref()).collect();
        let Ok(current) = std::str::from_utf8(current) else { break };
        if fixes.is_empty() {
            break;
        }
        let next = apply(current, fixes);
        // A repair of a readable file leaves it readable; should it not, nothing is better than that.
        if Document::parse(current).is_ok() && Document::parse(&next).is_err() {
            break;
        }
        text = Some(next);
    }
    Ok(text.filter(|text| text.as_bytes() != bytes))
}

/// Applies edits from the first to the last; of two that touch the same bytes the first counts.
fn apply(text: &str, mut fixes: Vec<&Fix>) -> String {
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut out = String::with_capacity(text.len() + 128);
    let mut at = 0;
    for fix in fixes {
        if fix.span.start < at {
            continue;
        }
        out.push_str(&text[at..fix.span.start]);
        out.push_str(&fix.replacement);
        at = fix.span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The change as a unified diff, for people; hidden characters are the caller's to escape.
#[must_use]
pub fn diff(name: &str, before: &str, after: &str) -> String {
    similar::TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(1)
        .header(name, name)
        .to_string()
}

#[cfg(test)]
mod tests;

//! Placeholders that a publisher left in a URL: `{tenant}`, `<your-tenant>`.

use super::{Skip, SkipDetail, SkipReason};

/// The longest text between brackets that is read as a name.
const LONGEST_NAME: usize = 64;

/// The skip for a URL that still holds a placeholder; `declared` are the names in the remote's `variables`.
///
/// The detail is `declared` only when every placeholder is: one that nobody explains leaves the URL unusable.
#[must_use]
pub fn placeholder(url: &str, declared: &[String]) -> Option<Skip> {
    let mut found = false;
    let mut all_declared = true;
    for (open, close) in [('{', '}'), ('<', '>')] {
        for name in names(url, open, close) {
            found = true;
            all_declared &= open == '{' && declared.iter().any(|known| known == name);
        }
    }
    found.then_some(Skip {
        reason: SkipReason::Placeholder,
        detail: Some(if all_declared { SkipDetail::Declared } else { SkipDetail::Undeclared }),
    })
}

/// Every name between an opening bracket and the next closing one.
fn names(url: &str, open: char, close: char) -> impl Iterator<Item = &str> {
    url.match_indices(open).filter_map(move |(at, _)| {
        let inside = &url[at + open.len_utf8()..];
        // No farther than a name can reach, or a URL of a million brackets would cost its square.
        let end = inside.char_indices().take(LONGEST_NAME + 1).find(|(_, c)| *c == close)?.0;
        let name = &inside[..end];
        is_name(name).then_some(name)
    })
}

fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && text.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ' '))
}

//! How the search and the charts call a value.

use super::text::Text;

/// The message `KIND-WORD`, or the word where there is none.
pub(super) fn named(t: &Text, kind: &str, word: &str) -> String {
    let id = format!("{kind}-{word}");
    let text = t.get(&id);
    if text == id { word.to_owned() } else { text }
}

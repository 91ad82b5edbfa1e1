//! Words of a text as they are searched for: without accents and capitals, letters and digits alone. `assets/site.js` cuts
//! what a reader types in the same way.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Characters of a word kept: nobody types more.
const KEPT: usize = 40;

/// Gives every word of a text, and the parts of words that capitals alone hold apart (`searchFlights`).
pub(super) fn each(text: &str, mut give: impl FnMut(&str)) {
    if text.is_ascii() {
        plain(text, &mut give);
        return;
    }
    let folded: String = text.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    plain(&folded, &mut give);
}

fn plain(text: &str, give: &mut impl FnMut(&str)) {
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        give(cut(&lower));
        let mut start = 0;
        let mut before = ' ';
        for (at, c) in word.char_indices() {
            if before.is_lowercase() && c.is_uppercase() {
                give(cut(&word[start..at].to_lowercase()));
                start = at;
            }
            before = c;
        }
        if start > 0 {
            give(cut(&word[start..].to_lowercase()));
        }
    }
}

fn cut(word: &str) -> &str {
    word.char_indices().nth(KEPT).map_or(word, |(at, _)| &word[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each(text, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn a_text_is_cut_into_plain_words() {
        assert_eq!(of("search_flights v2"), ["search", "flights", "v2"]);
        assert_eq!(of("io.github.Acme/get-Menu"), ["io", "github", "acme", "get", "menu"]);
        assert_eq!(of("Größe: naïve ﬁne İstanbul"), ["große", "naive", "fine", "istanbul"]);
        assert_eq!(of("Погода, 天気"), ["погода", "天気"]);
        assert_eq!(of("  _-\u{202e}!"), [""; 0]);
    }

    #[test]
    fn capitals_inside_a_word_give_its_parts_too() {
        assert_eq!(of("searchFlights"), ["searchflights", "search", "flights"]);
        assert_eq!(of("HTTPServer"), ["httpserver"]);
    }

    #[test]
    fn a_word_that_never_ends_is_cut() {
        assert_eq!(of(&"ж".repeat(100)), ["ж".repeat(40)]);
    }
}

//! A careful singular: only endings that are surely a plural are cut, and the lexicon names the words that are not.

use std::borrow::Cow;

/// The singular of an English word, or the word itself where the ending does not say.
///
/// Words of up to three letters are never cut (`gps`, `bus`, `sms`), nor endings that no plural has (`ss`, `us`,
/// `is`). What the endings get wrong (`news`, `series`, `movies`) the lexicon lists as forms of its own; it is asked
/// first, by the caller.
pub(super) fn singular(word: &str) -> Cow<'_, str> {
    if word.len() <= 3 || !word.ends_with('s') || !word.is_ascii() {
        return Cow::Borrowed(word);
    }
    if ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(word);
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Cow::Owned(format!("{stem}y"));
    }
    for ending in ["sses", "shes", "ches", "xes", "zes", "oes"] {
        if word.ends_with(ending) {
            return Cow::Borrowed(&word[..word.len() - 2]);
        }
    }
    Cow::Borrowed(&word[..word.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::singular;

    #[test]
    fn sure_plurals_are_cut() {
        for (plural, expected) in [
            ("flights", "flight"),
            ("properties", "property"),
            ("addresses", "address"),
            ("dishes", "dish"),
            ("matches", "match"),
            ("boxes", "box"),
            ("heroes", "hero"),
            ("purchases", "purchase"),
            ("houses", "house"),
            ("recipes", "recipe"),
            ("sales", "sale"),
            ("holdings", "holding"),
        ] {
            assert_eq!(singular(plural), expected);
        }
    }

    #[test]
    fn what_is_no_plural_stays() {
        for word in ["bus", "gps", "status", "analysis", "business", "virus", "", "s", "naïvetés"] {
            let kept = singular(word);
            assert_eq!(kept, word);
        }
    }

    #[test]
    fn the_singular_of_a_singular_is_itself() {
        for word in ["flight", "property", "address", "box", "house", "hero"] {
            assert_eq!(singular(word), word);
        }
    }
}

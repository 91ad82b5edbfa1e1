//! Splits names and sentences into lower-case words: at camelCase, at snake, kebab, dots, slashes and spaces, in any
//! script. What a word means, and where a digit ends one, is the lexicon's business.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;

/// How much of one tool name is read, in bytes. Chosen: the longest of some twelve thousand real tool names has fewer
/// than 130, and a name beyond 64 is refused by most clients.
pub(super) const NAME_LIMIT: usize = 256;

/// How much of a title or a description is read, in bytes. Chosen: the registry allows 100 characters of description,
/// older entries hold up to a few thousand.
pub(super) const PROSE_LIMIT: usize = 4096;

/// Accents (Unicode block Combining Diacritical Marks), which are dropped from Latin letters. Elsewhere a mark makes
/// another letter, and stays.
const ACCENTS: RangeInclusive<char> = '\u{300}'..='\u{36f}';

/// Marks that end a thought: the words before and after them do not belong together (`in stock, prices`).
const ENDS: [char; 12] =
    [',', '.', ';', ':', '!', '?', '(', ')', '\u{2013}', '\u{2014}', '\u{3001}', '\u{3002}'];

/// One word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    start: usize,
    end: usize,
    /// Written together with the word before it, told apart only by capitals: the `Tube` of `YouTube`.
    pub(super) glued: bool,
    /// Begins with a capital letter.
    pub(super) capital: bool,
    /// A mark that ends a thought stands before it: a comma, a full stop, a bracket, a dash.
    pub(super) apart: bool,
}

/// The words of one text; keep one and reuse it, so that reading a run does not allocate for every name.
#[derive(Debug, Default)]
pub(super) struct Words {
    text: String,
    words: Vec<Word>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Upper,
    Lower,
    Digit,
    Other,
}

impl Words {
    /// Replaces the words by those of `text`, of which at most `limit` bytes are read.
    pub(super) fn read(&mut self, text: &str, limit: usize) {
        self.text.clear();
        self.words.clear();
        let text = head(text, limit);
        if text.is_ascii() {
            self.split(text.chars());
        } else {
            // Full-width letters and ligatures become the plain letters they stand for, and accents go:
            // `Pokémon` is written without one as often as with it. This may lengthen the text, but by a bounded factor.
            let mut plain = String::with_capacity(text.len());
            for c in text.nfkd() {
                if !(ACCENTS.contains(&c) && plain.ends_with(|base: char| base.is_ascii_alphabetic())) {
                    plain.push(c);
                }
            }
            self.split(plain.nfc());
        }
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at a place.
    pub(super) fn word(&self, at: usize) -> Word {
        self.words[at]
    }

    /// The text of the word at a place.
    pub(super) fn text(&self, at: usize) -> &str {
        &self.text[self.words[at].start..self.words[at].end]
    }

    /// The text of `count` words from `at` on, written together. Only glued words stand next to each other.
    pub(super) fn together(&self, at: usize, count: usize) -> &str {
        &self.text[self.words[at].start..self.words[at + count - 1].end]
    }

    fn split(&mut self, chars: impl Iterator<Item = char>) {
        let mut chars = chars.peekable();
        let mut before = Kind::Other;
        let mut apart = false;
        while let Some(c) = chars.next() {
            let kind = kind_of(c);
            if kind == Kind::Other {
                apart |= ENDS.contains(&c);
                before = kind;
                continue;
            }
            let begins = match (before, kind) {
                (Kind::Other, _) | (Kind::Lower | Kind::Digit, Kind::Upper) => true,
                // `HTTPServer`: the last capital of a run begins the next word. A lone `s` after it is a plural in
                // every name seen (`URLs`, `NFTs`), and begins none.
                (Kind::Upper, Kind::Upper) => {
                    chars.peek().is_some_and(|&next| next != 's' && kind_of(next) == Kind::Lower)
                }
                _ => false,
            };
            if begins {
                let start = self.text.len();
                let glued = before != Kind::Other;
                self.words.push(Word { start, end: start, glued, capital: kind == Kind::Upper, apart });
                apart = false;
            }
            if c.is_ascii() {
                self.text.push(c.to_ascii_lowercase());
            } else {
                self.text.extend(c.to_lowercase());
            }
            if let Some(word) = self.words.last_mut() {
                word.end = self.text.len();
            }
            before = kind;
        }
    }
}

fn kind_of(c: char) -> Kind {
    if c.is_ascii() {
        return match c {
            'a'..='z' => Kind::Lower,
            'A'..='Z' => Kind::Upper,
            '0'..='9' => Kind::Digit,
            _ => Kind::Other,
        };
    }
    if c.is_uppercase() {
        Kind::Upper
    } else if c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c) {
        Kind::Lower
    } else if c.is_numeric() {
        Kind::Digit
    } else {
        Kind::Other
    }
}

/// At most `limit` bytes of a text, cut at a character.
fn head(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Words::default();
        words.read(text, NAME_LIMIT);
        (0..words.len()).map(|at| words.text(at).to_owned()).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text), expected, "{text}");
    }

    #[test]
    fn every_way_of_writing_a_name_gives_its_words() {
        check("search_flights", &["search", "flights"]);
        check("search-hotels", &["search", "hotels"]);
        check("getPoolDetails", &["get", "pool", "details"]);
        check("NuGetPackageSearch", &["nu", "get", "package", "search"]);
        check("maps.geocode/reverse", &["maps", "geocode", "reverse"]);
        check("Search for nearby places!", &["search", "for", "nearby", "places"]);
        check("__init__", &["init"]);
        check("get--v3-ip_pools", &["get", "v3", "ip", "pools"]);
    }

    #[test]
    fn a_run_of_capitals_is_one_word() {
        check("getPoolOHLCV", &["get", "pool", "ohlcv"]);
        check("OHLCVData", &["ohlcv", "data"]);
        check("getDCFValuation", &["get", "dcf", "valuation"]);
        check("listNFTs", &["list", "nfts"]);
        check("getURLsOf", &["get", "urls", "of"]);
    }

    #[test]
    fn digits_stay_where_they_stand() {
        check("chads2_vasc_score", &["chads2", "vasc", "score"]);
        check("get-9to5mac-news", &["get", "9to5mac", "news"]);
        check("m365Bookings", &["m365", "bookings"]);
        check("meld_3", &["meld", "3"]);
    }

    #[test]
    fn words_written_together_are_known_as_such() {
        let mut words = Words::default();
        words.read("get YouTubeVideo", NAME_LIMIT);
        let glued: Vec<bool> = (0..words.len()).map(|at| words.word(at).glued).collect();
        assert_eq!(glued, [false, false, true, true]);
        assert_eq!(words.together(1, 2), "youtube");
    }

    #[test]
    fn a_mark_that_ends_a_thought_sets_the_next_word_apart() {
        let mut words = Words::default();
        words.read("in stock, prices (all) by-post. Done", PROSE_LIMIT);
        let apart: Vec<&str> =
            (0..words.len()).filter(|&at| words.word(at).apart).map(|at| words.text(at)).collect();
        assert_eq!(apart, ["prices", "all", "by", "done"]);
    }

    #[test]
    fn other_scripts_and_widths_are_read() {
        check("поиск_отелей", &["поиск", "отелей"]);
        check("ОтелиПоиск", &["отели", "поиск"]);
        check("航班搜索", &["航班搜索"]);
        check("ｓｅａｒｃｈ＿ｆｌｉｇｈｔｓ", &["search", "flights"]);
        check("cafe\u{301} caf\u{e9}", &["cafe", "cafe"]);
        check("İstanbul", &["istanbul"]);
        check("が", &["が"]);
        check("한국", &["한국"]);
    }

    #[test]
    fn hostile_names_give_words_or_none() {
        check("", &[]);
        check("\u{202e}\u{0}\u{7f}", &[]);
        check("fli\u{200b}ght", &["fli", "ght"]);
        check("\u{1b}[31mhotel", &["31mhotel"]);
        check("🏨🏨", &[]);
        let long = "hotel_".repeat(1_000_000);
        assert!(words(&long).len() <= NAME_LIMIT, "a long name is read only so far");
        // Nine bytes a character: the cut never falls inside one.
        assert_eq!(head("日本語", 4), "日");
    }

    proptest! {
        #[test]
        fn any_text_is_split_without_trouble(text in any::<String>(), limit in 0_usize..64) {
            let mut words = Words::default();
            words.read(&text, limit);
            for at in 0..words.len() {
                prop_assert!(!words.text(at).is_empty());
            }
        }

        #[test]
        fn the_separator_does_not_matter(parts in proptest::collection::vec("[a-z]{1,8}", 1..6)) {
            let snake = words(&parts.join("_"));
            prop_assert_eq!(&snake, &parts);
            for separator in ["-", ".", "/", " ", "::", "__"] {
                prop_assert_eq!(&words(&parts.join(separator)), &snake);
            }
        }
    }
}

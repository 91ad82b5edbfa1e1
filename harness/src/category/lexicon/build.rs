//! From the text of a lexicon to the maps by which names are read.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use super::file::{LexiconFile, PairRead, Pull, SCHEMA, Section, WordNote};
use super::{ELSEWHERE, Lexicon, LexiconError, SIDES, Strength, Term, TermNote};
use crate::category::Category;

/// The text of the built-in lexicon: its files one after the other, each with its own tables.
#[must_use]
pub fn built_in_text() -> &'static str {
    concat!(
        include_str!("data/words.toml"),
        include_str!("data/travel.toml"),
        include_str!("data/food-delivery.toml"),
        include_str!("data/real-estate.toml"),
        include_str!("data/health.toml"),
        include_str!("data/maps-transport.toml"),
        include_str!("data/finance.toml"),
        include_str!("data/shopping.toml"),
        include_str!("data/media.toml"),
        include_str!("data/elsewhere.toml"),
    )
}

impl Lexicon {
    /// The lexicon compiled into the program.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Lexicon> = LazyLock::new(|| {
            Lexicon::parse(built_in_text()).expect("the built-in lexicon is sound, which a test proves")
        });
        &BUILT_IN
    }

    /// Reads a lexicon.
    ///
    /// # Errors
    /// The first fault with its line and column: not TOML, not the schema, a word that no name can ever match, a word
    /// given twice or both for and against.
    pub fn parse(text: &str) -> Result<Self, LexiconError> {
        let file: LexiconFile = toml::from_str(text).map_err(|error| {
            LexiconError::at(text, error.span(), error.message().replace('\n', ", "))
                .hint("see `rollcall schema lexicon` for the form of the file")
        })?;
        let places =
            DeTable::parse(text).map_err(|error| LexiconError::at(text, error.span(), error.message()))?;
        let places = Places { text, root: places.into_inner() };
        if file.schema != SCHEMA {
            let message = format!("the schema is `{}`, known is `{SCHEMA}`", file.schema.escape_debug());
            return Err(places.error(&["schema"], message));
        }
        let mut builder = Builder::new(&file, &places)?;
        for (side, name, section) in sections(&file) {
            builder.section(side, name, section)?;
        }
        Ok(builder.lexicon)
    }
}

fn sections(file: &LexiconFile) -> [(usize, &'static str, &Section); SIDES] {
    [
        (Category::Travel.index(), "travel", &file.travel),
        (Category::FoodDelivery.index(), "food-delivery", &file.food_delivery),
        (Category::RealEstate.index(), "real-estate", &file.real_estate),
        (Category::Health.index(), "health", &file.health),
        (Category::MapsTransport.index(), "maps-transport", &file.maps_transport),
        (Category::Finance.index(), "finance", &file.finance),
        (Category::Shopping.index(), "shopping", &file.shopping),
        (Category::Media.index(), "media", &file.media),
        (ELSEWHERE, "elsewhere", &file.elsewhere),
    ]
}

/// The places of the keys in the text.
struct Places<'t> {
    text: &'t str,
    root: DeTable<'t>,
}

impl Places<'_> {
    /// A fault at the key or the element that `path` leads to, or at the deepest part of the path that exists.
    fn error(&self, path: &[&str], message: impl Into<String>) -> LexiconError {
        LexiconError::at(self.text, self.span(path), message)
    }

    fn span(&self, path: &[&str]) -> Option<Range<usize>> {
        let (first, rest) = path.split_first()?;
        let (key, mut value) = self.root.iter().find(|(key, _)| key.get_ref() == first)?;
        let mut span = key.span();
        for part in rest {
            match value.get_ref() {
                DeValue::Table(table) => {
                    let Some((key, next)) = table.iter().find(|(key, _)| key.get_ref() == part) else {
                        break;
                    };
                    (span, value) = (key.span(), next);
                }
                DeValue::Array(array) => {
                    let Some(next) = part.parse().ok().and_then(|at: usize| array.get(at)) else { break };
                    (span, value) = (next.span(), next);
                }
                _ => break,
            }
        }
        Some(span)
    }
}

struct Builder<'f> {
    lexicon: Lexicon,
    places: &'f Places<'f>,
}

impl<'f> Builder<'f> {
    fn new(file: &LexiconFile, places: &'f Places<'f>) -> Result<Self, LexiconError> {
        let lexicon = Lexicon {
            terms: Vec::new(),
            words: HashMap::new(),
            pairs: HashMap::new(),
            forms: HashMap::new(),
        };
        let mut builder = Self { lexicon, places };
        for (at, word) in file.words.keep.iter().enumerate() {
            let kept = builder.lexicon.forms.insert(word.as_str().into(), word.as_str().into());
            if kept.is_some() {
                return Err(
                    places.error(&["words", "keep", &at.to_string()], format!("`{word}` is kept twice"))
                );
            }
        }
        for (form, word) in &file.words.irregular {
            builder.lexicon.forms.insert(form.as_str().into(), word.as_str().into());
        }
        for (form, word) in &file.words.irregular {
            builder.must_be_one_word(word, &["words", "irregular", form])?;
        }
        for (at, group) in file.words.generic.iter().enumerate() {
            for (word_at, word) in group.words.iter().enumerate() {
                let path = ["words", "generic", &at.to_string(), "words", &word_at.to_string()];
                let term = builder.word(word, &path)?;
                let note = &mut builder.lexicon.terms[term.0 as usize];
                if note.generic {
                    return Err(places.error(&path, format!("`{word}` is generic twice")));
                }
                note.generic = true;
            }
        }
        Ok(builder)
    }

    fn section(&mut self, side: usize, name: &str, section: &Section) -> Result<(), LexiconError> {
        let kinds: [(&str, Strength, &BTreeMap<String, WordNote>); 4] = [
            ("brand", Strength::Brand, &section.brand),
            ("strong", Strength::Strong, &section.strong),
            ("medium", Strength::Medium, &section.medium),
            ("weak", Strength::Weak, &section.weak),
        ];
        for (kind, strength, words) in kinds {
            for (word, note) in words {
                let path = [name, kind, word];
                let term = self.word(word, &path)?;
                let known = &mut self.lexicon.terms[term.0 as usize];
                if known.generic {
                    let message = format!("`{word}` is generic and so never speaks alone");
                    return Err(self
                        .places
                        .error(&path, message)
                        .hint("write it in a pair, or take it from `generic`"));
                }
                if known.sides[side] != Strength::No {
                    return Err(self.places.error(&path, format!("`{word}` stands twice in `{name}`")));
                }
                known.sides[side] = strength;
                known.prose[side] = note.prose.map_or(strength, pull);
                known.why.push((side, note.why.as_str().into()));
                self.example_must_carry(&[word], &note.example, &path)?;
            }
        }
        for (pair, note) in &section.pair {
            let path = [name, "pair", pair];
            let term = self.pair(pair, &path)?;
            let parts: Vec<&str> = pair.split(' ').collect();
            self.example_must_carry(&parts, &note.example, &path)?;
            let known = &mut self.lexicon.terms[term.0 as usize];
            known.why.push((side, note.why.as_str().into()));
            let strength = match note.read {
                PairRead::Against => {
                    known.against[side] = true;
                    continue;
                }
                PairRead::Weak => Strength::Weak,
                PairRead::Medium => Strength::Medium,
                PairRead::Strong => Strength::Strong,
            };
            known.sides[side] = strength;
            known.prose[side] = note.prose.map_or(strength, pull);
        }
        Ok(())
    }

    /// The term of a word, made where it is new.
    fn word(&mut self, word: &str, path: &[&str]) -> Result<Term, LexiconError> {
        self.must_be_one_word(word, path)?;
        Ok(self.known_word(word))
    }

    fn known_word(&mut self, word: &str) -> Term {
        if let Some(&term) = self.lexicon.words.get(word) {
            return term;
        }
        let term = self.term(word);
        self.lexicon.words.insert(word.into(), term);
        term
    }

    fn pair(&mut self, pair: &str, path: &[&str]) -> Result<Term, LexiconError> {
        let Some((first, second)) = pair.split_once(' ').filter(|(_, second)| !second.contains(' ')) else {
            let message = format!("`{}` is no pair of words", pair.escape_debug());
            return Err(self.places.error(path, message).hint("write two words with one space between"));
        };
        let first = self.word(first, path)?;
        let second = self.word(second, path)?;
        if let Some(&term) = self.lexicon.pairs.get(&(first, second)) {
            return Ok(term);
        }
        let term = self.term(pair);
        self.lexicon.pairs.insert((first, second), term);
        Ok(term)
    }

    fn term(&mut self, text: &str) -> Term {
        let term =
            Term(u32::try_from(self.lexicon.terms.len()).expect("a lexicon holds fewer than 2^32 terms"));
        self.lexicon.terms.push(TermNote {
            text: text.into(),
            sides: [Strength::No; SIDES],
            prose: [Strength::No; SIDES],
            against: [false; SIDES],
            generic: false,
            why: Vec::new(),
        });
        term
    }

    /// A word that no name is ever read as would be dead weight, and its author would not know.
    fn must_be_one_word(&self, word: &str, path: &[&str]) -> Result<(), LexiconError> {
        let read = self.lexicon.normal_forms(word);
        if read.len() == 1 && read[0] == word {
            return Ok(());
        }
        let message =
            format!("`{}` never matches: names are read in lower case and singular", word.escape_debug());
        let error = self.places.error(path, message);
        Err(match read.as_slice() {
            [] => error.hint("write a word of letters and digits"),
            [one] => error.hint(format!("write `{one}`, or list the word under `words.keep`")),
            several => error.hint(format!("write the pair `{}`", several.join(" "))),
        })
    }

    /// An example that does not carry its word documents nothing.
    fn example_must_carry(&self, parts: &[&str], example: &str, path: &[&str]) -> Result<(), LexiconError> {
        let generic = |word: &String| {
            self.lexicon
                .words
                .get(word.as_str())
                .is_some_and(|term| self.lexicon.terms[term.0 as usize].generic)
        };
        let read = self.lexicon.normal_forms(example);
        let close: Vec<&String> =
            read.iter().filter(|word| parts.contains(&word.as_str()) || !generic(word)).collect();
        if close.windows(parts.len()).any(|words| words.iter().zip(parts).all(|(word, part)| word == part)) {
            return Ok(());
        }
        let message =
            format!("the example `{}` does not carry `{}`", example.escape_debug(), parts.join(" "));
        Err(self.places.error(path, message).hint("write a tool name that is read by this entry"))
    }
}

fn pull(pull: Pull) -> Strength {
    match pull {
        Pull::No => Strength::No,
        Pull::Weak => Strength::Weak,
        Pull::Medium => Strength::Medium,
        Pull::Strong => Strength::Strong,
    }
}

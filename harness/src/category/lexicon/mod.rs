//! The words by which names and sentences are read: a data file in the crate's own words, replaceable as a whole.
//!
//! The built-in lexicon is a set of TOML files, one a category, compiled in and read as one text; a file given with
//! `--lexicon` has the same form in one piece.

mod build;
mod error;
mod file;
mod find;
#[cfg(test)]
mod tests;

pub use build::built_in_text;
pub use error::LexiconError;
pub use file::lexicon_schema;
pub(super) use find::{Found, Term};

use std::collections::HashMap;

use super::Category;

/// The sides that a word can speak for: the eight categories, and elsewhere.
pub(super) const SIDES: usize = 9;

/// The side of words that speak for none of the eight (databases, chat, weather): they keep a doubtful word of a
/// category from being read as one.
pub(super) const ELSEWHERE: usize = 8;

/// How strongly a word speaks for a side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Not at all.
    #[default]
    No,
    /// Only supports others.
    Weak,
    /// Speaks, but needs a second word or the light of the other tools.
    Medium,
    /// Speaks alone.
    Strong,
    /// Speaks alone, and names a whole server.
    Brand,
}

impl Strength {
    /// The weight in a tool name.
    pub(super) fn weight(self) -> u8 {
        self as u8
    }
}

/// What is known of one term.
#[derive(Debug, Clone)]
pub(super) struct TermNote {
    /// The term as written in the lexicon.
    pub(super) text: Box<str>,
    /// Its strength for every side in tool names.
    pub(super) sides: [Strength; SIDES],
    /// Its strength for every side in running text.
    pub(super) prose: [Strength; SIDES],
    /// For a pair: the sides for which its two words say nothing when they stand together.
    pub(super) against: [bool; SIDES],
    /// Says nothing alone.
    pub(super) generic: bool,
    /// What it means, for each side that it speaks for or against.
    pub(super) why: Vec<(usize, Box<str>)>,
}

/// The words by which names and sentences are read.
#[derive(Debug)]
pub struct Lexicon {
    terms: Vec<TermNote>,
    words: HashMap<Box<str>, Term>,
    pairs: HashMap<(Term, Term), Term>,
    forms: HashMap<Box<str>, Box<str>>,
}

impl Lexicon {
    /// What is known of a term.
    pub(super) fn note(&self, term: Term) -> &TermNote {
        &self.terms[term.0 as usize]
    }

    /// The pair that two words make, if it is known.
    pub(super) fn pair(&self, first: Term, second: Term) -> Option<Term> {
        self.pairs.get(&(first, second)).copied()
    }

    /// What a word or a pair of the lexicon means for a category.
    #[must_use]
    pub fn why(&self, text: &str, category: Option<Category>) -> Option<&str> {
        let term = match text.split_once(' ') {
            None => *self.words.get(text)?,
            Some((first, second)) => self.pair(*self.words.get(first)?, *self.words.get(second)?)?,
        };
        let side = category.map_or(ELSEWHERE, Category::index);
        self.note(term).why.iter().find(|(of, _)| *of == side).map(|(_, why)| why.as_ref())
    }

    /// What the lexicon knows of a word in its normal form: whether it is generic, and for which categories it
    /// speaks.
    #[must_use]
    pub fn lookup(&self, word: &str) -> Option<(bool, Vec<Category>)> {
        let note = self.note(*self.words.get(word)?);
        let speaks_for = |category: &Category| note.sides[category.index()] > Strength::No;
        Some((note.generic, Category::ALL.iter().copied().filter(speaks_for).collect()))
    }
}

//! What a lexicon knows: its terms, and how strongly each speaks for which side.

use std::collections::HashMap;

use super::find::Term;
use crate::category::Category;

/// The sides that a word can speak for: the eight categories, and elsewhere.
pub(in crate::category) const SIDES: usize = 9;

/// The side of words that speak for none of the eight (databases, chat, weather): they keep a doubtful word of a
/// category from being read as one.
pub(in crate::category) const ELSEWHERE: usize = 8;

/// How strongly a word speaks for a side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::category) enum Strength {
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
    pub(in crate::category) fn weight(self) -> u8 {
        self as u8
    }
}

/// What is known of one term.
#[derive(Debug, Clone)]
pub(in crate::category) struct TermNote {
    /// The term as written in the lexicon.
    pub(in crate::category) text: Box<str>,
    /// Its strength for every side in tool names.
    pub(in crate::category) sides: [Strength; SIDES],
    /// Its strength for every side in running text.
    pub(in crate::category) prose: [Strength; SIDES],
    /// For a pair: the sides for which its two words say nothing when they stand together.
    pub(in crate::category) against: [bool; SIDES],
    /// Says nothing alone.
    pub(in crate::category) generic: bool,
    /// What it means, for each side that it speaks for or against.
    pub(in crate::category) why: Vec<(usize, Box<str>)>,
}

/// The words by which names and sentences are read.
#[derive(Debug)]
pub struct Lexicon {
    pub(super) terms: Vec<TermNote>,
    pub(super) words: HashMap<Box<str>, Term>,
    pub(super) pairs: HashMap<(Term, Term), Term>,
    pub(super) forms: HashMap<Box<str>, Box<str>>,
}

impl Lexicon {
    /// What is known of a term.
    pub(in crate::category) fn note(&self, term: Term) -> &TermNote {
        &self.terms[term.0 as usize]
    }

    /// The pair that two words make, if it is known.
    pub(in crate::category) fn pair(&self, first: Term, second: Term) -> Option<Term> {
        self.pairs.get(&(first, second)).copied()
    }

    /// Whether two terms have a word in common: the same word, or one of a pair.
    pub(in crate::category) fn share_a_word(&self, one: Term, other: Term) -> bool {
        let words = |term: Term| self.note(term).text.split(' ');
        one == other || words(one).any(|word| words(other).any(|another| word == another))
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

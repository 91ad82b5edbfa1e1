//! From the words of a text to the terms that the lexicon knows.

use std::borrow::Cow;

use super::{Lexicon, Strength};
use crate::category::singular::singular;
use crate::category::tokenise::{NAME_LIMIT, Words};

/// A word or a pair that the lexicon knows, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::category) struct Term(pub(super) u32);

/// One word of a text: the term it is read as, if the lexicon knows it, and the first of the words it was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::category) struct Found {
    pub(in crate::category) term: Option<Term>,
    /// The word of the text, by its place.
    pub(in crate::category) at: usize,
    /// Whether a mark that ends a thought, or an `and`, stands before it.
    pub(in crate::category) apart: bool,
}

/// What stands after one of these is a thought of its own (`stock and prices` are no stock prices).
const JOINS: [&str; 6] = ["and", "or", "und", "oder", "et", "y"];

/// A name of a service is written in up to this many parts (`OpenStreetMap`).
const PARTS: usize = 3;

impl Lexicon {
    /// Finds the terms of a text, in its order; `found` is replaced.
    pub(in crate::category) fn find(&self, words: &Words, found: &mut Vec<Found>) {
        found.clear();
        let mut at = 0;
        while at < words.len() {
            let apart = words.word(at).apart || at > 0 && JOINS.contains(&words.text(at - 1));
            if let Some((term, count)) = self.joined(words, at) {
                found.push(Found { term: Some(term), at, apart });
                at += count;
                continue;
            }
            let text = words.text(at);
            let term = self.term_of(text);
            if term.is_none() && text.bytes().any(|byte| byte.is_ascii_digit()) {
                // `flight2` and `v2flights`: digits that belong to no known word end one.
                let letters = text.split(|c: char| c.is_numeric()).filter(|part| part.len() > 1);
                found.extend(letters.map(|part| Found { term: self.term_of(part), at, apart }));
            } else {
                found.push(Found { term, at, apart });
            }
            at += 1;
        }
    }

    /// The term that a single word is read as.
    fn term_of(&self, word: &str) -> Option<Term> {
        self.words.get(self.normal(word).as_ref()).copied()
    }

    /// The form in which a word is looked up.
    pub(in crate::category) fn normal<'w>(&'w self, word: &'w str) -> Cow<'w, str> {
        match self.forms.get(word) {
            Some(form) => Cow::Borrowed(form),
            None => singular(word),
        }
    }

    /// A name written in parts that only capitals tell apart: `YouTube`, `DoorDash`. Only names and words that speak
    /// alone are put together again, and only where the first part has a capital, so that the verb `openTable` of a
    /// database does not become a restaurant.
    fn joined(&self, words: &Words, at: usize) -> Option<(Term, usize)> {
        if !words.word(at).capital {
            return None;
        }
        let most = (1..PARTS).take_while(|&n| at + n < words.len() && words.word(at + n).glued).count() + 1;
        (2..=most).rev().find_map(|count| {
            let term = self.term_of(words.together(at, count))?;
            let speaks = self.note(term).sides.iter().any(|&strength| strength >= Strength::Strong);
            speaks.then_some((term, count))
        })
    }

    /// The normal forms of the words of a text.
    pub(super) fn normal_forms(&self, text: &str) -> Vec<String> {
        let mut words = Words::default();
        words.read(text, NAME_LIMIT);
        (0..words.len()).map(|at| self.normal(words.text(at)).into_owned()).collect()
    }
}

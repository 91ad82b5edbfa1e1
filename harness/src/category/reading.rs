//! How one tool name reads: how strongly its words speak for each side.

use super::Category;
use super::lexicon::{ELSEWHERE, Found, Lexicon, SIDES, Strength, Term};
use super::tokenise::{NAME_LIMIT, Words};

/// From this weight on a tool points at a side by itself: one strong word, or a medium one with support.
const CLEAR: u8 = 3;

/// And only where it has at least this many times the weight of any other side: what two sides claim is doubtful.
const AHEAD: u8 = 2;

/// From this weight on a tool may be read in the light of the others: one medium word.
const DOUBTFUL: u8 = 2;

/// One word or pair that speaks for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) side: usize,
    pub(super) term: Term,
    pub(super) weight: u8,
}

/// How one name reads.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    pub(super) weights: [u8; SIDES],
    pub(super) hits: Vec<Hit>,
}

/// What a tool says before the other tools are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// It speaks for no side.
    Nothing,
    /// It speaks for one side alone.
    Clear(usize),
    /// Its words could be read for several sides, or speak only softly for one.
    Doubtful,
}

impl Reading {
    /// What the name says by itself.
    pub(super) fn says(&self) -> Says {
        let (best, most) = self.best();
        if most < DOUBTFUL {
            return Says::Nothing;
        }
        let others =
            (0..SIDES).filter(|&side| side != best).map(|side| self.weights[side]).max().unwrap_or(0);
        if most >= CLEAR && most >= others.saturating_mul(AHEAD) { Says::Clear(best) } else { Says::Doubtful }
    }

    /// The side that the words speak for most, if they speak for it strongly enough without any light.
    pub(super) fn unlit(&self) -> Option<usize> {
        let best = self.heaviest(0..SIDES)?;
        (self.weights[best] >= CLEAR).then_some(best)
    }

    /// The one among some sides that the words speak for most; none where two are equal.
    pub(super) fn heaviest(&self, sides: impl Iterator<Item = usize> + Clone) -> Option<usize> {
        heaviest(&self.weights, sides)
    }

    /// The term that speaks loudest for a side.
    pub(super) fn loudest(&self, side: usize) -> Option<Term> {
        let hits = self.hits.iter().filter(|hit| hit.side == side);
        hits.fold(None, |best: Option<&Hit>, hit| match best {
            Some(best) if best.weight >= hit.weight => Some(best),
            _ => Some(hit),
        })
        .map(|hit| hit.term)
    }

    fn best(&self) -> (usize, u8) {
        let mut best = 0;
        for side in 1..SIDES {
            if self.weights[side] > self.weights[best] {
                best = side;
            }
        }
        (best, self.weights[best])
    }
}

/// The one among some sides that weighs most; none where two are equal.
pub(super) fn heaviest<T: Ord + Copy>(
    weights: &[T; SIDES],
    sides: impl Iterator<Item = usize> + Clone,
) -> Option<usize> {
    let most = sides.clone().map(|side| weights[side]).max()?;
    let mut heaviest = sides.filter(|&side| weights[side] == most);
    heaviest.next().filter(|_| heaviest.next().is_none())
}

/// The category of a side, or none for elsewhere.
pub(super) fn category_of(side: usize) -> Option<Category> {
    if side == ELSEWHERE { None } else { Category::ALL.get(side).copied() }
}

/// Reads names, one after the other, in the same memory.
#[derive(Debug)]
pub(super) struct Reader<'l> {
    pub(super) lexicon: &'l Lexicon,
    words: Words,
    found: Vec<Found>,
    meaningful: Vec<usize>,
}

impl<'l> Reader<'l> {
    pub(super) fn new(lexicon: &'l Lexicon) -> Self {
        Self { lexicon, words: Words::default(), found: Vec::new(), meaningful: Vec::new() }
    }

    /// The terms of a tool name.
    pub(super) fn find(&mut self, name: &str) -> &[Found] {
        self.find_in(name, NAME_LIMIT)
    }

    /// The terms of a text of which at most `limit` bytes are read.
    pub(super) fn find_in(&mut self, text: &str, limit: usize) -> &[Found] {
        self.words.read(text, limit);
        self.lexicon.find(&self.words, &mut self.found);
        &self.found
    }

    /// The word of the text that was last read, as it was written.
    pub(super) fn word(&self, found: Found) -> &str {
        self.words.text(found.at)
    }

    /// The normal forms of the words of a tool name, known or not, without numbers.
    pub(super) fn normal_words(&mut self, name: &str) -> Vec<String> {
        self.words.read(name, NAME_LIMIT);
        let words = (0..self.words.len()).map(|at| self.words.text(at));
        let words = words.filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
        words.map(|word| self.lexicon.normal(word).into_owned()).collect()
    }

    /// Reads a tool name; `skip` words at its beginning are a namespace and count for nothing.
    pub(super) fn read(&mut self, name: &str, skip: usize) -> Reading {
        self.find(name);
        self.weigh(skip, false, |note| &note.sides)
    }

    /// Reads running text.
    pub(super) fn read_prose(&mut self, text: &str, limit: usize) -> Reading {
        self.find_in(text, limit);
        self.weigh(0, true, |note| &note.prose)
    }

    fn weigh(
        &mut self,
        skip: usize,
        prose: bool,
        sides: impl Fn(&super::lexicon::TermNote) -> &[Strength; SIDES],
    ) -> Reading {
        let found = self.found.get(skip..).unwrap_or_default();
        let mut reading = Reading::default();
        // Words that a pair takes away from a side, as bits.
        let mut struck: Vec<u16> = Vec::new();
        self.meaningful.clear();
        self.meaningful.extend(
            (0..found.len()).filter(|&at| found[at].term.is_none_or(|term| !self.lexicon.note(term).generic)),
        );
        // Two words are side by side as written, or with nothing but generic words between them.
        let written = (1..found.len()).map(|at| (at - 1, at));
        let close = self.meaningful.windows(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| b - a > 1);
        for (first, second) in written.chain(close) {
            // In a sentence `in stock, prices` are two thoughts; in a tool name a dot only separates.
            if prose && (first + 1..=second).any(|at| found[at].apart) {
                continue;
            }
            let (Some(a), Some(b)) = (found[first].term, found[second].term) else { continue };
            let Some(pair) = self.lexicon.pair(a, b) else { continue };
            let note = self.lexicon.note(pair);
            let heard = sides(note);
            // What two words say together, neither of them says otherwise: a `guided walk` is no way to the station.
            let decides = heard.iter().any(|&strength| strength >= Strength::Strong);
            for (side, &strength) in heard.iter().enumerate() {
                if note.against[side] || (decides && strength == Strength::No) {
                    struck.resize(found.len(), 0);
                    struck[first] |= 1 << side;
                    struck[second] |= 1 << side;
                }
            }
            reading.add(pair, heard);
        }
        for &at in &self.meaningful {
            let Some(term) = found[at].term else { continue };
            if reading.hits.iter().any(|hit| hit.term == term) {
                continue;
            }
            let mask = struck.get(at).copied().unwrap_or(0);
            let mut heard = *sides(self.lexicon.note(term));
            (0..SIDES).filter(|side| mask & (1 << side) != 0).for_each(|side| heard[side] = Strength::No);
            reading.add(term, &heard);
        }
        reading
    }
}

impl Reading {
    fn add(&mut self, term: Term, sides: &[Strength; SIDES]) {
        if self.hits.iter().any(|hit| hit.term == term) {
            return;
        }
        for (side, strength) in sides.iter().enumerate() {
            let weight = strength.weight();
            if weight > 0 {
                self.weights[side] = self.weights[side].saturating_add(weight);
                self.hits.push(Hit { side, term, weight });
            }
        }
    }
}

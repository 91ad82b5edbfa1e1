//! Name, title and description, read with the same lexicon and thresholds of their own.
//!
//! Running text uses doubtful words (`market`, `order`, `place`) far more loosely than tool names do: the lexicon says of
//! each how it reads in prose. A word that speaks alone counts as in tool names, and one more in the name or the title;
//! one that needs a second counts as there; one that only supports counts nothing. What falls short is added to what
//! the tools say, for a server with two tools is more than its two tools.

use super::lexicon::{ELSEWHERE, Lexicon, SIDES, Strength, Term};
use super::reading::{Reader, category_of, heaviest};
use super::rule::LEAD;
use super::tokenise::{NAME_LIMIT, PROSE_LIMIT};
use super::vote::Ballot;
use super::{Category, Subject};

/// The weight from which on a category is said: a word that speaks alone and something beside it, or one in the name.
const SAID: u32 = 4;

/// One word that speaks alone is enough where hardly anything speaks for another side ...
const SAID_ALONE: u32 = 3;

/// ... which is this much at most: one doubtful word.
const UNDISTURBED: u32 = 1;

/// One doubtful word suggests a category, which the tools may confirm.
const SUGGESTED: u32 = 2;

/// What a tool adds to the text when its word is one that was not heard before: as much as a second doubtful word.
const NEW_WORD: u32 = 2;

/// What it adds when it only says again what the text or another tool says.
const SAME_WORD: u32 = 1;

/// How many times the weight of any other category the best one must have.
const AHEAD: u32 = 2;

crate::words::words! {
    /// Where a deciding word stands.
    pub enum Place: "place" {
        /// In the name.
        Name = "name",
        /// In the title.
        Title = "title",
        /// In the description.
        Description = "description",
    }
}

/// One word that speaks for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) side: usize,
    pub(super) term: Term,
    pub(super) place: Place,
    pub(super) weight: u32,
}

/// What name, title and description say.
#[derive(Debug, Default)]
pub(super) struct Prose {
    pub(super) weights: [u32; SIDES],
    pub(super) said: Vec<Said>,
}

impl Prose {
    /// The category that the text says, if it says one clearly.
    pub(super) fn category(&self) -> Option<Category> {
        let best = (0..ELSEWHERE).max_by_key(|&side| (self.weights[side], std::cmp::Reverse(side)))?;
        let most = self.weights[best];
        let rival =
            (0..ELSEWHERE).filter(|&side| side != best).map(|side| self.weights[side]).max().unwrap_or(0);
        let elsewhere = self.weights[ELSEWHERE];
        let ahead = most >= AHEAD * rival && most > elsewhere;
        let said = most >= SAID || (most >= SAID_ALONE && rival.max(elsewhere) <= UNDISTURBED);
        category_of(best).filter(|_| ahead && said)
    }

    /// The category that text and tools say together, where neither says it alone: a word of the text speaks for it,
    /// at least one tool points at it, and the two together weigh as much as a text has to, and more than anything
    /// else does. A tool weighs [`NEW_WORD`] where its word is a new one, and [`SAME_WORD`] where the text or
    /// another tool has it too.
    pub(super) fn confirmed(&self, lexicon: &Lexicon, ballot: &Ballot) -> Option<Category> {
        let (best, votes, rival) = ballot.votes.best_and_rival();
        if self.weights[best.index()] < SUGGESTED || votes == 0 || votes < LEAD * rival {
            return None;
        }
        let mut weights = self.weights;
        weights[ELSEWHERE] += SAME_WORD * ballot.elsewhere;
        for (at, vote) in ballot.cast.iter().enumerate() {
            let side = vote.category.index();
            let in_text = self.said.iter().filter(|said| said.side == side).map(|said| said.term);
            let mut heard = in_text.chain(ballot.cast[..at].iter().map(|other| other.term));
            let heard = heard.any(|word| lexicon.share_a_word(word, vote.term));
            weights[side] += if heard { SAME_WORD } else { NEW_WORD };
        }
        let together = weights[best.index()];
        let ahead = (0..SIDES).filter(|&side| side != best.index()).all(|side| weights[side] < together);
        (ahead && together >= SAID).then_some(best)
    }

    /// The side for which the text speaks most, however softly: in its light doubtful tool names are read.
    pub(super) fn leaning(&self) -> Option<usize> {
        heaviest(&self.weights, 0..SIDES).filter(|&side| self.weights[side] > 0)
    }
}

/// Reads name, title and description.
pub(super) fn read(reader: &mut Reader<'_>, subject: &Subject) -> Prose {
    let mut prose = Prose::default();
    let name = if subject.is_bare_url() { "" } else { &subject.name };
    let (owner, own) = name.rsplit_once('/').unwrap_or(("", name));
    // Of the namespace only the names of services count: `com.zillow`, but not the user name `musicfan`.
    prose.hear(reader, owner, NAME_LIMIT, Place::Name, Strength::Brand);
    prose.hear(reader, own, NAME_LIMIT, Place::Name, Strength::Weak);
    prose.hear(reader, subject.title.as_deref().unwrap_or(""), PROSE_LIMIT, Place::Title, Strength::Weak);
    let description = subject.description.as_deref().unwrap_or("");
    prose.hear(reader, description, PROSE_LIMIT, Place::Description, Strength::Weak);
    prose
}

impl Prose {
    fn hear(&mut self, reader: &mut Reader<'_>, text: &str, limit: usize, place: Place, least: Strength) {
        for hit in reader.read_prose(text, limit).hits {
            if hit.weight < least.weight()
                || self.said.iter().any(|said| said.term == hit.term && said.side == hit.side)
            {
                continue;
            }
            let weight = match (hit.weight, place) {
                (4, Place::Description) => 4,
                (4, _) => 5,
                (3, Place::Description) => 3,
                (3, _) => 4,
                (2, _) => 2,
                _ => 0,
            };
            if weight > 0 {
                self.weights[hit.side] += weight;
                self.said.push(Said { side: hit.side, term: hit.term, place, weight });
            }
        }
    }
}

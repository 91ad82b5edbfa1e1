//! From the readings of a server's tool names to votes: every tool points at one category or at none.
//!
//! A tool whose words speak for one side alone votes by itself. Doubtful words (`order`, `quote`, `cart`) are read in
//! the light of the server's clear tools: among the sides that claim them, the one with the most clear tools gets
//! the vote; of two with the same number, the one that the words speak for more. What name and description lean to, where that was too
//! little to decide, counts as one clear tool more.

use super::lexicon::{ELSEWHERE, Lexicon, SIDES, Strength, Term};
use super::reading::{Reader, Reading, Says, category_of};
use super::{Category, Votes};

crate::words::words! {
    /// By what a tool's words were read.
    pub enum Light: "light" {
        /// By its own words.
        Own = "own",
        /// Its words are doubtful; the clear tools of the server decided.
        Others = "others",
        /// The first word of all tools is the name of a service of that category.
        Namespace = "namespace",
    }
}

/// The vote of one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Vote {
    /// The tool, by its place in the list.
    pub(super) tool: usize,
    pub(super) category: Category,
    pub(super) term: Term,
    pub(super) light: Light,
}

/// The first word of all tools of a server, where it is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Namespace {
    /// As it was written.
    pub(super) word: String,
    /// The category whose service it names.
    pub(super) brand: Option<(Category, Term)>,
}

/// What the tool names of one server say.
#[derive(Debug, Default)]
pub(super) struct Ballot {
    pub(super) votes: Votes,
    /// How many tools speak for none of the eight by themselves.
    pub(super) elsewhere: u32,
    pub(super) cast: Vec<Vote>,
    pub(super) namespace: Option<Namespace>,
}

/// Reads the tool names of one server, whose name and description lean to a side or to none.
pub(super) fn poll(reader: &mut Reader<'_>, names: &[String], leaning: Option<usize>) -> Ballot {
    let namespace = namespace_of(reader, names);
    let skip = usize::from(namespace.as_ref().is_some_and(|namespace| namespace.brand.is_none()));
    let readings: Vec<Reading> = names.iter().map(|name| reader.read(name, skip)).collect();
    let mut ballot = Ballot { namespace, ..Ballot::default() };
    if let Some(Namespace { brand: Some((category, term)), .. }) = ballot.namespace {
        for tool in 0..names.len() {
            ballot.cast(Vote { tool, category, term, light: Light::Namespace });
        }
        return ballot;
    }
    let mut clear = [0_u32; SIDES];
    if let Some(side) = leaning {
        clear[side] += 1;
    }
    for reading in &readings {
        if let Says::Clear(side) = reading.says() {
            clear[side] += 1;
        }
    }
    ballot.elsewhere = clear[ELSEWHERE] - u32::from(leaning == Some(ELSEWHERE));
    for (tool, reading) in readings.iter().enumerate() {
        let (side, light) = match reading.says() {
            Says::Nothing => continue,
            Says::Clear(side) => (Some(side), Light::Own),
            Says::Doubtful => lit(reading, &clear),
        };
        let Some(side) = side else { continue };
        if let (Some(category), Some(term)) = (category_of(side), reading.loudest(side)) {
            ballot.cast(Vote { tool, category, term, light });
        }
    }
    ballot
}

/// The side to which the clear tools of the server assign a doubtful one.
fn lit(reading: &Reading, clear: &[u32; SIDES]) -> (Option<usize>, Light) {
    let claim = |side: &usize| reading.weights[*side] > 0;
    let brightest = (0..SIDES).filter(claim).map(|side| clear[side]).max().unwrap_or(0);
    if brightest == 0 {
        return (reading.unlit(), Light::Own);
    }
    // Of two equally lit sides the words themselves choose.
    let bright = (0..SIDES).filter(claim).filter(|&side| clear[side] == brightest);
    (reading.heaviest(bright), Light::Others)
}

/// A word that every tool begins with names the server and not what the tool does: `crm_`, `zillow_`. A word that
/// speaks alone (`flight_search`, `flight_status`) is no namespace but what the server is about.
fn namespace_of(reader: &mut Reader<'_>, names: &[String]) -> Option<Namespace> {
    if names.len() < 2 {
        return None;
    }
    let mut first: Option<(String, Option<Term>)> = None;
    for name in names {
        let found = reader.find(name);
        // A name of one word would have nothing left.
        let head = *found.first().filter(|_| found.len() > 1)?;
        match &first {
            None => first = Some((reader.word(head).to_owned(), head.term)),
            Some((word, term)) => {
                if *term != head.term || (term.is_none() && word != reader.word(head)) {
                    return None;
                }
            }
        }
    }
    let (word, term) = first?;
    let lexicon: &Lexicon = reader.lexicon;
    let Some(term) = term else { return Some(Namespace { word, brand: None }) };
    let note = lexicon.note(term);
    if note.generic {
        return None;
    }
    let sides = || note.sides.iter().enumerate();
    if let Some((side, _)) = sides().find(|&(_, &strength)| strength == Strength::Brand) {
        return category_of(side).map(|category| Namespace { word, brand: Some((category, term)) });
    }
    let speaks = sides().any(|(_, &strength)| strength == Strength::Strong);
    (!speaks).then_some(Namespace { word, brand: None })
}

impl Ballot {
    fn cast(&mut self, vote: Vote) {
        self.votes.add(vote.category);
        self.cast.push(vote);
    }
}

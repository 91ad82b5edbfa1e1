//! One entry, one assignment: the category or none, on what it rests, and what was left out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lexicon::{Lexicon, Term};
use super::prose::{self, Place};
use super::reading::{Reader, category_of};
use super::rule::{Shortfall, decide};
use super::vote::{Ballot, Light, poll};
use super::{Category, IdenticalSets, Subject};

crate::words::words! {
    /// On what a category rests.
    pub enum Basis: "basis" {
        /// Name, title and description.
        NameAndDescription = "name-and-description",
        /// The tool names; name and description matched no category.
        ToolNames = "tool-names",
    }
}

/// Why an entry has no category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "because")]
pub enum NoneBecause {
    /// Name and description do not point clearly enough at one, and no tools are known.
    NoTools,
    /// Name and description do not point clearly enough at one, and the list is left out because so many servers share it.
    IdenticalSet {
        /// How many servers list it, this one included.
        servers: u32,
    },
    /// Name and description do not point clearly enough at one, and the tool names fail the published rule.
    ToolNames {
        /// The first condition that they fail.
        shortfall: Shortfall,
    },
}

/// A word of name, title or description that speaks for a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DecidingWord {
    /// The word or pair, in its normal form.
    pub word: String,
    /// The category it speaks for; null for elsewhere.
    pub category: Option<Category>,
    /// Where it stands.
    pub place: Place,
    /// Its weight.
    pub weight: u32,
}

/// A tool that points at a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Voter {
    /// The tool's name, as the server gave it.
    pub tool: String,
    /// The category it points at.
    pub category: Category,
    /// The word or pair that made the vote, in its normal form.
    pub word: String,
    /// By what the word was read.
    pub light: Light,
}

crate::words::words! {
    /// Why words were left out.
    pub enum LeftOutBecause: "reason to leave out" {
        /// They are generic.
        Generic = "generic",
        /// Every tool begins with it.
        Namespace = "namespace",
    }
}

/// Words that were left out of the tool names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Why.
    pub because: LeftOutBecause,
    /// The words, as they are read, sorted.
    pub words: Vec<String>,
}

/// The shelf of one entry and how it came to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Assignment {
    /// The entry.
    pub name: String,
    /// Its category, or null.
    pub category: Option<Category>,
    /// On what it rests; null without a category.
    pub basis: Option<Basis>,
    /// Why there is none; null with a category.
    pub none: Option<NoneBecause>,
    /// The words of name, title and description that speak for any side, the deciding ones included.
    pub words: Vec<DecidingWord>,
    /// How many tools point at each category; empty where they were not asked.
    pub votes: BTreeMap<Category, u32>,
    /// The tools that voted; empty where they were not asked.
    pub voters: Vec<Voter>,
    /// How many tools are known; null where there is no list.
    pub tools: Option<u64>,
    /// How many of them are kept by name, and so could vote.
    pub named: usize,
    /// Whether the list was read to its end; where it was not, the known count was judged.
    pub complete: Option<bool>,
    /// How many other servers of the run list exactly the same tools.
    pub same_list: u32,
    /// What was left out of the tool names, and why; empty where they were not asked.
    pub left_out: Vec<LeftOut>,
}

/// Assigns categories, one entry after the other.
#[derive(Debug)]
pub struct Assigner<'l, 's> {
    reader: Reader<'l>,
    sets: &'s IdenticalSets,
}

impl<'l, 's> Assigner<'l, 's> {
    /// An assigner that reads by this lexicon and leaves out these lists.
    #[must_use]
    pub fn new(lexicon: &'l Lexicon, sets: &'s IdenticalSets) -> Self {
        Self { reader: Reader::new(lexicon), sets }
    }

    /// The category of one entry.
    ///
    /// Name and description first; the tool names are asked only where those match nothing.
    pub fn assign(&mut self, subject: &Subject) -> Assignment {
        let lexicon = self.reader.lexicon;
        let text = |term: Term| lexicon.note(term).text.to_string();
        let prose = prose::read(&mut self.reader, subject);
        let words = prose.said.iter().map(|said| DecidingWord {
            word: text(said.term),
            category: category_of(said.side),
            place: said.place,
            weight: said.weight,
        });
        let list = subject.tools.as_ref();
        let mut assignment = Assignment {
            name: subject.name.clone(),
            category: prose.category(),
            basis: None,
            none: None,
            words: words.collect(),
            votes: BTreeMap::new(),
            voters: Vec::new(),
            tools: list.map(|list| list.count),
            named: list.map_or(0, |list| list.names.len()),
            complete: list.map(|list| list.complete),
            same_list: self.sets.others(subject),
            left_out: Vec::new(),
        };
        if assignment.category.is_some() {
            assignment.basis = Some(Basis::NameAndDescription);
            return assignment;
        }
        let Some(list) = list.filter(|list| list.count > 0) else {
            assignment.none = Some(NoneBecause::NoTools);
            return assignment;
        };
        if let Some(servers) = self.sets.excludes(subject) {
            assignment.none = Some(NoneBecause::IdenticalSet { servers });
            return assignment;
        }
        let ballot = poll(&mut self.reader, &list.names, prose.leaning());
        // A server that counts fewer tools than it names is not believed.
        let count = list.count.max(list.names.len() as u64);
        match decide(&ballot.votes, count) {
            Ok(category) => {
                assignment.category = Some(category);
                assignment.basis = Some(Basis::ToolNames);
            }
            Err(shortfall) => match prose.confirmed(lexicon, &ballot) {
                Some(category) => {
                    assignment.category = Some(category);
                    assignment.basis = Some(Basis::NameAndDescription);
                }
                None => assignment.none = Some(NoneBecause::ToolNames { shortfall }),
            },
        }
        assignment.votes = ballot.votes.to_map();
        assignment.voters = ballot
            .cast
            .iter()
            .map(|vote| Voter {
                tool: list.names[vote.tool].clone(),
                category: vote.category,
                word: text(vote.term),
                light: vote.light,
            })
            .collect();
        assignment.left_out = self.left_out(&list.names, &ballot);
        assignment
    }

    fn left_out(&mut self, names: &[String], ballot: &Ballot) -> Vec<LeftOut> {
        let lexicon = self.reader.lexicon;
        let mut generic: Vec<Term> = Vec::new();
        for name in names {
            let terms = self.reader.find(name).iter().filter_map(|found| found.term);
            generic.extend(terms.filter(|&term| lexicon.note(term).generic));
        }
        generic.sort_unstable();
        generic.dedup();
        let mut generic: Vec<String> =
            generic.into_iter().map(|term| lexicon.note(term).text.to_string()).collect();
        generic.sort_unstable();
        let namespace = ballot.namespace.as_ref().filter(|namespace| namespace.brand.is_none());
        let namespace: Vec<String> = namespace.into_iter().map(|namespace| namespace.word.clone()).collect();
        [(LeftOutBecause::Generic, generic), (LeftOutBecause::Namespace, namespace)]
            .into_iter()
            .filter(|(_, words)| !words.is_empty())
            .map(|(because, words)| LeftOut { because, words })
            .collect()
    }
}

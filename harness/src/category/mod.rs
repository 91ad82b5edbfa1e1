//! Which shelf an entry belongs on: one of eight directory categories or none, by its name and description first and
//! by its tool names only where those say nothing.
//!
//! Everything here is a pure function over what a record keeps, so a better lexicon needs no new crawl. Nothing reads
//! a file, a clock or the network; the verb `categorize` does the reading and writing.
//!
//! ```text
//! lexicon text -> Lexicon      name, title, description -> prose ----.
//!                    |                                               +-> Assignment
//!                    '-> reading of each tool name -> votes -> rule -'
//! ```

mod assign;
mod categories;
mod collect;
mod confusion;
mod generic;
mod identical;
mod lexicon;
mod prose;
mod reading;
mod rule;
mod shelf;
mod singular;
mod subject;
#[cfg(test)]
mod tests;
mod tokenise;
mod vote;

pub use assign::{Assigner, Assignment, Basis, DecidingWord, LeftOut, LeftOutBecause, NoneBecause, Voter};
pub use categories::{CATEGORIES_SCHEMA, Categories, Shelf};
pub use collect::Collector;
pub use confusion::{Confusion, Judged, Measured, Share, measured};
pub use generic::{Candidate, LISTS_AT_LEAST, SHARE_AT_MOST, SIDES_AT_LEAST, candidates};
pub use identical::{IDENTICAL_AT, IdenticalSet, IdenticalSets};
pub use lexicon::{Lexicon, LexiconError, built_in_text, lexicon_schema};
pub use prose::Place;
pub use rule::{LEAD, MIN_VOTES, SHARE, Shortfall, decide};
pub use shelf::{Category, Votes};
pub use subject::{Subject, ToolList};
pub use vote::Light;

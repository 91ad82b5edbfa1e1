//! The words by which names and sentences are read: a data file in the crate's own words, replaceable as a whole.
//!
//! The built-in lexicon is a set of TOML files, one a category, compiled in and read as one text; a file given with
//! `--lexicon` has the same form in one piece.

mod build;
mod error;
mod file;
mod find;
mod terms;
#[cfg(test)]
mod tests;

pub use build::built_in_text;
pub use error::LexiconError;
pub use file::lexicon_schema;
pub(super) use find::{Found, Term};
pub use terms::Lexicon;
pub(super) use terms::{ELSEWHERE, SIDES, Strength, TermNote};

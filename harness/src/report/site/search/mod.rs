//! The search of the start page: its form, and the index beside the pages.
//!
//! ```text
//! search/head.js    facets, profiles, the profile of every row, the first word of every word file
//! search/tN.js      words in order, each with the rows that have it, and those that have it in their name or title
//! search/rN.js      what is shown of forty servers
//! ```
//!
//! The files are scripts that register themselves, since a browser refuses every other way of reading a file from disk. A
//! page loads none of them before somebody searches; a search loads the head, the files of its words, and the rows shown.

mod form;
mod index;
mod profile;
mod row_list;
mod words;

pub(super) use form::form;
pub(super) use index::write;
#[cfg(test)]
pub(super) use profile::FACETS;
pub(super) use profile::Profiles;

//! rollcall calls the roll of the MCP servers that a registry lists: it probes each remote endpoint, says in one word
//! what it did, keeps the evidence and adds it all up.
//!
//! The way of the data:
//!
//! ```text
//! registry source -> Entry -> target plan -+-> Target -> probe machine <-> driver -> Record --> store
//!                                          +-> Skipped(reason)                         |
//!                                                                                      v
//!                               category <- Record        outcome(Record) -> Tally <- Skipped -> report
//! manifest bytes -> Document -> rules -> diagnostics -> render
//! ```

pub mod category;
pub mod causes;
pub mod census;
pub mod cli;
pub mod conform;
pub mod exit;
pub mod explain;
pub mod manifest;
pub mod namespace;
pub mod outcome;
pub mod pattern;
pub mod policy;
pub mod probe;
pub mod record;
pub mod registry;
pub mod report;
pub mod tally;
pub mod target;
pub mod trust;
mod versioned;
pub mod words;

//! The command line: one file a verb. Data goes to stdout, everything else to stderr.

mod baseline;
mod categorize;
mod census;
mod conform;
mod contact;
mod explain;
pub mod failure;
mod forms;
mod inert;
pub mod key;
mod language;
pub mod lint;
pub mod namespace;
mod output;
pub(crate) mod plain;
mod plan;
mod probe;
mod prober;
mod progress;
mod report;
mod schema;
mod tally;
mod verbs;

pub use failure::Failure;
pub use verbs::{command, run, run_to};

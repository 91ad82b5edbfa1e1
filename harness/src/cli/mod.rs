//! The command line: one file a verb. Data goes to stdout, everything else to stderr.

pub mod failure;
pub mod key;
pub mod namespace;
mod plain;
mod verbs;

pub use failure::Failure;
pub use verbs::{run, run_to};

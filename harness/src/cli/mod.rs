//! The command line: one file a verb. Data goes to stdout, everything else to stderr.

pub mod failure;
mod verbs;

pub use failure::Failure;
pub use verbs::run;

//! The known failures of a real server: one file a server, each entry with its reason. An entry that no longer says what is
//! so fails the run, so that the file can only get shorter by being read.

mod entry;
mod hold;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use entry::{Baseline, BaselineError, Entry};
pub use hold::hold;
pub use write::{Rewritten, rewrite};

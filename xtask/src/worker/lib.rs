//! What `bench` measures, each in a process of its own. They are a program apart, so that a process holds the product's
//! client and nothing else of this house: its memory is then the client's.
#![expect(clippy::print_stdout, reason = "what a worker measured is a line on stdout")]

pub mod census;
pub mod command;
pub mod probe;
pub mod usage;

//! `mock`: every case at an address of its own, so that any prober can be held against them.

mod run;

pub(crate) use run::{Args, run};

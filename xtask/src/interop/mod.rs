//! `interop`: real servers, pinned, probed. They keep us honest where a mock would repeat our own misreading.

mod conform;
mod install;
mod peer;
mod run;
mod schemas;
mod serve;
mod witness;

pub(crate) use install::{missing, node22, npm, pip};
pub(crate) use run::{Args, run};

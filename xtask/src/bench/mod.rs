//! `bench NAME`: figures held against a floor and a goal. A new bench is a file here with a `measure` that returns
//! its `Figure`s, a variant in `run.rs`, and nothing else.

mod categorize;
mod census;
mod child;
mod figure;
mod lint;
mod probe;
mod report;
mod run;
mod suite;

pub(crate) use run::{Args, run};

//! `tidy`: the house rules, each with what it asks and how to mend it. All violations are collected before it ends.

mod run;

pub(crate) use run::{Args, run};

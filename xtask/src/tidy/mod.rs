//! `tidy`: the house rules, each with what it asks and how to mend it. All violations are collected before it ends.
//!
//! A new rule is a [`rule::Rule`] in the file of its subject and a line in that file's `RULES`.

mod boundary;
mod layout;
mod rule;
mod run;
mod snapshot;
mod source;
mod tree;
mod wording;

pub(crate) use run::{Args, rules, run};

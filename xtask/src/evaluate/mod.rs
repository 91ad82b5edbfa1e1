//! `evaluate`: how often the categories are right, over servers labelled by hand.

mod bootstrap;
mod carried;
mod labelled;
mod lists;
mod run;
mod score;

pub(crate) use labelled::subjects;
pub(crate) use run::{Args, run};

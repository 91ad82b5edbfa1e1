//! `evaluate`: how often the categories are right, over servers labelled by hand.

mod bootstrap;
mod labelled;
mod lists;
mod run;
mod score;

pub(crate) use run::{Args, run};

/// The labelled servers as the rule is given them: words of real servers for a bench.
pub(crate) fn labelled() -> anyhow::Result<Vec<rollcall::category::Subject>> {
    Ok(labelled::read()?.into_iter().map(|one| one.subject).collect())
}

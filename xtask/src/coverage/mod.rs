//! `coverage`: every word of the verdicts is claimed by at least one case, and (`--mutate`) every row of the decision is
//! missed by at least one case when it is changed.

mod mutate;
mod mutation;
mod requirement;
mod run;
mod word;

pub(crate) use run::{Args, run};

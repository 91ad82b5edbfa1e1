//! `demo`: two censuses over TLS, in under a minute. First a population whose failures are the published ones, then every
//! case, so that a stranger sees a census, its tally and every verdict proven.

mod cases;
mod look;
mod page;
mod population;
mod run;
mod shelves;
mod site;

pub(crate) use look::Staged;
pub(crate) use run::{Args, reach, run, take};

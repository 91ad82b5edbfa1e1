//! `bench census`: the time of a census of the registry's shape against its lower bound, its memory, and what planning and
//! resuming cost. The crowd of hosts and the census are processes of their own.

mod crowd;
mod measure;
mod shape;
mod stand_in;
mod worker;

pub(crate) use measure::measure;
pub(crate) use worker::{Worker, run as work};

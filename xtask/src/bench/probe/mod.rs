//! `bench probe`: what a probe costs its client, against the leanest client there can be. Server and client are
//! processes of their own, so that each one's figures are its own.

mod client;
mod floor;
mod measure;
mod names;
mod ours;
mod server;
mod worker;

pub(crate) use measure::measure;
pub(crate) use worker::{Worker, run as work};

//! `agree`: how far `rollcall lint` agrees with a shared body of manifests that somebody else judged.

mod case;
mod given;
mod keys;
mod publish;
mod run;

pub(crate) use run::{Args, run};

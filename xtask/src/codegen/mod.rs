//! `codegen`: what is written from the code, so that it cannot disagree with it. `--check` says what is stale instead.

mod block;
mod run;

pub(crate) use run::{Args, run};

//! `grade`: any prober held against the served cases. Its command is called once a case; an adapter maps what it says to
//! outcomes; what comes out is a matrix, a confusion table, and what it told apart.

mod adapter;
mod call;
mod html;
mod install;
mod json;
mod judge;
mod keep;
mod launch;
mod matrix;
mod run;
mod select;
mod step;
mod text;
mod visit;
mod work;

pub(crate) use call::call;
pub(crate) use run::{Args, run};
pub(crate) use step::step;
pub(crate) use work::{Rollcall, rollcall};

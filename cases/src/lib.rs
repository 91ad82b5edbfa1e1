//! The case format and its runner: one TOML file is one claim about one misbehaving server.

pub mod case;
pub mod check;
pub mod conform;
pub mod load;
pub mod named;
pub mod plan;
pub mod run;
pub mod servable;
pub mod snapshot;
pub mod spec;

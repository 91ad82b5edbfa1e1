//! The case format and its runner: one TOML file is one claim about one misbehaving server.

pub mod case;
pub mod load;
pub mod spec;

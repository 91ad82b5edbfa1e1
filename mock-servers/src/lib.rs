//! Misbehaving MCP servers.

pub mod program;
pub mod script;

//! Misbehaving MCP servers.

//! rollcall: calls the roll of the MCP servers that a registry lists, and tells the truth about each.

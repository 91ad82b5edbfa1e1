//! The `rollcall` command.
fn main() {}

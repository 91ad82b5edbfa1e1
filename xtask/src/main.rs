//! House automation.
fn main() {}

//! Serve one mock by hand.
fn main() {}

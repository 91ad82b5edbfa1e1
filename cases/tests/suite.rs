//! Every case as a named test.
fn main() {}

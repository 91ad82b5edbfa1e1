//! The case format and its runner.

//! A publisher's whole way: make a key, serve it, see that it is served, log in, publish, and meet every refusal.
//!
//! The command line is the product's, the registry is the mock; neither knows the other, and they verify signatures
//! with different libraries.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod logins;
mod places;
mod refusals;
mod stage;

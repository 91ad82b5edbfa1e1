//! The prober against sockets: what a peer does with its bytes, and what the record then says.

#![expect(clippy::unwrap_used, reason = "in a test a surprise is a failure")]

mod peer;
mod probe;
mod secure;

//! The prober against sockets: what a peer does with its bytes, and what the record then says; and the command as its
//! users run it.

#![expect(clippy::unwrap_used, reason = "in a test a surprise is a failure")]

mod categorize;
mod conform;
mod http;
mod known;
mod lint;
mod names;
#[cfg(target_os = "linux")]
mod offline;
mod peer;
mod secure;
mod setup;
mod site;

//! Every behaviour that a script can state, seen from the other end of the wire.
#![expect(clippy::unwrap_used, reason = "a test stops where it is surprised")]

mod client;
mod demands;
mod faults;
mod good;
mod listening;
mod programs;
mod replies;
mod serving;
mod site;

//! A stand-in for the registry: logins, publishing, and what was published.
//!
//! Answers as modelcontextprotocol/registry does at v1.7.8: the same order of checks, the same statuses, titles, details
//! and places. Of the registry's rules it knows those behind the refusals that publishers meet (see `semantic` and
//! `packages`); it is no second copy of them all.
//!
//! What the registry would look up outside is given by whoever starts it ([`Outside`]), its clock can be moved
//! ([`Clock`]), and every call is kept in a journal. [`KeyHost`] and [`NameServer`] are the two places where a publisher's
//! key can be.

mod auth;
mod clock;
mod key_host;
mod listing;
mod name_server;
mod outside;
mod packages;
mod problem;
mod proof;
mod publish;
mod semantic;
mod server;
mod shape;
mod store;
mod token;

pub use clock::Clock;
pub use key_host::{KeyAnswer, KeyHost};
pub use listing::{Listing, MockListing, Trouble, Wrong};
pub use name_server::{Known, NameServer};
pub use outside::{Account, Outside};
pub use server::{Call, MockRegistry};
pub use store::Status;

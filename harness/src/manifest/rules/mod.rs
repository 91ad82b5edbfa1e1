//! The rules: one file a group of fields, one documented unit a rule. Each file holds the metadata of its rules and the
//! one function that checks them.

mod argument;
mod beside;
mod description;
mod file;
mod findings;
mod icon;
mod input;
mod mcpb;
mod meta;
mod name;
mod oci;
mod ownership;
mod package;
mod proof;
mod publish;
mod remote;
mod repository;
mod rule;
mod schema;
mod table;
mod target;
mod transport;
mod unfinished;
mod version;
mod website;

pub use beside::check as check_beside;
pub use file::unreadable;
pub(crate) use findings::opening;
pub use findings::{Findings, MAX_FINDINGS, Manifest};
pub use ownership::check_facts;
pub(super) use proof::check as check_proof;
pub use rule::{Layer, Rule, Severity};
pub use schema::CURRENT as CURRENT_SCHEMA;
pub use table::{ALL, check, find};

//! Holding a server against the specification: what is asked of it, what is sent, what is seen, what it means.

mod ask;
pub mod baseline;
mod check;
mod checks;
mod compose;
mod events;
mod judge;
mod limits;
mod plan;
mod reply;
mod report;
mod requirement;
mod revision;
mod run;
mod secrets;
mod seen;
mod selection;
mod sought;
mod spelled;
#[cfg(test)]
mod tests;
mod verdict;

pub use ask::Ask;
pub use check::{Check, all, named};
pub use limits::Limits;
pub use report::{
    Baselined, Counts, EntryFault, Exchange, Known, REPORT_SCHEMA, Report, Rules, Server, Verdicts,
    WrongEntry,
};
pub use requirement::{Held, Level, Party, Requirement, requirement, requirements};
pub use revision::Revision;
pub use run::{Conform, HeaderError, Order, OwnHeader};
pub use selection::{Selection, SelectionError};
pub use verdict::Verdict;

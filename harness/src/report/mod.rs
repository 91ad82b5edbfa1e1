//! How it is shown: one file a form. Nothing here decides anything.

pub mod categories;
pub mod conform;
pub mod curl;
mod labelled;
pub mod lang;
pub mod metrics;
pub mod site;
pub mod tally;
pub mod text;

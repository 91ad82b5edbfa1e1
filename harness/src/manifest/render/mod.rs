//! How findings are shown: one file a format, all fed by the same [`Checked`](super::Checked) values.

mod github;
mod json;
mod position;
mod sarif;
mod text;

pub use github::github;
pub use json::{DIAGNOSTICS_SCHEMA, Report, json};
pub use position::{Lines, Position};
pub use sarif::sarif;
pub use text::text;

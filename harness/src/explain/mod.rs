//! What every word means, what to do about it, and where the rule comes from: one place for `explain`, the text report and
//! the site.

mod asked;
mod check;
mod word;

pub use asked::{Explanation, asked};
pub use word::{Kind, Meaning, STATUS_WORDS, finding, lookup, outcome, reason, skip, status, words};

//! A conformance report, one file a form.

pub mod badge;
mod count;
pub mod junit;
pub mod markdown;
pub mod sarif;
mod section;
#[cfg(test)]
mod tests;
pub mod text;

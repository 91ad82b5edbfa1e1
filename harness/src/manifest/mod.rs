//! `server.json`, judged before anybody else judges it: a document with spans, one rule a fault, diagnostics as values.
//!
//! Nothing here but `online` may know of the network.

pub mod address;
pub mod beside;
pub mod diagnostic;
pub mod document;
pub mod facts;
pub mod fix;
pub mod lint;
pub mod online;
pub mod package_index;
pub mod render;
pub mod rules;
mod shape;
mod view;

pub use diagnostic::{Checked, Diagnostic, Source, Unchecked};
pub use document::{Document, Span, Unreadable};
pub use lint::{Options, lint};
pub use rules::{Layer, Rule, Severity};

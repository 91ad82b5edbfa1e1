//! A conformance report, one file a form.

pub mod text;

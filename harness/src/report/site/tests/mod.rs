//! Tests of the site: its words, and its pages as they are written.

mod many;
mod messages;
mod reader;

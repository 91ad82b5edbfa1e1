//! Tests of the site: its words, and its pages as they are written.

mod messages;

//! Writing to stdout: formats, and what a failing write means.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::Failure;

/// The forms that every verb has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people; complete without colour
    #[default]
    Text,
    /// For programs; versioned, see `rollcall schema`
    Json,
}

/// Writes text to stdout.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritable)
}

/// Writes one value as one line of JSON to stdout.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_string(value).expect("our own types are always representable as JSON");
    line.push('\n');
    print(&line)
}

/// Standard output that cannot be written.
pub(super) fn unwritable(error: io::Error) -> Failure {
    let failure = Failure::could_not_check(format!("standard output: {error}"));
    match error.kind() {
        io::ErrorKind::StorageFull => failure.hint("free some space, or write to another place"),
        io::ErrorKind::BrokenPipe => failure.hint("read the output to its end"),
        _ => failure,
    }
}

//! Writing the answer: its forms, and what a failing write means.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::Failure;
use super::inert::inert_json;

/// The forms that every verb has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people; complete without colour
    #[default]
    Text,
    /// For programs; versioned, see `rollcall schema`
    Json,
}

/// Writes text.
pub(super) fn print(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritable)
}

/// Writes one value as one line of JSON.
pub(super) fn print_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).expect("our own types are always representable as JSON");
    print(out, &format!("{}\n", inert_json(&line)))
}

/// Standard output that cannot be written.
#[expect(clippy::needless_pass_by_value, reason = "handed to `map_err`")]
pub(super) fn unwritable(error: io::Error) -> Failure {
    let failure = Failure::could_not_check(format!("standard output: {error}"));
    match error.kind() {
        io::ErrorKind::StorageFull => failure.hint("free some space, or write to another place"),
        io::ErrorKind::BrokenPipe => failure.hint("read the output to its end"),
        _ => failure,
    }
}

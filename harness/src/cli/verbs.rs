//! The verbs and their dispatch.

use std::ffi::OsString;
use std::io::Write as _;

use clap::{Parser, Subcommand};

use super::Failure;
use crate::exit::Exit;

/// rollcall calls the roll of remote MCP servers and tells the truth about each.
#[derive(Debug, Parser)]
#[command(name = "rollcall", version, about, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

/// One variant a verb, one file a variant. Keep in the order of the README.
#[derive(Debug, Subcommand)]
enum Verb {}

/// Runs one command line and says how the process should end. Never panics on bad input.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let usage = error.use_stderr();
            // A closed pipe is the reader's decision, not ours to report.
            let _ = error.print();
            return if usage { Exit::Usage } else { Exit::Clean };
        }
    };
    let done: Result<Exit, Failure> = match cli.verb {};
    done.unwrap_or_else(|failure| {
        let mut stderr = std::io::stderr().lock();
        let _ = writeln!(stderr, "rollcall: {}", failure.message);
        if let Some(hint) = &failure.hint {
            let _ = writeln!(stderr, "hint: {hint}");
        }
        failure.exit
    })
}

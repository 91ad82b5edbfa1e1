//! The verbs and their dispatch.

use std::ffi::OsString;
use std::io::Write;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::Failure;
use super::plain::plain;
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
enum Verb {
    Probe(super::probe::Probe),
    Census(Box<super::census::Census>),
    Merge(super::tally::Merge),
    Tally(super::tally::ShowTally),
    Categorize(super::categorize::Categorize),
    Diff(super::tally::ShowDiff),
    Conform(Box<super::conform::ConformArgs>),
    Lint(super::lint::LintArgs),
    Report(super::report::Report),
    Explain(super::explain::Explain),
    Schema(super::schema::PrintSchema),
    Namespace(super::namespace::NamespaceArgs),
    Key(super::key::KeyArgs),
}

/// The command line as clap knows it, for documentation.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs one command line and says how the process should end. Never panics on bad input.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(cli) => dispatch(cli, &mut std::io::stdout(), &mut std::io::stderr()),
        Err(error) if error.use_stderr() => misused(&error, &mut std::io::stderr()),
        // Help and version, in colour where there is a terminal.
        Err(error) => error.print().map_or(Exit::CouldNotCheck, |()| Exit::Clean),
    }
}

/// Tells what cannot be used. The message quotes arguments, and nothing of them may act on the terminal.
fn misused(error: &clap::Error, err: &mut dyn Write) -> Exit {
    for line in error.render().to_string().lines() {
        let _ = writeln!(err, "{}", plain(line));
    }
    Exit::Usage
}

/// As [`run`], with the two streams given: for callers inside a process, tests above all.
pub fn run_to(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(cli) => dispatch(cli, out, err),
        Err(error) if error.use_stderr() => misused(&error, err),
        Err(error) => write!(out, "{}", error.render()).map_or(Exit::CouldNotCheck, |()| Exit::Clean),
    }
}

fn dispatch(cli: Cli, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    let done: Result<Exit, Failure> = match cli.verb {
        Verb::Probe(args) => args.run(out, err),
        Verb::Census(args) => args.run(out, err),
        Verb::Merge(args) => args.run(out),
        Verb::Tally(args) => args.run(out, err),
        Verb::Categorize(args) => args.run(out),
        Verb::Diff(args) => args.run(out),
        Verb::Conform(args) => args.run(out, err),
        Verb::Lint(args) => super::lint::run(&args, out, err),
        Verb::Report(args) => args.run(out, err),
        Verb::Explain(args) => args.run(out),
        Verb::Schema(args) => args.run(out),
        Verb::Namespace(args) => super::namespace::run(&args, out, err),
        Verb::Key(args) => super::key::run(&args, out, err),
    };
    done.unwrap_or_else(|failure| {
        // Messages quote arguments, paths and files; nothing of them may act on the terminal.
        let _ = writeln!(err, "rollcall: {}", plain(&failure.message));
        if let Some(hint) = &failure.hint {
            let _ = writeln!(err, "hint: {}", plain(hint));
        }
        failure.exit
    })
}

//! The verbs and their dispatch.

use std::ffi::OsString;
use std::io::Write;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use super::Failure;
use super::inert::{Inert, inert};
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
    match parsed(args) {
        Ok((cli, is_for_people)) => {
            dispatch(cli, is_for_people, &mut std::io::stdout(), &mut std::io::stderr())
        }
        Err(error) if error.use_stderr() => misused(&error, &mut std::io::stderr()),
        // Help and version, in colour where there is a terminal.
        Err(error) => error.print().map_or(Exit::CouldNotCheck, |()| Exit::Clean),
    }
}

/// The command line, and whether what the verb writes to standard output is text for people.
fn parsed(args: impl IntoIterator<Item = OsString>) -> Result<(Cli, bool), clap::Error> {
    let mut matches = command().try_get_matches_from(args)?;
    let is_for_people = is_for_people(&matches);
    let cli = Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command()))?;
    Ok((cli, is_for_people))
}

/// Whether no form for programs goes to standard output.
fn is_for_people(matches: &ArgMatches) -> bool {
    const PROGRAMS: [&str; 5] = ["json", "sarif", "github", "junit", "badge"];
    let mut at = matches;
    while let Some((verb, below)) = at.subcommand() {
        if verb == "schema" {
            return false;
        }
        at = below;
    }
    let Ok(Some(mut forms)) = at.try_get_raw("format") else { return true };
    // One with a file (`json=FILE`) is none of these words.
    !forms.any(|form| PROGRAMS.iter().any(|program| form == *program))
}

/// Tells what cannot be used. The message quotes arguments, and nothing of them may act on the terminal.
fn misused(error: &clap::Error, err: &mut dyn Write) -> Exit {
    for line in error.render().to_string().lines() {
        let _ = writeln!(err, "{}", inert(&plain(line)));
    }
    Exit::Usage
}

/// As [`run`], with the two streams given: for callers inside a process, tests above all.
pub fn run_to(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    match parsed(args) {
        Ok((cli, is_for_people)) => dispatch(cli, is_for_people, out, err),
        Err(error) if error.use_stderr() => misused(&error, err),
        Err(error) => write!(out, "{}", error.render()).map_or(Exit::CouldNotCheck, |()| Exit::Clean),
    }
}

fn dispatch(cli: Cli, is_for_people: bool, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    let (mut told, mut said) = (Inert::new(out, is_for_people), Inert::new(err, true));
    let exit = carry_out(cli, &mut told, &mut said);
    let written = told.finish();
    let _ = said.finish();
    written.map_or(Exit::CouldNotCheck, |()| exit)
}

fn carry_out(cli: Cli, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
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

//! House automation: everything that is done to the project and not by it. `cargo xtask --help` lists the commands;
//! each has a file (or a folder) of its own, with an `Args` and a `run` that says how the process ends.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a console tool: what it prints is what it does"
)]

mod agree;
mod bench;
mod bless;
mod browser;
mod ci;
mod codegen;
mod coverage;
mod demo;
mod evaluate;
mod fuzz;
mod grade;
mod interop;
mod mock;
mod new_case;
mod process;
mod root;
mod stdout;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rollcall::exit::Exit;

/// House automation for rollcall.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the house rules: the tree, the names, the snapshots, who may touch the network.
    Tidy(tidy::Args),
    /// Compare `rollcall lint` with manifests that somebody else judged, where they are there.
    Agree(agree::Args),
    /// Start every mock, probe it, print the verdicts and the tally, write the records.
    Demo(demo::Args),
    /// Serve every case at an address of its own, for people and for other probers.
    Mock(mock::Args),
    /// Hold any prober against the served cases: which outcomes it tells right, and which it tells apart.
    Grade(grade::Args),
    /// Probe real servers, pinned, and compare; hold each against the specification, with its baseline.
    Interop(interop::Args),
    /// Look at the site of a run as a reader would, in a headless Chromium.
    Browser(browser::Args),
    /// Run everything that has to hold: fmt, tidy, clippy, tests, doc, codegen, coverage, interop.
    Ci(ci::Args),
    /// Accept the snapshots as they are now, and show the difference.
    Bless(bless::Args),
    /// Start a new case.
    NewCase(new_case::Args),
    /// Write what is generated from the code.
    Codegen(codegen::Args),
    /// Find words that no case claims, and rows of the decision that no case proves.
    Coverage(coverage::Args),
    /// Try a parser on generated input.
    Fuzz(fuzz::Args),
    /// Rollcall's own command line, for grading it.
    #[command(hide = true)]
    Rollcall(grade::Rollcall),
    /// Measure against a floor and a goal; exits 1 when a goal is missed. Not part of ci.
    Bench(bench::Args),
    /// Judge the categories over servers labelled by hand; exits 1 when a goal is missed.
    Evaluate(evaluate::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Tidy(args) => tidy::run(&args),
        Command::Agree(args) => agree::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Mock(args) => mock::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Rollcall(args) => Ok(grade::rollcall(args)),
        Command::Interop(args) => interop::run(&args),
        Command::Browser(args) => browser::run(&args),
        Command::Ci(args) => Ok(ci::run(&args)),
        Command::Bless(args) => bless::run(&args),
        Command::NewCase(args) => new_case::run(&args),
        Command::Codegen(args) => codegen::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("xtask: {error:#}");
            Exit::CouldNotCheck.into()
        }
    }
}

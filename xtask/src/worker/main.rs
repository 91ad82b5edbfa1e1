//! One process of a bench; `cargo xtask bench` starts it.
#![expect(clippy::print_stderr, reason = "a console program")]

use std::process::ExitCode;

use clap::Parser as _;
use rollcall::exit::Exit;
use worker::command::{Command, run};

/// As the product's (harness/src/main.rs).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => Exit::Clean.into(),
        Err(error) => {
            eprintln!("bench-worker: {error:#}");
            Exit::CouldNotCheck.into()
        }
    }
}

//! `ci`: everything that has to hold, in one word, the same at home and on the build machine. It runs every step
//! whatever the ones before said, prints each with its time, and tells all failures at the end.

use std::process::Command;
use std::time::Instant;

use anyhow::Context as _;
use rollcall::exit::Exit;

use crate::root::root;
use crate::{browser, codegen, coverage, demo, grade, interop, process, tidy};

/// `ci`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these steps; repeatable. Without it all of them.
    #[arg(long, value_name = "STEP", value_parser = clap::builder::PossibleValuesParser::new(STEPS.map(|step| step.name)))]
    only: Vec<String>,
}

/// What a step came to.
enum Done {
    Held,
    Failed(String),
    /// Not run here, and why.
    Skipped(String),
}

#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    run: fn() -> anyhow::Result<Done>,
}

/// In the order in which they tell the most the soonest.
const STEPS: [Step; 12] = [
    Step { name: "fmt", run: || held(process::cargo().args(["fmt", "--all", "--check"])) },
    Step { name: "tidy", run: || Ok(of_exit(tidy::run(&tidy::Args::default())?)) },
    Step {
        name: "clippy",
        run: || {
            held(process::cargo().args([
                "clippy",
                "--quiet",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]))
        },
    },
    Step { name: "test", run: test },
    Step {
        name: "doc",
        run: || {
            held(process::cargo().env("RUSTDOCFLAGS", "-D warnings").args([
                "doc",
                "--quiet",
                "--workspace",
                "--no-deps",
            ]))
        },
    },
    Step { name: "demo", run: || Ok(of_exit(demo::run(&demo::Args::default())?)) },
    Step {
        name: "browser",
        run: || match browser::missing()? {
            Some(missing) => Ok(Done::Skipped(missing)),
            None => Ok(of_exit(browser::run(&browser::Args::default())?)),
        },
    },
    Step { name: "codegen", run: || Ok(of_exit(codegen::run(&codegen::Args { check: true })?)) },
    Step { name: "coverage", run: || Ok(of_exit(coverage::run(&coverage::Args::default())?)) },
    Step {
        name: "mutate",
        run: || Ok(of_exit(coverage::run(&coverage::Args { mutate: true, ..coverage::Args::default() })?)),
    },
    Step { name: "grade", run: || Ok(of_exit(grade::step()?)) },
    Step {
        name: "interop",
        run: || match interop::missing() {
            Some(missing) => Ok(Done::Skipped(format!("{missing} is not installed here"))),
            None => Ok(of_exit(interop::run(&interop::Args::default())?)),
        },
    },
];

fn held(command: &mut Command) -> anyhow::Result<Done> {
    let shown = process::shown(command);
    Ok(if process::succeeds(command)? { Done::Held } else { Done::Failed(shown) })
}

fn of_exit(exit: Exit) -> Done {
    if exit == Exit::Clean { Done::Held } else { Done::Failed(exit.meaning().to_owned()) }
}

/// The README's test command, as a stranger would type it: the first line of a code block that starts with `cargo test`.
fn test() -> anyhow::Result<Done> {
    let path = root().join("README.md");
    let readme =
        std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let line = test_command(&readme)
        .context("README.md holds no code block with a line that starts with `cargo test`")?;
    let mut words = line.split_whitespace().skip(1);
    held(process::cargo().args(&mut words))
}

fn test_command(readme: &str) -> Option<&str> {
    let mut fenced = false;
    readme.lines().find_map(|line| {
        fenced ^= line.trim_start().starts_with("```");
        // What follows a `#` is the block's comment.
        let command = line.split(" #").next().unwrap_or(line).trim();
        (fenced && (command == "cargo test" || command.starts_with("cargo test "))).then_some(command)
    })
}

/// Runs the steps.
pub(crate) fn run(args: &Args) -> Exit {
    let chosen = |step: &&Step| args.only.is_empty() || args.only.iter().any(|name| name == step.name);
    let mut lines = Vec::new();
    let mut failed = false;
    for step in STEPS.iter().filter(chosen) {
        println!("== {}", step.name);
        let started = Instant::now();
        let done = (step.run)().unwrap_or_else(|error| Done::Failed(format!("{error:#}")));
        let seconds = started.elapsed().as_secs_f64();
        let line = match done {
            Done::Held => format!("{:<9} ok       {seconds:6.1} s", step.name),
            Done::Skipped(why) => format!("{:<9} SKIPPED  {why}", step.name),
            Done::Failed(what) => {
                failed = true;
                format!("{:<9} FAILED   {seconds:6.1} s  {what}", step.name)
            }
        };
        println!("{line}");
        lines.push(line);
    }
    println!("\n== ci\n{}", lines.join("\n"));
    if failed { Exit::Findings } else { Exit::Clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_command_is_read_from_a_code_block() {
        let readme = "Run `cargo test` or\ncargo test --not-this\n```sh\ncargo xtask demo\ncargo test --workspace # all\n```\n";
        assert_eq!(test_command(readme), Some("cargo test --workspace"));
        assert_eq!(test_command("cargo test\n"), None);
    }
}

//! Tries every change in a copy of the workspace, so that nothing of the working tree is ever touched.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use rollcall::exit::Exit;

use super::mutation::{mutated, mutations};
use crate::process;
use crate::root::{root, target_dir};

const DECISION: &str = "harness/src/outcome.rs";

/// Changes one row at a time and runs the suite. A change that stays green is a hole, and is told.
pub(super) fn run(list: bool) -> anyhow::Result<Exit> {
    let source = std::fs::read_to_string(root().join(DECISION))
        .with_context(|| format!("failed to read {DECISION}"))?;
    let lines: Vec<&str> = source.lines().collect();
    let mutations = mutations(&source);
    if list {
        for mutation in &mutations {
            println!("{DECISION}:{}: {}", mutation.line + 1, told(lines[mutation.line], &mutation.becomes));
        }
        return Ok(Exit::Clean);
    }
    let copy = target_dir().join("mutate");
    copy_tree(&copy)?;
    ensure!(suite(&copy)? == Suite::Green, "the suite is red before any change: mend that first");
    let (mut caught, mut unbuilt, mut holes) = (0, 0, 0);
    for mutation in &mutations {
        std::fs::write(copy.join(DECISION), mutated(&source, mutation))?;
        let told =
            format!("{DECISION}:{}: {}", mutation.line + 1, told(lines[mutation.line], &mutation.becomes));
        match suite(&copy)? {
            Suite::Red(first) => {
                caught += 1;
                println!("caught   {told}  by {first}");
            }
            Suite::DoesNotBuild => {
                unbuilt += 1;
                println!("no build {told}");
            }
            Suite::Green => {
                holes += 1;
                println!("MISSED   {told}");
            }
        }
    }
    println!(
        "coverage: {} changes: {caught} caught, {unbuilt} do not build, {holes} missed",
        mutations.len()
    );
    Ok(if holes == 0 { Exit::Clean } else { Exit::Findings })
}

fn told(was: &str, becomes: &str) -> String {
    if becomes.is_empty() {
        format!("- {}", was.trim())
    } else {
        format!("{} -> {}", was.trim(), becomes.trim())
    }
}

/// The tracked files of the working tree, as they are now.
fn copy_tree(to: &Path) -> anyhow::Result<()> {
    let listed = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output()?;
    for name in String::from_utf8(listed.stdout)?.split_terminator('\0') {
        let (from, to) = (root().join(name), to.join(name));
        if from.is_file() {
            std::fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
            // An untouched copy keeps its time, so cargo does not build it again.
            if std::fs::read(&from)? != std::fs::read(&to).unwrap_or_default() {
                std::fs::copy(&from, &to).with_context(|| format!("failed to copy {name}"))?;
            }
        }
    }
    Ok(())
}

#[derive(PartialEq)]
enum Suite {
    Green,
    /// The first case that failed.
    Red(String),
    DoesNotBuild,
}

fn suite(copy: &Path) -> anyhow::Result<Suite> {
    let test = || {
        let mut cargo = process::cargo();
        cargo.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("target")).env("INSTA_UPDATE", "no");
        cargo.args(["test", "--quiet", "--package", "mcp-rollcall-cases", "--test", "suite"]);
        cargo
    };
    if !process::succeeds(test().arg("--no-run").stdout(Stdio::null()).stderr(Stdio::null()))? {
        return Ok(Suite::DoesNotBuild);
    }
    let ran = test().output()?;
    if ran.status.success() {
        return Ok(Suite::Green);
    }
    let output = String::from_utf8_lossy(&ran.stdout);
    let failed =
        output.lines().find_map(|line| line.strip_prefix("---- ")).map(|line| line.trim_end_matches(" ----"));
    Ok(Suite::Red(failed.unwrap_or("a failure of the suite itself").to_owned()))
}

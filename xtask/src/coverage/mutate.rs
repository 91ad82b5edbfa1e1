//! Tries every change: runs all cases once, keeps their records, and lets each changed decision decide them again. A
//! verdict that comes out otherwise is a case that would be red.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, ensure};
use rollcall::exit::Exit;
use rollcall::record::Record;
use rollcall_cases::run::{Over, run as run_case};
use serde::{Deserialize, Serialize};

use super::mutation::{Mutation, mutant, mutations};
use crate::process;
use crate::root::{root, target_dir};
use crate::stdout::print;

const DECISION: &str = "harness/src/outcome.rs";

/// A case and what probing it gave.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    id: String,
    record: Record,
}

/// Changes one row at a time. A change that no case notices is a hole, and is told.
pub(super) fn run(list: bool) -> anyhow::Result<Exit> {
    let source = std::fs::read_to_string(root().join(DECISION))
        .with_context(|| format!("failed to read {DECISION}"))?;
    let lines: Vec<&str> = source.lines().collect();
    let mutations = mutations(&source);
    let told = |mutation: &Mutation| {
        let (was, becomes) = (lines[mutation.line].trim(), mutation.becomes.trim());
        let change = if becomes.is_empty() { format!("- {was}") } else { format!("{was} -> {becomes}") };
        format!("{DECISION}:{}: {change}", mutation.line + 1)
    };
    if list {
        let list: String = mutations.iter().map(|mutation| told(mutation) + "\n").collect();
        print(&list)?;
        return Ok(Exit::Clean);
    }
    let folder = target_dir().join("mutate");
    std::fs::create_dir_all(folder.join("src"))?;
    let records = folder.join("records.jsonl");
    store(&records)?;
    write_package(&folder, &source, &mutations)?;
    let noticed = decide(&folder, &records)?;
    ensure!(
        noticed.len() == mutations.len(),
        "the mutants told of {} changes, not of {}",
        noticed.len(),
        mutations.len()
    );
    for (mutation, case) in mutations.iter().zip(&noticed) {
        match case {
            Some(case) => println!("caught  {}  by {case}", told(mutation)),
            None => println!("MISSED  {}", told(mutation)),
        }
    }
    let holes = noticed.iter().filter(|case| case.is_none()).count();
    println!("coverage: {} changes to {DECISION}, {holes} missed", mutations.len());
    Ok(if holes == 0 { Exit::Clean } else { Exit::Findings })
}

/// Runs every case and writes the records.
fn store(path: &Path) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut text = String::new();
    let (known, mut batch) = (super::run::cases()?, Vec::new());
    runtime.block_on(async {
        let tasks = tokio::task::LocalSet::new();
        for (id, case) in known {
            batch.push(tasks.spawn_local(async move {
                let run = run_case(&id, &case, Over::Plain).await;
                run.map(|run| Stored { id, record: run.record })
            }));
        }
        tasks.await;
        for done in batch {
            writeln!(text, "{}", serde_json::to_string(&done.await??)?)?;
        }
        anyhow::Ok(())
    })?;
    std::fs::write(path, text).with_context(|| format!("failed to write {}", path.display()))
}

/// A package of its own beside the product: one module a change, and a program that tells which case notices it first.
fn write_package(folder: &Path, source: &str, mutations: &[Mutation]) -> anyhow::Result<()> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let manifest: toml::Table = toml::from_str(&manifest)?;
    // The same profiles, so that what is built already is not built again.
    let profiles = toml::to_string(&toml::Table::from_iter(
        manifest.get("profile").map(|it| ("profile".to_owned(), it.clone())),
    ))?;
    std::fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[workspace]\n[package]\nname = \"rollcall-mutants\"\nedition = \"2024\"\n[dependencies]\n\
             mcp-rollcall = {{ path = '{}' }}\nserde_json = \"1\"\nurl = \"2\"\n{profiles}",
            root().join("harness").display()
        ),
    )?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut modules = String::new();
    let mut calls = String::new();
    for (number, mutation) in mutations.iter().enumerate() {
        std::fs::write(folder.join(format!("src/m{number}.rs")), mutant(source, mutation))?;
        writeln!(modules, "mod m{number};")?;
        writeln!(calls, "    m{number}::outcome,")?;
    }
    std::fs::write(folder.join("src/main.rs"), format!("{modules}{MAIN}{calls}];\n"))?;
    Ok(())
}

/// The program: for each change the first case whose verdict it changes, as JSON.
const MAIN: &str = r#"
fn main() {
    let path = std::env::args().nth(1).expect("a file of records");
    let text = std::fs::read_to_string(path).expect("the file is readable");
    let mut noticed: Vec<Option<String>> = vec![None; MUTANTS.len()];
    for line in text.lines() {
        let stored: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let record = serde_json::from_value(stored["record"].clone()).expect("a line holds a record");
        let right = rollcall::outcome::outcome(&record);
        for (mutant, noticed) in MUTANTS.iter().zip(&mut noticed) {
            if noticed.is_none() && mutant(&record) != right {
                *noticed = stored["id"].as_str().map(str::to_owned);
            }
        }
    }
    println!("{}", serde_json::to_string(&noticed).expect("names are JSON"));
}

const MUTANTS: &[fn(&rollcall::record::Record) -> rollcall::outcome::Verdict] = &[
"#;

fn decide(folder: &Path, records: &Path) -> anyhow::Result<Vec<Option<String>>> {
    let mut cargo = process::cargo();
    // Warnings about rows that no longer matter are the point, and not worth reading.
    cargo
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target_dir())
        .args(["run", "--quiet", "--"])
        .arg(records);
    let ran = cargo.output().context("failed to start cargo")?;
    ensure!(
        ran.status.success(),
        "the mutants do not build or run:\n{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    serde_json::from_slice(&ran.stdout).context("the mutants tell what noticed them as JSON")
}

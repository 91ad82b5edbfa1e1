//! Which documents have generated blocks, and what goes into them.

use std::fmt::Write as _;

use anyhow::Context as _;
use clap::CommandFactory as _;
use rollcall::exit::Exit;
use rollcall::explain;
use rollcall::manifest::rules;
use rollcall::namespace;
use rollcall::outcome::Outcome;
use rollcall::target::SkipReason;

use super::block::refreshed;
use crate::root::root;

/// `codegen`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write nothing; say what is stale, and exit 1 when anything is.
    #[arg(long)]
    pub(crate) check: bool,
}

/// Documents that may have blocks.
const DOCUMENTS: [&str; 3] = ["README.md", "cases/README.md", "harness/src/manifest/rules/README.md"];

/// Refreshes every document.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut stale = Vec::new();
    for name in DOCUMENTS {
        let path = root().join(name);
        let old = std::fs::read_to_string(&path).with_context(|| format!("failed to read {name}"))?;
        let new = refreshed(&old, content).with_context(|| name.to_owned())?;
        if new != old {
            stale.push(name);
            if !args.check {
                std::fs::write(&path, new).with_context(|| format!("failed to write {name}"))?;
            }
        }
    }
    for name in &stale {
        println!(
            "codegen: {name} {}",
            if args.check { "is stale: run `cargo xtask codegen`" } else { "is written anew" }
        );
    }
    if stale.is_empty() {
        println!("codegen: all generated blocks are fresh");
    }
    Ok(if args.check && !stale.is_empty() { Exit::Findings } else { Exit::Clean })
}

/// The content of a block.
fn content(name: &str) -> Option<String> {
    Some(match name {
        "exit-codes" => {
            let mut rows: Vec<(u8, &str)> =
                Exit::ALL.iter().map(|exit| (exit.code(), exit.meaning())).collect();
            rows.push((101, "a bug of ours: the process panicked"));
            rows.sort_unstable();
            table(
                ["exit", "meaning"],
                rows.into_iter().map(|(code, meaning)| [code.to_string(), meaning.to_owned()]),
            )
        }
        "verbs" => table(["verb", "does"], verbs(&rollcall::cli::command(), "rollcall")),
        "xtask" => table(["command", "does"], verbs(&crate::Cli::command(), "cargo xtask")),
        "outcomes" => table(
            ["outcome", "means", "in the failure tally"],
            Outcome::ALL.iter().map(|outcome| {
                let counted = if outcome.is_failure() { "yes" } else { "no" };
                [format!("`{outcome}`"), explain::outcome(*outcome).means.clone(), counted.to_owned()]
            }),
        ),
        "skip-reasons" => table(
            ["skip reason", "means"],
            SkipReason::ALL.iter().map(|skip| [format!("`{skip}`"), explain::skip(*skip).means.clone()]),
        ),
        "lint-rules" => table(
            ["rule", "severity", "enforced by", "finds", "why", "repair", "source"],
            rules::ALL.iter().map(|rule| {
                let layer = serde_json::to_value(rule.layer).unwrap_or_default();
                [
                    format!("`{}`", rule.id),
                    rule.severity.word().to_owned(),
                    layer.as_str().unwrap_or_default().to_owned(),
                    rule.what.to_owned(),
                    rule.why.to_owned(),
                    rule.repair.to_owned(),
                    rule.source.to_owned(),
                ]
            }),
        ),
        "login-rules" => table(
            ["rule", "severity", "finds", "why", "repair", "source"],
            namespace::RULES.iter().map(|rule| {
                [
                    format!("`{}`", rule.id),
                    rule.severity.word().to_owned(),
                    rule.what.to_owned(),
                    rule.why.to_owned(),
                    rule.repair.to_owned(),
                    rule.source.to_owned(),
                ]
            }),
        ),
        "tidy-rules" => table(
            ["rule", "asks"],
            crate::tidy::rules().map(|rule| [format!("`{}`", rule.name), rule.description.to_owned()]),
        ),
        _ => return None,
    })
}

/// A row a subcommand: how it is called and the first line of its help.
fn verbs(command: &clap::Command, prefix: &str) -> Vec<[String; 2]> {
    command
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set() && verb.get_name() != "help")
        .map(|verb| {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            [format!("`{prefix} {}`", verb.get_name()), about]
        })
        .collect()
}

/// A Markdown table; bars inside cells are escaped.
fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells = row.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

//! `rollcall namespace`: which proof a name needs, what it shows, and what the domain serves today.

use std::io::{self, Write};

use super::Failure;
use super::plain::plain;
use crate::exit::Exit;
use crate::namespace::{Finding, Name, NamespaceReport, Needs, Proof, Severity, describe};

/// How a name is proven to be yours; with --online also what the domain serves today.
#[derive(Debug, clap::Args)]
pub struct NamespaceArgs {
    /// A server's name, or its namespace alone: com.example/weather, com.example
    name: String,
    /// How you mean to log in: `dns:DOMAIN`, `http:DOMAIN` or `github:LOGIN`. Says whether that covers the name.
    #[arg(long, value_name = "METHOD:WHO")]
    proof: Option<Proof>,
    /// The form of the answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs; versioned.
    Json,
}

/// Runs the verb.
///
/// # Errors
/// When the answer cannot be written.
pub fn run(args: &NamespaceArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let name = Name::new(&args.name);
    let report = describe(&name, args.proof.as_ref());
    match args.format {
        Format::Text => text(&report, out),
        Format::Json => json(&report, out),
    }
    .map_err(|why| Failure::could_not_check(format!("stdout: {why}")))?;
    Ok(exit(&report.findings))
}

/// Findings of weight error, or none.
pub(super) fn exit(findings: &[Finding]) -> Exit {
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        Exit::Findings
    } else {
        Exit::Clean
    }
}

/// One value as indented JSON and a line feed.
pub(super) fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

fn text(report: &NamespaceReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", plain(&report.name))?;
    let namespace = plain(&report.namespace);
    let needs = match report.needs {
        Needs::GitHub => format!("the namespace {namespace} belongs to a GitHub account"),
        Needs::Domain => format!("the namespace {namespace} is a domain read backwards"),
        Needs::Impossible => format!("no proof grants the namespace {namespace}"),
    };
    writeln!(out, "  {needs}")?;
    if !report.proofs.is_empty() {
        writeln!(
            out,
            "\nwhat proves it{}",
            if report.proofs.len() > 1 { " (any one of these)" } else { "" }
        )?;
        for proof in &report.proofs {
            writeln!(out, "  {:<7} {}", proof.method, plain(&proof.place))?;
            writeln!(out, "          grants {}", plain(&proof.grants.join(" and ")))?;
            writeln!(out, "          {}", plain(&proof.login))?;
        }
        writeln!(out, "\nwhat it shows\n  {}", report.shows)?;
        writeln!(out, "what it does not show")?;
        for line in report.does_not_show {
            writeln!(out, "  {line}")?;
        }
    }
    findings(&report.findings, out)
}

/// Findings for people: rule, place, what is wrong, the way out.
pub(super) fn findings(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    for finding in findings {
        writeln!(out, "\n{}[{}] {}", finding.severity.word(), finding.rule, plain(&finding.at))?;
        writeln!(out, "  {}", plain(&finding.message))?;
        writeln!(out, "  repair: {}", plain(&finding.repair))?;
        if let Some(suggestion) = &finding.suggestion {
            writeln!(out, "  write:  {}", plain(suggestion))?;
        }
    }
    Ok(())
}

//! `rollcall namespace`: which proof a name needs, what it shows, and what the domain serves today.

use std::io::{self, Write};
use std::path::PathBuf;

use super::Failure;
use super::contact::{Contact, block_on};
use super::output::{Format, print_json, unwritable};
use super::plain::plain;
use crate::exit::Exit;
use crate::namespace::{
    Finding, Mine, Name, NamespaceReport, Needs, OnlineReport, Proof, Severity, describe, look_up,
};

/// How a name is proven to be yours; with --online also what the domain serves today
#[derive(Debug, clap::Args)]
pub struct NamespaceArgs {
    /// A server's name, or its namespace alone: com.example/weather, com.example
    name: String,
    /// How you mean to log in: `dns:DOMAIN`, `http:DOMAIN` or `github:LOGIN`; says whether that covers the name
    #[arg(long, value_name = "METHOD:WHO")]
    proof: Option<Proof>,
    /// Look at the TXT records and the well-known file now
    #[arg(long)]
    online: bool,
    /// The private key you mean to log in with: says whether it is the one that is served
    #[arg(long, value_name = "FILE", requires = "online")]
    key: Option<PathBuf>,
    #[command(flatten)]
    contact: Contact,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The longest text that is looked at as a name, in bytes. The registry's own limit is 200 characters.
const LONGEST_NAME: usize = 1024;

/// Runs the verb.
///
/// # Errors
/// When a key or certificate file cannot be read, or the answer cannot be written.
pub fn run(args: &NamespaceArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    if args.name.len() > LONGEST_NAME {
        return Err(Failure::usage(format!(
            "the name has {} bytes; a registry takes 200 characters",
            args.name.len()
        ))
        .hint("give one name: com.example/weather"));
    }
    let name = Name::new(&args.name);
    let mut report = describe(&name, args.proof.as_ref());
    if args.online {
        let mine = args.key.as_ref().map(|path| super::key::read_key(path, log)).transpose()?;
        let mine = mine.as_ref().map(Mine::from);
        let network = args.contact.network()?;
        let (online, findings) =
            block_on(async { look_up(&name, args.proof.as_ref(), mine.as_ref(), &network).await })?;
        report.findings.extend(findings);
        report.online = Some(online);
    }
    match args.format {
        Format::Text => text(&report, out).map_err(unwritable)?,
        Format::Json => print_json(out, &report)?,
    }
    Ok(exit(&report.findings, report.online.as_ref()))
}

/// Findings of weight error; else whether a place that was asked stayed silent without another proof.
pub(super) fn exit(findings: &[Finding], online: Option<&OnlineReport>) -> Exit {
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        Exit::Findings
    } else if online.is_some_and(|online| online.proven.is_none() && !online.places.is_empty()) {
        Exit::CouldNotCheck
    } else {
        Exit::Clean
    }
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
    if let Some(online) = &report.online {
        places(online, out)?;
    }
    findings(&report.findings, out)
}

/// What was seen outside, for people.
pub(super) fn places(online: &OnlineReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nwhat is served now")?;
    if online.places.is_empty() {
        return writeln!(out, "  nothing to look at: GitHub shows an account at its login only");
    }
    for place in &online.places {
        writeln!(out, "  {}", plain(&place.place))?;
        if let Some(why) = &place.unchecked {
            writeln!(out, "    unchecked: {}", plain(why))?;
        } else if place.keys.is_empty() {
            writeln!(out, "    no key")?;
        } else {
            let keys: Vec<_> = place.keys.iter().map(|key| key.short.as_str()).collect();
            let covers = if place.covers_name { "" } else { ", which does not cover the name" };
            writeln!(out, "    {} proves {}{covers}", keys.join(", "), plain(&place.grants.join(" and ")))?;
        }
    }
    let verdict = match online.proven {
        Some(true) => "proven",
        Some(false) => "not proven",
        None => "could not be checked",
    };
    writeln!(out, "  {verdict}")
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

//! `rollcall key`: a key pair for a namespace, the places for its public half, and whether a domain serves it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Failure;
use super::contact::{Contact, block_on};
use super::namespace::{exit, findings, places};
use super::output::{Format, print_json, unwritable};
use super::plain::plain;
use crate::exit::Exit;
use crate::namespace::{
    Algorithm, Domain, KEY_CHECK_SCHEMA, KeyCheckReport, KeyPair, KeyRecord, KeyReport, Mine,
    PrivateFileError, Proof, PublicKey, check_key, is_readable_by_others, read_first, read_private,
    write_private,
};

/// A key pair for a namespace.
#[derive(Debug, clap::Args)]
pub struct KeyArgs {
    #[command(subcommand)]
    verb: KeyVerb,
}

#[derive(Debug, Subcommand)]
enum KeyVerb {
    /// Make a key pair: the private key into a new file, the record for the domain on stdout.
    New(NewArgs),
    /// Print the record of a private key again.
    Show(ShowArgs),
    /// Say whether a domain serves this key now.
    Check(CheckArgs),
}

#[derive(Debug, clap::Args)]
struct NewArgs {
    /// The domain that the key is for.
    #[arg(long)]
    domain: Domain,
    /// Where the private key goes, readable by you alone; never overwritten [default: DOMAIN.key].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What kind of key.
    #[arg(long, value_enum, default_value = "ed25519")]
    algorithm: Algorithm,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The private key: hexadecimal, or an unencrypted PKCS #8 PEM file.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The domain that the key is for; names the places of the record.
    #[arg(long)]
    domain: Option<Domain>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("mine").required(true))]
struct CheckArgs {
    /// The domain that should serve it
    #[arg(long)]
    domain: Domain,
    /// The private key
    #[arg(long, value_name = "FILE", group = "mine")]
    key: Option<PathBuf>,
    /// The record, where the private key is not at hand
    #[arg(long, value_name = "TEXT", group = "mine", value_parser = public_key)]
    record: Option<PublicKey>,
    /// Look in one place only
    #[arg(long, value_enum)]
    method: Option<Method>,
    #[command(flatten)]
    contact: Contact,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Method {
    /// The TXT record
    Dns,
    /// The well-known file
    Http,
}

fn public_key(text: &str) -> Result<PublicKey, String> {
    match read_first(text) {
        Some(KeyRecord::Key(key)) => Ok(key),
        Some(KeyRecord::Fault(fault)) => Err(format!("{}; {}", fault.kind.message(), fault.kind.repair())),
        None => Err("give a whole record: v=MCPv1; k=ALGORITHM; p=KEY".into()),
    }
}

/// Runs the verb.
///
/// # Errors
/// When a key file cannot be written or read, or stdout is closed.
pub fn run(args: &KeyArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.verb {
        KeyVerb::New(args) => new(args, out, log),
        KeyVerb::Show(args) => show(args, out, log),
        KeyVerb::Check(args) => check(args, out, log),
    }
}

fn new(args: &NewArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.key", args.domain)));
    let pair = KeyPair::generate(args.algorithm)
        .map_err(|why| Failure::could_not_check(format!("the system gives no randomness: {why}")))?;
    write_private(&path, &pair).map_err(|error| file_failure(&error))?;
    if args.domain.has_capitals() {
        let _ = writeln!(
            log,
            "note: names and logins compare letter case; use {} in both unless the name has these capitals",
            args.domain.lower_case()
        );
    }
    let report = KeyReport::new(&pair.public(), Some(&args.domain), Some(&path));
    // The key is there and will never be overwritten, so a record that could not be told has to be asked for again.
    answer(&report, args.format, out).map_err(|failure| {
        failure.hint(format!(
            "the key was made; print its record with: rollcall key show --key {}",
            path.display()
        ))
    })
}

fn show(args: &ShowArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    let pair = read_key(&args.key, log)?;
    let report = KeyReport::new(&pair.public(), args.domain.as_ref(), None);
    answer(&report, args.format, out)
}

fn check(args: &CheckArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    let mine = match (&args.key, &args.record) {
        (Some(path), _) => Mine::from(&read_key(path, log)?),
        (None, Some(key)) => Mine::from(key.clone()),
        (None, None) => {
            return Err(Failure::usage("no key is named").hint("give --key FILE or --record TEXT"));
        }
    };
    let only = args.method.map(|method| match method {
        Method::Dns => Proof::Dns(args.domain.clone()),
        Method::Http => Proof::Http(args.domain.clone()),
    });
    let network = args.contact.network()?;
    let (online, found) = block_on(async { check_key(&args.domain, only.as_ref(), &mine, &network).await })?;
    let report = KeyCheckReport {
        schema: KEY_CHECK_SCHEMA,
        domain: args.domain.to_string(),
        record: mine.public.record(),
        online,
        findings: found,
    };
    match args.format {
        Format::Json => print_json(out, &report)?,
        Format::Text => {
            writeln!(out, "{}: {}", report.domain, mine.public.short())
                .and_then(|()| places(&report.online, out))
                .and_then(|()| findings(&report.findings, out))
                .map_err(unwritable)?;
        }
    }
    Ok(exit(&report.findings, Some(&report.online)))
}

/// Reads a private key and says where others could read it too.
pub(super) fn read_key(path: &Path, log: &mut dyn Write) -> Result<KeyPair, Failure> {
    let pair = read_private(path).map_err(|error| file_failure(&error))?;
    if is_readable_by_others(path) {
        let path = path.display();
        let _ = writeln!(log, "warning: others can read {path}; run `chmod 600 {path}`");
    }
    Ok(pair)
}

fn file_failure(error: &PrivateFileError) -> Failure {
    let hint = match error {
        PrivateFileError::Exists(_) => "choose another file with --out, or move the old key away first",
        PrivateFileError::Io { .. } => "check the path and its permissions",
        PrivateFileError::TooLong(_) | PrivateFileError::Content { .. } => {
            "give the file that `rollcall key new` wrote, or a PKCS #8 PEM file of an Ed25519 or P-384 key"
        }
    };
    Failure::could_not_check(error.to_string()).hint(hint)
}

fn answer(report: &KeyReport, format: Format, out: &mut dyn Write) -> Result<Exit, Failure> {
    match format {
        Format::Text => text(report, out).map_err(unwritable)?,
        Format::Json => print_json(out, report)?,
    }
    Ok(Exit::Clean)
}

fn text(report: &KeyReport, out: &mut dyn Write) -> io::Result<()> {
    if let Some(file) = &report.private_key_file {
        writeln!(
            out,
            "private key ({}, mode 0600, keep it secret): {}\n",
            report.algorithm.word(),
            plain(file)
        )?;
    }
    let Some(places) = &report.places else { return writeln!(out, "{}", report.record) };
    writeln!(out, "publish the public half in one of these places:\n")?;
    writeln!(out, "a TXT record at {} (the domain itself, `@` in many editors)", places.txt_name)?;
    writeln!(out, "  grants {}\n", places.dns_grants.join(" and "))?;
    writeln!(out, "{}\n", report.record)?;
    writeln!(out, "or the file {} (status 200, no redirect)", places.file_url)?;
    writeln!(out, "  grants {}\n", places.http_grants.join(" and "))?;
    writeln!(out, "{}\n", report.record)?;
    writeln!(out, "then log in with the method of that place:\n")?;
    for command in &places.login {
        writeln!(out, "  {}", plain(command))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

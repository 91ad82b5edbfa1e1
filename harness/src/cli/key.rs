//! `rollcall key`: a key pair for a namespace, the places for its public half, and whether a domain serves it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Failure;
use super::namespace::{Format, json};
use super::plain::plain;
use crate::exit::Exit;
use crate::namespace::{
    Algorithm, Domain, KeyPair, KeyReport, PrivateFileError, is_readable_by_others, read_private,
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
    /// The form of the answer.
    #[arg(long, value_enum, default_value = "text")]
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
    /// The form of the answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the verb.
///
/// # Errors
/// When a key file cannot be written or read, or stdout is closed.
pub fn run(args: &KeyArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.verb {
        KeyVerb::New(args) => new(args, out, log),
        KeyVerb::Show(args) => show(args, out, log),
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
    answer(&report, args.format, out)
}

fn show(args: &ShowArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<Exit, Failure> {
    let pair = read_key(&args.key, log)?;
    let report = KeyReport::new(&pair.public(), args.domain.as_ref(), None);
    answer(&report, args.format, out)
}

/// Reads a private key and says where others could read it too.
fn read_key(path: &Path, log: &mut dyn Write) -> Result<KeyPair, Failure> {
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
        Format::Text => text(report, out),
        Format::Json => json(report, out),
    }
    .map_err(|why| Failure::could_not_check(format!("stdout: {why}")))?;
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

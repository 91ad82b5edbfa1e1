//! `rollcall lint`: check manifests before anybody else refuses them.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::contact::{Contact, block_on};
use super::plain::plain;
use crate::exit::Exit;
use crate::manifest::beside::Beside;
use crate::manifest::document::MAX_BYTES;
use crate::manifest::online::Outside;
use crate::manifest::{Checked, Options, Severity, fix, lint, render};
use crate::namespace::Proof;

/// Check server.json files: every rule of the registry, with the place, the reason and the repair.
#[derive(Debug, clap::Args)]
pub struct LintArgs {
    /// Manifests; a folder stands for every server.json in it, `-` for standard input. Without any: ./server.json
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Repair what is certain (renamed keys, a current `$schema`, outer white space) and show the difference.
    #[arg(long)]
    fix: bool,
    /// How you mean to log in: `dns:DOMAIN`, `http:DOMAIN` or `github:LOGIN`. Says whether that covers the name.
    #[arg(long, value_name = "METHOD:WHO")]
    proof: Option<Proof>,
    /// Ask the outside as well: the repository, npm and PyPI, the remotes, the proof of the namespace
    #[arg(long)]
    online: bool,
    #[command(flatten)]
    contact: Contact,
}

/// The forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs; versioned.
    Json,
    /// For code-scanning services (SARIF 2.1.0).
    Sarif,
    /// Annotations in a GitHub workflow.
    Github,
}

/// Runs the verb.
///
/// # Errors
/// When a file cannot be read or written, when a folder holds no manifest, or when the answer cannot be written.
pub fn run(args: &LintArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
    let files = if args.files.is_empty() { vec![here(Path::new(""))?] } else { selected(&args.files)? };
    let mut checked = Vec::new();
    let mut unread = None;
    let outside = if args.online { Some(outside(&args.contact)?) } else { None };
    for file in &files {
        match one(args, outside.as_ref(), file, out, err) {
            Ok(one) => checked.push(one),
            // The others are worth checking all the same; the last word is that not all could be.
            Err(failure) => {
                let _ = writeln!(err, "rollcall: {}", plain(&failure.message));
                unread = Some(failure);
            }
        }
    }
    let written = match args.format {
        Format::Text => render::text(&checked, out),
        Format::Json => render::json(&checked, out),
        Format::Sarif => render::sarif(&checked, out),
        Format::Github => render::github(&checked, out),
    };
    written.map_err(|why| Failure::could_not_check(format!("stdout: {why}")))?;
    if let Some(failure) = unread {
        return Ok(failure.exit);
    }
    let refused =
        checked.iter().flat_map(|file| &file.findings).any(|found| found.severity == Severity::Error);
    let silent = checked.iter().flat_map(|file| &file.unchecked).any(|unchecked| unchecked.failed);
    Ok(match (refused, silent) {
        (true, _) => Exit::Findings,
        (false, true) => Exit::CouldNotCheck,
        (false, false) => Exit::Clean,
    })
}

/// The outside, within the limits of the flags.
fn outside(contact: &Contact) -> Result<Outside, Failure> {
    Outside::new(contact.options()?).map_err(|error| {
        Failure::could_not_check(format!("--online: {error}"))
            .hint("name a server with --nameserver, or leave --online out")
    })
}

/// Checks one file, repairing it first where that is asked for.
fn one(
    args: &LintArgs,
    outside: Option<&Outside>,
    file: &Path,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Checked, Failure> {
    let stdin = file == Path::new("-");
    let name = file.display().to_string();
    let mut bytes = if stdin { read(io::stdin().lock()) } else { std::fs::File::open(file).and_then(read) }
        .map_err(|why| Failure::could_not_check(format!("{name}: {why}")))?;
    let refused = |why: crate::manifest::Unreadable| Failure::could_not_check(format!("{name}: {why}"));
    if args.fix {
        if stdin {
            return Err(Failure::usage("--fix needs a file to repair, not standard input"));
        }
        if let Some(after) = fix::repaired(&name, &bytes).map_err(refused)? {
            let before = String::from_utf8_lossy(&bytes).into_owned();
            write_over(file, &after).map_err(|why| Failure::could_not_check(format!("{name}: {why}")))?;
            // Where stdout is for programs the difference is told beside it.
            let to: &mut dyn Write = if args.format == Format::Text { &mut *out } else { &mut *err };
            let shown: Vec<String> = fix::diff(&name, &before, &after).lines().map(tabbed).collect();
            writeln!(to, "{}\n", shown.join("\n"))
                .map_err(|why| Failure::could_not_check(format!("stdout: {why}")))?;
            bytes = after.into_bytes();
        }
    }
    let beside = if stdin { Beside::default() } else { Beside::read(file) };
    let looked = match outside {
        Some(outside) => {
            let folder = file.parent().unwrap_or(Path::new(""));
            Some(block_on(outside.look(&bytes, folder, args.proof.as_ref()))?)
        }
        None => None,
    };
    let facts = looked.as_ref().map(|looked| &looked.facts);
    let options = Options { beside: Some(&beside), facts, proof: args.proof.as_ref() };
    let mut checked = lint(&name, &bytes, options).map_err(refused)?;
    if let Some(looked) = looked {
        checked.unchecked = looked.unchecked;
        checked.looked_at = looked.looked_at;
    }
    Ok(checked)
}

/// A line made safe, its tabs kept: they are part of what one compares.
fn tabbed(line: &str) -> String {
    line.split('\t').map(plain).collect::<Vec<_>>().join("\t")
}

/// At most one byte more than a manifest may have, so that a larger one is known to be larger.
fn read(from: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a file as a whole: a temporary one beside it, with its permissions, renamed over it. A link is followed, so
/// that it stays one.
fn write_over(file: &Path, text: &str) -> io::Result<()> {
    let file = file.canonicalize()?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().set_permissions(file.metadata()?.permissions())?;
    temporary.as_file().sync_all()?;
    temporary.persist(&file).map_err(|error| error.error)?;
    Ok(())
}

/// The manifest of a folder, where nobody named one.
fn here(folder: &Path) -> Result<PathBuf, Failure> {
    let file = folder.join("server.json");
    if file.is_file() {
        return Ok(file);
    }
    Err(Failure::usage("no FILE is named, and there is no server.json here")
        .hint("name a manifest, a folder that holds some, or - for standard input"))
}

/// The files named, and every `server.json` in the folders named.
fn selected(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let before = files.len();
            find(path, 0, &mut files)
                .map_err(|why| Failure::could_not_check(format!("{}: {why}", path.display())))?;
            if files.len() == before {
                let message = format!("{} holds no server.json", plain(&path.display().to_string()));
                return Err(Failure::nothing_selected(message)
                    .hint("name the file itself, if it is called otherwise"));
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// How deep folders are searched: a monorepo's packages lie two or three levels down.
const MAX_FOLDERS: usize = 16;

fn find(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<std::fs::DirEntry> = std::fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let skipped =
                name.to_string_lossy().starts_with('.') || name == "node_modules" || name == "target";
            if !skipped && depth < MAX_FOLDERS {
                find(&entry.path(), depth + 1, files)?;
            }
        } else if kind.is_file() && name == "server.json" {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::here;
    use crate::exit::Exit;

    #[test]
    fn without_a_file_the_manifest_beside_one_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        let refused = here(folder.path()).unwrap_err();
        assert_eq!(refused.exit, Exit::Usage);
        std::fs::write(folder.path().join("server.json"), "{}").unwrap();
        assert_eq!(here(folder.path()).unwrap(), folder.path().join("server.json"));
    }
}

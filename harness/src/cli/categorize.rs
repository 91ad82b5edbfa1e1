//! `rollcall categorize DIR`: which shelf every entry of a run belongs on, and on what that rests.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::census::run_dir_failure;
use super::output::{Format, print, print_json};
use crate::category::{
    Assignment, Categories, Collector, IDENTICAL_AT, Lexicon, Subject, built_in_text, candidates,
};
use crate::census::{self, Told};
use crate::exit::Exit;
use crate::record::clean;
use crate::report;

/// The file that the assignments are written to, beside the records and never into them.
const FILE: &str = "categories.json";

/// Assigns categories to the entries of a run, and says on what each rests.
///
/// Name, title and description are read first; tool names are asked only where those match no category. The assignments
/// are written to categories.json in the run, from its records alone: run it again with another lexicon at any time.
#[derive(Debug, Args)]
pub(super) struct Categorize {
    /// The directory of the run
    #[arg(value_name = "DIR", required_unless_present = "print_lexicon")]
    run: Option<PathBuf>,
    /// Read by this lexicon instead of the built-in one
    #[arg(long, value_name = "FILE")]
    lexicon: Option<PathBuf>,
    /// Leave out tool lists that this many servers or more list identically
    #[arg(long, value_name = "COUNT", default_value_t = IDENTICAL_AT, value_parser = clap::value_parser!(u32).range(2..))]
    identical_at: u32,
    /// Explain one entry on one screen, and write nothing
    #[arg(long, value_name = "NAME", conflicts_with_all = ["generic_from_run", "summary"])]
    why: Option<String>,
    /// Print the words that this run shows to be generic, for a person to accept, and write nothing
    #[arg(long)]
    generic_from_run: bool,
    /// Only the counts, not every entry
    #[arg(long)]
    summary: bool,
    /// Print the built-in lexicon, to start one's own from
    #[arg(long, exclusive = true)]
    print_lexicon: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Categorize {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let Some(run) = &self.run else {
            print(out, built_in_text())?;
            return Ok(Exit::Clean);
        };
        let own = self.lexicon.as_deref().map(read_lexicon).transpose()?;
        let (lexicon, text) = match &own {
            Some((lexicon, text)) => (lexicon, text.as_str()),
            None => (Lexicon::built_in(), built_in_text()),
        };
        let subjects = read_subjects(run)?;
        let categories = Categories::of(&subjects, lexicon, text, self.identical_at);
        if let Some(name) = &self.why {
            let (subject, assignment) = find(name, run, &subjects, &categories)?;
            return match self.format {
                Format::Json => print_json(out, assignment),
                Format::Text => {
                    print(out, &report::categories::why(assignment, subject, lexicon, self.identical_at))
                }
            }
            .map(|()| Exit::Clean);
        }
        if self.generic_from_run {
            let found = candidates(lexicon, &subjects, &categories.entries);
            return match self.format {
                Format::Json => print_json(out, &found),
                Format::Text => print(out, &report::categories::generic(&found)),
            }
            .map(|()| Exit::Clean);
        }
        write(run, &categories)?;
        match self.format {
            Format::Json => print_json(out, &categories),
            Format::Text => print(out, &report::categories::text(&categories, !self.summary)),
        }?;
        Ok(Exit::Clean)
    }
}

/// The entry of that name, or the only one whose name holds it.
fn find<'r>(
    name: &str,
    run: &Path,
    subjects: &'r [Subject],
    categories: &'r Categories,
) -> Result<(&'r Subject, &'r Assignment), Failure> {
    let all = || subjects.iter().zip(&categories.entries);
    if let Some(exact) = all().find(|(subject, _)| subject.name == name) {
        return Ok(exact);
    }
    let close: Vec<_> = all().filter(|(subject, _)| subject.name.contains(name)).collect();
    match close.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::nothing_selected(format!(
            "{}: no entry is named `{}`",
            run.display(),
            clean(name, 100)
        ))
        .hint("list the names with: rollcall categorize DIR --format json")),
        several => {
            let names: Vec<_> =
                several.iter().take(5).map(|(subject, _)| clean(&subject.name, 100)).collect();
            Err(Failure::nothing_selected(format!(
                "{} entries have `{}` in their name",
                several.len(),
                clean(name, 100)
            ))
            .hint(format!("name one of them in full: {}", names.join(", "))))
        }
    }
}

/// The entries of a run, from its records and its skips.
fn read_subjects(run: &Path) -> Result<Vec<Subject>, Failure> {
    let mut collector = Collector::default();
    census::read_whole(run, |told| match told {
        Told::Record(record, _) => collector.add(record),
        Told::Skipped(skipped) => drop(collector.add_entry(&skipped.entry)),
    })
    .map_err(|error| run_dir_failure(&error))?;
    let subjects = collector.into_subjects();
    if subjects.is_empty() {
        return Err(Failure::nothing_selected(format!("{}: nothing is recorded in it yet", run.display())));
    }
    Ok(subjects)
}

/// A lexicon is read whole; the built-in one has half a megabyte.
const LEXICON_LIMIT: u64 = 16 * 1024 * 1024;

fn read_lexicon(path: &Path) -> Result<(Lexicon, String), Failure> {
    let shown = path.display();
    let unreadable = |error: std::io::Error| Failure::could_not_check(format!("{shown}: {error}"));
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > LEXICON_LIMIT {
        return Err(Failure::usage(format!(
            "{shown}: a lexicon has at most {LEXICON_LIMIT} bytes, this one {size}"
        )));
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let lexicon = Lexicon::parse(&text).map_err(|error| {
        let failure = Failure::usage(format!("{shown}:{}:{}: {}", error.line, error.column, error.message));
        match error.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    Ok((lexicon, text))
}

/// Replaces the file in one step: readers see the old assignments or the new ones.
fn write(run: &Path, categories: &Categories) -> Result<(), Failure> {
    let path = run.join(FILE);
    let fail = |error: std::io::Error| {
        Failure::could_not_check(format!("{}: {error}", path.display()))
            .hint("make the run's directory writable")
    };
    let mut file = tempfile::NamedTempFile::new_in(run).map_err(fail)?;
    let mut writer = std::io::BufWriter::new(&mut file);
    serde_json::to_writer(&mut writer, categories).map_err(std::io::Error::from).map_err(fail)?;
    writer.write_all(b"\n").and_then(|()| writer.flush()).map_err(fail)?;
    drop(writer);
    file.persist(&path).map_err(|error| fail(error.error))?;
    Ok(())
}

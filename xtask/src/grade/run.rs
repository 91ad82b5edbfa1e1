//! `grade`: from the command line to the matrix.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use mock_servers::ca_pem;
use mock_servers::script::Span;
use rollcall::exit::Exit;
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use tempfile::NamedTempFile;

use super::adapter::{Adapter, folder, read, shipped};
use super::html::html;
use super::json::json;
use super::keep::{Over, keep};
use super::launch::Launcher;
use super::matrix::{Graded, Mark};
use super::select::{Selection, named, select};
use super::visit::{Ended, visit};
use super::{text, text::refused};
use crate::stdout::print;

/// What an adapter looks like.
const HELP: &str = "\
An adapter is a TOML file:

  prober = \"my-prober 1.2\"             # for people
  [transport]                          # optional: how {transport} is spelt
  streamable-http = \"http\"
  [[rule]]                             # in order, the first that fits decides; all that a rule states has to hold
  exit = [2, 3]                        # one exit code, or several
  json = { at = \"/error/status\", matches = '^5' }   # JSON pointer; in = \"stderr\"; equals = ..., matches = '...'
  stdout = 'a regular expression'      # also stderr, and output for either
  outcome = \"http-5xx\"                 # or a list: the outcomes that it does not tell apart
  [run]                                # optional: the command, where none is given after --
  command = [\"my-prober\", \"{url}\"]

In the command {url}, {transport}, {timeout-s}, {timeout-ms} (two fifths of --deadline, at most 15 s) and {ca} (a file with the certificate to
trust, which SSL_CERT_FILE, NODE_EXTRA_CA_CERTS and REQUESTS_CA_BUNDLE name too) are filled in.
Exits 0 when all is right, 1 when not, 4 when nothing is selected.";

/// `grade`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Shipped adapters: rollcall, inspector, mcpscore, mcpcheck.
    #[arg(value_name = "NAME", conflicts_with = "adapter")]
    names: Vec<String>,
    /// An adapter of your own.
    #[arg(long, value_name = "FILE")]
    adapter: Option<PathBuf>,
    /// Only cases whose id fits this pattern (`*`, `?`); repeatable.
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Only the named cases: some forty, every outcome among them.
    #[arg(long)]
    named: bool,
    /// How long one call may take; then the command is killed with its children.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    deadline: Duration,
    /// Cases at a time; as many as there are cores, unless stated.
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Write `index.html` and `grade.json` there too.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Exit 0 when at least so many cases are right. Absent: all.
    #[arg(long, value_name = "N")]
    at_least: Option<usize>,
    /// Write the counts into `xtask/grade/README.md`; for shipped adapters over all cases, or over the named ones.
    #[arg(long, conflicts_with_all = ["adapter", "only"])]
    keep: bool,
    /// Only list the cases: which are graded, and which cannot be, and why.
    #[arg(long)]
    list: bool,
    /// The command, `{url}` somewhere in it.
    #[arg(last = true, value_name = "COMMAND", requires = "adapter")]
    command: Vec<String>,
}

/// What holds for all calls of a run.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    /// The day.
    pub(super) date: String,
    /// How long one call may take.
    pub(super) deadline: Duration,
    /// Cases at a time.
    pub(super) jobs: u16,
}

impl Setting {
    /// Of now.
    pub(super) fn new(deadline: Duration, jobs: u16) -> Self {
        Self { date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(), deadline, jobs }
    }

    #[cfg(test)]
    pub(super) fn of_a_test() -> Self {
        Self { date: "2026-11-30".to_owned(), deadline: Duration::from_secs(10), jobs: 4 }
    }
}

/// Most probers are busy for all of their time, and those that wait are waited for in milliseconds.
pub(super) fn cores() -> u16 {
    std::thread::available_parallelism().ok().and_then(|cores| u16::try_from(cores.get()).ok()).unwrap_or(1)
}

fn duration(text: &str) -> Result<Duration, String> {
    let text: serde::de::value::StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
    let Span(span) = Span::deserialize(text).map_err(|error| error.to_string())?;
    if span.is_zero() { Err("has to be more than nothing".to_owned()) } else { Ok(span) }
}

/// Grades.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.names.is_empty() && args.adapter.is_none() && !args.list {
        eprintln!("grade: name a shipped adapter ({}), or give --adapter FILE", shipped()?.join(", "));
        return Ok(Exit::Usage);
    }
    let Some(selection) = selected(args)? else { return Ok(Exit::NothingSelected) };
    if args.list {
        print(&list(&selection))?;
        return Ok(Exit::Clean);
    }
    let mut launchers = Vec::new();
    for (name, adapter, shipped) in adapters(args)? {
        match launcher(name, adapter, shipped, &args.command) {
            Ok(launcher) => launchers.push(launcher),
            Err(Unusable::Command(why)) => {
                eprintln!("grade: {why}");
                return Ok(Exit::Usage);
            }
            Err(Unusable::Missing(error)) => return Err(error),
        }
    }
    let setting = Setting::new(args.deadline, args.jobs);
    let (mut probers, mut interrupted) = (Vec::new(), false);
    for launcher in &launchers {
        let (graded, ended) = graded(launcher, &selection, &setting)?;
        print(&format!("{}\n", text::text(&graded)))?;
        probers.push(graded);
        if ended == Ended::Interrupted {
            interrupted = true;
            break;
        }
    }
    print(&refused(&selection.refused))?;
    if let Some(out) = &args.out {
        write(out, &probers, &selection, &setting)?;
    }
    if interrupted {
        return Ok(Exit::Interrupted);
    }
    let exit = verdict(&probers, args.at_least)?;
    if args.keep {
        let over = if args.named { Over::Named } else { Over::All };
        keep(&probers, &selection.refused, &setting, over)?;
    }
    Ok(exit)
}

/// One prober over the selection.
pub(super) fn graded(
    launcher: &Launcher,
    selection: &Selection,
    setting: &Setting,
) -> anyhow::Result<(Graded, Ended)> {
    eprintln!("grade: {} over {} cases", launcher.name, selection.gradable.len());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (seen, ended) = runtime.block_on(visit(launcher, &selection.gradable, setting))?;
    let graded = Graded {
        name: launcher.name.clone(),
        prober: launcher.adapter.prober.clone(),
        command: launcher.shown.clone(),
        seen,
    };
    Ok((graded, ended))
}

fn selected(args: &Args) -> anyhow::Result<Option<Selection>> {
    let mut selection = match select(&args.only)? {
        Ok(selection) => selection,
        Err(pattern) => {
            eprintln!("grade: no case fits `{pattern}`; `cargo xtask grade --list` shows their ids");
            return Ok(None);
        }
    };
    if args.named {
        let named = named()?;
        selection.gradable.retain(|exhibit| named.contains(&exhibit.id));
        selection.refused.clear();
    }
    if selection.gradable.is_empty() && !args.list {
        eprint!("grade: nothing to grade. {}", refused(&selection.refused));
        return Ok(None);
    }
    Ok(Some(selection))
}

fn list(selection: &Selection) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for exhibit in &selection.gradable {
        let _ =
            writeln!(text, "{:<44} {:<17} {}", exhibit.id, exhibit.case.expect.outcome, exhibit.case.title);
    }
    for (id, reason) in &selection.refused {
        let _ = writeln!(text, "{id:<44} not gradable: {reason}");
    }
    text
}

/// The adapters that were asked for: name, adapter, whether it is one of ours.
fn adapters(args: &Args) -> anyhow::Result<Vec<(String, Adapter, bool)>> {
    if let Some(path) = &args.adapter {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        return Ok(vec![(name, read(path)?, false)]);
    }
    args.names.iter().map(|name| Ok((name.clone(), of_name(name)?, true))).collect()
}

/// A shipped adapter.
pub(super) fn of_name(name: &str) -> anyhow::Result<Adapter> {
    let names = shipped()?;
    if !names.iter().any(|known| known == name) {
        bail!("there is no shipped adapter `{name}`; there are {}, and --adapter FILE", names.join(", "));
    }
    read(&folder().join("adapters").join(format!("{name}.toml")))
}

/// Why a prober cannot be called.
pub(super) enum Unusable {
    /// Its command.
    Command(String),
    /// What runs it cannot be had.
    Missing(anyhow::Error),
}

/// Makes a prober ready to be called; `given` is the command of the command line.
pub(super) fn launcher(
    name: String,
    adapter: Adapter,
    shipped: bool,
    given: &[String],
) -> Result<Launcher, Unusable> {
    let words = match (&adapter.run, given) {
        (_, [_, ..]) => given.to_vec(),
        (Some(run), []) => run.command.clone(),
        (None, []) => {
            let told = "the adapter has no [run]; give the command after --: `-- my-prober {url}`";
            return Err(Unusable::Command(told.to_owned()));
        }
    };
    if !words.iter().any(|word| word.contains("{url}")) {
        let told = format!("`{}` has no {{url}}: the command has to be told what to probe", words.join(" "));
        return Err(Unusable::Command(told));
    }
    let shown = words.join(" ");
    let words = match adapter.run.as_ref().filter(|_| given.is_empty()) {
        Some(run) => run.runtime.ready(&words).map_err(Unusable::Missing)?,
        None => words,
    };
    let ca = Arc::new(ca_file().map_err(Unusable::Missing)?);
    Ok(Launcher { name, adapter, words, shown, ca, shipped })
}

/// Writes the certificate of the mocks' authority, which is made anew in each process.
fn ca_file() -> anyhow::Result<NamedTempFile> {
    let mut file = NamedTempFile::with_suffix(".pem").context("failed to make a file for the certificate")?;
    file.write_all(ca_pem().as_bytes()).context("failed to write the certificate")?;
    Ok(file)
}

fn write(out: &Path, probers: &[Graded], selection: &Selection, setting: &Setting) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("failed to create {}", out.display()))?;
    let document = serde_json::to_string_pretty(&json(probers, &selection.refused, setting))?;
    let page = html(probers, &selection.refused, setting);
    for (name, text) in [("grade.json", document), ("index.html", page)] {
        let path = out.join(name);
        std::fs::write(&path, text).with_context(|| format!("failed to write {}", path.display()))?;
        println!("grade: {} is written", path.display());
    }
    Ok(())
}

fn verdict(probers: &[Graded], at_least: Option<usize>) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    for graded in probers {
        if graded.count(Mark::Silent) == graded.seen.len() {
            let wrote = graded.seen.first().map(|seen| seen.wrote.as_str()).unwrap_or_default();
            bail!("{} gave no verdict at all: no rule of its adapter fits. It wrote: {wrote}", graded.name);
        }
        if graded.count(Mark::Right) < at_least.unwrap_or(graded.seen.len()) {
            exit = Exit::Findings;
        }
    }
    Ok(exit)
}

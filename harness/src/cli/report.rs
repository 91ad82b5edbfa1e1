//! `rollcall report RUN... --out SITE`: a run as a site that people can read and argue with.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::census::run_dir_failure;
use super::output::{Format, print, print_json};
use super::plain::plain;
use crate::exit::Exit;
use crate::report::lang::Lang;
use crate::report::site::{self, Options, SiteError};

/// Writes a run as a static site: servers, categories, reasons, and how they were checked.
///
/// Of several runs the one that began last is shown, with the earlier ones as its history. The site needs no server
/// program: any host can serve it, and it works from disk.
#[derive(Debug, Args)]
pub(super) struct Report {
    /// The directories of the runs
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Where the site is written; an earlier site there is replaced when the new one is whole
    #[arg(long, value_name = "SITE")]
    out: PathBuf,
    /// In which language (repeatable; without it in all)
    #[arg(long, value_enum, value_name = "LANG")]
    lang: Vec<Lang>,
    /// The URL that the site will be served at, for the sitemap and the feed
    #[arg(long, value_name = "URL")]
    base: Option<url::Url>,
    /// How to write what was done
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Report {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        let mut langs = Vec::new();
        for lang in if self.lang.is_empty() { Lang::ALL } else { &self.lang } {
            if !langs.contains(lang) {
                langs.push(*lang);
            }
        }
        let options = Options { out: self.out.clone(), langs, base: self.base.clone() };
        let runs: Vec<&Path> = self.runs.iter().map(PathBuf::as_path).collect();
        let summary = site::write(&runs, &options).map_err(failure)?;
        if !summary.complete {
            let _ = writeln!(err, "rollcall: this run is not finished; the site says so");
        }
        match self.format {
            Format::Json => print_json(out, &summary),
            Format::Text => {
                let first = self.out.join("index.html");
                let (servers, pages) = (summary.servers, summary.pages);
                print(
                    out,
                    &format!(
                        "servers {servers}, pages {pages} in each language\n{}\n",
                        plain(&first.display().to_string())
                    ),
                )
            }
        }?;
        Ok(Exit::Clean)
    }
}

/// The site's trouble, with the way out.
fn failure(error: SiteError) -> Failure {
    let message = error.to_string();
    match error {
        SiteError::Run(error) => run_dir_failure(&error),
        SiteError::Empty(_) => Failure::nothing_selected(message)
            .hint("finish the census first: rollcall census --resume --out DIR"),
        SiteError::Damaged { .. } => {
            Failure::could_not_check(message).hint("restore the files of the run, or take the census anew")
        }
        SiteError::Categories { .. } => {
            Failure::could_not_check(message).hint("make it anew with: rollcall categorize DIR, or remove it")
        }
        SiteError::NotOurs(_) => {
            Failure::could_not_check(message).hint("choose another --out, or remove it yourself")
        }
        SiteError::Write { .. } => Failure::could_not_check(message)
            .hint("free some space or make the folder writable; nothing half-written is left"),
    }
}

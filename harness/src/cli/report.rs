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
    #[arg(long, value_name = "URL", value_parser = base)]
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

/// A URL that pages can be named under: its path is a folder, whether or not a slash ends it.
fn base(text: &str) -> Result<url::Url, String> {
    let mut url = url::Url::parse(text).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("write an http or https URL".to_owned());
    }
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err("write it without user, password, `?` and `#`: it stands in public files".to_owned());
    }
    if !url.path().ends_with('/') {
        let folder = format!("{}/", url.path());
        url.set_path(&folder);
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn a_base_is_a_folder_of_the_web() {
        for (given, read) in [
            ("https://x.example", "https://x.example/"),
            ("https://x.example/dir", "https://x.example/dir/"),
            ("http://x.example/dir/", "http://x.example/dir/"),
        ] {
            assert_eq!(base(given).unwrap().as_str(), read);
        }
        for given in [
            "javascript:alert(1)",
            "https://u:pw@x.example/",
            "https://x.example/?a",
            "https://x.example/#a",
            "x",
        ] {
            assert!(base(given).is_err(), "{given}");
        }
    }
}

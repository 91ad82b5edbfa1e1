//! `rollcall schema NAME`: the JSON Schema of one of our own formats, generated from the types.

use std::io::Write;

use clap::Args;
use schemars::{Schema, schema_for};

use super::Failure;
use super::output::print;
use crate::exit::Exit;

/// Prints the JSON Schema of one of our own formats.
#[derive(Debug, Args)]
pub(super) struct PrintSchema {
    /// Which format; without it the names are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// A format of ours: its name, what it is, and how its schema is made.
type Known = (&'static str, &'static str, fn() -> Schema);

/// Every format of ours, by name.
const KNOWN: &[Known] = &[
    ("record", "one probe, a line of records.jsonl", || schema_for!(crate::record::Record)),
    ("skipped", "one skip, a line of skipped.jsonl", || schema_for!(crate::census::Skipped)),
    ("run", "a census, its run.json", || schema_for!(crate::census::Run)),
    ("tally", "the counts of a run", || schema_for!(crate::tally::TallyFigures)),
    ("diff", "the differences of two runs", || schema_for!(crate::census::Diff)),
    ("servers", "every server of a site, its servers.json", || {
        schema_for!(crate::report::site::ServersCopy<'_>)
    }),
    ("categories", "the categories of a run, its categories.json", || {
        schema_for!(crate::category::Categories)
    }),
    ("lexicon", "the words of `rollcall categorize --lexicon FILE` (a TOML file)", || {
        crate::category::lexicon_schema()
    }),
    ("conform", "`rollcall conform --format json`", || schema_for!(crate::conform::Report)),
    ("site-summary", "`rollcall report --format json`", || schema_for!(crate::report::site::Summary)),
    ("plan", "what a census would do (--dry-run)", || schema_for!(super::plan::PlanLines<'_>)),
    ("explain", "what words mean", || schema_for!(super::explain::Explanations<'_>)),
    ("policy", "the limits of a run, inside run.json", || schema_for!(crate::policy::Policy)),
    ("diagnostics", "`rollcall lint --format json`", || schema_for!(crate::manifest::render::Report<'_>)),
    ("namespace", "`rollcall namespace --format json`", || schema_for!(crate::namespace::NamespaceReport)),
    ("key", "`rollcall key new` and `key show --format json`", || schema_for!(crate::namespace::KeyReport)),
    ("key-check", "`rollcall key check --format json`", || schema_for!(crate::namespace::KeyCheckReport)),
];

impl PrintSchema {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let Some(name) = &self.name else {
            let list: String = KNOWN.iter().map(|(name, what, _)| format!("{name:<12} {what}\n")).collect();
            print(out, &list)?;
            return Ok(Exit::Clean);
        };
        let Some((_, _, make)) = KNOWN.iter().find(|known| known.0 == name.as_str()) else {
            let names: Vec<&str> = KNOWN.iter().map(|known| known.0).collect();
            return Err(Failure::usage(format!("`{}` is no format of ours", crate::record::clean(name, 60)))
                .hint(format!("name one of: {}", names.join(", "))));
        };
        let text = serde_json::to_string_pretty(&make()).expect("a schema is always representable as JSON");
        print(out, &format!("{text}\n"))?;
        Ok(Exit::Clean)
    }
}

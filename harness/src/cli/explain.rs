//! `rollcall explain ID`: what a word means, what to do about it, and where the rule comes from.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::Failure;
use super::output::{Format, print, print_json};
use crate::exit::Exit;
use crate::explain::{Kind, Meaning, asked, lookup, words};

/// Explains any outcome, reason, finding, rule, requirement, check, verdict, HTTP status or skip reason.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The word, as it stands in a record or a report, or an HTTP status; without it every word is listed
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// One meaning in its JSON form.
#[derive(Serialize, JsonSchema)]
struct Explained<'a> {
    id: Cow<'a, str>,
    kind: Kind,
    #[serde(flatten)]
    meaning: &'a Meaning,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Explanations<'a> {
    schema: &'static str,
    explanations: Vec<Explained<'a>>,
}

impl Explain {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let found: Vec<Explained<'_>> = match &self.id {
            Some(id) => {
                let explained = |(kind, id, meaning)| Explained { id: Cow::Owned(id), kind, meaning };
                asked(id).into_iter().map(explained).collect()
            }
            None => words()
                .flat_map(|(kind, id)| {
                    lookup(id).into_iter().map(move |(found, meaning)| (kind, id, found, meaning))
                })
                .filter(|(kind, _, found, _)| kind == found)
                .map(|(kind, id, _, meaning)| Explained { id: Cow::Borrowed(id), kind, meaning })
                .collect(),
        };
        if let (Some(id), true) = (&self.id, found.is_empty()) {
            return Err(unknown(id));
        }
        match self.format {
            Format::Json => {
                print_json(out, &Explanations { schema: "rollcall.explain.v1", explanations: found })
            }
            Format::Text => print(out, &text(&found, self.id.is_none())),
        }?;
        Ok(Exit::Clean)
    }
}

fn text(found: &[Explained<'_>], all: bool) -> String {
    let mut text = String::new();
    for Explained { id, kind, meaning } in found {
        if all {
            let _ = writeln!(text, "{:<12} {id}", kind.as_str());
        } else {
            let _ = writeln!(
                text,
                "{id} ({kind})\n  means   {}\n  do      {}\n  source  {}",
                meaning.means, meaning.advice, meaning.source
            );
        }
    }
    text
}

/// The nearest words, so that a typing error costs no second look at the documentation.
fn unknown(id: &str) -> Failure {
    let shown = crate::record::clean(id, 60);
    let lower = id.to_ascii_lowercase();
    let mut near: Vec<(f64, &str)> = words()
        .map(|(_, word)| (f64::from(similar::TextDiff::from_chars(&*lower, word).ratio()), word))
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup_by_key(|(_, word)| *word);
    let near: Vec<&str> =
        near.iter().take_while(|(ratio, _)| *ratio > 0.6).take(3).map(|(_, word)| *word).collect();
    let hint = if near.is_empty() {
        "run `rollcall explain` without an id for the whole list".to_owned()
    } else {
        format!("did you mean `{}`? `rollcall explain` lists every word", near.join("`, `"))
    };
    Failure::usage(format!(
        "`{shown}` is no outcome, reason, finding, rule, requirement, check, verdict, HTTP status or skip reason"
    ))
    .hint(hint)
}

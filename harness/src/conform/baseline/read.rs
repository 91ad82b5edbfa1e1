//! Reading a baseline: strict, and every complaint has its line.

use std::collections::HashMap;
use std::ops::Range;
use std::str::FromStr;

use jiff::civil::Date;
use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::entry::{Baseline, BaselineError, Entry};
use crate::record::clean;

/// Characters of a text in the file that are repeated in a message.
const SHOWN: usize = 120;
/// The form of an entry, where one is not as it should be.
const FORM: &str = "an entry is `[[known]]` with `check`, `reason`, and if it is to end, `until` (a date such as 2027-01-31)";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    known: Vec<Spanned<Written>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    check: Spanned<String>,
    reason: Spanned<String>,
    #[serde(default)]
    until: Option<Spanned<Datetime>>,
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Self, BaselineError> {
        let lines = Lines::of(text);
        let at = |span: &Range<usize>| lines.at(span.start);
        let file: File = toml::from_str(text).map_err(|error| BaselineError {
            line: at(&error.span().unwrap_or_default()),
            says: clean(error.message(), SHOWN).into_owned(),
            advice: FORM,
        })?;
        let mut entries: Vec<Entry> = Vec::with_capacity(file.known.len());
        let mut stands: HashMap<String, u32> = HashMap::new();
        for written in file.known {
            let Written { check, reason, until } = written.into_inner();
            let line = at(&check.span());
            let name = check.into_inner();
            if let Some(before) = stands.insert(name.clone(), line) {
                let says = format!("{} stands on line {before} too", clean(&name, SHOWN));
                return Err(BaselineError { line, says, advice: "keep one of the two" });
            }
            if reason.get_ref().trim().is_empty() {
                let says = format!("{} has no reason", clean(&name, SHOWN));
                let advice = "say in `reason` why this failure is accepted";
                return Err(BaselineError { line: at(&reason.span()), says, advice });
            }
            let until = until.map(|until| day(&until, at(&until.span()))).transpose()?;
            entries.push(Entry { check: name, reason: reason.into_inner(), until, line });
        }
        Ok(Self { entries })
    }
}

/// A date without a time of day.
fn day(until: &Spanned<Datetime>, line: u32) -> Result<Date, BaselineError> {
    let written = until.get_ref().to_string();
    written.parse().map_err(|_| BaselineError {
        line,
        says: format!("`until = {written}` is no day"),
        advice: "write the last day on which the entry counts, as in `until = 2027-01-31`",
    })
}

/// Where each line of a file ends.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line of a place, from 1.
    fn at(&self, place: usize) -> u32 {
        let before = self.0.partition_point(|end| *end < place);
        u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
    }
}

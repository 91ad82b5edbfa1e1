//! What a baseline holds.

use jiff::civil::Date;

/// A reason that begins like this is none yet: `--write-baseline` leaves it for a person to replace.
pub(super) const PLACEHOLDER: &str = "TODO";

/// The entries of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// In the order of the file; no check twice.
    pub entries: Vec<Entry>,
}

/// One known failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The check that misses.
    pub check: String,
    /// Why that is known; never empty.
    pub reason: String,
    /// The last day (UTC) on which it counts.
    pub until: Option<Date>,
    /// Where it stands, from 1.
    pub line: u32,
}

/// A file that is no baseline.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {says}")]
pub struct BaselineError {
    /// From 1.
    pub line: u32,
    /// What is wrong there.
    pub says: String,
    /// The way out.
    pub advice: &'static str,
}

impl Entry {
    /// Its reason waits for a person.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.reason.trim_start().starts_with(PLACEHOLDER)
    }
}

impl Baseline {
    /// Refuses reasons that are none yet.
    ///
    /// # Errors
    /// At the first of them.
    pub fn finished(self) -> Result<Self, BaselineError> {
        match self.entries.iter().find(|entry| entry.is_open()) {
            None => Ok(self),
            Some(open) => Err(BaselineError {
                line: open.line,
                says: format!("the reason of {} is still the placeholder", open.check),
                advice: "say in `reason` why this failure is accepted, best with a link to where it is tracked",
            }),
        }
    }
}

//! A check: one claim of a requirement, decided by a pure function over what was seen.

use std::fmt;

use super::seen::{At, Seen};
use super::{Ask, checks};

/// One check.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// `family.name`; where a requirement has one check, the requirement's own id.
    pub name: &'static str,
    /// The requirement it decides.
    pub requirement: &'static str,
    /// What has to be seen, in a few words.
    pub expected: &'static str,
    /// What has to be asked for it, beside the opening.
    pub asks: &'static [Ask],
    pub(crate) judge: fn(&Seen) -> Ruling<'_>,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a check found in an exchange.
#[derive(Debug, Clone)]
pub(crate) enum Found<'a> {
    /// As required; the exchange that shows it.
    Kept(At<'a>),
    /// Not as required, and what was there instead.
    Missed(At<'a>, String),
}

/// Why a check has nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unheld {
    /// The requirement does not reach this server.
    NotApplicable(String),
    /// What it is about could not be seen.
    NotObserved(String),
}

/// What a check says.
pub(crate) type Ruling<'a> = Result<Found<'a>, Unheld>;

/// It does not reach this server.
pub(crate) fn not_applicable(why: impl Into<String>) -> Unheld {
    Unheld::NotApplicable(why.into())
}

/// It could not be seen.
pub(crate) fn not_observed(why: impl Into<String>) -> Unheld {
    Unheld::NotObserved(why.into())
}

impl<'a> At<'a> {
    #[expect(clippy::unnecessary_wraps, reason = "a ruling, so that a check reads as one sentence")]
    pub(crate) fn kept(self) -> Ruling<'a> {
        Ok(Found::Kept(self))
    }

    #[expect(clippy::unnecessary_wraps, reason = "a ruling, so that a check reads as one sentence")]
    pub(crate) fn missed(self, actual: impl Into<String>) -> Ruling<'a> {
        Ok(Found::Missed(self, actual.into()))
    }

    /// Kept when it holds; else what the reply said.
    pub(crate) fn holds(self, kept: bool) -> Ruling<'a> {
        if kept { self.kept() } else { self.missed(self.reply.said()) }
    }
}

/// Every check, family by family.
pub fn all() -> impl Iterator<Item = &'static Check> {
    checks::FAMILIES.iter().copied().flatten()
}

/// The check with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Check> {
    all().find(|check| check.name == name)
}

//! `--only`: which checks a run is about.

use std::collections::BTreeSet;

use super::{Ask, Check, all};
use crate::pattern::fits;

/// The checks that were chosen.
#[derive(Debug, Clone)]
pub struct Selection {
    checks: Vec<&'static Check>,
}

/// Nothing was chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no check and no requirement matches `{0}`")]
pub struct SelectionError(pub String);

impl Selection {
    /// Every check.
    #[must_use]
    pub fn whole() -> Self {
        Self { checks: all().collect() }
    }

    /// The checks whose own name, or whose requirement's id, matches one of these patterns, in which `*` stands for any
    /// text and `?` for any character. No pattern chooses all.
    ///
    /// # Errors
    /// When a pattern matches nothing.
    pub fn of(patterns: &[String]) -> Result<Self, SelectionError> {
        if patterns.is_empty() {
            return Ok(Self::whole());
        }
        let hits =
            |pattern: &str, check: &Check| fits(pattern, check.name) || fits(pattern, check.requirement);
        if let Some(idle) = patterns.iter().find(|pattern| !all().any(|check| hits(pattern, check))) {
            return Err(SelectionError(idle.clone()));
        }
        let chosen = |check: &&Check| patterns.iter().any(|pattern| hits(pattern, check));
        Ok(Self { checks: all().filter(chosen).collect() })
    }

    /// The chosen checks, in the order of the families.
    #[must_use]
    pub fn checks(&self) -> &[&'static Check] {
        &self.checks
    }

    /// What has to be asked for them.
    pub(super) fn asks(&self) -> BTreeSet<Ask> {
        self.checks.iter().flat_map(|check| check.asks).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_that_matches_nothing_is_told() {
        let of = |patterns: &[&str]| {
            Selection::of(&patterns.iter().map(|&pattern| pattern.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&[]).unwrap().checks().len(), all().count());
        let family = of(&["handshake.r*"]).unwrap();
        assert!(!family.checks().is_empty() && family.checks().len() < all().count());
        assert_eq!(of(&["handshake.r*", "nothing.*"]).unwrap_err(), SelectionError("nothing.*".to_owned()));
    }
}

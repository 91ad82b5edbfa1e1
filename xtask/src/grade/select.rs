//! Which cases are graded, and which cannot be, and why.

use std::collections::BTreeMap;

use anyhow::Context as _;
use rollcall::pattern::fits;
use rollcall_cases::case::Case;
use rollcall_cases::load;
use rollcall_cases::servable::{Servable, servable};
use serde::Deserialize;

use super::adapter::folder;

/// A case to be graded.
#[derive(Debug, Clone)]
pub(super) struct Exhibit {
    /// Its id.
    pub(super) id: String,
    /// The case.
    pub(super) case: Case,
}

/// What was selected.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// In the order of their ids.
    pub(super) gradable: Vec<Exhibit>,
    /// The ids of the others, each with its reason.
    pub(super) refused: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Excluded {
    excluded: BTreeMap<String, String>,
}

/// The cases whose truth holds for one policy only, each with its reason.
fn excluded() -> anyhow::Result<BTreeMap<String, String>> {
    let path = folder().join("excluded.toml");
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let read: Excluded = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(read.excluded)
}

/// The ids of the named cases: a line each, `#` begins a comment.
pub(super) fn named() -> anyhow::Result<Vec<String>> {
    let path = folder().join("named.txt");
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let ids = text.lines().filter_map(|line| line.split('#').next()).map(str::trim);
    Ok(ids.filter(|id| !id.is_empty()).map(str::to_owned).collect())
}

/// Selects by patterns; none means all. The error is a pattern that fits no case.
pub(super) fn select(patterns: &[String]) -> anyhow::Result<Result<Selection, String>> {
    let ids = load::ids()?;
    if let Some(stray) = patterns.iter().find(|pattern| !ids.iter().any(|id| fits(pattern, id))) {
        return Ok(Err(stray.clone()));
    }
    let excluded = excluded()?;
    let mut selection = Selection::default();
    for id in ids {
        if !patterns.is_empty() && !patterns.iter().any(|pattern| fits(pattern, &id)) {
            continue;
        }
        let case = load::case(&id).with_context(|| format!("case {id}"))?;
        let reason = match servable(&case) {
            Servable::No(reason) => Some(reason),
            _ => excluded.get(&id).cloned(),
        };
        match reason {
            Some(reason) => {
                selection.refused.insert(id, reason);
            }
            None => selection.gradable.push(Exhibit { id, case }),
        }
    }
    Ok(Ok(selection))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rollcall::outcome::Outcome;

    use super::*;

    #[test]
    fn the_named_cases_are_gradable_and_have_every_outcome_that_can_be_graded() {
        let named = named().unwrap();
        let selection = select(&named).unwrap().unwrap();
        assert!(selection.refused.is_empty(), "{:?}", selection.refused);
        assert_eq!(selection.gradable.len(), named.len());
        assert!((40..=50).contains(&named.len()), "{} named cases", named.len());
        let outcomes: BTreeSet<Outcome> = selection.gradable.iter().map(|e| e.case.expect.outcome).collect();
        let wanted = Outcome::ALL.iter().copied().filter(|outcome| *outcome != Outcome::NotProbed);
        assert_eq!(outcomes, wanted.collect());
    }

    #[test]
    fn every_exclusion_is_of_a_case_and_nearly_all_cases_are_gradable() {
        let ids = load::ids().unwrap();
        for id in excluded().unwrap().keys() {
            assert!(ids.contains(id), "{id} is no case");
        }
        let all = select(&[]).unwrap().unwrap();
        assert_eq!(all.gradable.len() + all.refused.len(), ids.len());
        assert!(all.gradable.len() * 10 > ids.len() * 8, "{} of {}", all.gradable.len(), ids.len());
        assert!(all.refused.contains_key("address/nxdomain"));
    }

    #[test]
    fn a_pattern_that_fits_nothing_is_told() {
        assert_eq!(select(&["good/*".into(), "god/*".into()]).unwrap().unwrap_err(), "god/*");
    }
}

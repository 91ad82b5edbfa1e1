//! Lists of tools that many servers share word for word: gateways and templates, whose tools tell nothing of the one
//! server behind them.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Subject;

/// From how many servers on an identical list is left out: the directory's published rule.
pub const IDENTICAL_AT: u32 = 20;

/// One list that so many servers share that it is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdenticalSet {
    /// The digest of all tool names of the list.
    pub digest: String,
    /// How many tools the list has.
    pub tools: u64,
    /// The first names of the list, at most 50, as one of its servers gave them.
    pub names: Vec<String>,
    /// The entries that list it, sorted.
    pub listed_by: Vec<String>,
}

/// The lists of one run, by digest. An empty list is no set.
#[derive(Debug, Clone)]
pub struct IdenticalSets {
    threshold: u32,
    servers: HashMap<String, u32>,
    excluded: Vec<IdenticalSet>,
}

impl IdenticalSets {
    /// Counts the lists of a run; those with at least `threshold` servers are left out.
    ///
    /// `subjects` holds each entry once.
    pub fn of<'a, I>(subjects: I, threshold: u32) -> Self
    where
        I: IntoIterator<Item = &'a Subject>,
        I::IntoIter: Clone,
    {
        let subjects = subjects.into_iter();
        let mut servers: HashMap<String, u32> = HashMap::new();
        for digest in subjects.clone().filter_map(digest_of) {
            match servers.get_mut(digest) {
                Some(count) => *count += 1,
                None => {
                    servers.insert(digest.to_owned(), 1);
                }
            }
        }
        let mut excluded: BTreeMap<&str, IdenticalSet> = BTreeMap::new();
        for subject in subjects {
            let (Some(digest), Some(list)) = (digest_of(subject), subject.tools.as_ref()) else { continue };
            if servers.get(digest).is_some_and(|&count| count >= threshold) {
                let set = excluded.entry(digest).or_insert_with(|| IdenticalSet {
                    digest: digest.to_owned(),
                    tools: list.count,
                    names: list.names.clone(),
                    listed_by: Vec::new(),
                });
                set.listed_by.push(subject.name.clone());
            }
        }
        let mut excluded: Vec<IdenticalSet> = excluded.into_values().collect();
        for set in &mut excluded {
            set.listed_by.sort();
        }
        // Stable: sets of the same size stay in the order of their digests.
        excluded.sort_by_key(|set| std::cmp::Reverse(set.listed_by.len()));
        Self { threshold, servers, excluded }
    }

    /// A run of one server: nothing is shared, nothing is left out.
    #[must_use]
    pub fn none() -> Self {
        Self { threshold: IDENTICAL_AT, servers: HashMap::new(), excluded: Vec::new() }
    }

    /// How many *other* servers list exactly the same tools.
    #[must_use]
    pub fn others(&self, subject: &Subject) -> u32 {
        self.count(subject).saturating_sub(1)
    }

    /// Whether this server's list is left out, and how many servers list it.
    #[must_use]
    pub fn excludes(&self, subject: &Subject) -> Option<u32> {
        let count = self.count(subject);
        (count >= self.threshold).then_some(count).filter(|&count| count > 0)
    }

    /// The sets left out, the most shared first.
    #[must_use]
    pub fn excluded(&self) -> &[IdenticalSet] {
        &self.excluded
    }

    /// The threshold in force.
    #[must_use]
    pub fn threshold(&self) -> u32 {
        self.threshold
    }

    fn count(&self, subject: &Subject) -> u32 {
        digest_of(subject).and_then(|digest| self.servers.get(digest)).copied().unwrap_or(0)
    }
}

fn digest_of(subject: &Subject) -> Option<&str> {
    subject.tools.as_ref().filter(|list| list.count > 0).and_then(|list| list.digest.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::ToolList;

    fn listing(name: &str, digest: &str, count: u64) -> Subject {
        let tools = ToolList {
            count,
            names: (0..count.min(50)).map(|n| format!("tool_{n}")).collect(),
            digest: Some(digest.into()),
            complete: true,
        };
        Subject { name: name.into(), tools: Some(tools), ..Subject::default() }
    }

    #[test]
    fn nineteen_identical_lists_stay_and_twenty_are_left_out() {
        let mut run: Vec<Subject> = (0..19).map(|n| listing(&format!("a/{n}"), "shared", 7)).collect();
        let sets = IdenticalSets::of(&run, IDENTICAL_AT);
        assert_eq!((sets.excluded().len(), sets.excludes(&run[0]), sets.others(&run[0])), (0, None, 18));
        run.push(listing("a/19", "shared", 7));
        let sets = IdenticalSets::of(&run, IDENTICAL_AT);
        assert_eq!((sets.excludes(&run[0]), sets.others(&run[0])), (Some(20), 19));
        assert_eq!((sets.excluded()[0].listed_by.len(), sets.excluded()[0].tools), (20, 7));
    }

    #[test]
    fn an_empty_list_is_no_set() {
        let run: Vec<Subject> = (0..40).map(|n| listing(&format!("a/{n}"), "empty", 0)).collect();
        let sets = IdenticalSets::of(&run, IDENTICAL_AT);
        assert_eq!((sets.excluded().len(), sets.excludes(&run[0]), sets.others(&run[0])), (0, None, 0));
    }

    #[test]
    fn the_threshold_is_a_setting() {
        let run = [listing("a/1", "x", 3), listing("a/2", "x", 3), listing("a/3", "y", 3)];
        let sets = IdenticalSets::of(&run, 2);
        assert_eq!(sets.excluded().iter().map(|set| set.digest.as_str()).collect::<Vec<_>>(), ["x"]);
        assert_eq!(sets.excluded()[0].listed_by, ["a/1", "a/2"]);
    }

    /// More than 50 names: two lists may keep the same 50 and still be different lists.
    #[test]
    fn the_digest_decides_and_not_the_names_kept() {
        let run: Vec<Subject> =
            (0..40).map(|n| listing(&format!("a/{n}"), &format!("digest-{n}"), 120)).collect();
        assert!(IdenticalSets::of(&run, IDENTICAL_AT).excluded().is_empty());
    }
}

//! Words that a run shows to be generic: for a person to accept, never taken by themselves.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::reading::Reader;
use super::{Assignment, Category, Lexicon, Subject};

/// A word has to stand in at least this many different lists (measured: below it, chance decides where a word stands).
pub const LISTS_AT_LEAST: u32 = 25;

/// On at least this many sides, the eight categories and none (chosen: a word of one trade reaches two or three).
pub const SIDES_AT_LEAST: usize = 5;

/// And no category may hold more than this part of its lists, in percent (measured on 2,126 real lists: `price`,
/// `market` and `health` lie above, `get` and `status` below).
pub const SHARE_AT_MOST: u32 = 28;

/// A word that the run shows to be generic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Candidate {
    /// The word in its normal form.
    pub word: String,
    /// In how many different tool lists it stands.
    pub lists: u32,
    /// On how many sides its servers are, none among them.
    pub sides: usize,
    /// The category that holds most of its lists, and how many of them.
    pub most: Option<(Category, u32)>,
    /// The categories for which the lexicon lets it speak: these need a second look.
    pub speaks_for: Vec<Category>,
}

/// Finds them over the different lists of a run; `assignments` are those of `subjects`, in the same order. Words that
/// are generic already are left out. The most frequent first.
#[must_use]
pub fn candidates(lexicon: &Lexicon, subjects: &[Subject], assignments: &[Assignment]) -> Vec<Candidate> {
    let mut reader = Reader::new(lexicon);
    let mut lists = BTreeSet::new();
    let mut words: BTreeMap<String, [u32; 9]> = BTreeMap::new();
    for (subject, assignment) in subjects.iter().zip(assignments) {
        let Some(list) = &subject.tools else { continue };
        // The same list twice says nothing more.
        if !lists.insert(list.digest.clone().unwrap_or_else(|| list.names.join("\0"))) {
            continue;
        }
        let side = assignment.category.map_or(8, Category::index);
        let mut of_list = BTreeSet::new();
        for name in &list.names {
            of_list.extend(reader.normal_words(name));
        }
        for word in of_list {
            words.entry(word).or_default()[side] += 1;
        }
    }
    let mut found: Vec<Candidate> =
        words.into_iter().filter_map(|(word, on)| judge(lexicon, word, on)).collect();
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.lists));
    found
}

fn judge(lexicon: &Lexicon, word: String, on: [u32; 9]) -> Option<Candidate> {
    let lists: u32 = on.iter().sum();
    let sides = on.iter().filter(|&&count| count > 0).count();
    let most = Category::ALL.iter().map(|&category| (category, on[category.index()])).max_by_key(|&(_, n)| n);
    let most = most.filter(|&(_, count)| count > 0);
    let held = most.map_or(0, |(_, count)| count);
    let generic = lists >= LISTS_AT_LEAST && sides >= SIDES_AT_LEAST && held * 100 <= lists * SHARE_AT_MOST;
    let (known, speaks_for) = lexicon.lookup(&word).unwrap_or_default();
    (generic && !known).then_some(Candidate { word, lists, sides, most, speaks_for })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::{Categories, ToolList, built_in_text};

    /// Lists of a travel, a health and so on server, each with one more tool.
    fn run(extra: &str, count: usize) -> Vec<Subject> {
        let trades = ["flight", "patient", "recipe", "wallet", "video", "widget"];
        (0..count)
            .map(|n| {
                let trade = trades[n % trades.len()];
                let names =
                    vec![format!("a_{trade}"), format!("b_{trade}"), format!("c_{trade}_{n}"), extra.into()];
                let tools = ToolList { count: 4, names, digest: Some(format!("{n}")), complete: true };
                Subject { name: format!("x/{n}"), tools: Some(tools), ..Subject::default() }
            })
            .collect()
    }

    fn found(subjects: &[Subject]) -> Vec<String> {
        let lexicon = Lexicon::built_in();
        let categories = Categories::of(subjects, lexicon, built_in_text(), 20);
        let found = candidates(lexicon, subjects, &categories.entries);
        found.into_iter().map(|candidate| candidate.word).collect()
    }

    #[test]
    fn a_word_of_every_trade_is_generic_from_25_lists_on() {
        assert!(!found(&run("frobnicate_x", 24)).contains(&"frobnicate".to_owned()));
        let words = found(&run("frobnicate_x", 25));
        assert!(words.contains(&"frobnicate".to_owned()), "{words:?}");
    }

    #[test]
    fn a_word_of_one_trade_and_a_known_one_are_none() {
        let words = found(&run("get_frobnicate", 60));
        assert!(!words.contains(&"flight".to_owned()) && !words.contains(&"get".to_owned()), "{words:?}");
    }

    #[test]
    fn the_same_list_many_times_counts_once() {
        let mut subjects = run("frobnicate_x", 60);
        for subject in &mut subjects {
            subject.tools.as_mut().unwrap().digest = Some("same".into());
        }
        assert_eq!(found(&subjects), Vec::<String>::new());
    }
}

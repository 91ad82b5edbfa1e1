//! The categories of a whole run: what `categories.json` holds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Assigner, Assignment, Basis, Category, IdenticalSet, IdenticalSets, Lexicon, Subject};
use crate::record::sha256;

/// The version of the file's JSON form.
pub const CATEGORIES_SCHEMA: &str = "rollcall.categories.v1";

/// The categories of a run. A pure function of the run's records, the lexicon and one setting, so it can be made anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Categories {
    /// Always [`CATEGORIES_SCHEMA`].
    pub schema: String,
    /// `sha256:` and the hex digest of the lexicon's text.
    pub lexicon: String,
    /// From how many servers on an identical tool list was left out.
    pub identical_at: u32,
    /// How many entries are on each shelf.
    pub shelves: BTreeMap<Category, Shelf>,
    /// How many have none.
    pub without: u32,
    /// The lists that were left out, and who lists them.
    pub left_out: Vec<IdenticalSet>,
    /// Every entry, by name.
    pub entries: Vec<Assignment>,
}

/// One shelf, counted by what the assignments rest on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Shelf {
    /// By name, title and description.
    pub name_and_description: u32,
    /// By tool names.
    pub tool_names: u32,
}

impl Shelf {
    /// All entries on it.
    #[must_use]
    pub fn total(self) -> u32 {
        self.name_and_description + self.tool_names
    }
}

impl Categories {
    /// Assigns every entry of a run; each is given once.
    #[must_use]
    pub fn of(subjects: &[Subject], lexicon: &Lexicon, lexicon_text: &str, identical_at: u32) -> Self {
        let sets = IdenticalSets::of(subjects, identical_at);
        let mut assigner = Assigner::new(lexicon, &sets);
        let entries: Vec<Assignment> = subjects.iter().map(|subject| assigner.assign(subject)).collect();
        let mut shelves: BTreeMap<Category, Shelf> = BTreeMap::new();
        let mut without = 0;
        for entry in &entries {
            let Some(category) = entry.category else {
                without += 1;
                continue;
            };
            let shelf = shelves.entry(category).or_default();
            match entry.basis {
                Some(Basis::ToolNames) => shelf.tool_names += 1,
                _ => shelf.name_and_description += 1,
            }
        }
        Self {
            schema: CATEGORIES_SCHEMA.to_owned(),
            lexicon: sha256(Sha256::new_with_prefix(lexicon_text)),
            identical_at,
            shelves,
            without,
            left_out: sets.excluded().to_vec(),
            entries,
        }
    }

    /// The assignments in short, one line an entry: category, basis and name. For snapshots.
    #[must_use]
    pub fn outline(&self) -> String {
        let line = |entry: &Assignment| {
            let category = entry.category.map_or("none", Category::as_str);
            let basis = entry.basis.map_or("-", Basis::as_str);
            format!("{category:<15} {basis:<21} {}\n", crate::record::clean(&entry.name, 200))
        };
        self.entries.iter().map(line).collect()
    }
}

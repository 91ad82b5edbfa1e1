//! How often the categories are right: counts over servers labelled by hand, and what follows from them.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::Category;

/// Every category, and none after them.
const LABELS: usize = Category::ALL.len() + 1;

/// One judged server: what it is, and where the rule put it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The label; `None` for no shelf.
    pub label: Option<Category>,
    /// The assignment.
    pub given: Option<Category>,
}

/// Counts over judged servers: labels down, assignments across, none last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion([[u32; LABELS]; LABELS]);

/// Right among a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Those that hold.
    pub hit: u32,
    /// All asked.
    pub of: u32,
}

impl Share {
    /// The part, or one where none was asked.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.of == 0 { 1.0 } else { f64::from(self.hit) / f64::from(self.of) }
    }
}

impl FromIterator<Judged> for Confusion {
    fn from_iter<I: IntoIterator<Item = Judged>>(all: I) -> Self {
        let mut table = Self::default();
        for one in all {
            table.0[index(one.label)][index(one.given)] += 1;
        }
        table
    }
}

fn index(category: Option<Category>) -> usize {
    category.map_or(LABELS - 1, Category::index)
}

impl Confusion {
    /// The labels in the order of lines and columns.
    pub fn labels() -> impl Iterator<Item = Option<Category>> {
        Category::ALL.iter().copied().map(Some).chain([None])
    }

    /// How many of this label were put there.
    #[must_use]
    pub fn count(&self, label: Option<Category>, given: Option<Category>) -> u32 {
        self.0[index(label)][index(given)]
    }

    /// All servers.
    #[must_use]
    pub fn servers(&self) -> u32 {
        self.0.iter().flatten().sum()
    }

    /// Of those put on this shelf, how many belong there.
    #[must_use]
    pub fn precision(&self, category: Category) -> Share {
        let at = category.index();
        Share { hit: self.0[at][at], of: self.0.iter().map(|row| row[at]).sum() }
    }

    /// Of those that belong on this shelf, how many are there.
    #[must_use]
    pub fn recall(&self, category: Category) -> Share {
        let at = category.index();
        Share { hit: self.0[at][at], of: self.0[at].iter().sum() }
    }

    /// Of all those put on any shelf, how many are on their own.
    #[must_use]
    pub fn overall_precision(&self) -> Share {
        total(Category::ALL.iter().map(|&category| self.precision(category)))
    }

    /// Of all those that belong on any shelf, how many are on their own.
    #[must_use]
    pub fn overall_recall(&self) -> Share {
        total(Category::ALL.iter().map(|&category| self.recall(category)))
    }

    /// Of those that belong nowhere, how many were put on a shelf.
    #[must_use]
    pub fn false_positives(&self) -> Share {
        let row = &self.0[LABELS - 1];
        Share { hit: row[..LABELS - 1].iter().sum(), of: row.iter().sum() }
    }
}

fn total(shares: impl Iterator<Item = Share>) -> Share {
    shares.fold(Share { hit: 0, of: 0 }, |sum, one| Share { hit: sum.hit + one.hit, of: sum.of + one.of })
}

/// What the evaluation found of one lexicon, over labelled servers that it was never tuned on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// `sha256:` and the digest of the lexicon's text.
    pub lexicon: String,
    /// The counts.
    pub table: Confusion,
}

/// The figures of the built-in lexicon, as the evaluation found them. A test of the evaluation holds them against it.
#[must_use]
pub fn measured() -> &'static Measured {
    static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
        toml::from_str(include_str!("measured.toml")).expect("it is compiled in, and a test reads it")
    });
    &MEASURED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_follow_from_the_table() {
        let (travel, media) = (Some(Category::Travel), Some(Category::Media));
        let judged =
            [(travel, travel), (travel, None), (travel, media), (None, travel), (None, None), (media, media)];
        let table: Confusion = judged.iter().map(|&(label, given)| Judged { label, given }).collect();
        assert_eq!(table.precision(Category::Travel), Share { hit: 1, of: 2 });
        assert_eq!(table.recall(Category::Travel), Share { hit: 1, of: 3 });
        assert_eq!(table.precision(Category::Media), Share { hit: 1, of: 2 });
        assert_eq!(table.overall_precision(), Share { hit: 2, of: 4 });
        assert_eq!(table.overall_recall(), Share { hit: 2, of: 4 });
        assert_eq!(table.false_positives(), Share { hit: 1, of: 2 });
        assert_eq!((table.servers(), table.count(travel, None)), (6, 1));
    }

    #[test]
    fn nothing_asked_is_nothing_missed() {
        assert!((Share { hit: 0, of: 0 }.value() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn what_is_carried_is_of_the_lexicon_that_is_built_in() {
        let categories = crate::category::Categories::of(
            &[],
            crate::category::Lexicon::built_in(),
            crate::category::built_in_text(),
            crate::category::IDENTICAL_AT,
        );
        assert_eq!(measured().lexicon, categories.lexicon, "run `cargo xtask evaluate --accept`");
        assert!(measured().table.servers() > 100);
    }
}

//! Counting right and wrong: the confusion table and what follows from it.

use std::fmt::Write as _;

use rollcall::category::Category;

/// One judged server: what it is, and where the rule put it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The label; `None` for no shelf.
    pub(crate) label: Option<Category>,
    /// The assignment.
    pub(crate) given: Option<Category>,
}

/// Counts over judged servers; index 8 is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Confusion([[u32; 9]; 9]);

/// Right among a number, and what that makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// Those that hold.
    pub(crate) hit: u32,
    /// All asked.
    pub(crate) of: u32,
}

impl Share {
    /// The part, or one where none was asked.
    pub(crate) fn value(self) -> f64 {
        if self.of == 0 { 1.0 } else { f64::from(self.hit) / f64::from(self.of) }
    }
}

/// The harmonic mean of precision and recall.
pub(crate) fn f1(precision: Share, recall: Share) -> f64 {
    let (p, r) = (precision.value(), recall.value());
    if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) }
}

fn index(category: Option<Category>) -> usize {
    category.map_or(8, Category::index)
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

impl Confusion {
    /// Of those put on this shelf, how many belong there.
    pub(crate) fn precision(&self, category: Category) -> Share {
        let at = category.index();
        Share { hit: self.0[at][at], of: self.0.iter().map(|row| row[at]).sum() }
    }

    /// Of those that belong on this shelf, how many are there.
    pub(crate) fn recall(&self, category: Category) -> Share {
        let at = category.index();
        Share { hit: self.0[at][at], of: self.0[at].iter().sum() }
    }

    /// Of all those put on any shelf, how many are on their own.
    pub(crate) fn overall_precision(&self) -> Share {
        total(Category::ALL.iter().map(|&category| self.precision(category)))
    }

    /// Of all those that belong on any shelf, how many are on their own.
    pub(crate) fn overall_recall(&self) -> Share {
        total(Category::ALL.iter().map(|&category| self.recall(category)))
    }

    /// Of those that belong nowhere, how many were put on a shelf.
    pub(crate) fn false_positives(&self) -> Share {
        Share { hit: self.0[8][..8].iter().sum(), of: self.0[8].iter().sum() }
    }

    /// The table of precision, recall and F1.
    pub(crate) fn figures(&self) -> String {
        let mut text = format!("  {:<15} {:>15} {:>15} {:>6}\n", "category", "precision", "recall", "F1");
        let mut row = |name: &str, precision: Share, recall: Share| {
            let cell = |share: Share| format!("{:.3} ({}/{})", share.value(), share.hit, share.of);
            let _ = writeln!(
                text,
                "  {name:<15} {:>15} {:>15} {:>6.3}",
                cell(precision),
                cell(recall),
                f1(precision, recall)
            );
        };
        for &category in Category::ALL {
            row(category.as_str(), self.precision(category), self.recall(category));
        }
        row("overall", self.overall_precision(), self.overall_recall());
        text
    }

    /// The confusion table: labels down, assignments across.
    pub(crate) fn table(&self) -> String {
        let short = ["tra", "foo", "rea", "hea", "map", "fin", "sho", "med", "none"];
        let mut text = format!("  {:<15}", "label \\ given");
        for head in short {
            let _ = write!(text, " {head:>4}");
        }
        text.push('\n');
        let names = Category::ALL.iter().map(|category| category.as_str()).chain(["none"]);
        for (name, row) in names.zip(&self.0) {
            let _ = write!(text, "  {name:<15}");
            for &count in row {
                let cell = if count == 0 { "·".to_owned() } else { count.to_string() };
                let _ = write!(text, " {cell:>4}");
            }
            text.push('\n');
        }
        text
    }
}

fn total(shares: impl Iterator<Item = Share>) -> Share {
    shares.fold(Share { hit: 0, of: 0 }, |sum, one| Share { hit: sum.hit + one.hit, of: sum.of + one.of })
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
        assert!((f1(table.precision(Category::Travel), table.recall(Category::Travel)) - 0.4).abs() < 1e-9);
    }

    #[test]
    fn nothing_asked_is_nothing_missed() {
        assert!((Share { hit: 0, of: 0 }.value() - 1.0).abs() < f64::EPSILON);
    }
}

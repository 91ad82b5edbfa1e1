//! Right and wrong as tables.

use std::fmt::Write as _;

use rollcall::category::{Category, Confusion, Share};

/// The harmonic mean of precision and recall.
pub(crate) fn f1(precision: Share, recall: Share) -> f64 {
    let (p, r) = (precision.value(), recall.value());
    if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) }
}

/// The table of precision, recall and F1.
pub(crate) fn figures(table: &Confusion) -> String {
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
        row(category.as_str(), table.precision(category), table.recall(category));
    }
    row("overall", table.overall_precision(), table.overall_recall());
    text
}

/// The confusion table: labels down, assignments across.
pub(crate) fn confusion(table: &Confusion) -> String {
    let short = ["tra", "foo", "rea", "hea", "map", "fin", "sho", "med", "none"];
    let mut text = format!("  {:<15}", "label \\ given");
    for head in short {
        let _ = write!(text, " {head:>4}");
    }
    text.push('\n');
    for label in Confusion::labels() {
        let _ = write!(text, "  {:<15}", label.map_or("none", Category::as_str));
        for given in Confusion::labels() {
            let count = table.count(label, given);
            let cell = if count == 0 { "·".to_owned() } else { count.to_string() };
            let _ = write!(text, " {cell:>4}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harmonic_mean_leans_to_the_smaller() {
        let share = |hit, of| Share { hit, of };
        assert!((f1(share(1, 2), share(1, 3)) - 0.4).abs() < 1e-9);
        assert!(f1(share(0, 2), share(0, 3)).abs() < 1e-9);
    }
}

//! A table with a title, which scrolls by itself where the screen is narrower.

use maud::{Markup, html};

/// Cells of the head, and rows.
pub(super) fn table(title: &str, head: &Markup, rows: &Markup) -> Markup {
    html! {
        section class="wide" tabindex="0" aria-label=(title) {
            table {
                caption { (title) }
                thead { tr { (head) } }
                tbody { (rows) }
            }
        }
    }
}

//! How often the rule of the categories is right, as the evaluation found it.

use maud::{Markup, html};

use super::page::Frame;
use super::table::table;
use super::words;
use crate::category::{Category, Confusion, Share, measured};

/// The figures, where the categories are those of the lexicon that was judged.
pub(super) fn section(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let measured = measured();
    let table = &measured.table;
    html! {
        div id="measured" {
            h3 { (t.get("measured-title")) }
            @if frame.site.category_rule.lexicon == measured.lexicon {
                p { (t.fill("measured-how", &[("count", table.servers().into())])) }
                ul {
                    li { (share(frame, "measured-precision", table.overall_precision())) }
                    li { (share(frame, "measured-recall", table.overall_recall())) }
                    li { (share(frame, "measured-none", table.false_positives())) }
                }
                (figures(frame, table))
                (confusion(frame, table))
                p { (t.get("measured-made-up")) }
            } @else {
                p { (t.get("measured-other")) }
            }
        }
    }
}

fn share(frame: &Frame<'_>, message: &'static str, share: Share) -> String {
    frame.t.fill(message, &[("hit", share.hit.into()), ("count", share.of.into())])
}

fn label(frame: &Frame<'_>, label: Option<Category>) -> String {
    label.map_or_else(
        || frame.t.get("search-none"),
        |category| words::word(frame.t, "category", category.as_str()),
    )
}

/// Precision and recall of each category.
fn figures(frame: &Frame<'_>, judged: &Confusion) -> Markup {
    let t = frame.t;
    let head = html! {
        th scope="col" { (t.get("column-category")) }
        th scope="col" class="number" { (t.get("column-precision")) }
        th scope="col" class="number" { (t.get("column-recall")) }
    };
    let rows = html! {
        @for category in Category::ALL {
            tr {
                th scope="row" { (label(frame, Some(*category))) }
                @for one in [judged.precision(*category), judged.recall(*category)] {
                    td class="number" { (share(frame, "measured-share", one)) }
                }
            }
        }
    };
    table(&t.get("measured-figures"), &head, &rows)
}

/// Where servers of each category were put.
fn confusion(frame: &Frame<'_>, judged: &Confusion) -> Markup {
    let t = frame.t;
    let head = html! {
        th scope="col" { (t.get("measured-label")) }
        @for given in Confusion::labels() { th scope="col" class="number" { (label(frame, given)) } }
    };
    let rows = html! {
        @for of in Confusion::labels() {
            tr {
                th scope="row" { (label(frame, of)) }
                @for given in Confusion::labels() {
                    td class="number" { (t.number(judged.count(of, given).into())) }
                }
            }
        }
    };
    table(&t.get("measured-confusion"), &head, &rows)
}

//! What came out, as one page: no script, nothing from elsewhere, everything escaped.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use rollcall::outcome::Outcome;
use sha2::{Digest as _, Sha256};

use super::judge::Verdict;
use super::matrix::{Apart, Graded, Mark, Seen};
use super::run::Setting;

/// The style; the page allows it by its hash and nothing else.
const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:100rem;padding:0 1rem;color:#1b1b1f;background:#fff}\
table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #c8c8d0;padding:.2rem .5rem;text-align:left;vertical-align:top}\
td.n{text-align:right}code,pre{font:13px/1.4 ui-monospace,monospace}pre{white-space:pre-wrap;max-width:60rem;margin:.2rem 0}\
.right{background:#dff3e1}.undecided{background:#fff3cd}.wrong{background:#f9d7d7}.no-verdict{background:#e4e4ea}\
@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#16161a}th,td{border-color:#44444d}\
.right{background:#1f4427}.undecided{background:#56460f}.wrong{background:#5a2323}.no-verdict{background:#33333b}}";

/// The page about all probers of a run.
pub(super) fn html(probers: &[Graded], refused: &BTreeMap<String, String>, setting: &Setting) -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width";
                title { "Probers held against the cases of rollcall" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Probers held against the cases of rollcall" }
                p {
                    "Measured on " (setting.date) ", with " (setting.deadline.as_millis()) " ms for a case and "
                    (setting.jobs) " cases at a time. A verdict is right when it is the one expected outcome, undecided when \
                     the prober's words also fit other outcomes, wrong when they fit others only."
                }
                (summary(probers))
                @for graded in probers { (prober(graded)) }
                h2 { "Case by case" }
                (cases(probers))
                @if !refused.is_empty() {
                    h2 { "Not gradable" }
                    table {
                        thead { tr { th { "case" } th { "why" } } }
                        tbody {
                            @for (id, reason) in refused { tr { td { code { (id) } } td { (reason) } } }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn summary(probers: &[Graded]) -> Markup {
    html! {
        table {
            thead { tr {
                th { "prober" } th { "command" } th { "cases" }
                @for mark in Mark::ALL { th { (mark) } }
                th { "pairs of outcomes always told apart" }
            } }
            tbody {
                @for graded in probers {
                    @let apart = graded.apart();
                    tr {
                        td { a href=(format!("#{}", graded.name)) { (graded.name) } " (" (graded.prober) ")" }
                        td { code { (graded.command) } }
                        td.n { (graded.seen.len()) }
                        @for mark in Mark::ALL { td class=(format!("n {mark}")) { (graded.count(mark)) } }
                        td.n { (apart.iter().filter(|pair| pair.told == pair.of).count()) " of " (apart.len()) }
                    }
                }
            }
        }
    }
}

fn prober(graded: &Graded) -> Markup {
    let table = graded.confusion();
    let mut says: Vec<&Verdict> = table.values().flat_map(|row| row.keys().copied()).collect();
    says.sort_unstable();
    says.dedup();
    let outcomes: Vec<Outcome> = table.keys().copied().collect();
    let apart = graded.apart();
    html! {
        h2 id=(graded.name) { (graded.prober) }
        h3 { "What it says, by what is expected" }
        table {
            thead { tr { th { "expected \\ says" } @for verdict in &says { th { (verdict) } } } }
            tbody {
                @for (expected, row) in &table {
                    tr {
                        th { (expected) }
                        @for verdict in &says {
                            @if let Some(count) = row.get(verdict) {
                                td class=(format!("n {}", Mark::of(*expected, verdict))) { (count) }
                            } @else { td {} }
                        }
                    }
                }
            }
        }
        h3 { "What it tells apart: of the pairs of cases, how many get different words" }
        table {
            thead { tr { th {} @for outcome in outcomes.iter().skip(1) { th { (outcome) } } } }
            tbody {
                @for one in outcomes.iter().take(outcomes.len().saturating_sub(1)) {
                    tr {
                        th { (one) }
                        @for other in outcomes.iter().skip(1) {
                            @if let Some(pair) = apart.iter().find(|pair| pair.one == *one && pair.other == *other) {
                                td class=(format!("n {}", shade(*pair))) { (pair.told) " / " (pair.of) }
                            } @else { td {} }
                        }
                    }
                }
            }
        }
    }
}

fn shade(pair: Apart) -> Mark {
    match pair.told {
        0 => Mark::Wrong,
        told if told == pair.of => Mark::Right,
        _ => Mark::Undecided,
    }
}

fn cases(probers: &[Graded]) -> Markup {
    let mut rows: BTreeMap<&str, (Outcome, &str, Vec<Option<&Seen>>)> = BTreeMap::new();
    for (column, graded) in probers.iter().enumerate() {
        for seen in &graded.seen {
            let row = rows.entry(&seen.id).or_insert((seen.expected, &seen.title, vec![None; probers.len()]));
            row.2[column] = Some(seen);
        }
    }
    html! {
        table {
            thead { tr { th { "case" } th { "expected" } @for graded in probers { th { (graded.name) } } } }
            tbody {
                @for (id, (expected, title, columns)) in &rows {
                    tr {
                        td { code { (id) } br; (title) }
                        td { (expected) }
                        @for seen in columns {
                            @if let Some(seen) = seen { (cell(seen)) } @else { td {} }
                        }
                    }
                }
            }
        }
    }
}

fn cell(seen: &Seen) -> Markup {
    html! {
        td class=(seen.mark()) {
            (seen.verdict)
            @for breach in &seen.broke { br; "broke " (breach) }
            @if seen.mark() != Mark::Right {
                details {
                    summary { "what it wrote" }
                    p {
                        @if let Some(exit) = seen.exit { "exit " (exit) ", " }
                        (seen.millis) " ms"
                    }
                    pre { (seen.wrote) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::graded;
    use super::*;

    #[test]
    fn the_page_escapes_what_a_prober_wrote_and_allows_nothing_but_its_style() {
        let refused = [("a/dns".to_owned(), "<names>".to_owned())].into();
        let page = html(&[graded()], &refused, &Setting::of_a_test());
        assert!(page.contains("&lt;b&gt;it failed&lt;/b&gt;") && !page.contains("<b>"), "{page}");
        assert!(page.contains("&lt;names&gt;") && page.contains("&lt;a/html&gt;"), "{page}");
        assert!(!page.contains("<script") && !page.contains("style="), "{page}");
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        assert!(page.contains(&format!("default-src 'none'; style-src 'sha256-{hash}'")), "{page}");
        assert!(page.contains(&format!("<style>{STYLE}</style>")), "{page}");
    }

    #[test]
    fn every_case_is_a_row_and_every_prober_a_column() {
        let mut other = graded();
        other.name = "other".to_owned();
        other.seen.truncate(1);
        let page = html(&[graded(), other], &BTreeMap::new(), &Setting::of_a_test());
        assert_eq!(page.matches("<td><code>a/").count(), 5);
        assert!(page.contains("<th>toy</th><th>other</th>"), "{page}");
        assert!(page.contains("<td class=\"wrong\">answered"), "{page}");
    }
}

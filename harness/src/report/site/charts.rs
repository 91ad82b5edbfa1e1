//! Charts as pictures in the page: presentation attributes only, since the Content-Security-Policy allows no style inside a
//! page, colours that can be told from a light and from a dark ground, words and figures in the picture and once more as a
//! table, for whoever does not see it.

use maud::{Markup, html};

use super::model::{Cause, Server};
use super::page::Frame;
use super::words;
use crate::outcome::Outcome;

/// Width of a picture; a phone shows it in about this many pixels, so that its words keep their size.
const WIDTH: u64 = 400;
/// Height of a row, and of the bar in it.
const ROW: usize = 44;
const BAR: usize = 12;
/// Colours with a contrast of at least 3 on white and on the dark ground (WCAG 2.2, 1.4.11).
const GOOD: &str = "#2e8b57";
const LOGIN: &str = "#3a7ca5";
const BAD: &str = "#c8553d";
const LEFT: &str = "#7a8088";
/// Reasons shown; the page of reasons has them all.
const REASONS: usize = 10;
/// The first number of tools of each row, but for the first row, which has none.
const TOOLS: [u64; 7] = [1, 2, 6, 11, 21, 51, 101];
/// The first millisecond of each row, but for the first row.
const LATENCY: [u64; 7] = [100, 250, 500, 1_000, 2_000, 5_000, 10_000];

/// A row of a chart.
#[derive(Debug)]
struct Row {
    name: String,
    count: u64,
    colour: &'static str,
}

/// How many remotes came to each outcome.
pub(super) fn outcomes(frame: &Frame<'_>) -> Markup {
    let rows = Outcome::ALL.iter().filter_map(|outcome| {
        let count = frame.site.tally.listed(*outcome) as u64;
        (count > 0).then(|| Row {
            name: frame.t.lang.outcome(*outcome).to_owned(),
            count,
            colour: colour(*outcome),
        })
    });
    let words = ["chart-outcomes", "chart-outcomes-about", "filter-outcome", "chart-count-remotes"]
        .map(|id| frame.t.get(id));
    chart(frame, "outcomes", words, &rows.collect::<Vec<_>>())
}

/// The most frequent reasons behind what is no answer.
pub(super) fn reasons(frame: &Frame<'_>) -> Markup {
    let mut causes: Vec<(u64, Outcome, Cause)> = frame
        .site
        .causes
        .iter()
        .filter(|((outcome, _), _)| outcome.is_failure())
        .map(|((outcome, cause), servers)| (servers.len() as u64, *outcome, *cause))
        .collect();
    causes.sort_by_key(|(count, outcome, cause)| (std::cmp::Reverse(*count), *outcome, *cause));
    let rows = causes.into_iter().take(REASONS).map(|(count, outcome, cause)| Row {
        name: match outcome {
            // Its status says nothing that the outcome does not.
            Outcome::RateLimited => frame.t.lang.outcome(outcome).to_owned(),
            _ => words::cause(frame.t, cause),
        },
        count,
        colour: colour(outcome),
    });
    let words = ["chart-reasons", "chart-reasons-about", "filter-cause", "chart-count-servers"]
        .map(|id| frame.t.get(id));
    chart(frame, "reasons", words, &rows.collect::<Vec<_>>())
}

/// How many servers list how many tools.
pub(super) fn tools(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let known = frame.site.servers.iter().filter_map(|server: &Server| server.tools);
    let rows = binned(known, &TOOLS).map(|(from, to, count)| Row {
        name: match (from, to) {
            (from, Some(to)) if from + 1 == to => t.number(from),
            (from, Some(to)) => t.fill("chart-range", &[("from", from.into()), ("to", (to - 1).into())]),
            (from, None) => t.fill("chart-from", &[("from", from.into())]),
        },
        count,
        colour: LOGIN,
    });
    let words =
        ["chart-tools", "chart-tools-about", "chart-tools-first", "chart-count-servers"].map(|id| t.get(id));
    chart(frame, "tools", words, &rows.collect::<Vec<_>>())
}

/// How long remotes took to answer.
pub(super) fn latency(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let known = frame.site.servers.iter().flat_map(|server| &server.remotes);
    let known = known.filter_map(|remote| remote.answered_in.map(u64::from));
    let rows = binned(known, &LATENCY).map(|(from, to, count)| Row {
        name: match (from, to) {
            (0, Some(to)) => t.fill("chart-below", &[("to", to.into())]),
            (from, Some(to)) => t.fill("chart-milliseconds", &[("from", from.into()), ("to", to.into())]),
            (from, None) => t.fill("chart-milliseconds-from", &[("from", from.into())]),
        },
        count,
        colour: LOGIN,
    });
    let words = ["chart-latency", "chart-latency-about", "chart-latency-first", "chart-count-remotes"]
        .map(|id| t.get(id));
    chart(frame, "latency", words, &rows.collect::<Vec<_>>())
}

const fn colour(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Answered => GOOD,
        Outcome::LoginRequired => LOGIN,
        Outcome::NotProbed => LEFT,
        _ => BAD,
    }
}

/// Counts by rows: where each begins, where the next begins, and how many. Empty rows at the end are left out.
fn binned(
    numbers: impl Iterator<Item = u64>,
    begins: &[u64],
) -> impl Iterator<Item = (u64, Option<u64>, u64)> {
    let mut counts = vec![0; begins.len() + 1];
    for number in numbers {
        counts[begins.partition_point(|begin| *begin <= number)] += 1;
    }
    let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    counts.into_iter().enumerate().take(used).map(|(at, count)| {
        let from = at.checked_sub(1).map_or(0, |before| begins[before]);
        (from, begins.get(at).copied(), count)
    })
}

/// The picture and its table, or nothing where there is nothing to count. The words: the title, what is counted, and the heads
/// of the two columns.
fn chart(frame: &Frame<'_>, id: &str, [title, about, first, second]: [String; 4], rows: &[Row]) -> Markup {
    let t = frame.t;
    let Some(most) = rows.iter().map(|row| row.count).max().filter(|most| *most > 0) else {
        return html! {};
    };
    let height = rows.len() * ROW;
    let title_id = format!("chart-{id}-title");
    let about_id = format!("chart-{id}-about");
    html! {
        figure.chart {
            figcaption { (title) }
            svg viewBox=(format!("0 0 {WIDTH} {height}")) width=(WIDTH) height=(height) role="img"
                aria-labelledby=(title_id) aria-describedby=(about_id) font-size="14" fill="currentColor" {
                title id=(title_id) { (title) }
                desc id=(about_id) { (about) }
                @for (at, row) in rows.iter().enumerate() {
                    text x="0" y=(at * ROW + 16) { (row.name) }
                    text x=(WIDTH) y=(at * ROW + 16) text-anchor="end" { (t.number(row.count)) }
                    rect x="0" y=(at * ROW + 23) width=(WIDTH) height=(BAR) fill-opacity="0.08" {}
                    @if row.count > 0 {
                        // A bar that is there can be seen.
                        rect x="0" y=(at * ROW + 23) width=((row.count * WIDTH / most).max(2)) height=(BAR)
                            fill=(row.colour) {}
                    }
                }
            }
            details {
                summary { (t.get("chart-figures")) }
                table {
                    caption { (about) }
                    thead {
                        tr {
                            th scope="col" { (first) }
                            th scope="col" class="number" { (second) }
                        }
                    }
                    tbody {
                        @for row in rows {
                            tr {
                                th scope="row" { (row.name) }
                                td class="number" { (t.number(row.count)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_row_and_none_is_lost() {
        let rows: Vec<_> = binned([0, 0, 1, 2, 5, 6, 50].into_iter(), &TOOLS).collect();
        assert_eq!(
            rows,
            [
                (0, Some(1), 2),
                (1, Some(2), 1),
                (2, Some(6), 2),
                (6, Some(11), 1),
                (11, Some(21), 0),
                (21, Some(51), 1)
            ]
        );
        let rows: Vec<_> = binned([10_000, 99_999].into_iter(), &LATENCY).collect();
        assert_eq!(rows.last(), Some(&(10_000, None, 2)));
        assert_eq!(binned(std::iter::empty(), &LATENCY).count(), 0);
    }
}

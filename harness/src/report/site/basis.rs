//! Why a server stands on its shelf, or on none: the words or the tools that decided.

use maud::{Markup, html};

use super::model::Server;
use super::page::Frame;
use super::said::{code, said};
use super::words;
use crate::category::{Assignment, Basis, LEAD, LeftOutBecause, MIN_VOTES, NoneBecause, SHARE, Shortfall};

/// Tools that voted, and words that spoke, shown.
const SHOWN: usize = 50;

/// The category, its basis, and who voted.
pub(super) fn section(frame: &Frame<'_>, server: &Server, assignment: Option<&Assignment>) -> Markup {
    let t = frame.t;
    html! {
        section {
            h2 { (t.get("category-title")) }
            @if server.namespace.is_none() { p { (t.get("category-of-bare-url")) } }
            @match (server.category, server.basis) {
                (Some(category), basis) => {
                    p {
                        a href=(format!("../category/{category}.html")) { (words::word(t, "category", category.as_str())) }
                        ". "
                        (t.get(if basis == Some(Basis::ToolNames) { "basis-is-tool-names" } else { "basis-is-name-and-description" }))
                    }
                }
                (None, _) => p { (none(frame, assignment)) }
            }
            @if let Some(assignment) = assignment { (evidence(frame, server, assignment)) }
            p { a href="../checked.html#categories" { (t.get("categories-rule-link")) } }
        }
    }
}

fn none(frame: &Frame<'_>, assignment: Option<&Assignment>) -> String {
    let t = frame.t;
    match assignment.and_then(|assignment| assignment.none) {
        None | Some(NoneBecause::NoTools) => t.get("none-no-tools"),
        Some(NoneBecause::IdenticalSet { servers }) => {
            t.fill("none-identical-set", &[("count", servers.into())])
        }
        Some(NoneBecause::ToolNames { shortfall: Shortfall::TooFewVotes }) => {
            t.fill("none-too-few-votes", &[("votes", MIN_VOTES.into())])
        }
        Some(NoneBecause::ToolNames { shortfall: Shortfall::NoLead }) => {
            t.fill("none-no-lead", &[("lead", LEAD.into())])
        }
        Some(NoneBecause::ToolNames { shortfall: Shortfall::SmallShare }) => {
            t.fill("none-small-share", &[("share", SHARE.into())])
        }
    }
}

fn evidence(frame: &Frame<'_>, server: &Server, assignment: &Assignment) -> Markup {
    let t = frame.t;
    let decided = assignment.words.iter().filter(|word| word.category.is_some());
    let set = server
        .tool_set
        .as_deref()
        .and_then(|digest| frame.site.tool_sets.iter().find(|set| set.digest == digest));
    html! {
        @if decided.clone().next().is_some() {
            h3 { (t.get("words-title")) }
            ul {
                @for word in decided.take(SHOWN) {
                    li {
                        (said(&word.word, 60)) ": "
                        @if let Some(category) = word.category { (words::word(t, "category", category.as_str())) }
                        " (" (words::word(t, "place", word.place.as_str())) ")"
                    }
                }
            }
        }
        @if !assignment.voters.is_empty() {
            h3 { (t.get("voters-title")) }
            section class="wide" tabindex="0" aria-label=(t.get("voters-title")) {
                table {
                    caption {
                        (t.fill("voters-count", &[
                            ("count", assignment.voters.len().into()),
                            ("tools", assignment.tools.unwrap_or_default().into()),
                        ]))
                    }
                    thead { tr {
                        th scope="col" { (t.get("column-tool")) }
                        th scope="col" { (t.get("column-category")) }
                        th scope="col" { (t.get("column-word")) }
                    } }
                    tbody {
                        @for voter in assignment.voters.iter().take(SHOWN) {
                            tr {
                                th scope="row" { (code(&voter.tool, 130)) }
                                td { (words::word(t, "category", voter.category.as_str())) }
                                td { (said(&voter.word, 60)) " (" (words::word(t, "light", voter.light.as_str())) ")" }
                            }
                        }
                    }
                }
            }
        }
        @for left in &assignment.left_out {
            p {
                (t.get(match left.because {
                    LeftOutBecause::Generic => "left-out-generic",
                    LeftOutBecause::Namespace => "left-out-namespace",
                }))
                " "
                @for (at, word) in left.words.iter().take(SHOWN).enumerate() { @if at > 0 { ", " } (said(word, 40)) }
            }
        }
        @if assignment.same_list > 0 {
            p {
                (t.fill("same-list", &[("count", assignment.same_list.into())]))
                @if let Some(set) = set { " " a href=(format!("../tools/{}.html", set.slug)) { (t.get("same-list-link")) } }
            }
        }
    }
}

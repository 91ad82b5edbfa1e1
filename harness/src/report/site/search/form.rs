//! The form of the search. Without a script it stays hidden and a sentence says which pages serve instead; every word that
//! the script needs stands in the form, so the script speaks no language.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::profile::{FACETS, NONE, Profiles};
use crate::outcome::Outcome;
use crate::record::{OauthMetadata, clean};
use crate::report::site::model::Cause;
use crate::report::site::page::Frame;
use crate::report::site::words;
use crate::target::Transport;

/// What the filters are called, in the order of [`FACETS`].
const LABELS: [&str; FACETS.len()] = [
    "filter-outcome",
    "filter-category",
    "filter-transport",
    "filter-login",
    "filter-namespace",
    "filter-cause",
];
/// Characters of a value shown that a registry made up: a transport that we do not know.
const SHOWN: usize = 40;

/// The search, for the start page: its script finds the index in `search`, a folder beside the languages.
pub(in crate::report::site) fn form(frame: &Frame<'_>, profiles: &Profiles) -> Markup {
    let t = frame.t;
    let labels = LABELS.map(|id| t.get(id));
    html! {
        section aria-labelledby="search-heading" {
            h2 id="search-heading" { (t.get("search-heading")) }
            noscript { p { (t.get("search-without-script")) } }
            form.search hidden role="search" aria-labelledby="search-heading" data-search="../search/"
                data-found=(t.fill("search-found", &[("n", "{n}".into())])) data-failed=(t.get("search-failed"))
                data-tools=(t.get("search-tools")) {
                label for="search-words" { (t.get("search-words")) }
                input id="search-words" type="search" name="q" autocomplete="off" spellcheck="false" maxlength="200";
                div.filters {
                    @for ((facet, label), options) in FACETS.iter().zip(labels).zip(options(frame, profiles)) {
                        div {
                            label for=(format!("filter-{facet}")) { (label) }
                            select id=(format!("filter-{facet}")) name=(facet) autocomplete="off" {
                                option value="" { (t.get("search-any")) }
                                @for (value, (name, count)) in options {
                                    option value=(value) data-name=(name) { (name) " (" (t.number(count)) ")" }
                                }
                            }
                        }
                    }
                }
                button type="submit" { (t.get("search-submit")) }
                " "
                button type="reset" { (t.get("search-reset")) }
            }
            p id="search-count" role="status" {}
            ul id="search-results" {}
            button id="search-more" type="button" hidden { (t.get("search-more")) }
        }
    }
}

/// The values of each facet in the order shown, each with its name and how many servers have it.
fn options(frame: &Frame<'_>, profiles: &Profiles) -> [Vec<(String, (String, u64))>; FACETS.len()] {
    let causes: BTreeSet<Cause> = frame.site.causes.keys().map(|(_, cause)| *cause).collect();
    let causes: BTreeMap<String, Cause> = causes.into_iter().map(|cause| (cause.word(), cause)).collect();
    std::array::from_fn(|facet| {
        let name = FACETS[facet];
        let values = profiles.values[facet].iter().zip(profiles.counts(facet));
        let mut options: Vec<(String, (String, u64))> = values
            .map(|(value, count)| (value.clone(), (shown(frame, name, value, &causes), count)))
            .collect();
        // Outcomes keep the order that they have everywhere; all else is found by how often it is.
        match name {
            "outcome" => options.sort_by_key(|(value, _)| value.parse::<Outcome>().ok()),
            _ => options.sort_by(|(_, (one, n)), (_, (other, m))| m.cmp(n).then_with(|| one.cmp(other))),
        }
        options
    })
}

/// The name of a value.
fn shown(frame: &Frame<'_>, facet: &str, value: &str, causes: &BTreeMap<String, Cause>) -> String {
    let t = frame.t;
    let known = match facet {
        _ if value == NONE && facet != "login" => Some(t.get("search-none")),
        "outcome" => value.parse().ok().map(|outcome| t.lang.outcome(outcome).to_owned()),
        "login" => value.parse::<OauthMetadata>().ok().map(|pointer| t.lang.pointer(pointer).to_owned()),
        "category" => Some(words::word(t, "category", value)),
        "namespace" => Some(words::word(t, "needs", value)),
        "transport" => {
            value.parse::<Transport>().ok().map(|known| words::word(t, "transport", known.as_str()))
        }
        "cause" => causes.get(value).map(|cause| words::cause(t, *cause)),
        _ => None,
    };
    known.unwrap_or_else(|| clean(value, SHOWN).into_owned())
}

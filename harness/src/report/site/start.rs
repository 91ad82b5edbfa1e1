//! The start page: what was found, in numbers and in the published sentence, and the ways into it.

use maud::{Markup, html};

use super::page::{Frame, Page};
use super::place::Place;
use super::said::said;
use super::search::Profiles;
use super::shelves::{cause_base, outcome_base};
use super::words;
use super::{SiteError, charts, search};
use crate::outcome::Outcome;
use crate::policy::REQUEST_DEADLINE;
use crate::report::tally::sentence;

/// Causes named on the start page.
const CAUSES: usize = 12;
/// Hosts and tool lists named on the start page.
const NAMED: usize = 10;

/// Writes the start page of one language.
pub(super) fn write(frame: &Frame<'_>, place: &Place, profiles: &Profiles) -> Result<(), SiteError> {
    let t = frame.t;
    let body = html! {
        h1 { (t.get("site-name")) }
        p { (t.get("site-description")) }
        (unfinished(frame))
        (totals(frame))
        (failures(frame, "h2"))
        (search::form(frame, profiles))
        (outcomes(frame))
        (ways(frame))
        h2 { (t.get("charts-title")) }
        div class="charts" {
            (charts::outcomes(frame))
            (charts::reasons(frame))
            (charts::tools(frame))
            (charts::latency(frame))
        }
    };
    let (title, description) = (t.get("site-name"), t.get("site-description"));
    frame.put(place, &Page { path: "index.html", title, description, scripts: true, body })
}

/// A run that is not finished must not look as if it were.
pub(super) fn unfinished(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let run = &frame.site.run;
    let told = frame.site.figures.listed;
    html! {
        @if !run.complete {
            p class="warning" { (t.fill("run-unfinished", &[("told", told.into()), ("listed", run.listed.into())])) }
        }
        @if let Some(why) = &run.source.cut_short { p class="warning" { (t.get("source-cut-short")) " " (said(why, 200)) } }
    }
}

/// The failures in the published form, and what differs from it in this run.
pub(super) fn failures(frame: &Frame<'_>, heading: &str) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let deadline = site.run.policy.request_deadline;
    html! {
        @if heading == "h2" { h2 { (t.get("failures-title")) } } @else { h3 { (t.get("failures-title")) } }
        p class="published" { (sentence(&site.tally, t.lang)) }
        @if deadline != REQUEST_DEADLINE {
            p { (t.rich("deadline-differs", &[], &[("here", html! { (t.duration(deadline)) }), ("worded", html! { (t.duration(REQUEST_DEADLINE)) })])) }
        }
    }
}

fn totals(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let figures = &site.figures;
    let listed = |outcome| figures.outcomes.get(&outcome).map_or(0, |figures| figures.listed);
    let failed: usize = site.tally.failures().into_iter().map(|(_, count)| count).sum();
    let sizes = [
        ("total-servers", site.servers.len()),
        ("total-entries", figures.entries),
        ("total-remotes", figures.listed),
        ("total-urls", figures.urls),
    ];
    let rows = [
        ("total-answered", listed(Outcome::Answered)),
        ("total-login", listed(Outcome::LoginRequired)),
        ("total-failed", failed),
        ("total-not-probed", listed(Outcome::NotProbed)),
    ];
    html! {
        dl class="totals" {
            // Where every server has one entry with one URL the same number would stand here four times.
            @for equal in sizes.chunk_by(|one, next| one.1 == next.1) {
                div {
                    dt { @for (at, (id, _)) in equal.iter().enumerate() { @if at > 0 { ", " } (t.get(id)) } }
                    dd { (t.number(equal[0].1 as u64)) }
                }
            }
            @for (id, count) in rows { div { dt { (t.get(id)) } dd { (t.number(count as u64)) } } }
            @if figures.flaky > 0 { div { dt { (t.get("total-flaky")) } dd { (t.number(figures.flaky as u64)) } } }
        }
    }
}

/// Outcomes with their remotes, and the most frequent causes.
fn outcomes(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let mut causes: Vec<_> = site
        .remotes_by_cause
        .iter()
        .filter(|((outcome, _), _)| outcome.is_failure() || *outcome == Outcome::NotProbed)
        .collect();
    causes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    html! {
        h2 { (t.get("nav-reasons")) }
        ul class="ways" {
            @for (outcome, figures) in &site.figures.outcomes {
                li class=(format!("outcome {outcome}")) {
                    a href=(format!("{}.html", outcome_base(*outcome))) { (t.lang.outcome(*outcome)) } ": " (t.number(figures.listed as u64))
                }
            }
        }
        h3 { (t.get("frequent-causes")) }
        ul class="ways" {
            @for ((outcome, cause), count) in causes.into_iter().take(CAUSES) {
                li {
                    a href=(format!("{}.html", cause_base(*outcome, *cause))) { (words::cause(t, *cause)) } ": " (t.number(*count as u64))
                }
            }
        }
        p { a href="reasons.html" { (t.get("all-reasons")) } }
    }
}

/// The ways that need no script.
fn ways(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let shelves: Vec<_> = site.categories.iter().filter(|(_, servers)| !servers.is_empty()).collect();
    html! {
        @if !shelves.is_empty() {
            h2 { (t.get("nav-categories")) }
            ul class="ways" {
                @for (category, servers) in shelves {
                    li { a href=(format!("category/{category}.html")) { (words::word(t, "category", category.as_str())) } ": " (t.number(servers.len() as u64)) }
                }
            }
        }
        h2 { (t.get("more-ways")) }
        ul {
            li { a href="servers/index.html" { (t.get("nav-servers")) } }
            li { a href="hosts.html" { (t.get("hosts-title")) } ": " (t.number(site.hosts.len() as u64)) }
            li { a href="tools.html" { (t.get("tool-sets-title")) } ": " (t.number(site.tool_sets.len() as u64)) }
            @if let Some(changes) = &site.changes {
                li { a href="changes.html" { (t.get("nav-changes")) } ": " (t.number(changes.changes.len() as u64)) }
            }
        }
        @if !site.hosts.is_empty() {
            h3 { (t.get("hosts-title")) }
            (largest_hosts(frame))
        }
        h3 { (t.get("copies-title")) }
        ul class="ways" {
            @for copy in ["servers.json", "servers.csv", "tally.json"] {
                li { a href=(format!("../{copy}")) { code { (copy) } } }
            }
            @if site.changes.is_some() {
                li { a href="changes.xml" { code { "changes.xml" } } " (" (t.get("copies-feed")) ")" }
            }
        }
    }
}

fn largest_hosts(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let mut hosts: Vec<_> = frame.site.hosts.iter().collect();
    hosts.sort_by_key(|(_, servers)| std::cmp::Reverse(servers.len()));
    html! {
        ul class="ways" {
            @for (host, servers) in hosts.into_iter().take(NAMED) {
                li { a href=(format!("host/{}.html", super::slug::slug(host))) { (said(host, 100)) } ": " (t.number(servers.len() as u64)) }
            }
        }
    }
}

//! The overviews (outcomes and reasons, categories, hosts, tool lists) and the lists behind them.

use maud::{Markup, html};

use super::SiteError;
use super::list::{ALL, List, index, titled};
use super::model::{Cause, HOST_PAGE_AT, ServerId, TOOL_SET_PAGE_AT, ToolSet};
use super::page::{Frame, Page};
use super::place::Place;
use super::said::{code, said};
use super::slug::slug;
use super::table::table;
use super::words::{self, Word, advice, means, source};
use crate::outcome::Outcome;
use crate::report::tally::sentence;

/// Writes the overviews and every list; gives the number of pages.
pub(super) fn write(frame: &Frame<'_>, place: &Place) -> Result<usize, SiteError> {
    let mut pages = 5;
    let all: Vec<ServerId> = (0..).take(frame.site.servers.len()).collect();
    index(frame, place)?;
    let t = frame.t;
    let everything = List {
        base: ALL.to_owned(),
        title: t.get("nav-servers"),
        heading: None,
        intro: html! {},
        servers: &all,
    };
    pages += everything.write(frame, place)?;
    overview(frame, place, "reasons.html", "nav-reasons", &reasons(frame))?;
    overview(frame, place, "categories.html", "nav-categories", &categories(frame))?;
    overview(frame, place, "hosts.html", "hosts-title", &hosts(frame))?;
    overview(frame, place, "tools.html", "tool-sets-title", &tool_sets(frame))?;
    for list in lists(frame) {
        pages += list.write(frame, place)?;
    }
    Ok(pages)
}

fn overview(
    frame: &Frame<'_>,
    place: &Place,
    path: &str,
    title: &str,
    rest: &Markup,
) -> Result<(), SiteError> {
    let t = frame.t;
    let title = t.get(title);
    let body = html! { h1 { (title) } (rest) };
    let description = format!("{title}. {}", t.get("site-description"));
    frame.put(place, &Page { path, title, description, scripts: false, body })
}

/// The page of an outcome, without `.html`.
pub(super) fn outcome_base(outcome: Outcome) -> String {
    format!("outcome/{outcome}")
}

/// The page of a cause, without `.html`.
pub(super) fn cause_base(outcome: Outcome, cause: Cause) -> String {
    format!("reason/{outcome}-{}", cause.bare())
}

/// Every outcome with its causes, and how many remotes and servers have it.
fn reasons(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let head = html! {
        th scope="col" { (t.get("column-outcome")) }
        th scope="col" class="number" { (t.get("column-remotes")) }
        th scope="col" class="number" { (t.get("column-urls")) }
        th scope="col" class="number" { (t.get("column-servers")) }
    };
    let rows = html! {
        @for (outcome, servers) in &site.outcomes {
            @let figures = site.figures.outcomes.get(outcome);
            tr class="outcome-row" {
                th scope="row" { a href=(format!("{}.html", outcome_base(*outcome))) { (t.lang.outcome(*outcome)) } }
                td class="number" { (t.number(figures.map_or(0, |figures| figures.listed) as u64)) }
                td class="number" { (t.number(figures.map_or(0, |figures| figures.urls) as u64)) }
                td class="number" { (t.number(servers.len() as u64)) }
            }
            @for ((_, cause), servers) in site.causes.iter().filter(|((other, _), _)| other == outcome) {
                tr {
                    th scope="row" class="finer" {
                        a href=(format!("{}.html", cause_base(*outcome, *cause))) { (words::cause(t, *cause)) }
                    }
                    td class="number" { (t.number(site.listed(*outcome, *cause) as u64)) }
                    td {}
                    td class="number" { (t.number(servers.len() as u64)) }
                }
            }
        }
    };
    html! {
        p { (sentence(&site.tally, t.lang)) }
        p { (t.get("remotes-and-servers")) }
        (table(&t.get("nav-reasons"), &head, &rows))
    }
}

/// Every category, counted by what it rests on.
fn categories(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let without = site.servers.iter().filter(|server| server.category.is_none()).count();
    let head = html! {
        th scope="col" { (t.get("column-category")) }
        th scope="col" class="number" { (t.get("column-servers")) }
        th scope="col" class="number" { (t.get("basis-name-and-description")) }
        th scope="col" class="number" { (t.get("basis-tool-names")) }
    };
    let rows = html! {
        @for (category, servers) in &site.categories {
            @let by_tools = servers.iter().filter(|id| site.servers[**id as usize].basis == Some(crate::category::Basis::ToolNames)).count();
            tr {
                th scope="row" { a href=(format!("category/{category}.html")) { (words::word(t, "category", category.as_str())) } }
                td class="number" { (t.number(servers.len() as u64)) }
                td class="number" { (t.number((servers.len() - by_tools) as u64)) }
                td class="number" { (t.number(by_tools as u64)) }
            }
        }
    };
    html! {
        p { (t.get("categories-intro")) " " a href="checked.html#categories" { (t.get("categories-rule-link")) } }
        (table(&t.get("nav-categories"), &head, &rows))
        p { (t.fill("categories-without", &[("count", without.into())])) }
        p { a href="tools.html" { (t.get("tool-sets-title")) } }
    }
}

fn hosts(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    html! {
        p { (t.fill("hosts-intro", &[("count", HOST_PAGE_AT.into())])) }
        ul {
            @for (host, servers) in &frame.site.hosts {
                li {
                    a href=(format!("host/{}.html", slug(host))) { (said(host, 200)) }
                    " · " (t.fill("list-count", &[("count", servers.len().into())]))
                }
            }
        }
    }
}

fn tool_sets(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    html! {
        p { (t.fill("tool-sets-intro", &[("count", TOOL_SET_PAGE_AT.into())])) }
        ul {
            @for set in &frame.site.tool_sets {
                li {
                    a href=(format!("tools/{}.html", set.slug)) {
                        (t.fill("tools-count", &[("count", set.tools.into())])) " · "
                        (t.fill("list-count", &[("count", set.servers.len().into())]))
                    }
                    @if set.left_out { " · " (t.get("tool-set-left-out")) }
                    br; (some_names(frame, set, 5))
                }
            }
        }
    }
}

/// The first names of a tool list, as its first server gave them.
fn some_names(frame: &Frame<'_>, set: &ToolSet, many: usize) -> Markup {
    let first = &frame.site.servers[set.servers[0] as usize];
    html! {
        @for (at, name) in first.tool_names().take(many).enumerate() {
            @if at > 0 { ", " }
            (code(name, 60))
        }
        @if set.tools > many as u64 { " …" }
    }
}

/// Every list but that of all servers.
fn lists<'a>(frame: &Frame<'a>) -> Vec<List<'a>> {
    let t = frame.t;
    let site = frame.site;
    let told = |word: Word| {
        html! {
            p { (means(t, word)) }
            p { strong { (t.get("what-to-do")) } " " (advice(t, word)) }
            p class="source" { (t.get("rule-source")) " " (source(word)) }
        }
    };
    let plain = |base: String, title: String, intro: Markup, servers| List {
        base,
        title,
        heading: None,
        intro,
        servers,
    };
    let mut lists = Vec::new();
    for (outcome, servers) in &site.outcomes {
        let intro = told(Word::Outcome(*outcome));
        lists.push(plain(
            outcome_base(*outcome),
            t.lang.outcome(*outcome).to_owned(),
            intro,
            servers.as_slice(),
        ));
    }
    for ((outcome, cause), servers) in &site.causes {
        let title = format!("{}: {}", t.lang.outcome(*outcome), words::cause(t, *cause));
        let intro = html! {
            p { a href=(format!("../{}.html", outcome_base(*outcome))) { (t.lang.outcome(*outcome)) } }
            (told(Word::finest(*outcome, Some(*cause))))
        };
        lists.push(plain(cause_base(*outcome, *cause), title, intro, servers.as_slice()));
    }
    for (category, servers) in &site.categories {
        let intro = html! {
            p { (words::word(t, "category-holds", category.as_str())) }
            p { a href="../checked.html#categories" { (t.get("categories-rule-link")) } }
        };
        let title = words::word(t, "category", category.as_str());
        lists.push(plain(format!("category/{category}"), title, intro, servers.as_slice()));
    }
    for (host, servers) in &site.hosts {
        lists.push(List {
            base: format!("host/{}", slug(host)),
            title: titled(host),
            heading: Some(said(host, 200)),
            intro: html! { p { (t.get("host-one-at-a-time")) } },
            servers,
        });
    }
    for set in &site.tool_sets {
        let title =
            t.fill("tool-set-title", &[("count", set.tools.into()), ("digest", set.slug.clone().into())]);
        let intro = html! {
            p { (some_names(frame, set, 50)) }
            @if set.left_out { p { (t.get("tool-set-left-out-long")) } }
        };
        lists.push(plain(format!("tools/{}", set.slug), title, intro, set.servers.as_slice()));
    }
    lists
}

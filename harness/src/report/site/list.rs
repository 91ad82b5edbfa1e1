//! Lists of servers, cut into pages so that each stays small; they need no script.

use std::ops::Range;

use maud::{Markup, html};

use super::SiteError;
use super::model::{Server, ServerId};
use super::page::{Frame, Page, up};
use super::place::Place;
use super::said::said;
use super::text::Text;
use super::words;
use crate::record::clean;

/// Servers on one page: it stays below 100 KiB with the longest texts, and below 40 KiB with usual ones.
const PER_PAGE: usize = 100;
/// Characters of a description in a list.
const DESCRIPTION: usize = 160;
/// Pages named to the left and to the right of the one that is shown.
const NEIGHBOURS: usize = 2;

/// A list with a heading.
pub(super) struct List<'a> {
    /// The path of its first page, without `.html`.
    pub base: String,
    /// The heading.
    pub title: String,
    /// The heading as markup, where it holds text that is not ours.
    pub heading: Option<Markup>,
    /// What stands between heading and list.
    pub intro: Markup,
    /// The servers.
    pub servers: &'a [ServerId],
}

/// How many pages that many servers take.
fn pages(servers: usize) -> usize {
    servers.div_ceil(PER_PAGE).max(1)
}

/// The path of a page of a list, from 1. No slug has `~p` and a number behind it that another page could have.
fn path(base: &str, page: usize) -> String {
    if page == 1 { format!("{base}.html") } else { format!("{base}~p{page}.html") }
}

/// One page of a list.
#[derive(Debug)]
pub(super) struct Part {
    /// The way to the folder of the language.
    pub home: String,
    /// Which page, from 1.
    pub page: usize,
    /// What stands on it.
    pub items: Range<usize>,
    /// Of how many pages.
    pages: usize,
}

/// Writes all pages of a list of that many items, and says how many they are.
pub(super) fn write_pages(
    frame: &Frame<'_>,
    place: &Place,
    base: &str,
    title: &str,
    items: usize,
    body: impl Fn(&Part) -> Markup,
) -> Result<usize, SiteError> {
    let t = frame.t;
    let pages = pages(items);
    for page in 1..=pages {
        let path = path(base, page);
        let first = (page - 1) * PER_PAGE;
        let part = Part { home: up(&path), page, items: first..items.min(first + PER_PAGE), pages };
        let title = if page == 1 {
            title.to_owned()
        } else {
            let of = t.fill("list-page", &[("page", page.into()), ("pages", pages.into())]);
            format!("{title}, {of}")
        };
        let description = format!("{title}. {}", t.get("site-description"));
        frame.put(place, &Page { path: &path, title, description, scripts: false, body: body(&part) })?;
    }
    Ok(pages)
}

impl List<'_> {
    /// Writes all pages of it and says how many they are.
    pub(super) fn write(&self, frame: &Frame<'_>, place: &Place) -> Result<usize, SiteError> {
        let t = frame.t;
        write_pages(frame, place, &self.base, &self.title, self.servers.len(), |part| {
            let Part { home, page, items, pages } = part;
            let shown = &self.servers[items.clone()];
            html! {
                h1 { @match &self.heading { Some(heading) => (heading), None => (self.title) } }
                @if *page == 1 { (self.intro) }
                p { (t.fill("list-count", &[("count", self.servers.len().into())])) }
                (pager(t, &self.base, part))
                @if !shown.is_empty() {
                    ol class="servers" start=(items.start + 1) {
                        @for id in shown { (row(t, home, &frame.site.servers[*id as usize])) }
                    }
                }
                // Two landmarks of one name would be one too many for whoever jumps from one to the next.
                @if *pages > 1 { div class="pager" { (ways(t, &self.base, part)) } }
            }
        })
    }
}

/// One server in a list.
fn row(t: &Text, home: &str, server: &Server) -> Markup {
    html! {
        li {
            p class="name" { a href=(format!("{home}server/{}.html", server.slug)) { (said(&server.name, 200)) } }
            @if let Some(title) = &server.title { p class="title" { (said(title, 100)) } }
            @if let Some(text) = &server.description { p class="description" { (said(text, DESCRIPTION)) } }
            (facts(t, server))
        }
    }
}

/// The outcome, its cause, the category and the number of tools, in words.
pub(super) fn facts(t: &Text, server: &Server) -> Markup {
    html! {
        ul class="facts" {
            li class=(format!("outcome {}", server.outcome)) { (t.lang.outcome(server.outcome)) }
            @if let Some(cause) = server.cause { li { (words::cause(t, cause)) } }
            @if let Some(category) = server.category { li { (words::word(t, "category", category.as_str())) } }
            @if let Some(tools) = server.tools { li { (t.fill("tools-count", &[("count", tools.into())])) } }
        }
    }
}

/// The ways to the other pages of a list.
pub(super) fn pager(t: &Text, base: &str, part: &Part) -> Markup {
    html! {
        @if part.pages > 1 { nav class="pager" aria-label=(t.get("list-pages")) { (ways(t, base, part)) } }
    }
}

fn ways(t: &Text, base: &str, part: &Part) -> Markup {
    let Part { home, page, pages: all, .. } = part;
    let (page, all) = (*page, *all);
    let link = |to: usize| format!("{home}{}", path(base, to));
    let near: Vec<usize> = (1..=all)
        .filter(|other| *other == 1 || *other == all || other.abs_diff(page) <= NEIGHBOURS)
        .collect();
    html! {
        ul {
            @if page > 1 { li { a rel="prev" href=(link(page - 1)) { (t.get("list-previous")) } } }
            @for (at, other) in near.iter().enumerate() {
                @if at > 0 && near[at - 1] + 1 < *other { li aria-hidden="true" { "…" } }
                li {
                    a href=(link(*other)) aria-current=[(*other == page).then_some("page")] { (t.number(*other as u64)) }
                }
            }
            @if page < all { li { a rel="next" href=(link(page + 1)) { (t.get("list-next")) } } }
        }
    }
}

/// The index of all servers: which page begins and ends with which name.
pub(super) fn index(frame: &Frame<'_>, place: &Place) -> Result<(), SiteError> {
    let t = frame.t;
    let servers = &frame.site.servers;
    let path = "servers/index.html";
    let body = html! {
        h1 { (t.get("nav-servers")) }
        p { (t.fill("list-count", &[("count", servers.len().into())])) }
        ol class="index" {
            @for (at, part) in servers.chunks(PER_PAGE).enumerate() {
                li {
                    a href=(format!("../{}", self::path(ALL, at + 1))) {
                        (said(&part[0].name, 80)) " … " (said(&part[part.len() - 1].name, 80))
                    }
                }
            }
        }
    };
    let title = t.get("nav-servers");
    let description = format!("{title}. {}", t.get("site-description"));
    frame.put(place, &Page { path, title, description, scripts: false, body })
}

/// The list of all servers.
pub(super) const ALL: &str = "servers/all";

/// A name of a registry or a host as a title: cleaned, not yet escaped.
pub(super) fn titled(name: &str) -> String {
    clean(name, 100).into_owned()
}

//! The page of one server: what it did and why we say so, for readers and for the publisher who wants to argue.

use maud::{Markup, html};

use super::model::{Remote, Server};
use super::page::{Frame, Page};
use super::past::Did;
use super::place::Place;
use super::said::{code, said};
use super::shelves::{cause_base, outcome_base};
use super::text::Text;
use super::words::{self, Word, advice, means};
use super::{SiteError, basis, publisher, remote};
use crate::category::Assignment;
use crate::outcome::Outcome;
use crate::record::{Record, clean};

/// Remotes shown with all their evidence; a registry entry may list any number.
const TOLD_IN_FULL: usize = 20;
/// Further remotes shown on a line each.
const TOLD_IN_SHORT: usize = 200;

/// Writes the page of one server. `records` are those of its remotes that were probed, at most [`wanted`] of them.
pub(super) fn write(
    frame: &Frame<'_>,
    place: &Place,
    server: &Server,
    records: &[Record],
    assignment: Option<&Assignment>,
) -> Result<(), SiteError> {
    let t = frame.t;
    // Those that were probed come first.
    let (shown, rest) = server.remotes.split_at(records.len());
    let told = Word::finest(server.outcome, server.cause);
    let body = html! {
        h1 { (said(&server.name, 300)) }
        @if let Some(title) = &server.title { p class="title" { (said(title, 100)) } }
        @if let Some(text) = &server.description { p class="description" { (said(text, 500)) } }
        (summary(frame, server, told, records.first()))
        @for (remote, record) in shown.iter().zip(records) { (remote::section(frame, remote, record, told)) }
        @if !rest.is_empty() { (short(frame, rest)) }
        (basis::section(frame, server, assignment))
        (publisher::section(frame, server, records.first().and_then(|record| record.entry.as_ref())))
        (history(frame, server))
        section {
            h2 { (t.get("correction-title")) }
            p { (t.get("server-snapshot")) }
            p { a href="../checked.html#correction" { (t.get("footer-correction")) } }
        }
    };
    let verdict = t.lang.outcome(server.outcome);
    let page = Page {
        path: &format!("server/{}.html", server.slug),
        title: clean(&server.name, 100).into_owned(),
        description: format!("{}: {verdict}", clean(&server.name, 100)),
        scripts: false,
        body,
    };
    frame.put(place, &page)
}

/// How many records the page of a server is made from.
pub(super) fn wanted(server: &Server) -> usize {
    server.remotes.iter().filter(|remote| remote.place.is_some()).count().min(TOLD_IN_FULL)
}

/// The verdict over all remotes, in one paragraph.
fn summary(frame: &Frame<'_>, server: &Server, finest: Word, best: Option<&Record>) -> Markup {
    let t = frame.t;
    // What a refusing server says of it is the nearest to a reason.
    let error = best.filter(|_| server.outcome == Outcome::HandshakeRefused);
    let message = error.and_then(|record| record.rpc_error.as_ref()).map(|error| error.message.as_str());
    html! {
        p class=(format!("verdict outcome {}", server.outcome)) {
            a href=(format!("../{}.html", outcome_base(server.outcome))) { (t.lang.outcome(server.outcome)) }
            @if let Some(cause) = server.cause {
                ": " a href=(format!("../{}.html", cause_base(server.outcome, cause))) { (words::cause(t, cause)) }
            }
            @if let Some(message) = message.filter(|message| !message.is_empty()) { " · " (said(message, 300)) }
        }
        p { (means(t, finest)) }
        p { strong { (t.get("what-to-do")) } " " (advice(t, finest)) }
        @if server.remotes.len() > 1 {
            p { (t.fill("server-remotes", &[("count", server.remotes.len().into())])) }
        }
    }
}

/// Remotes that were not contacted, and those beyond the ones told in full.
fn short(frame: &Frame<'_>, remotes: &[Remote]) -> Markup {
    let t = frame.t;
    html! {
        section {
            h2 { (t.get("other-remotes")) }
            section class="wide" tabindex="0" aria-label=(t.get("other-remotes")) {
                table {
                    caption { (t.fill("remotes-count", &[("count", remotes.len().into())])) }
                    thead { tr {
                        th scope="col" { "URL" }
                        th scope="col" { (t.get("fact-entry-version")) }
                        th scope="col" { (t.get("column-outcome")) }
                        th scope="col" { (t.get("column-why")) }
                    } }
                    tbody {
                        @for remote in remotes.iter().take(TOLD_IN_SHORT) {
                            tr {
                                th scope="row" { @match &remote.url { Some(url) => (code(url, 300)), None => (t.get("no-url")) } }
                                td { @if let Some(version) = &remote.version { (said(version, 40)) } }
                                td { (t.lang.outcome(remote.outcome)) }
                                td {
                                    @if let Some(cause) = remote.cause {
                                        a href=(format!("../{}.html", cause_base(remote.outcome, cause))) { (words::cause(t, cause)) }
                                    }
                                    @if let Some(detail) = remote.detail { " (" (words::word(t, "detail", detail.as_str())) ")" }
                                }
                            }
                        }
                    }
                }
            }
            @if remotes.len() > TOLD_IN_SHORT {
                p { (t.fill("and-more", &[("count", (remotes.len() - TOLD_IN_SHORT).into())])) }
            }
        }
    }
}

/// The remotes with a history: those that were probed, and those that were known to an earlier run. Versions of an entry
/// often list the same remote, which is told once.
fn remembered(server: &Server) -> Vec<&Remote> {
    let mut told: Vec<&Remote> = Vec::new();
    let known = |remote: &&Remote| remote.place.is_some() || remote.history.iter().any(Option::is_some);
    for remote in server.remotes.iter().filter(known) {
        let twin = |other: &&Remote| other.url == remote.url && other.transport == remote.transport;
        if remote.place.is_some() || !told.iter().any(twin) {
            told.push(remote);
        }
        if told.len() == TOLD_IN_FULL {
            break;
        }
    }
    told
}

/// What its remotes did in the earlier runs, the newest first.
fn history(frame: &Frame<'_>, server: &Server) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let remotes = remembered(server);
    if site.earlier.is_empty() || remotes.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (t.get("history-title")) }
            @for remote in remotes {
                @let name = remote.url.as_deref().map_or_else(|| t.get("no-url"), |url| clean(url, 100).into_owned());
                section class="wide" tabindex="0" aria-label=(format!("{}: {name}", t.get("history-title"))) {
                    table {
                        caption { @match &remote.url { Some(url) => (code(url, 300)), None => (name) } }
                        thead { tr {
                            th scope="col" { (t.get("fact-when")) }
                            th scope="col" { (t.get("column-outcome")) }
                            th scope="col" { (t.get("column-why")) }
                        } }
                        tbody {
                            (moment(t, &site.run.started_at, Some((remote.outcome, remote.cause))))
                            @for (began, was) in site.earlier.iter().zip(&remote.history).rev() { (moment(t, began, *was)) }
                        }
                    }
                }
            }
        }
    }
}

/// What a remote did in one run.
fn moment(t: &Text, began: &str, did: Option<Did>) -> Markup {
    html! {
        tr {
            th scope="row" { (t.day(began)) }
            @match did {
                Some((outcome, cause)) => {
                    td { (t.lang.outcome(outcome)) }
                    td { @if let Some(cause) = cause { (words::cause(t, cause)) } }
                }
                None => { td colspan="2" { (t.get("history-absent")) } }
            }
        }
    }
}

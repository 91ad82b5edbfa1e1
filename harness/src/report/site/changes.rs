//! What changed against the run before: a page of counts, and a list for each kind of change.

use maud::{Markup, html};

use super::SiteError;
use super::list::{pager, write_pages};
use super::page::{Frame, Page};
use super::place::Place;
use super::said::{code, said};
use super::words;
use crate::census::{Change, Changed, Diff};

/// Writes the pages of what changed; gives their number.
pub(super) fn write(frame: &Frame<'_>, place: &Place) -> Result<usize, SiteError> {
    let t = frame.t;
    let site = frame.site;
    let title = t.get("nav-changes");
    let body = html! {
        h1 { (title) }
        @match (&site.changes, site.earlier.last()) {
            (Some(diff), Some(before)) => (overview(frame, diff, before)),
            (None, Some(_)) => p { (t.get("changes-unfinished")) },
            (_, None) => p { (t.get("changes-none")) },
        }
    };
    let description = format!("{title}. {}", t.get("site-description"));
    let page = Page { path: "changes.html", title, description, scripts: false, body };
    frame.put(place, &page)?;
    let mut written = 1;
    if let Some(diff) = &site.changes {
        for change in Change::ALL {
            written += list(frame, place, *change, diff)?;
        }
    }
    Ok(written)
}

fn of_kind(diff: &Diff, change: Change) -> Vec<&Changed> {
    diff.changes.iter().filter(|changed| changed.change == change).collect()
}

fn overview(frame: &Frame<'_>, diff: &Diff, before: &str) -> Markup {
    let t = frame.t;
    html! {
        p { (t.rich("changes-between", &[], &[("before", t.moment(before)), ("after", t.moment(&frame.site.run.started_at))])) }
        table {
            caption { (t.get("nav-changes")) }
            thead { tr { th scope="col" { (t.get("column-change")) } th scope="col" class="number" { (t.get("column-remotes")) } } }
            tbody {
                @for change in Change::ALL {
                    @let many = of_kind(diff, *change).len();
                    tr {
                        th scope="row" {
                            @if many > 0 { a href=(format!("changes/{change}.html")) { (words::word(t, "change", change.as_str())) } }
                            @else { (words::word(t, "change", change.as_str())) }
                        }
                        td class="number" { (t.number(many as u64)) }
                    }
                }
                tr { th scope="row" { (t.get("changes-unchanged")) } td class="number" { (t.number(diff.unchanged as u64)) } }
            }
        }
        p { (t.get("changes-unsure")) }
    }
}

fn list(frame: &Frame<'_>, place: &Place, change: Change, diff: &Diff) -> Result<usize, SiteError> {
    let t = frame.t;
    let all = of_kind(diff, change);
    if all.is_empty() {
        return Ok(0);
    }
    let base = format!("changes/{change}");
    let title = words::word(t, "change", change.as_str());
    let named = format!("{}: {title}", t.get("nav-changes"));
    write_pages(frame, place, &base, &named, all.len(), |part| {
        html! {
            h1 { (title) }
            p { a href=(format!("{}changes.html", part.home)) { (t.get("nav-changes")) } }
            (pager(t, &base, part))
            ul class="changes" { @for changed in &all[part.items.clone()] { (row(frame, &part.home, changed)) } }
        }
    })
}

/// One remote that changed. What was and what is are words of records and names that servers gave, never translated.
fn row(frame: &Frame<'_>, home: &str, changed: &Changed) -> Markup {
    let t = frame.t;
    let name = changed.entry.as_deref().unwrap_or(&changed.url);
    html! {
        li {
            @match frame.site.server(name) {
                Some(server) => a href=(format!("{home}server/{}.html", server.slug)) { (said(name, 200)) },
                None => (said(name, 200)),
            }
            @if changed.entry.is_some() { " " (code(&changed.url, 200)) }
            @match (&changed.before, &changed.after) {
                (Some(before), Some(after)) => { ": " (said(before, 100)) " → " (said(after, 100)) },
                (Some(one), None) => { ": " (t.get("change-was")) " " (said(one, 100)) },
                (None, Some(one)) => { ": " (said(one, 100)) },
                (None, None) => {},
            }
        }
    }
}

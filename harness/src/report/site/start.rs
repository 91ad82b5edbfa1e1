//! The start page: what was found, in numbers and in the published sentence, and the ways into it.

use maud::html;

use super::page::{Frame, Page};
use super::{charts, search};
use crate::report::tally::sentence;

/// The start page of one language.
pub(super) fn start(frame: &Frame<'_>) -> String {
    let t = frame.t;
    let site = frame.site;
    let body = html! {
        h1 { (t.get("site-name")) }
        p { (sentence(&site.tally, t.lang)) }
        (search::form(frame))
        div.charts {
            (charts::outcomes(frame))
            (charts::reasons(frame))
            (charts::tools(frame))
            (charts::latency(frame))
        }
    };
    frame.render(&Page {
        path: "index.html",
        title: t.get("site-name"),
        description: t.get("site-description"),
        scripts: true,
        body,
    })
}

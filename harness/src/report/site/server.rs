//! The page of one server.

use maud::html;

use super::model::Server;
use super::page::{Frame, Page};
use super::said::said;
use crate::record::clean;

/// The page of one server.
pub(super) fn server(frame: &Frame<'_>, server: &Server) -> String {
    let t = frame.t;
    let body = html! {
        h1 { (said(&server.name, 300)) }
        p { (t.lang.outcome(server.outcome)) }
    };
    frame.render(&Page {
        path: &format!("server/{}.html", server.slug),
        title: clean(&server.name, 100).into_owned(),
        description: t.get("site-description"),
        scripts: false,
        body,
    })
}

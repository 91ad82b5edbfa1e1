//! The page at the root: it leads to the languages, without a script.

use maud::{DOCTYPE, html};

use super::page::head;
use crate::report::lang::Lang;

/// The root page; its words are the languages' own names.
pub(super) fn root(langs: &[Lang]) -> String {
    html! {
        (DOCTYPE)
        html lang=(langs[0]) dir="ltr" {
            (head("rollcall", "", langs, "index.html", &html! {}))
            body {
                main {
                    h1 { "rollcall" }
                    ul {
                        @for lang in langs {
                            li { a href=(format!("{lang}/index.html")) lang=(lang) hreflang=(lang) { (lang.name()) } }
                        }
                    }
                }
            }
        }
    }
    .into_string()
}

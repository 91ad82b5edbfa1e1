//! The page at the root: it leads to the languages, without a script.

use maud::{DOCTYPE, html};

use super::page::CSP;
use crate::report::lang::Lang;

/// The root page; its words are the languages' own names.
pub(super) fn root(langs: &[Lang]) -> String {
    html! {
        (DOCTYPE)
        html lang=(langs[0]) dir="ltr" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(CSP);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "rollcall" }
                link rel="stylesheet" href="assets/site.css";
                link rel="icon" type="image/svg+xml" href="assets/icon.svg";
                @for lang in langs {
                    link rel="alternate" hreflang=(lang) href=(format!("{lang}/index.html"));
                }
            }
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

//! The frame of every page: head, navigation, languages, footer. Links are relative, so the site works from disk and below
//! any path; nothing is inline, nothing comes from elsewhere, which the Content-Security-Policy of every page says too.

use maud::{DOCTYPE, Markup, html};

use super::SiteError;
use super::model::Site;
use super::place::Place;
use super::text::Text;
use crate::record::shorten;
use crate::report::lang::Lang;

/// Nothing but our own files: no inline script or style, no frame, no form that sends anything anywhere.
const CSP: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// Characters of a title as it is written: search engines and tabs cut what is longer.
const TITLE: usize = 70;

/// What the frame of the pages of one language is made with.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// The words.
    pub t: &'a Text,
    /// The site.
    pub site: &'a Site,
    /// The languages that the site is written in.
    pub langs: &'a [Lang],
}

/// One page, without its frame.
#[derive(Debug)]
pub(super) struct Page<'a> {
    /// Its place below the folder of the language: `server/x.html`.
    pub path: &'a str,
    /// The title, without the name of the site; not yet escaped.
    pub title: String,
    /// One sentence for whoever lists the page elsewhere.
    pub description: String,
    /// The search and the filters: the only page with a script is the one that has them.
    pub scripts: bool,
    /// Everything inside `main`, the heading included.
    pub body: Markup,
}

/// The way from a page to the folder of its language: `""` or `"../"`, once for each folder.
#[must_use]
pub(super) fn up(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Characters of a text once it is escaped.
fn written(text: &str) -> usize {
    html! { (text) }.into_string().chars().count()
}

/// As much of a title as fits.
fn fitting(title: &str) -> String {
    (1..=TITLE)
        .rev()
        .map(|limit| shorten(title, limit))
        .find(|title| written(title) <= TITLE)
        .unwrap_or_default()
        .into_owned()
}

/// The head of every page. `top` leads to the root of the site, `path` to this page below the folder of each language.
pub(super) fn head(title: &str, top: &str, langs: &[Lang], path: &str, more: &Markup) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(CSP);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="referrer" content="no-referrer";
            title { (title) }
            link rel="stylesheet" href=(format!("{top}assets/site.css"));
            link rel="icon" type="image/svg+xml" href=(format!("{top}assets/icon.svg"));
            @for lang in langs { link rel="alternate" hreflang=(lang) href=(format!("{top}{lang}/{path}")); }
            (more)
        }
    }
}

impl Frame<'_> {
    /// Writes a page below the folder of the language.
    pub(super) fn put(&self, place: &Place, page: &Page<'_>) -> Result<(), SiteError> {
        place.put(&format!("{}/{}", self.t.lang, page.path), self.render(page))
    }

    /// The whole page.
    fn render(&self, page: &Page<'_>) -> String {
        let t = self.t;
        let home = up(page.path);
        let top = format!("{home}../");
        let lang = t.lang;
        let title = if page.path == "index.html" {
            t.get("site-name")
        } else {
            format!("{} · {}", page.title, t.get("site-name"))
        };
        // The page's own name is what a tab and a list of results have to show.
        let title = if written(&title) > TITLE { fitting(&page.title) } else { title };
        let more = html! {
            meta name="description" content=(page.description);
            @if page.scripts { script src=(format!("{top}assets/site.js")) defer {} }
        };
        html! {
            (DOCTYPE)
            html lang=(lang) dir="ltr" {
                (head(&title, &top, self.langs, page.path, &more))
                body {
                    a class="skip" href="#content" { (t.get("skip-to-content")) }
                    (self.header(page, &home, &top))
                    main id="content" { (page.body) }
                    (self.footer(&home))
                }
            }
        }
        .into_string()
    }

    fn header(&self, page: &Page<'_>, home: &str, top: &str) -> Markup {
        let t = self.t;
        let links = [
            ("index.html", "nav-start"),
            ("servers/index.html", "nav-servers"),
            ("categories.html", "nav-categories"),
            ("reasons.html", "nav-reasons"),
            ("changes.html", "nav-changes"),
            ("checked.html", "nav-checked"),
        ];
        html! {
            header {
                nav aria-label=(t.get("nav-label")) {
                    ul {
                        @for (path, id) in links {
                            li {
                                a href=(format!("{home}{path}")) aria-current=[(path == page.path).then_some("page")] {
                                    (t.get(id))
                                }
                            }
                        }
                    }
                }
                @if self.langs.len() > 1 {
                    nav class="languages" aria-label=(t.get("languages-label")) {
                        ul {
                            @for other in self.langs {
                                li {
                                    a href=(format!("{top}{other}/{}", page.path)) lang=(other) hreflang=(other)
                                        aria-current=[(*other == t.lang).then_some("true")] { (other.name()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn footer(&self, home: &str) -> Markup {
        let t = self.t;
        let run = &self.site.run;
        let when = run.ended_at.as_deref().unwrap_or(&run.started_at);
        html! {
            footer {
                p { (t.rich("footer-snapshot", &[], &[("when", t.moment(when))])) }
                p {
                    a href=(format!("{home}checked.html")) { (t.get("nav-checked")) }
                    " · "
                    a href=(format!("{home}checked.html#correction")) { (t.get("footer-correction")) }
                }
            }
        }
    }
}

//! Whether the checks can fail at all: each of them is shown a page with the one fault that it is for, and a page without.

use std::path::Path;

use anyhow::Context as _;

use super::driver::Session;
use super::install::Tools;
use super::serve::Host;
use super::shots::{USUAL, VIEWS};
use super::visit::{self, From};
use super::{harm, html, links, search, shots};

/// A page without a fault.
const SOUND: &str = "<p>Nothing is wrong with this page.</p>";
/// A page with a fault that shows when it loads, and a word of the complaint about it.
const LOADS: [(&str, &str, &str); 3] = [
    ("a file that is not there", "<script src=\"gone.js\"></script>", "HTTP 404 for /gone.js"),
    (
        "a request outside",
        "<script src=\"http://outside.invalid/x.js\"></script>",
        "request outside: http://outside.invalid",
    ),
    ("a note in the console", "<script src=\"note.js\"></script>", "console:"),
];
/// Faults that only some people meet.
const READS: [(&str, &str, &str); 3] = [
    ("a picture without a text", "<img src=\"dot.svg\">", "image-alt"),
    ("a field without a label", "<input type=\"text\">", "label"),
    ("faint text", "<p style=\"color:#bbb;background:#fff\">faint</p>", "color-contrast"),
];
/// Text of a server that became part of the page.
const HARMS: [(&str, &str, &str); 5] = [
    ("an element of a server's text", "<b data-harm=\"1\">x</b>", "element"),
    ("an attribute of a server's text", "<p onclick=\"x()\">x</p>", "attribute onclick"),
    ("a link that runs", "<a href=\"javascript:x()\">x</a>", "link javascript"),
    ("a script of a server's text", "<script>window.harmed = 1;</script>", "a script of a server ran"),
    ("a script from elsewhere", "<script src=\"http://127.0.0.2:9/x.js\"></script>", "script <script"),
];
/// What is wrong by the book.
const BOOK: (&str, &str) = ("<p id=\"a\">x</p><p id=\"a\">x</p>", "no-dup-id");

fn page(body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A page</title>\
         <link rel=\"icon\" href=\"dot.svg\"></head><body><main><h1>A page</h1>{body}</main></body></html>\n"
    )
}

/// What the checks do not see, a line each.
pub(super) async fn show(session: &Session, tools: &Tools) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).with_context(|| format!("failed to write {name}"))
    };
    write("dot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>")?;
    write("note.js", "console.warn('a note');")?;
    let host = Host::start(folder.path()).await?;
    let web = From::Web(&host);
    let mut blind = Vec::new();
    let mut hold = |what: &str, told: &[String], wanted: &str| {
        if !told.iter().any(|line| line.contains(wanted)) {
            blind.push(format!("nobody sees {what}: {told:?}"));
        }
    };
    for (what, body, wanted) in LOADS {
        write("a.html", &page(body))?;
        hold(what, &visit::load(session, &web, "a.html").await?, wanted);
    }
    for (what, body, wanted) in READS {
        write("a.html", &page(body))?;
        session.goto(&web.url("a.html")).await?;
        hold(what, &visit::accessible(session, &tools.axe, "a.html").await?, wanted);
    }
    for (what, body, wanted) in HARMS {
        write("a.html", &page(body))?;
        session.goto(&web.url("a.html")).await?;
        hold(what, &harm::elements(session, &web, "a.html").await?, wanted);
    }
    let absent = ["not there".to_owned()];
    hold("a text that is not shown", &harm::shows(session, "a.html", &absent).await?, "does not show");
    session.view(VIEWS[0]).await?;
    write("a.html", &page("<p style=\"width:900px\">wide</p>"))?;
    session.goto(&web.url("a.html")).await?;
    hold("a page that is too wide", &Vec::from_iter(shots::too_wide(session, "a.html").await?), "wider");
    write("a.html", &page("<form data-search><input type=\"search\" aria-label=\"x\"></form>"))?;
    session.goto(&web.url("a.html")).await?;
    hold(
        "a form that nothing answers",
        &Vec::from_iter(search::hidden(session, "a.html").await?),
        "nothing answers",
    );
    blind.extend(on_disk(tools, folder.path())?);
    write("a.html", &page(SOUND))?;
    session.told().await?;
    host.asked();
    let mut told = visit::load(session, &web, "a.html").await?;
    told.extend(visit::accessible(session, &tools.axe, "a.html").await?);
    told.extend(harm::elements(session, &web, "a.html").await?);
    told.extend(harm::shows(session, "a.html", &["Nothing is wrong".to_owned()]).await?);
    told.extend(shots::too_wide(session, "a.html").await?);
    told.extend(html::check(tools, folder.path(), &["a.html".to_owned()])?);
    told.extend(links::check(folder.path())?.wrong);
    blind.extend(told.into_iter().map(|line| format!("a sound page is blamed: {line}")));
    session.view(USUAL).await?;
    Ok(blind)
}

/// The checks that need no browser.
fn on_disk(tools: &Tools, folder: &Path) -> anyhow::Result<Vec<String>> {
    let file = folder.join("a.html");
    let mut blind = Vec::new();
    let (body, wanted) = BOOK;
    std::fs::write(&file, page(body))?;
    let told = html::check(tools, folder, &["a.html".to_owned()])?;
    if !told.iter().any(|line| line.contains(wanted)) {
        blind.push(format!("nobody sees two equal ids: {told:?}"));
    }
    std::fs::write(&file, page("<a href=\"gone.html\">x</a><a href=\"#gone\">x</a>"))?;
    let told = links::check(folder)?.wrong;
    if told.len() != 2 {
        blind.push(format!("nobody sees two broken links: {told:?}"));
    }
    std::fs::write(&file, page("\u{202e}x"))?;
    if harm::characters(folder)?.is_empty() {
        blind.push("nobody sees a bidi control character".to_owned());
    }
    Ok(blind)
}

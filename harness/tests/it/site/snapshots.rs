//! Snapshots of the pages, a tag a line. The search and the charts have tests of their own and are left out.

use std::path::Path;

use regex_lite::Regex;

use super::small_run::site;

/// The name of the snapshot, the language and the page: each kind of page once in English, those with the most words in the
/// other languages too.
const PAGES: &[(&str, &str, &str)] = &[
    ("site-en-index", "en", "index.html"),
    ("site-en-reasons", "en", "reasons.html"),
    ("site-en-categories", "en", "categories.html"),
    ("site-en-checked", "en", "checked.html"),
    ("site-en-changes", "en", "changes.html"),
    ("site-en-servers", "en", "servers/all.html"),
    ("site-en-reason", "en", "reason/http-4xx-404.html"),
    ("site-en-server-answered", "en", "server/com.example~flights.html"),
    ("site-en-server-login", "en", "server/io.github.acme~files~~*"),
    ("site-en-server-hostile", "en", "server/com.example~-script*"),
    ("site-it-server-remotes", "it", "server/com.example.shop~cart.html"),
    ("site-it-checked", "it", "checked.html"),
    ("site-ru-server-slow", "ru", "server/weather.html"),
    ("site-ru-checked", "ru", "checked.html"),
];

#[test]
fn the_pages_of_a_small_run() {
    let written = site();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots/report"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, lang, page) in PAGES {
            let file = find(&written.site.join(lang), page);
            insta::assert_snapshot!(*name, shown(&std::fs::read_to_string(file).unwrap()));
        }
    });
}

/// The file of a page, whose name may end in a star.
fn find(folder: &Path, page: &str) -> std::path::PathBuf {
    let Some(start) = page.strip_suffix('*') else { return folder.join(page) };
    let (inside, start) = start.rsplit_once('/').unwrap();
    let mut found = std::fs::read_dir(folder.join(inside)).unwrap().map(|entry| entry.unwrap().path());
    found.find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(start)).unwrap()
}

/// The page with a line for every piece of it.
fn shown(html: &str) -> String {
    let search = Regex::new(r#"(?s)<section aria-labelledby="search-heading">.*?</section>"#).unwrap();
    let charts = Regex::new(r#"(?s)<div class="charts">.*?</div>"#).unwrap();
    // The lexicon grows without a change to any page, and its figures with it.
    let figures = Regex::new(r#"(?s)<div id="measured">.*?</div>"#).unwrap();
    let html = figures.replace_all(html, "(figures)");
    let lexicon = Regex::new("sha256:[0-9a-f]{64}").unwrap();
    let html = charts.replace_all(&search.replace_all(&html, "(search)"), "(charts)").into_owned();
    let html = lexicon.replace_all(&html, "(digest)").into_owned();
    let main = html.find("<main").unwrap();
    html[main..].replace("><", ">\n<")
}

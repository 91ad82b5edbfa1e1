//! What holds of every page: it is harmless, complete, linked, the same in every language and every time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use regex_lite::Regex;
use rollcall::report::lang::Lang;

use super::small_run::{files, site, write_site};

fn pages(site: &Path) -> BTreeMap<String, String> {
    let html = files(site)
        .into_iter()
        .filter(|(name, _)| Path::new(name).extension().is_some_and(|extension| extension == "html"));
    html.map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect()
}

fn all<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
    Regex::new(pattern).unwrap().captures_iter(text).map(|found| found.get(1).unwrap().as_str()).collect()
}

#[test]
fn the_same_runs_give_the_same_bytes() {
    let written = site();
    let again = written.folder.path().join("again");
    let runs = [written.folder.path().join("before"), written.folder.path().join("run")];
    write_site(&[&runs[0], &runs[1]], &again);
    let (first, second) = (files(&written.site), files(&again));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(second[name] == *bytes, "{name} differs");
    }
}

#[test]
fn every_language_has_the_same_pages() {
    let written = site();
    let pages = pages(&written.site);
    let of = |lang: Lang| -> BTreeSet<&str> {
        pages.keys().filter_map(|name| name.strip_prefix(lang.as_str())?.strip_prefix('/')).collect()
    };
    assert!(of(Lang::En).len() > 30, "{:?}", of(Lang::En));
    for lang in Lang::ALL {
        assert_eq!(of(*lang), of(Lang::En), "{lang}");
        for (name, text) in pages.iter().filter(|(name, _)| name.starts_with(&format!("{lang}/"))) {
            assert!(text.starts_with(&format!("<!DOCTYPE html><html lang=\"{lang}\"")), "{name}");
            for other in Lang::ALL {
                assert!(text.contains(&format!("hreflang=\"{other}\"")), "{name} leads to {other}");
            }
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let written = site();
    let files = files(&written.site);
    let pages = pages(&written.site);
    let mut followed = 0;
    for (name, text) in &pages {
        for link in all(r#"(?:href|src)="([^"]*)""#, text) {
            if link.starts_with("https://") {
                // Outside: only what a registry entry or the policy names.
                assert!(link.starts_with("https://github.com/"), "{name}: {link}");
                continue;
            }
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { name.clone() } else { resolve(name, path) };
            assert!(files.contains_key(&target), "{name}: {link} leads to {target}, which is not there");
            if !fragment.is_empty() {
                assert!(pages[&target].contains(&format!("id=\"{fragment}\"")), "{name}: {link}");
            }
            followed += 1;
        }
    }
    assert!(followed > 1_000, "{followed}");
}

/// A relative link as a browser resolves it; it must not leave the site.
fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{page}: {link} leaves the site"),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn every_page_can_be_reached_without_a_script() {
    let written = site();
    let pages = pages(&written.site);
    let mut reached = BTreeSet::from(["index.html".to_owned()]);
    let mut next = vec!["index.html".to_owned()];
    while let Some(name) = next.pop() {
        for link in all(r##"<a [^>]*?href="([^"#]+)"##, &pages[&name]) {
            if link.starts_with("https://") {
                continue;
            }
            let target = resolve(&name, link);
            if pages.contains_key(&target) && reached.insert(target.clone()) {
                next.push(target);
            }
        }
    }
    let lost: Vec<_> = pages.keys().filter(|name| !reached.contains(*name)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn nothing_that_a_server_says_acts_on_a_page() {
    let written = site();
    for (name, text) in pages(&written.site) {
        for script in all("<(script[^>]*)>", &text) {
            assert!(script.ends_with("assets/site.js\" defer"), "{name}: {script}");
        }
        assert!(!text.contains("javascript:\"") && all(r#"(href="javascript)"#, &text).is_empty(), "{name}");
        assert!(all(r"<[^>]* (style|on[a-z]+)=", &text).is_empty(), "{name}: nothing inline");
        let raw = text.chars().find(|c| {
            c.is_control()
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
        });
        assert_eq!(raw, None, "{name}");
        if name != "index.html" {
            assert!(text.contains("default-src 'none'"), "{name} has a policy");
        }
        assert!(text.len() < 100 * 1024, "{name} is small");
    }
    let hostile =
        pages(&written.site).into_iter().filter(|(name, _)| name.contains("server/com.example~-script"));
    for (name, text) in hostile {
        assert!(
            text.contains("&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}gpj\\u{0}"),
            "{name} shows it harmlessly"
        );
    }
}

#[test]
fn every_page_is_built_for_whoever_cannot_see_it() {
    let written = site();
    for (name, text) in pages(&written.site) {
        let levels: Vec<u32> =
            all(r"<h([1-6])[ >]", &text).iter().map(|level| level.parse().unwrap()).collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{name}: one heading of the page");
        assert_eq!(levels.first(), Some(&1), "{name}");
        assert!(
            levels.windows(2).all(|pair| pair[1] <= pair[0] + 1),
            "{name}: no level is left out: {levels:?}"
        );
        assert_eq!(text.matches("<main").count(), 1, "{name}");
        assert_eq!(
            text.matches("<th").count() - text.matches("<thead").count(),
            text.matches(" scope=\"").count(),
            "{name}"
        );
        assert_eq!(
            text.matches("<table").count(),
            text.matches("<caption").count(),
            "{name}: a table says what it is"
        );
        let ids = all(r#" id="([^"]+)""#, &text);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{name}: {ids:?}");
    }
}

#[test]
fn the_published_sentence_stands_on_the_pages() {
    let written = site();
    let pages = pages(&written.site);
    for (lang, sentence) in [
        (
            "en",
            "HTTP 4xx error: 1, connection failed: 1, no answer within 15 seconds: 1 and answered, but not as an MCP server: 1",
        ),
        (
            "it",
            "errore HTTP 4xx: 1, connessione non riuscita: 1, nessuna risposta entro 15 secondi: 1 e ha risposto, ma non come server MCP: 1",
        ),
        (
            "ru",
            "ошибка HTTP 4xx: 1, не удалось подключиться: 1, нет ответа за 15 секунд: 1 и ответил, но не как MCP-сервер: 1",
        ),
    ] {
        for page in ["index.html", "checked.html", "reasons.html"] {
            assert!(pages[&format!("{lang}/{page}")].contains(sentence), "{lang}/{page}");
        }
    }
}

//! Which pages are looked at: every page that is no server's, of a list that goes on the first, the second and the last; and
//! of the servers' pages those that show every outcome, every cause, every category and every odd name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use super::links::walk;

/// A site on disk.
#[derive(Debug)]
pub(super) struct Pages {
    /// Every page, by its path.
    pub(super) all: Vec<String>,
    /// Those that are looked at in the browser.
    pub(super) chosen: Vec<String>,
    /// The pages of servers with an odd name, in the first language.
    pub(super) odd: Vec<String>,
    /// The servers of `servers.json`.
    pub(super) servers: Vec<Value>,
    /// The folders of the languages.
    pub(super) langs: Vec<String>,
}

impl Pages {
    /// Reads which pages there are and chooses.
    pub(super) fn of(site: &Path) -> anyhow::Result<Self> {
        let mut files = BTreeSet::new();
        walk(site, "", &mut files)?;
        let all: Vec<String> =
            files.iter().filter(|file| file.strip_suffix(".html").is_some()).cloned().collect();
        let path = site.join("servers.json");
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
        let told: Value =
            serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))?;
        let servers = told["servers"].as_array().cloned().context("servers.json lists no servers")?;
        let langs: Vec<String> = all
            .iter()
            .filter_map(|page| page.strip_suffix("/index.html"))
            .filter(|lang| !lang.contains('/'))
            .map(str::to_owned)
            .collect();
        let shown = telling(&servers);
        let chosen = all
            .iter()
            .filter(|page| match server_of(page) {
                Some((lang, slug)) => shown.get(slug).is_some_and(|turn| {
                    turn.is_none_or(|turn| langs.get(turn % langs.len()).is_some_and(|of| of == lang))
                }),
                None => !is_between(page, &files),
            })
            .cloned()
            .collect();
        let odd = shown.iter().filter(|(_, turn)| turn.is_none());
        let odd =
            langs.first().map(|lang| odd.map(|(slug, _)| format!("{lang}/server/{slug}.html")).collect());
        Ok(Self { all, chosen, odd: odd.unwrap_or_default(), servers, langs })
    }

    /// One page of each kind in the first language, and the start page in the others: what a person looks at.
    pub(super) fn kinds(&self) -> Vec<String> {
        let Some(first) = self.langs.first() else { return Vec::new() };
        let mut kinds = BTreeSet::new();
        let of_first =
            self.chosen.iter().filter_map(|page| page.strip_prefix(first.as_str())?.strip_prefix('/'));
        let kind = |page: &str| match page.rsplit_once('/') {
            Some((folder, _)) => folder.to_owned(),
            None => page.to_owned(),
        };
        let firsts: Vec<&str> = of_first.filter(|page| kinds.insert(kind(page))).collect();
        let starts = self.langs.iter().skip(1).map(|lang| format!("{lang}/index.html"));
        firsts.into_iter().map(|page| format!("{first}/{page}")).chain(starts).collect()
    }
}

impl Pages {
    /// Whether it is this page's turn for what takes long: the languages take turns, except on the pages that stand alone.
    pub(super) fn has_turn(&self, page: &str) -> bool {
        let Some((lang, path)) = page.split_once('/') else { return true };
        let Some((folder, name)) = path.split_once('/') else { return true };
        let turn = name.bytes().map(usize::from).sum::<usize>() % self.langs.len().max(1);
        folder == "server" || self.langs.get(turn).is_some_and(|of| of == lang)
    }
}

/// Whether a page goes on with a list and is neither its second page nor its last.
fn is_between(page: &str, files: &BTreeSet<String>) -> bool {
    let Some((list, number)) = page.strip_suffix(".html").and_then(|page| page.rsplit_once("~p")) else {
        return false;
    };
    number
        .parse::<u32>()
        .is_ok_and(|number| number > 2 && files.contains(&format!("{list}~p{}.html", number + 1)))
}

/// The language and the slug of a server's page.
fn server_of(page: &str) -> Option<(&str, &str)> {
    let (lang, file) = page.split_once("/server/")?;
    Some((lang, file.strip_suffix(".html")?))
}

/// Servers that show something that none before them shows, the languages taking turns, and every one with an odd name, in
/// all languages.
fn telling(servers: &[Value]) -> BTreeMap<String, Option<usize>> {
    let mut shown = BTreeSet::new();
    let mut chosen = BTreeMap::new();
    for server in servers {
        let Some(slug) = server["slug"].as_str() else { continue };
        let mut new = false;
        for field in ["outcome", "cause", "category", "basis", "namespace"] {
            new |= shown.insert(format!("{field} {}", server[field]));
        }
        for remote in server["remotes"].as_array().map(Vec::as_slice).unwrap_or_default() {
            for field in ["outcome", "cause", "transport", "login"] {
                new |= shown.insert(format!("remote {field} {}", remote[field]));
            }
        }
        if is_odd(server["name"].as_str().unwrap_or_default()) {
            chosen.insert(slug.to_owned(), None);
        } else if new {
            chosen.insert(slug.to_owned(), Some(chosen.len()));
        }
    }
    chosen
}

/// Whether a name is none that a registry should have.
fn is_odd(name: &str) -> bool {
    !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./_-:?={}<>".contains(&byte))
        || name.contains("<script")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_server_is_chosen_for_what_it_shows_first() {
        let of =
            |slug: &str, name: &str, outcome: &str| json!({ "slug": slug, "name": name, "outcome": outcome });
        let servers = [
            of("a", "x/a", "answered"),
            of("b", "x/b", "answered"),
            of("c", "x/c", "http-4xx"),
            of("d", "x/\u{202e}d", "answered"),
        ];
        let chosen =
            [("a", Some(0)), ("c", Some(1)), ("d", None)].map(|(slug, turn)| (slug.to_owned(), turn));
        assert_eq!(Vec::from_iter(telling(&servers)), chosen);
        assert_eq!(server_of("en/server/a.html"), Some(("en", "a")));
        assert_eq!(server_of("en/servers/a.html"), None);
        let files: BTreeSet<String> = (2..=5).map(|number| format!("en/all~p{number}.html")).collect();
        let between: Vec<&String> = files.iter().filter(|page| is_between(page, &files)).collect();
        assert_eq!(between, ["en/all~p3.html", "en/all~p4.html"]);
    }
}

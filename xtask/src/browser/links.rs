//! Links, one by one and from disk: every `href` and `src` of every page leads to a file that is there, and to a place in
//! it that is there.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use anyhow::Context as _;

/// What was looked at.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// Pages read.
    pub(super) pages: usize,
    /// Links inside the site, repeated ones included.
    pub(super) links: usize,
    /// What is wrong, a line each.
    pub(super) wrong: Vec<String>,
}

/// Schemes that may lead out of the site.
const OUTSIDE: [&str; 3] = ["https:", "http:", "mailto:"];

/// Checks every page of a site.
pub(super) fn check(site: &Path) -> anyhow::Result<Checked> {
    let mut files = BTreeSet::new();
    walk(site, "", &mut files)?;
    let mut checked = Checked::default();
    let mut places: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for page in files.iter().filter(|file| file.strip_suffix(".html").is_some()) {
        let text = read(site, page)?;
        checked.pages += 1;
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in attributes(&text, &[" href=\"", " src=\""]) {
            let link = unescape(link);
            if link.split_once(':').is_some_and(|(scheme, _)| !scheme.contains(['/', '.', '#', '?'])) {
                if !OUTSIDE.iter().any(|scheme| link.starts_with(scheme)) {
                    checked.wrong.push(format!("{page}: {link} has a scheme that no link should have"));
                }
                continue;
            }
            checked.links += 1;
            let (path, place) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { Some(page.clone()) } else { resolve(folder, path) };
            // A place is looked for in its page once, whoever names it first. `#key=value` is a search and no place.
            if let (Some(target), false) = (&target, place.is_empty() || place.contains('=')) {
                places
                    .entry(target.clone())
                    .or_default()
                    .entry(place.to_owned())
                    .or_insert_with(|| page.clone());
            }
            if !path.is_empty() && !target.is_some_and(|target| files.contains(&target)) {
                checked.wrong.push(format!("{page}: {link} leads nowhere"));
            }
        }
    }
    for (page, wanted) in places {
        if !files.contains(&page) {
            continue;
        }
        let text = read(site, &page)?;
        let ids: HashSet<&str> = attributes(&text, &[" id=\""]).collect();
        let absent = wanted.iter().filter(|(place, _)| !ids.contains(place.as_str()));
        checked.wrong.extend(absent.map(|(place, from)| format!("{from}: {page} has no place #{place}")));
    }
    Ok(checked)
}

fn read(site: &Path, file: &str) -> anyhow::Result<String> {
    std::fs::read_to_string(site.join(file)).with_context(|| format!("failed to read {file}"))
}

/// Every file below a folder, by its path from the top of the site.
pub(super) fn walk(site: &Path, folder: &str, files: &mut BTreeSet<String>) -> anyhow::Result<()> {
    let path = site.join(folder);
    for entry in std::fs::read_dir(&path).with_context(|| format!("failed to read {}", path.display()))? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("a file name of the site is not UTF-8")?;
        let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if entry.file_type()?.is_dir() {
            walk(site, &name, files)?;
        } else {
            files.insert(name);
        }
    }
    Ok(())
}

/// The values of these attributes, in the order in which they stand; every value is in double quotes, as the templates
/// write them.
fn attributes<'a>(text: &'a str, begins: &'a [&str]) -> impl Iterator<Item = &'a str> {
    begins.iter().flat_map(|begin| text.split(begin).skip(1).filter_map(|rest| rest.split('"').next()))
}

fn unescape(value: &str) -> String {
    if !value.contains(['&', '%']) {
        return value.to_owned();
    }
    let plain = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    plain.replace("%7E", "~").replace("%7e", "~")
}

/// The file behind a relative link, or nothing when it leads out of the site. A folder alone is no file: a page opened
/// from disk would show a listing.
fn resolve(folder: &str, link: &str) -> Option<String> {
    let link = link.split('?').next().unwrap_or(link);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_resolved_from_the_folder_of_its_page() {
        assert_eq!(resolve("en/server", "../index.html").as_deref(), Some("en/index.html"));
        assert_eq!(resolve("", "en/a.html?x").as_deref(), Some("en/a.html"));
        assert_eq!(resolve("en", "../../etc"), None);
        assert_eq!(resolve("en", "/absolute").as_deref(), Some("en//absolute"));
    }

    #[test]
    fn every_broken_link_is_told_once_with_its_page() {
        let site = tempfile::tempdir().unwrap();
        std::fs::create_dir(site.path().join("en")).unwrap();
        let page = "<a href=\"b.html\">x</a> <a href=\"b.html#here\">x</a> <a href=\"b.html#there\">x</a>\
                    <a href=\"#q=a\">x</a> <img src=\"../gone.svg\"> <a href=\"javascript:x\">x</a> \
                    <a href=\"https://example.com/\">x</a>";
        std::fs::write(site.path().join("en/a.html"), page).unwrap();
        std::fs::write(site.path().join("en/b.html"), "<p id=\"here\">").unwrap();
        let checked = check(site.path()).unwrap();
        assert_eq!((checked.pages, checked.links), (2, 5));
        assert_eq!(
            checked.wrong,
            [
                "en/a.html: javascript:x has a scheme that no link should have",
                "en/a.html: ../gone.svg leads nowhere",
                "en/a.html: en/b.html has no place #there",
            ]
        );
    }
}

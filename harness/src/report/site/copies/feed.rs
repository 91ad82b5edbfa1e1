//! The feed of changes (Atom, RFC 4287), one a language. The same runs give the same feed.

use std::io;

use atom_syndication::{Content, Entry, Feed, FixedDateTime, Generator, Link, Person, Text as Words};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::census::{Changed, Diff};
use crate::record::{clean, hex};
use crate::report::site::model::Site;
use crate::report::site::text::Text;

/// Changes that the feed tells one by one, the first kinds first; the page of changes has them all.
const TOLD: usize = 500;
/// Characters of a name or a URL shown.
const SHOWN: usize = 200;

/// The feed in one language, `None` where there is no earlier run to tell changes against.
pub(in crate::report::site) fn feed(
    site: &Site,
    text: &Text,
    base: Option<&Url>,
) -> Option<io::Result<Vec<u8>>> {
    let changes = site.changes.as_ref()?;
    let moment = site.run.ended_at.as_deref().unwrap_or(&site.run.started_at);
    // Times of runs are ours; one that cannot be read is a damaged run.json, and its feed says the beginning of time.
    let updated: FixedDateTime = moment.parse().unwrap_or_default();
    Some(write(&made(site, changes, text, base, updated)))
}

fn made(site: &Site, changes: &Diff, text: &Text, base: Option<&Url>, updated: FixedDateTime) -> Feed {
    let lang = text.lang;
    let link = |rel: &str, path: &str| {
        let here = format!("{lang}/{path}");
        let href = base.and_then(|base| base.join(&here).ok()).map_or_else(|| path.to_owned(), String::from);
        Link { href, rel: rel.to_owned(), ..Link::default() }
    };
    // A change that is told by two feeds is the same entry only when nothing of it differs.
    let of = |changed: &Changed| {
        let Changed { change, entry, url, before, after } = changed;
        let name = clean(entry.as_deref().unwrap_or(url), SHOWN);
        let kind = text.get(&format!("change-{change}"));
        // What is gone has no page of its own.
        let page = site.server(entry.as_deref().unwrap_or(url)).map_or_else(
            || format!("changes/{change}.html"),
            |server| format!("server/{}.html", server.slug),
        );
        let was = [before, after]
            .into_iter()
            .flatten()
            .map(|what| clean(what, SHOWN))
            .collect::<Vec<_>>()
            .join(" → ");
        Entry {
            title: Words::plain(format!("{kind}: {name}")),
            id: id(&[site.run.started_at.as_str(), lang.as_str(), change.as_str(), &name, url, &was]),
            updated,
            links: vec![link("alternate", &page)],
            content: Some(Content {
                value: Some(format!("{} {was}", clean(url, SHOWN))),
                content_type: Some("text".to_owned()),
                ..Content::default()
            }),
            ..Entry::default()
        }
    };
    Feed {
        title: Words::plain(format!("{}: {}", text.get("site-name"), text.get("nav-changes"))),
        id: id(&[&site.run.source.place, lang.as_str()]),
        updated,
        authors: vec![Person { name: "rollcall".to_owned(), ..Person::default() }],
        generator: Some(Generator {
            value: "rollcall".to_owned(),
            version: Some(site.run.prober.clone()),
            uri: None,
        }),
        links: vec![link("self", "changes.xml"), link("alternate", "changes.html")],
        lang: Some(lang.to_string()),
        entries: changes.changes.iter().take(TOLD).map(of).collect(),
        ..Feed::default()
    }
}

/// A name for ever, made of what it names: a UUID of version 8 (RFC 9562) from a digest.
fn id(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    let mut bytes: [u8; 16] = digest.finalize()[..16].try_into().expect("a SHA-256 digest has 32 bytes");
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

fn write(feed: &Feed) -> io::Result<Vec<u8>> {
    let mut bytes = feed.write_to(Vec::new()).map_err(io::Error::other)?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_for_ever_is_a_uuid_of_its_parts() {
        let one = id(&["a", "b"]);
        assert_eq!(one, id(&["a", "b"]));
        assert_ne!(one, id(&["ab", ""]));
        assert_eq!(one.len(), "urn:uuid:".len() + 36);
        assert_eq!(&one[23..24], "8");
    }
}

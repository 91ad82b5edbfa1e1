//! What a reader loads before the first search, and what the machine copies say.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::many;
use crate::census::{Change, Changed, DIFF_SCHEMA, Diff};
use crate::report::lang::Lang;
use crate::report::site::model::Site;
use crate::report::site::page::Frame;
use crate::report::site::place::{Place, SITE_SCHEMA};
use crate::report::site::text::Text;
use crate::report::site::{Options, assets, copies, search, start};

/// Writes what this folder of tests is about, and gives every file with its bytes.
fn written(site: &Site, base: Option<&str>) -> BTreeMap<String, Vec<u8>> {
    let around = tempfile::tempdir().unwrap();
    let out = around.path().join("site");
    let options =
        Options { out: out.clone(), langs: Lang::ALL.to_vec(), base: base.map(|base| base.parse().unwrap()) };
    let place = Place::begin(&out).unwrap();
    let profiles = search::Profiles::of(site);
    for lang in &options.langs {
        let text = Text::new(*lang);
        let frame = Frame { t: &text, site, langs: &options.langs };
        start::write(&frame, &place, &profiles).unwrap();
    }
    assets::write(&place).unwrap();
    search::write(site, &profiles, &place).unwrap();
    copies::write(site, &place, &options).unwrap();
    place.finish(&serde_json::json!({ "schema": SITE_SCHEMA })).unwrap();
    let mut files = BTreeMap::new();
    walk(&out, "", &mut files);
    files
}

fn walk(site: &Path, folder: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(site.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{folder}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            walk(site, &format!("{name}/"), files);
        } else {
            files.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
}

/// The data that a file of the index registers.
fn registered(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    let text = std::str::from_utf8(&files[&format!("search/{name}.js")]).unwrap();
    let data =
        text.strip_prefix(&format!("rollcall.take(\"{name}\",")).unwrap().strip_suffix(");\n").unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn the_first_page_of_twenty_thousand_servers_is_small() {
    const KIB: usize = 1024;
    let files = written(&many::site(20_000), None);
    let size = |name: &str| files[name].len();
    for lang in Lang::ALL {
        let first = ["assets/site.css", "assets/site.js", "assets/icon.svg"].map(size).iter().sum::<usize>()
            + size(&format!("{lang}/index.html"));
        assert!(first < 200 * KIB, "{lang}: {first} bytes");
        // Even with what the first search loads before it looks at words.
        assert!(first + size("search/head.js") < 200 * KIB, "{lang}: {first} bytes and the head");
    }
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("search/")) {
        let only = name.starts_with("search/t")
            && registered(&files, &name[7..name.len() - 3]).as_array().unwrap().len() == 1;
        assert!(bytes.len() < 64 * KIB || only, "{name}: {} bytes", bytes.len());
    }
}

#[test]
fn every_word_leads_to_its_servers_and_every_row_is_in_its_block() {
    let site = many::site(500);
    let files = written(&site, None);
    let head = registered(&files, "head");
    assert_eq!(head["servers"], 500);
    let firsts = head["terms"].as_array().unwrap();
    let mut words = Vec::new();
    for (number, first) in firsts.iter().enumerate() {
        let file = registered(&files, &format!("t{number}"));
        assert_eq!(&file[0][0], first);
        words.extend(file.as_array().unwrap().iter().map(|word| word[0].as_str().unwrap().to_owned()));
    }
    assert!(words.is_sorted());
    assert!(words.binary_search(&"flights".to_owned()).is_ok());
    let mut rows = 0;
    while rows < site.servers.len() {
        let block = registered(&files, &format!("r{}", rows / 40));
        for row in block.as_array().unwrap() {
            assert_eq!(row[0], *site.servers[rows].slug);
            rows += 1;
        }
    }
    assert!(!files.contains_key(&format!("search/t{}.js", firsts.len())));
}

#[test]
fn the_copies_list_every_server_and_keep_to_their_schema() {
    let mut site = many::site(50);
    site.servers[0].name = "x/\u{202e}<b>\u{7}".into();
    site.servers[1].title = Some("=HYPERLINK(1)".into());
    let files = written(&site, None);
    let text = std::str::from_utf8(&files["servers.json"]).unwrap();
    assert_eq!(text.lines().count(), 52, "a line a server");
    let copy: Value = serde_json::from_str(text).unwrap();
    assert_eq!(copy["servers"].as_array().unwrap().len(), 50);
    assert_eq!(copy["servers"][0]["name"], *site.servers[0].name);
    assert!(!text.contains('\u{202e}'));
    let schema = serde_json::to_value(schemars::schema_for!(copies::ServersCopy<'_>)).unwrap();
    let known = &schema["$defs"]["ServerCopy"]["properties"];
    for key in copy["servers"][5].as_object().unwrap().keys() {
        assert!(known.get(key).is_some(), "{key} is not in the schema");
    }
    let mut table = csv::Reader::from_reader(files["servers.csv"].as_slice());
    let lines: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), 50);
    assert_eq!(&lines[0][0], "x/\\u{202e}<b>\\u{7}");
    assert_eq!(&lines[1][1], "'=HYPERLINK(1)");
    let tally: Value = serde_json::from_slice(&files["tally.json"]).unwrap();
    assert_eq!(tally["schema"], "rollcall.tally.v1");
}

#[test]
fn the_feed_tells_changes_in_each_language_and_twice_the_same() {
    let mut site = many::site(3);
    let hostile = "x/<b>\u{202e}";
    site.servers[2].name = hostile.into();
    let changed = |change, name: &str| Changed {
        change,
        entry: Some(name.to_owned()),
        url: "https://example.com/mcp?a&b".to_owned(),
        before: Some("answered".to_owned()),
        after: Some("http-4xx (404)".to_owned()),
    };
    site.changes = Some(Diff {
        schema: DIFF_SCHEMA.to_owned(),
        unchanged: 2,
        changes: vec![changed(Change::NewlyFailing, hostile), changed(Change::Gone, "x/gone")],
    });
    let base = Some("https://example.com/dir/");
    let files = written(&site, base);
    assert_eq!(files, written(&site, base));
    for lang in Lang::ALL {
        let text = std::str::from_utf8(&files[&format!("{lang}/changes.xml")]).unwrap();
        let feed: atom_syndication::Feed = text.parse().unwrap();
        let entry = &feed.entries()[0];
        assert!(entry.title().as_str().ends_with(": x/<b>\\u{202e}"), "{text}");
        assert!(!entry.title().as_str().contains("newly-failing"), "{text}");
        assert!(entry.id().starts_with("urn:uuid:"));
        let page = entry.links()[0].href();
        assert!(page.starts_with(&format!("https://example.com/dir/{lang}/server/")), "{page}");
        let page = feed.entries()[1].links()[0].href();
        assert_eq!(page, format!("https://example.com/dir/{lang}/changes/gone.html"), "it has no page");
        assert_eq!(feed.updated().to_rfc3339(), "2026-01-02T04:00:00+00:00");
        assert!(!text.contains('\u{202e}') && !text.contains("<b>"));
    }
    assert!(files.contains_key("sitemap.xml"));
    site.changes = None;
    let files = written(&site, None);
    assert!(!files.keys().any(|name| name.ends_with("changes.xml") || name == "sitemap.xml"));
}

//! The files of the index.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::profile::{FACETS, Profiles};
use super::row_list::{self, RowList};
use super::words;
use crate::record::{clean, shorten};
use crate::report::site::SiteError;
use crate::report::site::model::{Server, Site};
use crate::report::site::place::Place;

/// Servers whose rows share a file: a screen of results takes at most twenty files.
const BLOCK: usize = 40;
/// Bytes of words after which the next file begins; one word alone may be longer.
const WORDS: usize = 48 << 10;
/// Characters shown of a name, of a description, and of all tool names together.
const NAME: usize = 120;
const DESCRIPTION: usize = 160;
const TOOLS: usize = 400;

/// The rows that have a word, and those that have it in their name or title.
#[derive(Debug, Default)]
struct Rows {
    all: RowList,
    named: RowList,
}

/// Writes the index.
///
/// # Errors
/// When a file cannot be written.
pub(in crate::report::site) fn write(
    site: &Site,
    profiles: &Profiles,
    place: &Place,
) -> Result<(), SiteError> {
    for (number, block) in site.servers.chunks(BLOCK).enumerate() {
        let rows: Vec<Value> = block.iter().map(row).collect();
        put(place, &format!("r{number}"), &Value::from(rows))?;
    }
    let firsts = write_words(site, place)?;
    put(place, "head", &head(site, profiles, &firsts))
}

/// A file that registers what it has.
fn put(place: &Place, name: &str, data: &Value) -> Result<(), SiteError> {
    place.put(&format!("search/{name}.js"), format!("rollcall.take(\"{name}\",{data});\n"))
}

/// What is shown of a server.
fn row(server: &Server) -> Value {
    let tools: Vec<&str> = server.tool_names().collect();
    json!([
        server.slug,
        clean(&server.name, NAME),
        server.title.as_deref().map(|title| shorten(title, NAME)),
        server.description.as_deref().map(|text| shorten(text, DESCRIPTION)),
        server.outcome,
        shorten(&tools.join(" "), TOOLS),
    ])
}

fn head(site: &Site, profiles: &Profiles, firsts: &[Box<str>]) -> Value {
    let width = row_list::width(profiles.combinations.len());
    let mut rows = String::with_capacity(profiles.of.len() * width);
    for profile in &profiles.of {
        row_list::fixed(*profile, width, &mut rows);
    }
    let facets: Vec<Value> =
        FACETS.iter().zip(&profiles.values).map(|(facet, values)| json!([facet, values])).collect();
    json!({
        "servers": site.servers.len(),
        "block": BLOCK,
        "facets": facets,
        "profiles": profiles.combinations,
        "width": width,
        "rows": rows,
        "terms": firsts,
    })
}

/// Writes the words in their order, cut into files; gives the first of each file.
fn write_words(site: &Site, place: &Place) -> Result<Vec<Box<str>>, SiteError> {
    let words = collect(&site.servers);
    let mut firsts = Vec::new();
    let mut file: Vec<Value> = Vec::new();
    let mut bytes = 0;
    let mut number = 0;
    for (word, rows) in words {
        let bytes_of_word = word.len() + rows.all.as_str().len() + rows.named.as_str().len() + 10;
        if bytes > 0 && bytes + bytes_of_word > WORDS {
            put(place, &format!("t{number}"), &Value::from(std::mem::take(&mut file)))?;
            bytes = 0;
            number += 1;
        }
        file.push(json!([word, rows.all.as_str(), rows.named.as_str()]));
        if bytes == 0 {
            firsts.push(word);
        }
        bytes += bytes_of_word;
    }
    if !file.is_empty() {
        put(place, &format!("t{number}"), &Value::from(file))?;
    }
    Ok(firsts)
}

/// Every word with its rows, in the order in which the script compares: by UTF-16 code units.
fn collect(servers: &[Server]) -> Vec<(Box<str>, Rows)> {
    let mut words: BTreeMap<Box<str>, Rows> = BTreeMap::new();
    let mut add = |text: &str, row: u32, named: bool| {
        words::each(text, |word| {
            if let Some(rows) = words.get_mut(word) {
                rows.add(row, named);
            } else {
                let mut rows = Rows::default();
                rows.add(row, named);
                words.insert(word.into(), rows);
            }
        });
    };
    for (row, server) in (0..).zip(servers) {
        add(&server.name, row, true);
        if let Some(text) = &server.title {
            add(text, row, true);
        }
        if let Some(text) = &server.description {
            add(text, row, false);
        }
        add(&server.tool_names, row, false);
    }
    let mut words: Vec<(Box<str>, Rows)> = words.into_iter().collect();
    // The two orders differ only beyond the first 65,536 characters.
    words.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    words
}

impl Rows {
    fn add(&mut self, row: u32, named: bool) {
        self.all.push(row);
        if named {
            self.named.push(row);
        }
    }
}

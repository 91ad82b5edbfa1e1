//! Tool lists, entry by entry: one bad entry never costs the others, and of a page only names and a few bits an entry
//! are kept, so a million tools cost a few bytes each.

use std::borrow::Cow;
use std::cmp::Ordering;

use sha2::{Digest, Sha256};

use super::json::{self, Rows as _};
use crate::record::{self, Finding, FindingId, PlainReason, Step, Tools};

/// A name is kept in the record up to this many characters; count and digest use all of it.
const NAME_KEPT: usize = 512;
/// A name is told in the detail of a finding up to this many characters.
const NAME_IN_DETAIL: usize = 64;

/// `nextCursor`, in the shapes it comes in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NextCursor {
    /// Not there: the end of the list.
    #[default]
    Absent,
    /// `null`: the end too (the reader reports `cursor-null`).
    Null,
    /// A string, to be sent back unchanged; the empty one included.
    Text(String),
    /// Another type: the end, and the list is not complete (the reader reports `cursor-not-string`).
    Other,
}

/// What is worth telling of a single tool, one bit each, in the order of the findings.
const TOLD: [(u16, FindingId); 10] = [
    (EMPTY, FindingId::ToolNameEmpty),
    (OVER_64, FindingId::ToolNameOver64),
    (OVER_128, FindingId::ToolNameOver128),
    (CHARSET, FindingId::ToolNameCharset),
    (INVISIBLE, FindingId::InvisibleCharacters),
    (SCHEMA_MISSING, FindingId::InputSchemaMissing),
    (SCHEMA_NOT_OBJECT, FindingId::InputSchemaNotObject),
    (TYPE_MISSING, FindingId::InputSchemaTypeMissing),
    (PROPERTIES, FindingId::InputSchemaPropertiesNotObject),
    (REQUIRED, FindingId::InputSchemaRequiredNotArray),
];
const EMPTY: u16 = 1;
const OVER_64: u16 = 1 << 1;
const OVER_128: u16 = 1 << 2;
const CHARSET: u16 = 1 << 3;
const INVISIBLE: u16 = 1 << 4;
const SCHEMA_MISSING: u16 = 1 << 5;
const SCHEMA_NOT_OBJECT: u16 = 1 << 6;
const TYPE_MISSING: u16 = 1 << 7;
const PROPERTIES: u16 = 1 << 8;
const REQUIRED: u16 = 1 << 9;

/// The member of a tool whose own members are looked at.
const SCHEMA: &[u8] = b"inputSchema";

/// Names in list order, end to end, each with its bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Entries {
    names: String,
    ends: Vec<(u32, u16)>,
    malformed: u64,
}

impl Entries {
    fn push(&mut self, name: &str, bits: u16) {
        // More than 4 GiB of names: no policy lets that through, and it would only be miscounted as unusable.
        let Ok(end) = u32::try_from(self.names.len() + name.len()) else {
            self.malformed += 1;
            return;
        };
        self.names.push_str(name);
        self.ends.push((end, bits));
    }

    fn name(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0 as usize);
        &self.names[start..self.ends[index].0 as usize]
    }

    fn iter(&self) -> impl Iterator<Item = (&str, u16)> {
        self.ends.iter().enumerate().map(|(index, &(_, bits))| (self.name(index), bits))
    }

    /// Indices in the order of the names, equal names in list order.
    fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0_u32..).take(self.ends.len()).collect();
        order.sort_unstable_by(|&a, &b| self.name(a as usize).cmp(self.name(b as usize)).then(a.cmp(&b)));
        order
    }
}

/// One page of tools/list, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolsPage {
    entries: Entries,
    /// Where the list goes on.
    pub next_cursor: NextCursor,
}

impl ToolsPage {
    /// Reads the `result` of tools/list.
    pub(crate) fn read(result: &str, step: Step, findings: &mut Vec<Finding>) -> Result<Self, PlainReason> {
        let mut page = Page::default();
        if !json::rows(result, b"tools", &mut page) {
            // Something odd is in it. Entry by entry, an odd one costs no other.
            page = Page::default();
            page.read_apart(result);
        }
        let Page { entries, listed, cursor, .. } = page;
        if !listed {
            return Err(PlainReason::NoToolsMember);
        }
        let next_cursor = match cursor {
            None => NextCursor::Absent,
            Some(raw) if json::is_null(raw) => NextCursor::Null,
            Some(raw) => {
                json::string(raw).map_or(NextCursor::Other, |text| NextCursor::Text(text.into_owned()))
            }
        };
        match next_cursor {
            NextCursor::Null => findings.push(Finding::new(FindingId::CursorNull, step)),
            NextCursor::Other => {
                findings.push(Finding::with(FindingId::CursorNotString, step, cursor.unwrap_or_default()));
            }
            NextCursor::Absent | NextCursor::Text(_) => {}
        }
        Ok(Self { entries, next_cursor })
    }
}

/// A page on its way in.
#[derive(Default)]
struct Page<'a> {
    entries: Entries,
    /// There is a list, and it is one.
    listed: bool,
    cursor: Option<&'a str>,
    tool: Tool<'a>,
}

/// What matters of a tool.
#[derive(Default)]
struct Tool<'a> {
    name: Option<Cow<'a, str>>,
    description: Option<&'a str>,
    /// What was wrong with the schema; nothing where there is none.
    schema: Option<u16>,
}

impl<'a> Page<'a> {
    fn read_apart(&mut self, result: &'a str) {
        let mut tools = None;
        json::object(result, |key, value| match key {
            b"tools" => tools = Some(value),
            _ => self.beside(key, value),
        });
        self.begin();
        self.listed = tools.is_some_and(|tools| {
            json::array(tools, |tool| {
                json::object(tool, |key, value| match key {
                    SCHEMA if json::is_object(value) => {
                        self.opens(key);
                        json::object(value, |key, value| self.part(key, value));
                    }
                    SCHEMA => self.tool.schema = Some(SCHEMA_NOT_OBJECT),
                    _ => self.cell(key, value),
                });
                self.end_row();
            })
        });
    }
}

impl<'a> json::Rows<'a> for Page<'a> {
    fn begin(&mut self) {
        // Room for the list of an ordinary server; a longer one grows.
        self.entries =
            Entries { names: String::with_capacity(512), ends: Vec::with_capacity(32), malformed: 0 };
        self.listed = true;
    }

    fn cell(&mut self, key: &[u8], value: &'a str) {
        match key {
            b"name" => self.tool.name = json::string(value),
            b"description" => self.tool.description = Some(value),
            _ => {}
        }
    }

    /// Only the root of a schema is looked at; nothing in it is ever resolved.
    fn opens(&mut self, key: &[u8]) -> bool {
        let opens = key == SCHEMA;
        if opens {
            self.tool.schema = Some(TYPE_MISSING);
        }
        opens
    }

    fn part(&mut self, key: &[u8], value: &'a str) {
        let Some(bits) = &mut self.tool.schema else { return };
        // A member that comes twice counts as it came last, as everywhere.
        let (bit, is_wrong) = match key {
            b"type" => (TYPE_MISSING, json::string(value).as_deref() != Some("object")),
            b"properties" => (PROPERTIES, !json::is_object(value)),
            b"required" => (REQUIRED, !json::is_array(value)),
            _ => return,
        };
        *bits = if is_wrong { *bits | bit } else { *bits & !bit };
    }

    fn end_row(&mut self) {
        let Tool { name, description, schema } = std::mem::take(&mut self.tool);
        let Some(name) = name else {
            self.entries.malformed += 1;
            return;
        };
        let mut bits = of_name(&name) | schema.unwrap_or(SCHEMA_MISSING);
        let hides = |text: &str| json::string(text).is_some_and(|text| record::hides(&text, true));
        if record::hides(&name, false) || description.is_some_and(hides) {
            bits |= INVISIBLE;
        }
        self.entries.push(&name, bits);
    }

    fn beside(&mut self, key: &[u8], value: &'a str) {
        if key == b"nextCursor" {
            self.cursor = Some(value);
        }
    }
}

/// 1 to 128 characters out of `A-Z a-z 0-9 _ - .` (2025-11-25); 64 is the limit of many clients.
fn of_name(name: &str) -> u16 {
    let length = if name.len() <= 64 { name.len() } else { name.chars().count() };
    let size = match length {
        0 => EMPTY,
        1..=64 => 0,
        65..=128 => OVER_64,
        _ => OVER_128,
    };
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    if plain { size } else { size | CHARSET }
}

/// The pages counted so far, added up one by one. A page that is not to be counted (`cursor-loop`) is not added.
#[derive(Debug, Clone, Default)]
pub struct ToolTally {
    entries: Entries,
    pages: u32,
}

impl ToolTally {
    /// Counts a page.
    pub fn add(&mut self, page: ToolsPage) {
        self.pages += 1;
        if self.entries.ends.is_empty() {
            let malformed = self.entries.malformed + page.entries.malformed;
            self.entries = Entries { malformed, ..page.entries };
            return;
        }
        self.entries.malformed += page.entries.malformed;
        for (name, bits) in page.entries.iter() {
            self.entries.push(name, bits);
        }
    }

    /// Writes count, distinct, malformed, names (the first `names_kept`, in list order) and digest into `tools`.
    /// Leaves status, reason, pages and complete alone, and everything when no page was counted: unknown is not zero.
    pub fn write(&self, tools: &mut Tools, names_kept: usize) {
        if self.pages == 0 {
            return;
        }
        let mut hash = Sha256::new();
        let mut distinct = 0;
        let mut before = None;
        for index in self.entries.sorted() {
            let name = self.entries.name(index as usize);
            if before != Some(name) {
                distinct += 1;
                hash.update(name.as_bytes());
                hash.update([0]);
            }
            before = Some(name);
        }
        tools.count = Some(self.entries.ends.len() as u64);
        tools.distinct = Some(distinct);
        tools.malformed = self.entries.malformed;
        tools.names = self
            .entries
            .iter()
            .take(names_kept)
            .map(|(name, _)| record::shorten(name, NAME_KEPT).into_owned())
            .collect();
        tools.digest = Some(record::sha256(hash));
    }

    /// The findings about single tools, each once, with the names of the tools in the detail.
    #[must_use]
    pub fn findings(&self, step: Step) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut tell = |id, detail: String| findings.push(Finding::with(id, step, &detail));
        if self.entries.malformed > 0 {
            tell(FindingId::ToolEntryMalformed, format!("{} of the list", self.entries.malformed));
        }
        let seen = self.entries.ends.iter().fold(0, |seen, &(_, bits)| seen | bits);
        for (bit, id) in TOLD {
            if seen & bit != 0 {
                let concerned =
                    self.entries.iter().filter(|&(_, bits)| bits & bit != 0).map(|(name, _)| name);
                tell(id, list(concerned));
            }
        }
        let mut order = self.entries.sorted();
        let name = |index: u32| self.entries.name(index as usize);
        let repeated = repeats(&order, |a, b| name(a) == name(b));
        if !repeated.is_empty() {
            tell(FindingId::ToolNameDuplicate, list(repeated.iter().map(|&index| name(index))));
        }
        order.dedup_by(|a, b| name(*a) == name(*b));
        // Names without a capital differ already; only where there is one can two names differ in case alone.
        if self.entries.names.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
            order.sort_by(|&a, &b| by_letters(name(a), name(b)));
            let alike = repeats(&order, |a, b| by_letters(name(a), name(b)).is_eq());
            if !alike.is_empty() {
                tell(FindingId::ToolNameCaseDuplicate, list(alike.iter().map(|&index| name(index))));
            }
        }
        findings
    }
}

/// The first of each run of equals that is longer than one.
fn repeats(order: &[u32], equal: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let runs = order.chunk_by(|&a, &b| equal(a, b));
    runs.filter(|run| run.len() > 1).map(|run| run[0]).collect()
}

/// Compares without regard to letter case.
fn by_letters(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        let small = |byte: u8| byte.to_ascii_lowercase();
        return a.bytes().map(small).cmp(b.bytes().map(small));
    }
    a.chars().flat_map(char::to_lowercase).cmp(b.chars().flat_map(char::to_lowercase))
}

/// The first few names, and how many more there are.
fn list<'a>(mut names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for name in names.by_ref().take(record::NAMED_IN_DETAIL) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        match &*record::clean(name, NAME_IN_DETAIL) {
            "" => text.push_str("\"\""),
            name => text.push_str(name),
        }
    }
    match names.count() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

#[cfg(test)]
mod tests;

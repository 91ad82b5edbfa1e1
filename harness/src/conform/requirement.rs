//! What the specification asks: one table, compiled in, in our own words. Every requirement is checked by name, or
//! excluded with a reason.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Revision;
use crate::explain::Meaning;

crate::words::words! {
    /// How strongly the specification says it (RFC 2119).
    pub enum Level: "level" {
        /// Missing it is a failure.
        Must = "must",
        /// Missing it is a warning.
        Should = "should",
        /// Allowed: nothing to miss.
        May = "may",
    }
}

crate::words::words! {
    /// Who has to keep it.
    pub enum Party: "party" {
        /// The MCP server.
        Server = "server",
        /// The client.
        Client = "client",
        /// The authorization server that the MCP server points at.
        AuthorizationServer = "authorization-server",
    }
}

/// One requirement of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// `family.name`; never given to anything else.
    pub id: String,
    /// The revisions that ask it.
    pub revisions: Vec<Revision>,
    /// How strongly.
    pub level: Level,
    /// Of whom.
    pub party: Party,
    /// What is asked, in our own words.
    pub text: String,
    /// The page and section of the specification.
    pub section: String,
    /// What is done about it here.
    pub held: Held,
    /// Its meaning for `explain`.
    pub meaning: Meaning,
}

/// Whether a requirement is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// By these checks.
    Checked(Vec<String>),
    /// Not at all, for this reason.
    Excluded(String),
}

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    requirement: Vec<Written>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    revisions: Vec<Revision>,
    level: Level,
    party: Party,
    text: String,
    section: String,
    /// The next step for whoever missed it; goes with `checked`.
    #[serde(default)]
    repair: Option<String>,
    #[serde(default)]
    checked: Option<Vec<String>>,
    #[serde(default)]
    excluded: Option<String>,
}

impl Written {
    fn finish(self) -> Result<Requirement, String> {
        let Self { id, revisions, level, party, text, section, repair, checked, excluded } = self;
        let (held, advice) = match (checked, excluded, repair) {
            (Some(checked), None, Some(repair)) if !checked.is_empty() => (Held::Checked(checked), repair),
            (None, Some(reason), None) if !reason.trim().is_empty() => {
                let advice = format!("Nothing is checked here: {reason}.");
                (Held::Excluded(reason), advice)
            }
            _ => return Err(format!("{id}: state either `checked` and `repair`, or `excluded`")),
        };
        if revisions.is_empty() || !revisions.is_sorted() {
            return Err(format!("{id}: name the revisions, oldest first"));
        }
        if !is_id(&id) {
            return Err(format!("{id}: an id is `family.name` in kebab-case"));
        }
        let words: Vec<&str> = revisions.iter().map(|revision| revision.as_str()).collect();
        let means = format!("{} ({level} of the {party}; {}.)", text, words.join(", "));
        let source = format!("the MCP specification, {section}");
        let meaning = Meaning { means, advice, source };
        Ok(Requirement { id, revisions, level, party, text, section, held, meaning })
    }
}

/// Whether a text is `family.name`, both in kebab-case.
fn is_id(id: &str) -> bool {
    let kebab = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    id.split_once('.').is_some_and(|(family, name)| kebab(family) && kebab(name))
}

/// Reads a table.
fn read(text: &str) -> Result<Vec<Requirement>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut table = Vec::with_capacity(file.requirement.len());
    for written in file.requirement {
        let requirement = written.finish()?;
        if table.iter().any(|known: &Requirement| known.id == requirement.id) {
            return Err(format!("{} stands twice", requirement.id));
        }
        table.push(requirement);
    }
    Ok(table)
}

static TABLE: LazyLock<Vec<Requirement>> = LazyLock::new(|| {
    read(include_str!("requirements.toml")).expect("the table is compiled in, and a test reads it")
});

/// Every requirement, in the order of the table.
#[must_use]
pub fn requirements() -> &'static [Requirement] {
    &TABLE
}

/// The requirement with this id.
#[must_use]
pub fn requirement(id: &str) -> Option<&'static Requirement> {
    TABLE.iter().find(|requirement| requirement.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "[[requirement]]\nid = \"a.b\"\nrevisions = [\"2025-06-18\"]\nlevel = \"must\"\nparty = \"server\"\ntext = \"t\"\nsection = \"s\"\n";

    #[test]
    fn the_table_can_be_read() {
        assert!(read(include_str!("requirements.toml")).is_ok_and(|table| table.len() > 100));
    }

    #[test]
    fn a_requirement_is_checked_or_excluded_and_nothing_between() {
        let with = |rest: &str| read(&format!("{ROW}{rest}"));
        assert!(with("checked = [\"a.b\"]\nrepair = \"r\"\n").is_ok());
        assert!(with("excluded = \"the client's\"\n").is_ok());
        for rest in [
            "",
            "checked = [\"a.b\"]\n",
            "checked = []\nrepair = \"r\"\n",
            "excluded = \" \"\n",
            "checked = [\"a.b\"]\nrepair = \"r\"\nexcluded = \"x\"\n",
            "excluded = \"x\"\nunknown = 1\n",
        ] {
            assert!(with(rest).is_err(), "{rest}");
        }
        let twice = format!("{ROW}excluded = \"x\"\n{ROW}excluded = \"x\"\n");
        assert!(read(&twice).is_err_and(|error| error.contains("twice")));
        assert!(read(&format!("{ROW}excluded = \"x\"\n").replace("a.b", "a.B")).is_err());
    }
}

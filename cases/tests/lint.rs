//! Every row of `cases/manifest/` as a named test: the bad manifest sets off its rule and nothing heavier besides, the
//! healthy twin does not.
//!
//! A row changes one good manifest (`BASE`): `bad` and `good` are JSON objects from JSON Pointers to new values, `null`
//! removes; `bad-raw` and `good-raw` are whole texts. `also` names every other error or warning that the bad one sets off; notes are free.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use rollcall::manifest::beside::Beside;
use rollcall::manifest::facts::Facts;
use rollcall::manifest::{Options, Severity, lint, package_index, rules};
use serde::Deserialize;
use serde_json::Value;

/// A manifest without any fault.
const BASE: &str = r#"{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "com.example/tides",
  "description": "Tide tables for every harbour",
  "version": "1.4.0",
  "repository": {"url": "https://github.com/example/tides", "source": "github"},
  "packages": [{"registryType": "npm", "identifier": "@example/tides", "version": "1.4.0", "transport": {"type": "stdio"}}],
  "remotes": [{"type": "streamable-http", "url": "https://tides.example.com/mcp"}]
}"#;

/// The fewest rows there may be: a lost file must not go unnoticed.
const FLOOR: usize = 500;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    row: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    rule: String,
    title: String,
    bad: Option<String>,
    bad_raw: Option<String>,
    bad_facts: Option<Facts>,
    bad_beside: Option<BTreeMap<String, String>>,
    #[serde(default)]
    also: Vec<String>,
    at: Option<String>,
    good: Option<String>,
    good_raw: Option<String>,
    good_facts: Option<Facts>,
    good_beside: Option<BTreeMap<String, String>>,
}

fn main() {
    let arguments = Arguments::from_args();
    let rows = rows();
    let mut trials: Vec<Trial> = Vec::new();
    trials.push(Trial::test("every-rule-has-a-bad-and-a-good-row", {
        let (bad, good) = (ids(&rows, |row| row.bad().is_some()), ids(&rows, |row| row.good().is_some()));
        move || complete(&bad, &good)
    }));
    for (group, row) in rows {
        trials.push(Trial::test(format!("{group}/{}/{}", row.rule, row.title), move || run(&row)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn rows() -> Vec<(String, Row)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder is part of the crate").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    let mut rows = Vec::new();
    for file in files {
        let path = file.path();
        let text = std::fs::read_to_string(&path).expect("a case file can be read");
        let parsed: File =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let group = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        rows.extend(parsed.row.into_iter().map(|row| (group.clone(), row)));
    }
    assert!(rows.len() >= FLOOR, "only {} rows were found, at least {FLOOR} are known", rows.len());
    rows
}

fn ids(rows: &[(String, Row)], which: impl Fn(&Row) -> bool) -> BTreeSet<String> {
    rows.iter().filter(|(_, row)| which(row)).map(|(_, row)| row.rule.clone()).collect()
}

fn complete(bad: &BTreeSet<String>, good: &BTreeSet<String>) -> Result<(), Failed> {
    let all: BTreeSet<String> = rules::ALL.iter().map(|rule| rule.id.to_owned()).collect();
    let lacking = |have: &BTreeSet<String>| all.difference(have).cloned().collect::<Vec<_>>();
    let unknown: Vec<_> = bad.union(good).filter(|id| !all.contains(*id)).collect();
    if lacking(bad).is_empty() && lacking(good).is_empty() && unknown.is_empty() {
        return Ok(());
    }
    Err(format!(
        "without a bad row: {:?}; without a good row: {:?}; no such rule: {unknown:?}",
        lacking(bad),
        lacking(good)
    )
    .into())
}

impl Row {
    fn bad(&self) -> Option<String> {
        self.bad_raw.clone().or_else(|| self.bad.as_deref().map(changed))
    }

    fn good(&self) -> Option<String> {
        self.good_raw.clone().or_else(|| self.good.as_deref().map(changed))
    }
}

/// The base with a change put in, and the hosts of package indexes put into that.
fn changed(change: &str) -> String {
    let mut manifest: Value = serde_json::from_str(BASE).expect("the base is JSON");
    let change: BTreeMap<String, Value> =
        serde_json::from_str(&with_hosts(change)).unwrap_or_else(|error| panic!("{error}: {change}"));
    for (pointer, value) in change {
        set(&mut manifest, &pointer, value);
    }
    manifest.to_string()
}

fn set(manifest: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_else(|| panic!("`{pointer}` is no pointer"));
    let key = key.replace("~1", "/").replace("~0", "~");
    match manifest.pointer_mut(parent).unwrap_or_else(|| panic!("nothing at `{parent}`")) {
        Value::Object(map) => {
            if value.is_null() {
                map.remove(&key);
            } else {
                map.insert(key, value);
            }
        }
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        _ => panic!("`{parent}` holds nothing"),
    }
}

fn with_hosts(text: &str) -> String {
    let mut parts = text.split("@host:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (labels, rest) = part.split_once('@').expect("`@host:LABELS@`");
        out.push_str(&package_index::host(labels));
        out.push_str(rest);
    }
    out
}

fn run(row: &Row) -> Result<(), Failed> {
    if let Some(bad) = row.bad() {
        let found = check(&bad, row.bad_facts.as_ref(), row.bad_beside.as_ref())?;
        let Some(own) = found.iter().find(|(id, ..)| id == &row.rule) else {
            return Err(format!("does not fire; found {found:?}\n{bad}").into());
        };
        if let Some(at) = &row.at
            && &own.2 != at
        {
            return Err(format!("fires at `{}`, not at `{at}`", own.2).into());
        }
        let heavy: BTreeSet<&str> = found
            .iter()
            .filter(|(_, severity, _)| *severity != Severity::Note)
            .map(|(id, ..)| id.as_str())
            .collect();
        let mut expected: BTreeSet<&str> = row.also.iter().map(String::as_str).collect();
        if own.1 != Severity::Note {
            expected.insert(&row.rule);
        }
        if heavy != expected {
            return Err(format!("sets off {heavy:?}, not {expected:?}\n{bad}").into());
        }
    }
    if let Some(good) = row.good() {
        let found = check(&good, row.good_facts.as_ref(), row.good_beside.as_ref())?;
        if found.iter().any(|(id, ..)| id == &row.rule) {
            return Err(format!("the healthy twin sets it off\n{good}").into());
        }
    }
    Ok(())
}

type Found = Vec<(String, Severity, String)>;

fn check(
    text: &str,
    facts: Option<&Facts>,
    beside: Option<&BTreeMap<String, String>>,
) -> Result<Found, Failed> {
    let beside = beside.map(|files| {
        let file = |name: &str| files.get(name).map(|text| (name.to_owned(), text.clone()));
        Beside::from_texts(file("package.json"), file("pyproject.toml"), file("README.md"))
    });
    let options = Options { beside: beside.as_ref(), facts, proof: None };
    let checked = lint("server.json", text.as_bytes(), options).map_err(|error| error.to_string())?;
    for found in &checked.findings {
        let source = checked.sources.get(found.source).ok_or("a finding without a source")?;
        let span = found.place.span;
        if span.start > span.end || source.text.get(span.start..span.end).is_none() {
            return Err(
                format!("{} has the span {span:?}, which is no part of the text", found.rule.id).into()
            );
        }
    }
    Ok(checked
        .findings
        .iter()
        .map(|one| (one.rule.id.to_owned(), one.severity, one.place.pointer.clone()))
        .collect())
}

//! Real tool lists kept outside the project: read where they are, never needed.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use rollcall::category::{Category, Subject, ToolList};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::labelled::label_of;
use crate::root::root;

/// What a person said of the lists that the rule shelved, by the digest of the list.
const READ: &str = "cases/labelled/read-lists.jsonl";

/// A list with what a names-only rule can honestly say of it.
#[derive(Debug)]
pub(crate) struct HandLabelled {
    /// The list.
    pub(crate) subject: Subject,
    /// What the names say.
    pub(crate) label: Option<Category>,
    /// Shelves that wrong nobody, the label among them.
    pub(crate) acceptable: Vec<Option<Category>>,
}

#[derive(Debug, Deserialize)]
struct HandLine {
    server: String,
    tools: Vec<String>,
    names_only: String,
    acceptable: Vec<String>,
}

/// Reads `tool-lists.jsonl`; none where there is no such file.
pub(crate) fn hand_labelled(folder: &Path) -> anyhow::Result<Option<Vec<HandLabelled>>> {
    let lines: Option<Vec<HandLine>> = read_lines(&folder.join("tool-lists.jsonl"))?;
    let Some(lines) = lines else { return Ok(None) };
    let labelled = lines.into_iter().map(|line| {
        let acceptable = line.acceptable.iter().map(|word| label_of(word)).collect::<anyhow::Result<_>>()?;
        let label = label_of(&line.names_only)?;
        Ok(HandLabelled { subject: subject(line.server, line.tools), label, acceptable })
    });
    labelled.collect::<anyhow::Result<_>>().map(Some)
}

#[derive(Debug, Deserialize)]
struct WildLine {
    server: String,
    tools: Vec<String>,
}

/// Reads `tool-lists-silver.jsonl`; none where there is no such file.
pub(crate) fn wild(folder: &Path) -> anyhow::Result<Option<Vec<Subject>>> {
    let lines: Option<Vec<WildLine>> = read_lines(&folder.join("tool-lists-silver.jsonl"))?;
    Ok(lines.map(|lines| lines.into_iter().map(|line| subject(line.server, line.tools)).collect()))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadLine {
    digest: String,
    right: Vec<String>,
    why: String,
}

/// The shelves that a person found right for a list, by its digest.
pub(crate) type Readings = BTreeMap<String, (Vec<Option<Category>>, String)>;

/// Reads what a person said of the lists that the rule shelved.
pub(crate) fn readings() -> anyhow::Result<Readings> {
    let lines: Vec<ReadLine> = read_lines(&root().join(READ))?.unwrap_or_default();
    let all = lines.into_iter().map(|line| {
        let right = line.right.iter().map(|word| label_of(word)).collect::<anyhow::Result<_>>()?;
        Ok((line.digest, (right, line.why)))
    });
    all.collect()
}

fn read_lines<T: for<'de> Deserialize<'de>>(path: &Path) -> anyhow::Result<Option<Vec<T>>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("failed to read {}", path.display())),
    };
    let parse = |(at, line)| {
        serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), at + 1_usize))
    };
    text.lines().enumerate().map(parse).collect::<anyhow::Result<_>>().map(Some)
}

fn subject(name: String, tools: Vec<String>) -> Subject {
    let digest = Some(digest(&tools)).filter(|_| !tools.is_empty());
    let list = ToolList { count: tools.len() as u64, names: tools, digest, complete: true };
    Subject { name, tools: Some(list), ..Subject::default() }
}

/// The digest of a list, as records have it: over the sorted distinct names, each followed by a NUL byte.
pub(crate) fn digest(tools: &[String]) -> String {
    let mut names: Vec<&str> = tools.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let mut hash = Sha256::new();
    for name in names {
        hash.update(name);
        hash.update([0]);
    }
    let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

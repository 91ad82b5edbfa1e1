//! The project's own labelled servers: one JSON line a server, one file a label.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use rollcall::category::{Category, Subject, ToolList};
use serde::Deserialize;

use crate::root::root;

/// Where they are, from the top of the workspace.
const FOLDER: &str = "cases/labelled";

/// Which half a server belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Part {
    /// The lexicon may be tuned on it, and its errors are shown.
    Open,
    /// The lexicon is never tuned on it: its errors are counted and never named.
    Fixed,
}

/// One labelled server.
#[derive(Debug)]
pub(crate) struct Labelled {
    /// What the rule is given.
    pub(crate) subject: Subject,
    /// The label a person gave, before any rule was run; `None` for no shelf.
    pub(crate) label: Option<Category>,
    /// Its half.
    pub(crate) part: Part,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    title: Option<String>,
    description: Option<String>,
    tools: Vec<String>,
    label: String,
    why: String,
    part: Part,
}

/// Reads the project's own, in the order of the categories; those with none last.
pub(crate) fn read() -> anyhow::Result<Vec<Labelled>> {
    read_folder(&root().join(FOLDER))
}

/// Reads a folder of the same form, in the same order.
pub(crate) fn read_folder(folder: &Path) -> anyhow::Result<Vec<Labelled>> {
    let labels = Category::ALL.iter().copied().map(Some).chain([None]);
    let mut all: Vec<Labelled> = Vec::new();
    for label in labels {
        let word = label.map_or("none", Category::as_str);
        let path = folder.join(format!("{word}.jsonl"));
        all.extend(read_file(&path, label)?);
    }
    for (at, one) in all.iter().enumerate() {
        ensure!(
            all[..at].iter().all(|other| other.subject.name != one.subject.name),
            "{} is labelled twice",
            one.subject.name
        );
    }
    Ok(all)
}

/// The servers as the rule is given them: words of real servers for a bench.
pub(crate) fn subjects() -> anyhow::Result<Vec<Subject>> {
    Ok(read()?.into_iter().map(|one| one.subject).collect())
}

fn read_file(path: &Path, label: Option<Category>) -> anyhow::Result<Vec<Labelled>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
    let mut servers = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", path.display(), at + 1);
        let line: Line = serde_json::from_str(line).with_context(place)?;
        if label_of(&line.label)? != label || line.why.trim().is_empty() {
            bail!("{}: the label is not the file's, or has no reason", place());
        }
        let tools =
            ToolList { count: line.tools.len() as u64, names: line.tools, digest: None, complete: true };
        let subject = Subject {
            name: line.name,
            title: line.title,
            description: line.description,
            tools: Some(tools).filter(|tools| tools.count > 0),
        };
        servers.push(Labelled { subject, label, part: line.part });
    }
    Ok(servers)
}

/// The category of a label; `none` and the underscored spelling are read too.
pub(crate) fn label_of(word: &str) -> anyhow::Result<Option<Category>> {
    if word == "none" {
        return Ok(None);
    }
    Ok(Some(word.replace('_', "-").parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the figures promise to rest on: each half alone holds half of 240 servers, 15 a category and 100 with none.
    /// The open half is larger, for a server that was once looked at never goes back.
    #[test]
    fn there_are_enough_servers_in_each_half_of_each_label() {
        let all = read().unwrap();
        for part in [Part::Open, Part::Fixed] {
            let count = |label: Option<Category>| {
                all.iter().filter(|one| one.label == label && one.part == part).count()
            };
            for &category in Category::ALL {
                assert!(count(Some(category)) >= 8, "{part:?} {category}: {}", count(Some(category)));
            }
            assert!(count(None) >= 50, "{part:?} none: {}", count(None));
            let servers = all.iter().filter(|one| one.part == part).count();
            assert!(servers >= 120, "{part:?}: {servers}");
        }
    }
}

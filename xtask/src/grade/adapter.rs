//! The adapter: a small TOML file that says how a prober is called and what its answers mean. Strict: an unknown key, a rule
//! without a condition, or a pattern that is none is an error with the file, the line and the way out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use regex_lite::Regex;
use rollcall::outcome::Outcome;
use rollcall::target::Transport;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::install::Runtime;
use crate::root::root;

/// What turns a prober's words into ours.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Adapter {
    /// The prober and its version, for people.
    pub(super) prober: String,
    /// How it is called, where the command line does not say.
    #[serde(default)]
    pub(super) run: Option<Launch>,
    /// What `{transport}` stands for; a transport that is not listed is spelt as in a case.
    #[serde(default)]
    pub(super) transport: BTreeMap<Transport, String>,
    /// In order; the first that fits decides.
    #[serde(rename = "rule")]
    pub(super) rules: Vec<Rule>,
}

/// How a prober is called.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Launch {
    /// What runs it. Absent: the first word of the command, found as a shell finds it.
    #[serde(default)]
    pub(super) runtime: Runtime,
    /// The words of the command, with placeholders.
    pub(super) command: Vec<String>,
    /// Of the named cases, how many it gets right at the least: fewer means that prober and adapter no longer fit. Absent:
    /// it is not run in ci.
    #[serde(default)]
    pub(super) named_right: Option<usize>,
}

/// One rule: all conditions that it states have to hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Written")]
pub(super) struct Rule {
    /// The process ended with one of these codes.
    pub(super) exit: Option<Vec<i32>>,
    /// Standard output has a match.
    pub(super) stdout: Option<Pattern>,
    /// Standard error has a match.
    pub(super) stderr: Option<Pattern>,
    /// One of the two has a match.
    pub(super) output: Option<Pattern>,
    /// A JSON document has such a member.
    pub(super) json: Vec<Member>,
    /// What the prober then says: one outcome, or several that it does not tell apart.
    pub(super) outcome: BTreeSet<Outcome>,
}

/// A rule as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    #[serde(default)]
    exit: Option<OneOrMany<i32>>,
    #[serde(default)]
    stdout: Option<Pattern>,
    #[serde(default)]
    stderr: Option<Pattern>,
    #[serde(default)]
    output: Option<Pattern>,
    #[serde(default)]
    json: Option<OneOrMany<Member>>,
    outcome: OneOrMany<Outcome>,
}

/// One value, or a list of them.
struct OneOrMany<T>(Vec<T>);

impl<'de, T: DeserializeOwned> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // Not an untagged enum: that one forgets what was wrong with either form.
        let values = match toml::Value::deserialize(from)? {
            toml::Value::Array(values) => values,
            one => vec![one],
        };
        let read = values.into_iter().map(T::deserialize).collect::<Result<_, _>>();
        read.map(Self).map_err(|error: toml::de::Error| D::Error::custom(error.message()))
    }
}

impl TryFrom<Written> for Rule {
    type Error = &'static str;

    fn try_from(rule: Written) -> Result<Self, Self::Error> {
        let Written { exit, stdout, stderr, output, json, outcome } = rule;
        let rule = Self {
            exit: exit.map(|exit| exit.0),
            stdout,
            stderr,
            output,
            json: json.map(|json| json.0).unwrap_or_default(),
            outcome: outcome.0.into_iter().collect(),
        };
        if rule.outcome.is_empty() {
            return Err("`outcome` is empty; name at least one outcome, or leave the rule out");
        }
        if rule.exit.as_ref().is_some_and(Vec::is_empty) {
            return Err("`exit` is empty; name at least one exit code, or leave it out");
        }
        let patterns = [&rule.stdout, &rule.stderr, &rule.output];
        if rule.exit.is_none() && rule.json.is_empty() && patterns.iter().all(|pattern| pattern.is_none()) {
            return Err("this rule has no condition; state `exit`, `json`, `stdout`, `stderr` or `output`");
        }
        Ok(rule)
    }
}

/// A member of a JSON document, by its pointer (RFC 6901).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Member {
    /// The pointer.
    pub(super) at: Pointer,
    /// Where the document is.
    #[serde(default, rename = "in")]
    pub(super) stream: Stream,
    /// The value. Absent: not compared.
    #[serde(default)]
    pub(super) equals: Option<Value>,
    /// The value as text has a match. Absent: not compared.
    #[serde(default)]
    pub(super) matches: Option<Pattern>,
}

/// One of the two outputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stream {
    /// Standard output.
    #[default]
    Stdout,
    /// Standard error.
    Stderr,
}

/// A JSON pointer.
#[derive(Debug, Clone)]
pub(super) struct Pointer(pub(super) String);

impl<'de> Deserialize<'de> for Pointer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() || text.starts_with('/') {
            return Ok(Self(text));
        }
        let told =
            format!("`{text}` is no JSON pointer; it begins with a slash: `/{}`", text.replace('.', "/"));
        Err(D::Error::custom(told))
    }
}

/// A regular expression.
#[derive(Debug, Clone)]
pub(super) struct Pattern(pub(super) Regex);

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Regex::new(&text).map(Self).map_err(|error| {
            let way_out = "write it between '...' so that backslashes stay, and put a backslash before a character that is meant as such";
            D::Error::custom(format!("`{text}` is no regular expression ({error}); {way_out}"))
        })
    }
}

/// Where the shipped adapters, the named cases and the pins are.
pub(super) fn folder() -> PathBuf {
    root().join("xtask/grade")
}

/// The names of the shipped adapters, sorted.
pub(super) fn shipped() -> anyhow::Result<Vec<String>> {
    let folder = folder().join("adapters");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| format!("failed to read {}", folder.display()))? {
        let name = entry?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(".toml")).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Reads an adapter.
pub(super) fn read(path: &Path) -> anyhow::Result<Adapter> {
    let text = std::fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
    let adapter = parse(&text).with_context(|| format!("{} is no adapter", path.display()))?;
    Ok(adapter)
}

fn parse(text: &str) -> anyhow::Result<Adapter> {
    let adapter: Adapter = toml::from_str(text)?;
    ensure!(!adapter.rules.is_empty(), "it has no rule; begin one with [[rule]]");
    Ok(adapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn every_shipped_adapter_is_read_and_says_how_it_is_called() {
        let names = shipped().unwrap();
        assert!(names.iter().any(|name| name == "rollcall"), "{names:?}");
        let mut in_ci = 0;
        for name in names {
            let adapter = read(&folder().join("adapters").join(format!("{name}.toml"))).unwrap();
            let run = adapter.run.expect("a shipped adapter says how its prober is called");
            assert!(run.command.iter().any(|word| word.contains("{url}")), "{name}");
            in_ci += usize::from(run.named_right.is_some());
        }
        assert!(in_ci >= 3, "rollcall and two public probers are run in ci");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_the_way_out() {
        for (rule, line, told) in [
            ("exit = 0", "line 3", "missing field `outcome`"),
            ("exit = 0\noutcome = 'ok'", "line 5", "unknown variant `ok`, expected one of `answered`"),
            ("outcome = 'answered'", "line 3", "no condition; state `exit`"),
            ("exit = 0\noutcome = []", "line 3", "`outcome` is empty"),
            ("stdout = '('\noutcome = 'answered'", "line 4", "is no regular expression"),
            ("exti = 0\noutcome = 'answered'", "line 4", "unknown field `exti`, expected one of `exit`"),
            ("json = { at = 'a.b' }\noutcome = 'answered'", "line 4", "it begins with a slash: `/a/b`"),
        ] {
            let text = format!("prober = 'x 1'\n\n[[rule]]\n{rule}\n");
            let error = refused(&text);
            assert!(error.contains(line) && error.contains(told), "{rule}: {error}");
        }
        assert!(refused("prober = 'x'\nrule = []\n").contains("begin one with [[rule]]"));
        assert!(refused("prober = 'x'\n").contains("missing field `rule`"));
    }
}

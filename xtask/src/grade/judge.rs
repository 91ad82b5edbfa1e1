//! What a prober said: its exit code and its output, read by the rules of its adapter.

use std::collections::BTreeSet;
use std::fmt;

use rollcall::outcome::Outcome;
use serde_json::Value;

use super::adapter::{Adapter, Member, Rule, Stream};

/// What one call left.
#[derive(Debug, Clone, Default)]
pub(crate) struct Output {
    /// The exit code; none when a signal ended it.
    pub(crate) exit: Option<i32>,
    /// Standard output, bounded.
    pub(crate) stdout: String,
    /// Standard error, bounded.
    pub(crate) stderr: String,
}

/// What a prober says of a case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// It is one of these.
    Said(BTreeSet<Outcome>),
    /// It says nothing that the adapter knows.
    None(Silence),
}

/// Why there is no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Silence {
    /// It was not done at the deadline, and killed.
    Deadline,
    /// No rule of the adapter fits.
    NoRule,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(outcomes) => {
                let words: Vec<&str> = outcomes.iter().map(|outcome| outcome.as_str()).collect();
                f.pad(&words.join(" | "))
            }
            Self::None(Silence::Deadline) => f.pad("(not done at the deadline)"),
            Self::None(Silence::NoRule) => f.pad("(no rule fits)"),
        }
    }
}

impl Adapter {
    /// The verdict of the first rule that fits.
    pub(super) fn verdict(&self, output: &Output) -> Verdict {
        let documents = Documents { stdout: document(&output.stdout), stderr: document(&output.stderr) };
        let rule = self.rules.iter().find(|rule| fits(rule, output, &documents));
        rule.map_or(Verdict::None(Silence::NoRule), |rule| Verdict::Said(rule.outcome.clone()))
    }
}

struct Documents {
    stdout: Option<Value>,
    stderr: Option<Value>,
}

fn fits(rule: &Rule, output: &Output, documents: &Documents) -> bool {
    let Output { exit, stdout, stderr } = output;
    rule.exit.as_ref().is_none_or(|codes| exit.is_some_and(|exit| codes.contains(&exit)))
        && rule.stdout.as_ref().is_none_or(|pattern| pattern.0.is_match(stdout))
        && rule.stderr.as_ref().is_none_or(|pattern| pattern.0.is_match(stderr))
        && rule.output.as_ref().is_none_or(|pattern| pattern.0.is_match(stdout) || pattern.0.is_match(stderr))
        && rule.json.iter().all(|member| holds(member, documents))
}

fn holds(member: &Member, documents: &Documents) -> bool {
    let document = match member.stream {
        Stream::Stdout => &documents.stdout,
        Stream::Stderr => &documents.stderr,
    };
    let Some(value) = document.as_ref().and_then(|document| document.pointer(&member.at.0)) else {
        return false;
    };
    member.equals.as_ref().is_none_or(|wanted| wanted == value)
        && member.matches.as_ref().is_none_or(|pattern| match value {
            Value::String(text) => pattern.0.is_match(text),
            other => pattern.0.is_match(&other.to_string()),
        })
}

/// The JSON document in an output: all of it, or its last line that is an object or an array, for probers that log first.
fn document(text: &str) -> Option<Value> {
    let text = text.trim();
    let whole = || serde_json::from_str(text).ok();
    let line = |line: &str| {
        serde_json::from_str(line).ok().filter(|value: &Value| value.is_object() || value.is_array())
    };
    whole().or_else(|| text.lines().rev().find_map(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(rules: &str) -> Adapter {
        toml::from_str(&format!("prober = 'x'\n{rules}")).unwrap()
    }

    fn said(outcomes: &[Outcome]) -> Verdict {
        Verdict::Said(outcomes.iter().copied().collect())
    }

    #[test]
    fn all_conditions_of_a_rule_hold_and_the_first_rule_decides() {
        let adapter = adapter(
            r#"
            [[rule]]
            exit = [1, 3]
            json = [{ at = "/error/status", matches = "^5" }, { at = "/error/code", equals = "error" }]
            outcome = "http-5xx"
            [[rule]]
            exit = 3
            stderr = 'login|token'
            outcome = "login-required"
            [[rule]]
            json = { in = "stderr", at = "/ok", equals = true }
            outcome = "answered"
            [[rule]]
            output = 'fail'
            outcome = ["http-4xx", "not-mcp"]
            "#,
        );
        let of = |exit: i32, stdout: &str, stderr: &str| {
            adapter.verdict(&Output { exit: Some(exit), stdout: stdout.into(), stderr: stderr.into() })
        };
        let error = "{\"error\": {\"status\": 503, \"code\": \"error\"}}";
        assert_eq!(of(1, error, ""), said(&[Outcome::Http5xx]));
        assert_eq!(of(1, &format!("log\n{error}\n[1"), ""), said(&[Outcome::Http5xx]));
        assert_eq!(of(2, error, ""), Verdict::None(Silence::NoRule));
        assert_eq!(of(3, &error.replace("503", "403"), "a token"), said(&[Outcome::LoginRequired]));
        assert_eq!(of(0, "", "{\"ok\":true}"), said(&[Outcome::Answered]));
        assert_eq!(of(0, "{\"ok\":true}", ""), Verdict::None(Silence::NoRule));
        assert_eq!(of(0, "", "it failed"), said(&[Outcome::Http4xx, Outcome::NotMcp]));
        let killed = Output { exit: None, stdout: error.into(), stderr: String::new() };
        assert_eq!(adapter.verdict(&killed), Verdict::None(Silence::NoRule));
    }
}

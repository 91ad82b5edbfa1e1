//! `rollcall conform URL`: does this server keep the specification, as far as a stranger can see?

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use clap::Args;

use super::Failure;
use super::baseline::BaselineArgs;
use super::contact::block_on;
use super::forms::{Form, Forms, Written};
use super::output::{print, print_json};
use super::prober::WayArgs;
use crate::conform::{Conform, HeaderError, Order, OwnHeader, Report, Revision, Selection, requirement};
use crate::exit::Exit;
use crate::target::{Transport, vet};

/// Holds a server against the specification: read-only, bounded, never a tools/call.
///
/// At most 64 requests, one at a time, in at most 60 seconds, and at most 8 MiB of replies, 2 MiB each, and 200,000 values in them; nothing after a 429 of the server. A session that it opens is ended again.
/// The guard checks send a foreign Origin and a foreign Host, to this URL alone. Legacy SSE: the stream is opened and nothing is posted to it.
#[derive(Debug, Args)]
pub(super) struct ConformArgs {
    /// The server's MCP URL
    #[arg(required_unless_present = "list", value_name = "URL")]
    url: Option<String>,
    /// How the server speaks: streamable-http, sse or auto
    #[arg(long, default_value = "auto")]
    transport: Transport,
    /// Hold it against this revision; without it, against what it speaks
    #[arg(long, value_name = "REVISION")]
    revision: Option<Revision>,
    /// Only the checks or requirements that match, `*` for any text (repeatable)
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// A header of your own, sent to this URL alone and shown nowhere (repeatable)
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<String>,
    /// A missed SHOULD counts as a failure
    #[arg(long)]
    strict: bool,
    /// Show the checks and what they ask, and contact nobody
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    baseline: BaselineArgs,
    #[command(flatten)]
    how: WayArgs,
    /// How to write it: text, json, junit, sarif, markdown or badge; with a file as FORM=FILE (repeatable). Standard output has text
    /// unless a form without a file is named
    #[arg(long, value_name = "FORM[=FILE]")]
    format: Vec<Written>,
}

impl ConformArgs {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        let selection = Selection::of(&self.only).map_err(|error| {
            Failure::nothing_selected(format!("--only: {error}"))
                .hint("`rollcall conform --list` shows every check")
        })?;
        let forms = Forms::of(&self.format)?;
        if self.list {
            print_list(&selection, forms.stdout(), out)?;
            return Ok(Exit::Clean);
        }
        let policy = Arc::new(self.how.policy());
        let url = self.url.as_deref().unwrap_or_default();
        let target = vet(url, self.transport, &policy.reach).map_err(|skip| {
            let meaning = crate::explain::skip(skip.reason);
            Failure::usage(format!("{}: {}", crate::record::clean(&without_login(url), 300), meaning.means))
                .hint(meaning.advice.clone())
        })?;
        let order = Order {
            target,
            revision: self.revision,
            own: self.own()?,
            selection,
            ways: self.how.curl_words(),
        };
        let baseline = self.baseline.read()?;
        forms.try_files()?;
        let conform = Conform::new(policy, self.how.resolver()?, self.how.roots()?)
            .map_err(|error| Failure::usage(format!("--contact: {error}")))?;
        let report = block_on(async {
            tokio::select! {
                report = conform.run(&order) => Some(report),
                _ = tokio::signal::ctrl_c() => None,
            }
        })?;
        let Some(mut report) = report else {
            let _ = writeln!(err, "rollcall: interrupted; nothing was judged");
            return Ok(Exit::Interrupted);
        };
        report.strict = self.strict;
        let ended = match &baseline {
            Some(baseline) => baseline.hold(&mut report, err)?,
            None => None,
        };
        forms.write(&report, out)?;
        Ok(ended.unwrap_or_else(|| exit(&report)))
    }

    /// The headers, read here and not by clap: its messages quote the value, which must not be seen.
    fn own(&self) -> Result<Vec<OwnHeader>, Failure> {
        self.header
            .iter()
            .map(|header| {
                header.parse().map_err(|error: HeaderError| Failure::usage(format!("--header: {error}")))
            })
            .collect()
    }
}

/// A URL as it was given, without the name and the password before its `@`.
fn without_login(text: &str) -> Cow<'_, str> {
    let Some((login, place)) = text.rsplit_once('@') else { return Cow::Borrowed(text) };
    let has_none = url::Url::parse(text)
        .is_ok_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none());
    if has_none {
        return Cow::Borrowed(text);
    }
    let scheme = login.split_once("://").map(|(scheme, _)| format!("{scheme}://")).unwrap_or_default();
    Cow::Owned(format!("{scheme}<yours>@{place}"))
}

/// The checks as a tree of requirements; the same checks that a run would tell.
fn print_list(selection: &Selection, form: Form, out: &mut dyn Write) -> Result<(), Failure> {
    if !matches!(form, Form::Text | Form::Json) {
        return Err(Failure::usage("--list is written as text or json").hint("leave --format out"));
    }
    if form == Form::Json {
        let rows: Vec<serde_json::Value> = selection
            .checks()
            .iter()
            .filter_map(|check| {
                let of = requirement(check.requirement)?;
                Some(serde_json::json!({
                    "check": check.name, "requirement": of.id, "level": of.level,
                    "revisions": of.revisions, "text": of.text, "expected": check.expected,
                    "section": of.section,
                }))
            })
            .collect();
        return print_json(out, &rows);
    }
    let mut text = String::new();
    let mut before = "";
    for check in selection.checks() {
        let Some(of) = requirement(check.requirement) else { continue };
        if before != of.id {
            let since = of.revisions.first().map(|revision| revision.as_str()).unwrap_or_default();
            let _ = writeln!(text, "{} ({}, since {since}): {}", of.id, of.level, of.text);
            before = &of.id;
        }
        let _ = writeln!(text, "  {:<34} {}", check.name, check.expected);
    }
    print(out, &text)
}

/// 1 when a requirement is missed or an entry of the baseline is wrong, 3 when nothing could be judged or
/// the run was cut short, else 0.
fn exit(report: &Report) -> Exit {
    if report.misses().next().is_some() || !report.wrong_entries().is_empty() {
        Exit::Findings
    } else if report.is_judged() && !report.ended_early() {
        Exit::Clean
    } else {
        Exit::CouldNotCheck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_the_url_is_not_said_back() {
        for (given, shown) in [
            ("https://me:s3cret@a.example/mcp", "https://<yours>@a.example/mcp"),
            ("https://me:s3@cret@a.example:x/", "https://<yours>@a.example:x/"),
            ("me:s3cret@a.example", "<yours>@a.example"),
            ("http:me:s3cret@a.example", "<yours>@a.example"),
            ("http://a.example/@scope", "http://a.example/@scope"),
            ("a b", "a b"),
        ] {
            assert_eq!(without_login(given), shown, "{given}");
        }
    }
}

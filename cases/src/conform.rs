//! Cases of conformance: a mock, and what `rollcall conform` has to say of it. One TOML file a case below `conform/`,
//! whose path is its id: `conform/session/ended-400.toml` is `session/ended-400`.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use mock_servers::script::{Demand, Script, Span};
use mock_servers::{Breach, Journal, Mock};
use rollcall::conform::{Conform, Limits, Order, OwnHeader, Report, Revision, Selection, Verdict};
use rollcall::pattern::fits;
use rollcall::policy::{Policy, Reach};
use rollcall::report::conform::text::text;
use rollcall::target::{Transport, vet};
use serde::Deserialize;

use crate::load::{self, LoadError, root};
use crate::plan::{Names, host};
use crate::run::roots;

/// One case.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConformCase {
    /// The claim, as one sentence.
    pub title: String,
    /// How the run is made.
    #[serde(default)]
    pub run: HowRun,
    /// The mock.
    #[serde(default)]
    pub mock: Script,
    /// The verdicts, written by hand.
    #[serde(default)]
    pub expect: ExpectVerdicts,
}

/// How the run is made; absent as on the command line.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HowRun {
    /// `--revision`.
    #[serde(default)]
    pub revision: Option<Revision>,
    /// `--transport`.
    #[serde(default)]
    pub transport: Option<Transport>,
    /// `--only`.
    #[serde(default)]
    pub only: Vec<String>,
    /// `--header`.
    #[serde(default)]
    pub header: Vec<String>,
    /// `--deadline`.
    #[serde(default)]
    pub deadline: Option<Span>,
    /// The whole run, in place of 60 s.
    #[serde(default)]
    pub run_deadline: Option<Span>,
    /// Requests at most, in place of 64.
    #[serde(default)]
    pub requests: Option<u32>,
    /// Decoded bytes of all replies at most, in place of 8 MiB.
    #[serde(default)]
    pub run_bytes: Option<u64>,
    /// Header fields, JSON values and events of all replies at most, in place of 200,000.
    #[serde(default)]
    pub run_values: Option<usize>,
}

/// What has to come out. A check that is not named neither fails nor warns.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpectVerdicts {
    /// All checks that fail.
    #[serde(default)]
    pub fail: Vec<String>,
    /// All checks that warn.
    #[serde(default)]
    pub warn: Vec<String>,
    /// Checks that pass, among others; `*` at the end stands for any text.
    #[serde(default)]
    pub pass: Vec<String>,
    /// Checks that do not apply, among others.
    #[serde(default)]
    pub not_applicable: Vec<String>,
    /// Checks that are not observed, among others.
    #[serde(default)]
    pub not_observed: Vec<String>,
    /// The revisions held; absent: not compared.
    #[serde(default)]
    pub revisions: Option<Vec<Revision>>,
    /// A part of what is said where the run ended early; absent: it did not.
    #[serde(default)]
    pub stopped: Option<String>,
    /// Parts of what was there instead, or of why there is nothing to say, by check.
    #[serde(default)]
    pub actual: BTreeMap<String, String>,
    /// Words that must stand nowhere in the report.
    #[serde(default)]
    pub nowhere: Vec<String>,
}

/// What both sides saw.
#[derive(Debug)]
pub struct ConformRun {
    /// What was said.
    pub report: Report,
    /// The mock's journal.
    pub journal: Journal,
    /// What was broken on the mock's side.
    pub breaches: Vec<Breach>,
}

/// The ids of all cases, sorted.
///
/// # Errors
///
/// A folder cannot be read, or a file's path is no id.
pub fn ids() -> Result<Vec<String>, LoadError> {
    load::ids_in(&root().join("conform"), &[])
}

/// Reads one case.
///
/// # Errors
///
/// The file cannot be read, or is no case; the error names line and column.
pub fn case(id: &str) -> Result<ConformCase, LoadError> {
    load::read(root().join(format!("conform/{id}.toml")))
}

/// What is demanded of every run.
fn observed(case: &ConformCase) -> Vec<Demand> {
    let mut demands =
        vec![Demand::NoCall, Demand::NoCookie, Demand::NoResponsePosted, Demand::AcceptIdentity];
    if case.run.header.is_empty() {
        demands.push(Demand::NoAuthorization);
    }
    if case.run.transport == Some(Transport::Sse) {
        demands.push(Demand::NoPost);
    }
    demands
}

/// Runs a case.
///
/// # Errors
///
/// The mock could not be started, or the case cannot be run as it is written.
pub async fn run(id: &str, case: &ConformCase) -> io::Result<ConformRun> {
    let mock = Mock::of(case.mock.clone()).named(host(id)).observing(observed(case)).start().await?;
    let mut policy = Policy { reach: Reach::local(), ..Policy::default() };
    if let Some(deadline) = case.run.deadline {
        policy.request_deadline = deadline.0;
        policy.endpoint_deadline = deadline.0;
    }
    let transport = case.run.transport.unwrap_or(Transport::Auto);
    let target = vet(&mock.named_url(), transport, &policy.reach)
        .map_err(|skip| io::Error::other(skip.reason.as_str()))?;
    let own: Result<Vec<OwnHeader>, _> = case.run.header.iter().map(|header| header.parse()).collect();
    let order = Order {
        target,
        revision: case.run.revision,
        own: own.map_err(io::Error::other)?,
        selection: Selection::of(&case.run.only).map_err(io::Error::other)?,
        ways: Vec::new(),
    };
    let names = Names::new(mock.zone(), mock.address().port());
    let usual = Limits::default();
    let limits = Limits {
        run: case.run.run_deadline.map_or(usual.run, |span| span.0),
        requests: case.run.requests.unwrap_or(usual.requests),
        run_bytes: case.run.run_bytes.unwrap_or(usual.run_bytes),
        run_values: case.run.run_values.unwrap_or(usual.run_values),
        ..usual
    };
    let conform = Conform::new(Arc::new(policy), names, roots()).map_err(io::Error::other)?.within(limits);
    let report = conform.run(&order).await;
    let journal = mock.journal();
    let breaches = mock.finish().err().unwrap_or_default();
    Ok(ConformRun { report, journal, breaches })
}

/// What differs, a line each.
#[must_use]
pub fn check(case: &ConformCase, run: &ConformRun) -> Vec<String> {
    let mut found = Vec::new();
    let expect = &case.expect;
    let report = &run.report;
    for result in &report.results {
        let named = |list: &[String]| list.iter().any(|name| fits(name, &result.check));
        let (fail, warn) = (named(&expect.fail), named(&expect.warn));
        let wanted = [
            (fail, Verdict::Fail),
            (warn, Verdict::Warn),
            (named(&expect.pass), Verdict::Pass),
            (named(&expect.not_applicable), Verdict::NotApplicable),
            (named(&expect.not_observed), Verdict::NotObserved),
        ];
        let wanted = wanted.iter().find(|(named, _)| *named).map(|(_, verdict)| *verdict);
        let missed = matches!(result.verdict, Verdict::Fail | Verdict::Warn);
        if wanted.map_or(missed, |wanted| wanted != result.verdict) {
            let wanted = wanted.map_or("no miss", Verdict::as_str);
            let said = result.actual.as_ref().or(result.why.as_ref()).map_or("", String::as_str);
            found.push(format!("{}: expected {wanted}, is {}: {said}", result.check, result.verdict));
        }
        if let Some(part) = expect.actual.get(&result.check)
            && !result
                .actual
                .as_ref()
                .or(result.why.as_ref())
                .is_some_and(|said| said.contains(part.as_str()))
        {
            let said = result.actual.as_ref().or(result.why.as_ref());
            found.push(format!("{}: `{part}` is not in {said:?}", result.check));
        }
        if missed && (result.exchange.is_none() || result.curl.is_none() || result.actual.is_none()) {
            found.push(format!("{}: a miss without its evidence", result.check));
        }
    }
    let named = [&expect.fail, &expect.warn, &expect.pass, &expect.not_applicable, &expect.not_observed];
    for name in named.into_iter().flatten() {
        if !report.results.iter().any(|result| fits(name, &result.check)) {
            found.push(format!("{name}: there is no such result"));
        }
    }
    if expect.revisions.as_ref().is_some_and(|wanted| *wanted != report.revisions) {
        found.push(format!("held against {:?}", report.revisions));
    }
    match (&expect.stopped, &report.stopped) {
        (None, None) => {}
        (Some(part), Some(why)) if why.contains(part.as_str()) => {}
        (expected, actual) => found.push(format!("stopped: expected {expected:?}, is {actual:?}")),
    }
    found.extend(run.breaches.iter().map(|breach| format!("demand {}: {}", breach.demand, breach.evidence)));
    found.extend(conduct(case, run));
    found
}

/// What holds for every run: nothing of the user's own anywhere, foreign headers to the named URL alone.
fn conduct(case: &ConformCase, run: &ConformRun) -> Vec<String> {
    let mut found = Vec::new();
    let json = serde_json::to_string(&run.report).unwrap_or_default();
    let shown = format!("{json}{}", text(&run.report));
    let values =
        case.run.header.iter().filter_map(|header| header.split_once(':')).map(|(_, value)| value.trim());
    for word in values.chain(case.expect.nowhere.iter().map(String::as_str)) {
        if shown.contains(word) {
            found.push(format!("`{word}` stands in the report"));
        }
    }
    for request in run.journal.requests() {
        let elsewhere = request.target != "/mcp";
        if elsewhere && (request.header("authorization").is_some() || request.header("origin").is_some()) {
            found.push(format!("a header of the named URL alone went to {}", request.target));
        }
    }
    found
}

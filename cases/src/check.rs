//! Compares what a run showed with what its case expects.

use std::fmt::{self, Debug, Write};

use mock_servers::Request;
use rollcall::outcome::{Outcome, Stage};
use rollcall::record::{FindingId, Reason, Record, ServerFacts, Tools, ToolsStatus};
use rollcall::target::Transport;

use crate::case::{Case, Expect, ExpectLogin, ExpectModern, ExpectServer, ExpectTools, ServerFact};
use crate::run::Run;

/// The path of a mock.
const HOME: &str = "/mcp";

/// One thing that is not as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What: `outcome`, `tools.count`, `request`.
    pub what: String,
    /// What the case expects.
    pub expected: String,
    /// What came.
    pub actual: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n    expected: {}\n    actual:   {}", self.what, self.expected, self.actual)
    }
}

/// Everything that is not as expected, the verdict first.
#[must_use]
pub fn check(case: &Case, run: &Run) -> Vec<Mismatch> {
    let mut found = Found(check_record(&case.expect, case.entry.transport, &run.record));
    let requests = run.journal.requests();
    let sent: Vec<String> = requests.iter().map(|request| request.label(HOME)).collect();
    found.compare("sent", &case.expect.sent, &sent);
    for request in &requests {
        conduct(&mut found, request);
    }
    for breach in &run.breaches {
        found.add(&format!("demand {}", breach.demand), "kept", &breach.evidence);
    }
    if case.expect.skip.is_some() {
        found.compare("names looked up", &Vec::<String>::new(), &run.asked);
        found.compare("connections", &0, &run.journal.connections());
    }
    found.0
}

/// What of an expectation the record alone shows: everything but the requests as the mock saw them.
#[must_use]
pub fn check_record(expect: &Expect, declared: Transport, record: &Record) -> Vec<Mismatch> {
    let mut found = Found::default();
    verdict(&mut found, expect, declared, record);
    facts(&mut found, expect, record);
    found.0
}

/// What a person needs who sees a case fail.
#[must_use]
pub fn explain(id: &str, case: &Case, run: &Run, mismatches: &[Mismatch]) -> String {
    let mut text = format!("{}\n", case.title);
    for mismatch in mismatches {
        let _ = writeln!(text, "\n  {mismatch}");
    }
    text.push_str("\n  evidence:\n");
    for exchange in
        run.record.exchanges.iter().chain(run.record.modern.iter().flat_map(|modern| &modern.exchanges))
    {
        let _ = writeln!(
            text,
            "    {} {} attempt {} hop {}: status {:?}, {:?}, answer {:?}, {} bytes, {} ms",
            exchange.method,
            exchange.url,
            exchange.attempt,
            exchange.hop,
            exchange.status,
            exchange.end,
            exchange.answer,
            exchange.bytes,
            exchange.timing.total_us / 1000,
        );
    }
    let _ = write!(
        text,
        "\n  reference: {}\n             {}\n  rerun: cargo test -p mcp-rollcall-cases --test suite -- --exact {id}\n",
        case.spec.title, case.spec.url
    );
    text
}

fn verdict(found: &mut Found, expect: &Expect, declared: Transport, record: &Record) {
    found.compare("outcome", &expect.outcome.to_string(), &record.outcome.to_string());
    let spelled = |reason: Option<Reason>| reason.map(|reason| reason.to_string());
    found.compare("reason", &spelled(expect.reason), &spelled(record.reason));
    found.compare("skip", &expect.skip, &record.skip.as_ref().map(|skip| skip.reason));
    found.compare("detail", &expect.detail, &record.skip.as_ref().and_then(|skip| skip.detail));
    let stage = expect.stage.or(match (expect.outcome, declared) {
        (Outcome::NotProbed, _) => None,
        (_, Transport::Sse) => Some(Stage::OpenStream),
        _ => Some(Stage::Initialize),
    });
    found.compare("stage", &stage, &record.stage);
    found.wanted("status", expect.status.as_ref(), record.status.as_ref());
    // As a case spells them, so that what came can be read into the file.
    let sorted = |findings: &[FindingId]| {
        let mut findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
        findings.sort_unstable();
        findings
    };
    let actual: Vec<FindingId> = record.findings.iter().map(|finding| finding.id).collect();
    found.compare("findings", &sorted(&expect.findings), &sorted(&actual));
    let listed = expect.outcome == Outcome::Answered && stage == Some(Stage::Initialize);
    tools(found, "tools", &expect.tools, listed, &record.tools);
}

fn facts(found: &mut Found, expect: &Expect, record: &Record) {
    login(found, &expect.login, record);
    server(found, "server", &expect.server, record.server.as_ref());
    found.wanted("protocol-version", expect.protocol_version.as_ref(), record.protocol_version.as_ref());
    let code = record.rpc_error.as_ref().and_then(|error| error.code);
    found.wanted("rpc-error", expect.rpc_error.as_ref(), code.as_ref());
    found.compare("retry-after", &expect.retry_after, &record.retry_after);
    modern(found, expect.modern.as_ref(), record);
    let connection = record.exchanges.iter().rev().find_map(|exchange| exchange.connection.as_ref());
    found.wanted("alpn", expect.alpn.as_ref(), connection.map(|connection| &connection.alpn));
    for (id, part) in &expect.details {
        let details: Vec<&str> =
            record.findings.iter().filter(|f| f.id == *id).filter_map(|f| f.detail.as_deref()).collect();
        if !details.iter().any(|detail| detail.contains(part.as_str())) {
            found.add(&format!("details.{id}"), &format!("something with `{part}`"), &format!("{details:?}"));
        }
    }
}

fn tools(found: &mut Found, name: &str, expect: &ExpectTools, listed: bool, actual: &Tools) {
    let default = if listed { ToolsStatus::Listed } else { ToolsStatus::NotAttempted };
    let status = expect.status.unwrap_or(default);
    found.compare(&format!("{name}.status"), &status, &actual.status);
    found.compare(&format!("{name}.reason"), &expect.reason, &actual.reason);
    found.wanted(&format!("{name}.count"), expect.count.as_ref(), actual.count.as_ref());
    found.wanted(&format!("{name}.distinct"), expect.distinct.as_ref(), actual.distinct.as_ref());
    found.compare(&format!("{name}.malformed"), &expect.malformed.unwrap_or(0), &actual.malformed);
    found.wanted(&format!("{name}.pages"), expect.pages.as_ref(), Some(&actual.pages));
    let complete = matches!(status, ToolsStatus::Listed | ToolsStatus::NotSupported);
    found.compare(&format!("{name}.complete"), &expect.complete.unwrap_or(complete), &actual.complete);
    found.wanted(&format!("{name}.names"), expect.names.as_ref(), Some(&actual.names));
}

fn login(found: &mut Found, expect: &ExpectLogin, record: &Record) {
    let actual = record.login.as_ref();
    found.compare("login", &(record.outcome == Outcome::LoginRequired), &actual.is_some());
    found.wanted(
        "login.oauth-metadata",
        expect.oauth_metadata.as_ref(),
        actual.map(|login| &login.oauth_metadata),
    );
    found.wanted("login.schemes", expect.schemes.as_ref(), actual.map(|login| &login.schemes));
    let url = actual.and_then(|login| login.metadata_url.as_ref());
    found.wanted("login.metadata-url", expect.metadata_url.as_ref(), url);
}

fn server(found: &mut Found, name: &str, expect: &ExpectServer, actual: Option<&ServerFacts>) {
    let fact = |fact: fn(&ServerFacts) -> &Option<String>| actual.and_then(|server| fact(server).as_ref());
    let (own, title, version) = (fact(|s| &s.name), fact(|s| &s.title), fact(|s| &s.version));
    found.wanted(&format!("{name}.name"), expect.name.as_ref(), own);
    found.wanted(&format!("{name}.title"), expect.title.as_ref(), title);
    found.wanted(&format!("{name}.version"), expect.version.as_ref(), version);
    for absent in &expect.absent {
        let there = match absent {
            ServerFact::Name => own.cloned(),
            ServerFact::Title => title.cloned(),
            ServerFact::Version => version.cloned(),
            ServerFact::All => own.or(title).or(version).cloned(),
        };
        found.compare(&format!("{name} without {absent:?}"), &None, &there);
    }
}

fn modern(found: &mut Found, expect: Option<&ExpectModern>, record: &Record) {
    found.compare("modern", &expect.is_some(), &record.modern.is_some());
    if let (Some(expect), Some(actual)) = (expect, &record.modern) {
        found.compare("modern.answered", &expect.answered, &actual.answered);
        found.wanted("modern.versions", expect.versions.as_ref(), Some(&actual.versions));
        server(found, "modern.server", &expect.server, actual.server.as_ref());
        tools(found, "modern.tools", &expect.tools, expect.answered, &actual.tools);
    }
}

/// What holds for every request of every case, beside the demands that the mock itself observes.
fn conduct(found: &mut Found, request: &Request) {
    let label = request.label(HOME);
    let agent = request.header("user-agent").unwrap_or_default();
    if !agent.starts_with("AgentReadyDirectoryCheck/1.0 (+http") {
        found.add(&format!("User-Agent of {label}"), "AgentReadyDirectoryCheck/1.0 (+<contact URL>)", agent);
    }
    let accept = request.header("accept");
    let wanted = match request.method.as_str() {
        "POST" => Some("application/json, text/event-stream"),
        // The legacy GET; metadata documents are asked for as JSON.
        "GET" if request.target.contains("/.well-known/") || accept == Some("application/json") => accept,
        "GET" => Some("text/event-stream"),
        _ => accept,
    };
    found.compare(&format!("Accept of {label}"), &wanted, &accept);
    found.compare(
        &format!("Accept-Encoding of {label}"),
        &Some("identity"),
        &request.header("accept-encoding"),
    );
}

#[derive(Default)]
struct Found(Vec<Mismatch>);

impl Found {
    fn add(&mut self, what: &str, expected: &str, actual: &str) {
        self.0.push(Mismatch {
            what: what.to_owned(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
        });
    }

    fn compare<T: PartialEq + Debug>(&mut self, what: &str, expected: &T, actual: &T) {
        if expected != actual {
            self.add(what, &format!("{expected:?}"), &format!("{actual:?}"));
        }
    }

    /// Compares what the case states, if it does.
    fn wanted<T: PartialEq + Debug>(&mut self, what: &str, expected: Option<&T>, actual: Option<&T>) {
        if expected.is_some() {
            self.compare(what, &expected, &actual);
        }
    }
}

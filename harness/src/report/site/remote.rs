//! One remote of a server with its evidence: the verdict and its rule, what the server said of itself, its tools, its login,
//! the findings, and the conversation with the line that repeats it.

use maud::{Markup, html};

use super::model::Remote;
use super::page::Frame;
use super::said::{code, said};
use super::shelves::cause_base;
use super::text::Text;
use super::words::{self, Word, advice, means, source};
use super::{conversation, model::Cause};
use crate::outcome::{Outcome, Stage};
use crate::record::{Finding, FindingId, Login, Modern, Record, Tools, ToolsStatus};

/// Different findings shown; a record can have at most so many different ones, with room.
const FINDINGS: usize = 120;

/// Everything about one remote. `told` is the word whose meaning stands at the head of the page already.
pub(super) fn section(frame: &Frame<'_>, remote: &Remote, record: &Record, told: Word) -> Markup {
    let t = frame.t;
    html! {
        section class="remote" {
            h2 { (code(&record.target.url, 300)) }
            (verdict(t, remote, record, told))
            (of_itself(t, record))
            @if let Some(login) = &record.login { (how_to_log_in(t, login)) }
            (tools(t, &record.tools))
            @if let Some(modern) = &record.modern { (at_the_modern_revision(t, modern)) }
            (findings(t, &record.findings))
            (conversation::section(frame, record))
        }
    }
}

/// The outcome, when, and by which rule.
fn verdict(t: &Text, remote: &Remote, record: &Record, told: Word) -> Markup {
    let finest = Word::finest(record.outcome, remote.cause);
    html! {
        dl {
            dt { (t.get("column-outcome")) }
            dd class=(format!("outcome {}", record.outcome)) { (t.lang.outcome(record.outcome)) }
            @if let Some(cause) = remote.cause {
                dt { (t.get("column-why")) }
                dd {
                    a href=(format!("../{}.html", cause_base(record.outcome, cause))) { (words::cause(t, cause)) }
                    @if finest != told { ". " (means(t, finest)) }
                }
            }
            dt { (t.get("fact-rule")) }
            dd { (rule(t, record)) " " span class="source" { (t.get("rule-source")) " " (source(finest)) } }
            dt { (t.get("fact-when")) }
            dd { (t.moment(&record.started_at)) }
            @if record.flaky { dt { (t.get("fact-flaky")) } dd { (t.get("flaky-means")) } }
            dt { (t.get("fact-transport")) }
            dd {
                (words::word(t, "transport", record.target.declared.as_str()))
                @if let Some(spoken) = record.target.spoken.filter(|spoken| *spoken != record.target.declared) {
                    " → " (words::word(t, "transport", spoken.as_str()))
                }
            }
            @if let Some(status) = record.status { dt { (t.get("fact-status")) } dd { "HTTP " (status) } }
            @if let Some(error) = &record.rpc_error {
                dt { (t.get("fact-rpc-error")) }
                dd { @if let Some(code) = error.code { (code) ": " } (said(&error.message, 300)) }
            }
            @if let Some(seconds) = record.retry_after {
                dt { "Retry-After" }
                dd { (t.fill("seconds", &[("count", seconds.into())])) }
            }
            @if let Some(version) = &remote.version { dt { (t.get("fact-entry-version")) } dd { (said(version, 60)) } }
        }
    }
}

/// Which exchange decided, and by what in it.
fn rule(t: &Text, record: &Record) -> Markup {
    let Some(stage) = record.stage else { return html! { (t.get("rule-before-contact")) } };
    let by = match (record.outcome, stage) {
        (Outcome::LoginRequired | Outcome::Http4xx | Outcome::Http5xx | Outcome::RateLimited, _) => {
            "rule-status"
        }
        (Outcome::Answered, Stage::OpenStream) => "rule-event",
        (Outcome::Answered, _) => "rule-result",
        (Outcome::HandshakeRefused, _) => "rule-error",
        (Outcome::ConnectionFailed, _) => "rule-no-reply",
        (Outcome::TimedOut, _) => "rule-deadline",
        (Outcome::NotMcp, _) => "rule-body",
        (Outcome::NotProbed, _) => "rule-before-contact",
    };
    t.rich(by, &[], &[("request", html! { code { (stage) } })])
}

/// What the server says of itself.
fn of_itself(t: &Text, record: &Record) -> Markup {
    if record.server.is_none() && record.protocol_version.is_none() {
        return html! {};
    }
    let server = record.server.clone().unwrap_or_default();
    html! {
        h3 { (t.get("server-says")) }
        dl {
            dt { (t.get("fact-name")) }
            dd { @match &server.name { Some(name) => (said(name, 200)), None => (t.get("not-said")) } }
            @if let Some(title) = &server.title { dt { (t.get("fact-title")) } dd { (said(title, 200)) } }
            dt { (t.get("fact-version")) }
            dd {
                @match server.version.as_deref() {
                    Some("") => (t.get("empty")),
                    Some(version) => (said(version, 100)),
                    None => (t.get("not-said")),
                }
            }
            @if let Some(version) = &record.protocol_version { dt { (t.get("fact-protocol")) } dd { (said(version, 60)) } }
        }
    }
}

fn how_to_log_in(t: &Text, login: &Login) -> Markup {
    html! {
        h3 { (t.get("login-title")) }
        dl {
            dt { (t.get("login-pointer")) }
            dd {
                a href=(format!("../{}.html", cause_base(Outcome::LoginRequired, Cause::Login(login.oauth_metadata)))) {
                    (t.lang.pointer(login.oauth_metadata))
                }
                @if let Some(url) = &login.metadata_url { br; (code(url, 300)) }
            }
            @if !login.schemes.is_empty() {
                dt { (t.get("login-schemes")) }
                dd { @for (at, scheme) in login.schemes.iter().take(10).enumerate() { @if at > 0 { ", " } (code(scheme, 40)) } }
            }
        }
    }
}

/// How many tools, and the names that were kept.
fn tools(t: &Text, tools: &Tools) -> Markup {
    if tools.status == ToolsStatus::NotAttempted {
        return html! {};
    }
    html! {
        h3 { (t.get("tools-title")) }
        p {
            @match (tools.status, tools.count) {
                (ToolsStatus::Listed, Some(count)) if tools.complete => (t.fill("tools-count", &[("count", count.into())])),
                (ToolsStatus::Listed, Some(count)) => (t.fill("tools-at-least", &[("count", count.into())])),
                (status, count) => {
                    (words::word(t, "tools-status", status.as_str()))
                    @if let Some(count) = count.filter(|count| *count > 0) { " " (t.fill("tools-before", &[("count", count.into())])) }
                }
            }
            @if let Some(reason) = tools.reason { " (" (words::cause(t, Cause::Reason(reason))) ")" }
            @if tools.pages > 1 { " " (t.fill("tools-pages", &[("count", tools.pages.into())])) }
            @if tools.malformed > 0 { " " (t.fill("tools-malformed", &[("count", tools.malformed.into())])) }
        }
        @if !tools.names.is_empty() {
            ul class="tools" { @for name in &tools.names { li { (code(name, 130)) } } }
            @if tools.count.is_some_and(|count| count > tools.names.len() as u64) {
                p { (t.fill("tools-kept", &[("count", tools.names.len().into())])) }
            }
        }
    }
}

fn at_the_modern_revision(t: &Text, modern: &Modern) -> Markup {
    html! {
        h3 { (t.get("modern-title")) }
        p {
            (t.get(if modern.answered { "modern-answered" } else { "modern-silent" }))
            @for version in modern.versions.iter().take(20) { " " (code(version, 40)) }
        }
        @if let Some(count) = modern.tools.count { p { (t.fill("tools-count", &[("count", count.into())])) } }
    }
}

/// Each finding once: how often, what was seen, what it means, what to do.
fn findings(t: &Text, findings: &[Finding]) -> Markup {
    if findings.is_empty() {
        return html! {};
    }
    let mut told: Vec<(FindingId, usize, Option<&str>)> = Vec::new();
    for finding in findings {
        match told.iter_mut().find(|(id, ..)| *id == finding.id) {
            Some((_, times, _)) => *times += 1,
            None => told.push((finding.id, 1, finding.detail.as_deref())),
        }
    }
    html! {
        h3 { (t.get("findings-title")) }
        p { (t.get("findings-intro")) }
        dl class="findings" {
            @for (id, times, detail) in told.iter().take(FINDINGS) {
                dt { code { (id) } @if *times > 1 { " " (t.fill("times", &[("count", (*times).into())])) } }
                dd {
                    (means(t, Word::Finding(*id)))
                    @if let Some(detail) = detail { p { (t.get("finding-seen")) " " (said(detail, 300)) } }
                    p { strong { (t.get("what-to-do")) } " " (advice(t, Word::Finding(*id))) }
                    p class="source" { (t.get("rule-source")) " " (source(Word::Finding(*id))) }
                }
            }
        }
    }
}

//! A record for a person: the verdict, why, what the server said of itself, findings with what to do, and the curl line, on
//! one screen. Works without colour; every text of the server is cleaned before it is written.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::curl;
use super::labelled::labelled;
use crate::explain::{self, Meaning};
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::record::{
    Answer, End, Exchange, Finding, FindingId, OauthMetadata, Record, Tools, ToolsStatus, clean as cleaned,
};

fn clean(text: &str, limit: usize) -> String {
    cleaned(text, limit).into_owned()
}

/// Tool names shown before the rest is only counted.
const TOOLS_SHOWN: usize = 8;
/// Columns of the label in front of a value.
const LABEL: usize = 10;

/// Writes one record. `ways` are words for curl that say how the host is reached.
///
/// # Errors
/// Only those of `out`.
pub fn record(
    out: &mut impl Write,
    record: &Record,
    policy: &Policy,
    ways: &[String],
    trace: bool,
) -> io::Result<()> {
    writeln!(out, "{}", clean(&record.target.url, 300))?;
    line(out, "verdict", &verdict(record))?;
    if let Some(deciding) = record.deciding() {
        line(out, "why", &exchange(deciding))?;
        if let Some(sample) = &deciding.sample {
            line(out, "", &format!("body: {}", clean(sample, 160)))?;
        }
    }
    if let Some(error) = &record.rpc_error {
        let code = error.code.map_or_else(|| "without a code".to_owned(), |code| code.to_string());
        line(out, "", &format!("JSON-RPC error {code}: {}", clean(&error.message, 200)))?;
    }
    if let Some(seconds) = record.retry_after {
        line(out, "", &format!("Retry-After: {seconds} s"))?;
    }
    server(out, record)?;
    if let Some(login) = &record.login {
        line(
            out,
            "login",
            &how_to_log_in(login.oauth_metadata, login.metadata_url.as_deref(), &login.schemes),
        )?;
    }
    if let Some(modern) = &record.modern {
        let said = if modern.answered { "answered" } else { "did not answer" };
        line(out, "modern", &format!("server/discover {said}; {}", tools(&modern.tools)))?;
    }
    findings(out, &record.findings)?;
    line(out, "next", &next(record).advice)?;
    for command in curl::lines(record, policy, ways) {
        writeln!(out, "{:>LABEL$}  {command}", "try")?;
    }
    if trace {
        for (index, step) in record.exchanges.iter().enumerate() {
            line(out, if index == 0 { "trace" } else { "" }, &exchange(step))?;
        }
    }
    Ok(())
}

/// The verdict in words: outcome, reason, and the sentence that explains the reason.
#[must_use]
pub fn verdict(record: &Record) -> String {
    let mut text = record.outcome.to_string();
    if let Some(reason) = record.reason {
        let _ = write!(text, " ({reason}): {}", explain::reason(reason).means);
    } else if let Some(skip) = &record.skip {
        let detail = skip.detail.map(|detail| format!(", {detail}")).unwrap_or_default();
        let _ = write!(text, " ({}{detail}): {}", skip.reason, explain::skip(skip.reason).means);
    } else {
        if let Some(status) = record.status_to_blame() {
            let _ = write!(text, " (HTTP {status})");
        }
        let _ = write!(text, ": {}", plain(record).means);
    }
    text
}

/// What an outcome without a reason means: by its status where that has a meaning of its own.
fn plain(record: &Record) -> &'static Meaning {
    let status = record.status.filter(|_| record.outcome == Outcome::Http4xx);
    status.and_then(explain::status).unwrap_or_else(|| explain::outcome(record.outcome))
}

/// What to read first for the next step: the finer word where there is one.
fn next(record: &Record) -> &'static Meaning {
    if let Some(skip) = &record.skip {
        explain::skip(skip.reason)
    } else if let Some(reason) = record.reason {
        explain::reason(reason)
    } else {
        plain(record)
    }
}

/// One exchange on one line.
fn exchange(exchange: &Exchange) -> String {
    let mut text = format!("{} {}", exchange.method, exchange.step);
    if exchange.attempt > 1 {
        text.push_str(" (retry)");
    }
    if exchange.hop > 0 {
        let _ = write!(text, " (hop {} to {})", exchange.hop, clean(&exchange.url, 120));
    }
    match exchange.status {
        Some(status) => {
            let _ = write!(text, " -> HTTP {status}");
        }
        None => text.push_str(" -> no reply"),
    }
    if let Some(kind) = &exchange.content_type {
        let _ = write!(text, ", {}", clean(kind, 60));
    }
    if let Some(location) = &exchange.location {
        let _ = write!(text, ", Location {}", clean(location, 120));
    }
    if exchange.bytes > 0 {
        let _ = write!(text, ", {} bytes", exchange.bytes);
    }
    match (&exchange.answer, exchange.end) {
        (Some(Answer::Result), _) => text.push_str(", a result"),
        (Some(Answer::Error(_)), _) => text.push_str(", a JSON-RPC error"),
        (Some(Answer::Endpoint), _) => text.push_str(", the endpoint event"),
        (Some(Answer::NotMcp(reason)), _) => {
            let _ = write!(text, ", {reason}");
        }
        (_, End::Failed(reason) | End::Unreadable(reason)) => {
            let _ = write!(text, ", {reason}");
        }
        (_, End::Deadline(phase)) => {
            let _ = write!(text, ", the deadline passed in phase {phase}");
        }
        _ => {}
    }
    let _ = write!(text, ", after {} ms", exchange.timing.total_us / 1000);
    if let Some(connection) = &exchange.connection {
        let tls = connection.tls.as_ref().map(|version| format!("TLS {version}")).unwrap_or_default();
        let parts = [connection.peer.as_str(), &connection.alpn, &tls];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let _ = write!(text, " ({})", parts.join(", "));
    }
    text
}

fn server(out: &mut impl Write, record: &Record) -> io::Result<()> {
    if let Some(server) = &record.server {
        let mut text =
            server.name.as_deref().map_or_else(|| "without a name".to_owned(), |name| clean(name, 80));
        if let Some(version) = &server.version {
            let shown =
                if version.is_empty() { "with an empty version".to_owned() } else { clean(version, 40) };
            let _ = write!(text, " {shown}");
        }
        if let Some(title) = &server.title {
            let _ = write!(text, " ({})", clean(title, 80));
        }
        if let Some(version) = &record.protocol_version {
            let _ = write!(text, ", protocol {}", clean(version, 40));
        }
        line(out, "server", &text)?;
    }
    if record.tools.status != ToolsStatus::NotAttempted {
        line(out, "tools", &tools(&record.tools))?;
    }
    Ok(())
}

fn tools(tools: &Tools) -> String {
    let mut text = match (tools.status, tools.count) {
        (ToolsStatus::Listed, Some(count)) if tools.complete => count.to_string(),
        (ToolsStatus::Listed, Some(count)) => format!("at least {count}"),
        (status, Some(count)) if count > 0 => format!("{status}; {count} before that"),
        (status, _) => status.to_string(),
    };
    if let Some(reason) = tools.reason {
        let _ = write!(text, " ({reason})");
    }
    if tools.pages > 1 {
        let _ = write!(text, " on {} pages", tools.pages);
    }
    if !tools.names.is_empty() {
        let shown: Vec<String> = tools.names.iter().take(TOOLS_SHOWN).map(|name| clean(name, 40)).collect();
        let _ = write!(text, ": {}", shown.join(", "));
        if tools.count.unwrap_or(0) > TOOLS_SHOWN as u64 {
            text.push_str(", ...");
        }
    }
    text
}

fn how_to_log_in(pointer: OauthMetadata, url: Option<&str>, schemes: &[String]) -> String {
    let mut text = match (pointer, url) {
        (OauthMetadata::Challenge, Some(url)) => format!("the challenge points at {}", clean(url, 200)),
        (OauthMetadata::WellKnown, Some(url)) => format!("metadata found at {}", clean(url, 200)),
        (OauthMetadata::Challenge, None) => "the challenge points at OAuth metadata".to_owned(),
        (OauthMetadata::WellKnown, None) => "metadata found at its well-known place".to_owned(),
        (OauthMetadata::None, _) => "no pointer to OAuth metadata".to_owned(),
    };
    if !schemes.is_empty() {
        let shown: Vec<String> = schemes.iter().map(|scheme| clean(scheme, 30)).collect();
        let _ = write!(text, " (schemes: {})", shown.join(", "));
    }
    text
}

/// Each finding once, with how often, what was seen, what it means and what to do.
fn findings(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    let mut told: Vec<FindingId> = Vec::new();
    for finding in findings {
        if told.contains(&finding.id) {
            continue;
        }
        told.push(finding.id);
        let times = findings.iter().filter(|other| other.id == finding.id).count();
        let meaning = explain::finding(finding.id);
        let mut text = finding.id.to_string();
        if times > 1 {
            let _ = write!(text, " ({times} times)");
        }
        if let Some(detail) = &finding.detail {
            let _ = write!(text, " [{}]", clean(detail, 120));
        }
        let _ = write!(text, ": {} {}", meaning.means, meaning.advice);
        line(out, if told.len() == 1 { "findings" } else { "" }, &text)?;
    }
    Ok(())
}

/// A label and a value, wrapped under itself.
fn line(out: &mut impl Write, label: &str, value: &str) -> io::Result<()> {
    out.write_all(labelled(label, LABEL, value).as_bytes())
}

/// The closing line of several probes: how many of each outcome.
///
/// # Errors
/// Only those of `out`.
pub fn summary(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    let counts: Vec<String> = Outcome::ALL
        .iter()
        .filter_map(|&outcome| {
            let count = records.iter().filter(|record| record.outcome == outcome).count();
            (count > 0).then(|| format!("{outcome} {count}"))
        })
        .collect();
    writeln!(out, "{} targets: {}", records.len(), counts.join(", "))
}

#[cfg(test)]
mod tests;

//! From what was seen to the report: the verdicts, and every text made fit to be shown.

use super::check::{Found, Unheld, not_applicable};
use super::report::{Counts, Exchange, REPORT_SCHEMA, Report, Rules, Server, Verdicts};
use super::requirement::{Level, Requirement, requirement};
use super::run::Order;
use super::secrets::Secrets;
use super::seen::{At, Seen};
use super::{Check, Limits, Revision, Verdict, compose};
use crate::policy::Policy;
use crate::record::clean;
use crate::report::curl;

/// Characters of a text that is shown.
const SHOWN: usize = 600;
/// Characters of a body that are shown, and of a Content-Type.
const SAMPLE: usize = 300;
const CONTENT_TYPE: usize = 200;

/// Judges a run.
pub(super) fn judge(
    order: &Order,
    seen: &Seen,
    policy: &Policy,
    limits: &Limits,
    started_at: String,
) -> Report {
    let show = Show::new(order, seen, policy);
    let held = seen.held();
    let results: Vec<Verdicts> =
        order.selection.checks().iter().map(|check| show.result(check, seen, &held)).collect();
    Report {
        schema: REPORT_SCHEMA.to_owned(),
        url: clean(order.target.url.as_str(), SHOWN).into_owned(),
        transport: order.target.transport,
        started_at,
        rules: rules(order, policy, limits),
        wanted: order.revision,
        revisions: held,
        server: server(seen, &show),
        requests: u32::try_from(seen.exchanges.len()).unwrap_or(u32::MAX),
        stopped: seen.stopped.as_ref().map(|why| show.text(why)),
        strict: false,
        baseline: None,
        counts: Counts::of(&results),
        results,
    }
}

fn rules(order: &Order, policy: &Policy, limits: &Limits) -> Rules {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Rules {
        user_agent: policy.user_agent(),
        allow_local: policy.reach.local,
        headers: order.own.iter().map(|own| own.name.as_str().to_owned()).collect(),
        request_deadline_ms: millis(policy.request_deadline),
        side_deadline_ms: millis(limits.side.min(policy.request_deadline)),
        run_deadline_ms: millis(limits.run),
        max_requests: limits.requests,
        max_reply_bytes: limits.reply_bytes,
        max_run_bytes: limits.run_bytes,
    }
}

fn server(seen: &Seen, show: &Show<'_>) -> Option<Server> {
    let handshake = seen.first(super::Ask::Initialize).and_then(|at| at.reply.good()?.get("serverInfo"));
    let modern = || {
        let result = seen.first(super::Ask::Discover)?.reply.good()?;
        result.get("_meta")?.get("io.modelcontextprotocol/serverInfo")
    };
    let info = handshake.or_else(modern)?;
    let text = |key: &str| info.get(key)?.as_str().map(|text| clean(&show.text(text), 120).into_owned());
    Some(Server { name: text("name"), version: text("version") })
}

/// How things are shown: cleaned, and without secrets.
struct Show<'a> {
    order: &'a Order,
    policy: &'a Policy,
    secrets: Secrets,
}

impl<'a> Show<'a> {
    fn new(order: &'a Order, seen: &Seen, policy: &'a Policy) -> Self {
        Self { order, policy, secrets: Secrets::of(&order.own, seen) }
    }

    /// A text of the checks, with what the server said in it: without secrets, on one line.
    fn text(&self, text: &str) -> String {
        self.secrets.text(text, SHOWN)
    }

    /// A URL that was asked: the user's own is known, any other the server named.
    fn url(&self, url: &url::Url) -> String {
        if *url == self.order.target.url { url.as_str().to_owned() } else { self.secrets.open(url.as_str()) }
    }

    /// A body that was sent: ours, except for a cursor that the server gave.
    fn body(&self, body: &[u8]) -> String {
        let text = String::from_utf8_lossy(body).into_owned();
        let Ok(mut message) = serde_json::from_str::<serde_json::Value>(&text) else { return text };
        let Some(cursor) = message.pointer_mut("/params/cursor") else { return text };
        let Some(given) = cursor.as_str().filter(|given| *given != compose::NO_CURSOR) else { return text };
        let open = self.secrets.open(given);
        if open == given {
            return text;
        }
        *cursor = open.into();
        message.to_string()
    }

    fn result(&self, check: &Check, seen: &Seen, held: &[Revision]) -> Verdicts {
        let requirement = requirement(check.requirement)
            .expect("a test proves that the requirement of every check is in the table");
        let (verdict, found, why) = match rule(check, requirement, seen, held) {
            Ok(Found::Kept(at)) => (Verdict::Pass, Some((at, None)), None),
            Ok(Found::Missed(at, actual)) => (missed(requirement.level), Some((at, Some(actual))), None),
            Err(Unheld::NotApplicable(why)) => (Verdict::NotApplicable, None, Some(why)),
            Err(Unheld::NotObserved(why)) => (Verdict::NotObserved, None, Some(why)),
        };
        let (exchange, actual) = found.map_or((None, None), |(at, actual)| (Some(at), actual));
        Verdicts {
            check: check.name.to_owned(),
            requirement: requirement.id.clone(),
            level: requirement.level,
            verdict,
            text: requirement.text.clone(),
            section: requirement.section.clone(),
            expected: check.expected.to_owned(),
            curl: actual.as_ref().and(exchange).map(|at| self.curl(at)),
            actual: actual.map(|actual| self.text(&actual)),
            why: why.map(|why| self.text(&why)),
            exchange: exchange.map(|at| self.exchange(at)),
            known: None,
        }
    }

    fn exchange(&self, at: At<'_>) -> Exchange {
        let call = &at.exchange.call;
        Exchange {
            ask: at.exchange.ask,
            method: call.method,
            url: clean(&self.url(&call.url), SHOWN).into_owned(),
            headers: self.headers(at).into_iter().filter(|line| !is_common(line)).collect(),
            body: clean(&self.body(&call.body), SHOWN).into_owned(),
            status: at.reply.status(),
            content_type: at.reply.content_type().map(|kind| self.secrets.text(&kind, CONTENT_TYPE)),
            bytes: at.reply.bytes as u64,
            sample: self.secrets.sample(&at.reply.beginning, SAMPLE),
            elapsed_ms: u64::try_from(at.reply.elapsed.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// The headers of a request as lines: secrets as placeholders, in the order of their names.
    fn headers(&self, at: At<'_>) -> Vec<String> {
        let call = &at.exchange.call;
        let mut lines: Vec<String> = call
            .headers
            .iter()
            .filter(|(name, _)| *name != http::header::USER_AGENT)
            .map(|(name, value)| {
                let value = match name {
                    _ if value.is_sensitive() => "<yours>".to_owned(),
                    name if name == compose::SESSION_ID && value != compose::NO_SESSION => {
                        "<session>".to_owned()
                    }
                    // The version is the one that the server named; all others are ours.
                    name if name == compose::VERSION && !is_revision(value) => {
                        self.text(&String::from_utf8_lossy(value.as_bytes()))
                    }
                    _ => clean(&String::from_utf8_lossy(value.as_bytes()), SHOWN).into_owned(),
                };
                format!("{name}: {value}")
            })
            .collect();
        lines.extend(call.host.map(|host| format!("host: {host}")));
        lines.sort();
        lines
    }

    fn curl(&self, at: At<'_>) -> String {
        let call = &at.exchange.call;
        let body = self.body(&call.body);
        curl::request(&curl::Request {
            method: call.method,
            url: &self.url(&call.url),
            user_agent: &self.policy.user_agent(),
            headers: &self.headers(at),
            body: &body,
            seconds: self.policy.request_deadline.as_secs().max(1),
            ways: &self.order.ways,
        })
    }
}

/// What a check says, where its requirement is asked at all.
fn rule<'s>(
    check: &Check,
    requirement: &Requirement,
    seen: &'s Seen,
    held: &[Revision],
) -> super::check::Ruling<'s> {
    let asked = requirement.revisions.iter().any(|revision| held.contains(revision));
    if !held.is_empty() && !asked && !is_open_question(requirement, seen) {
        let words: Vec<&str> = held.iter().map(|revision| revision.as_str()).collect();
        return Err(not_applicable(format!("it is not asked in {}", words.join(" and "))));
    }
    (check.judge)(seen)
}

/// Whether the run ended before it could tell if the server speaks 2026-07-28, of which alone the requirement is.
fn is_open_question(requirement: &Requirement, seen: &Seen) -> bool {
    let untold =
        seen.stopped.is_some() && seen.wanted.is_none() && seen.first(super::Ask::Discover).is_none();
    untold && requirement.revisions == [Revision::V20260728]
}

fn is_revision(value: &http::HeaderValue) -> bool {
    value.to_str().is_ok_and(|text| text.parse::<Revision>().is_ok() || text == compose::NO_REVISION)
}

/// Headers that every request has.
fn is_common(line: &str) -> bool {
    line == "accept-encoding: identity"
        || line == "content-type: application/json"
        || line.strip_prefix("accept: ").is_some_and(|value| value == compose::BOTH_TYPES)
}

/// What missing a requirement means.
fn missed(level: Level) -> Verdict {
    match level {
        Level::Must => Verdict::Fail,
        Level::Should | Level::May => Verdict::Warn,
    }
}

//! A record without what differs from run to run, and without secrets.
//!
//! A type of the product: snapshots and `--trace` go through the same one, and a redacted record is still a record. It
//! parses, and it decides to the same outcome, because placeholders keep the form of what they stand for.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Value;
use url::Url;

use super::{End, Exchange, Record};

/// What is replaced by stable placeholders. Doing it again changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redact {
    /// Ports, timings, dates, peer addresses, and the bytes of replies that a clock cut short.
    pub volatile: bool,
    /// Session ids.
    pub sessions: bool,
}

/// Instead of any moment.
const MOMENT: &str = "1970-01-01T00:00:00Z";
/// Instead of any HTTP date.
const HTTP_DATE: &str = "Thu, 01 Jan 1970 00:00:00 GMT";
const PEER: &str = "[peer]";
const SESSION: &str = "[session]";
/// A shorter session id is no secret, and its letters may be anywhere.
const SESSION_LEAST: usize = 8;
/// Ports below this one are chosen by people and stay the same.
const VOLATILE_PORTS: u16 = 1024;

/// RFC 3339, whole or without its seconds.
static RFC_3339: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"));
/// IMF-fixdate (RFC 9110, section 5.6.7).
static IMF_FIXDATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is a constant")
}

impl Redact {
    /// Everything: for snapshots.
    pub const SNAPSHOT: Self = Self { volatile: true, sessions: true };
    /// Secrets only: for `--trace`.
    pub const TRACE: Self = Self { volatile: false, sessions: true };

    /// The redacted record.
    #[must_use]
    pub fn record(self, record: &Record) -> Record {
        let mut record = record.clone();
        let session = if self.sessions { hide_session(&mut record) } else { None };
        let ports = if self.volatile { Ports::of(&record) } else { Ports::default() };
        if self.volatile {
            settle(&mut record);
        }
        let mut value = serde_json::to_value(&record).expect("a record is JSON");
        each_text(&mut value, &mut |text| {
            if let Some(session) = &session {
                session.hide_in(text);
            }
            if self.volatile {
                let calm = RFC_3339.replace_all(text, MOMENT);
                let calm = IMF_FIXDATE.replace_all(&calm, HTTP_DATE);
                *text = ports.renumber(&calm);
            }
        });
        serde_json::from_value(value).expect("a redacted record is a record")
    }
}

/// Every exchange of a record, those of the step at 2026-07-28 included.
fn exchanges(record: &mut Record) -> impl Iterator<Item = &mut Exchange> {
    let modern = record.modern.iter_mut().flat_map(|modern| &mut modern.exchanges);
    record.exchanges.iter_mut().chain(modern)
}

/// Fields that hold nothing but a time, an address, or a count that a clock cut short.
fn settle(record: &mut Record) {
    MOMENT.clone_into(&mut record.started_at);
    record.elapsed_us = 0;
    for exchange in exchanges(record) {
        let timing = &mut exchange.timing;
        timing.total_us = 0;
        for phase in [&mut timing.dns_us, &mut timing.connect_us, &mut timing.tls_us, &mut timing.head_us] {
            *phase = phase.map(|_| 0);
        }
        if let Some(connection) = &mut exchange.connection {
            PEER.clone_into(&mut connection.peer);
        }
        if matches!(exchange.end, End::Deadline(_) | End::Failed(_)) {
            exchange.bytes = 0;
        }
    }
}

/// A session id to be found in text.
struct SessionId {
    id: String,
    /// It was shortened: more of it follows wherever it is.
    shortened: bool,
}

fn hide_session(record: &mut Record) -> Option<SessionId> {
    let session = record.session.as_mut()?;
    let id = std::mem::replace(&mut session.id, SESSION.to_owned());
    let (id, shortened) = match id.strip_suffix('…') {
        Some(start) => (start.to_owned(), true),
        None => (id, false),
    };
    (id.chars().count() >= SESSION_LEAST && id != SESSION).then_some(SessionId { id, shortened })
}

impl SessionId {
    fn hide_in(&self, text: &mut String) {
        if !text.contains(&self.id) {
            return;
        }
        let mut parts = text.split(self.id.as_str());
        let mut hidden = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            hidden.push_str(SESSION);
            let ends = |c: char| !c.is_ascii_graphic() || matches!(c, '"' | '\'' | ',' | ';' | '&' | '<');
            hidden.push_str(if self.shortened { part.trim_start_matches(|c| !ends(c)) } else { part });
        }
        *text = hidden;
    }
}

/// The ports of a record in the order of their appearance: the first becomes 1, the second 2. One that turns up in
/// text only becomes 0.
#[derive(Debug, Default)]
struct Ports(Vec<u16>);

impl Ports {
    fn of(record: &Record) -> Self {
        let mut ports = Self::default();
        ports.add_url(&record.target.url);
        let modern = record.modern.iter().flat_map(|modern| &modern.exchanges);
        for exchange in record.exchanges.iter().chain(modern) {
            ports.add_url(&exchange.url);
            if let Some(location) = &exchange.location {
                ports.add_url(location);
            }
        }
        if let Some(url) = record.login.as_ref().and_then(|login| login.metadata_url.as_deref()) {
            ports.add_url(url);
        }
        ports
    }

    fn add_url(&mut self, url: &str) {
        let Some(port) = Url::parse(url).ok().and_then(|url| url.port()) else { return };
        if !self.0.contains(&port) {
            self.0.push(port);
        }
    }

    /// Renumbers what looks like a port: digits behind a colon behind the end of a host, and no letter after them.
    fn renumber(&self, text: &str) -> String {
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (at, _) in text.match_indices(':') {
            let host =
                text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ']'));
            let start = at + 1;
            let end = start + bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let word = bytes.get(end).is_some_and(u8::is_ascii_alphabetic);
            let Ok(port) = text[start..end].parse::<u16>() else { continue };
            if !host || word {
                continue;
            }
            let place = match self.0.iter().position(|&known| known == port) {
                Some(place) => place + 1,
                None if port >= VOLATILE_PORTS => 0,
                None => continue,
            };
            let _ = write!(out, "{}{place}", &text[done..start]);
            done = end;
        }
        out.push_str(&text[done..]);
        out
    }
}

/// Every string of a JSON value, names of members left out.
fn each_text(value: &mut Value, change: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(values) => values.iter_mut().for_each(|value| each_text(value, change)),
        Value::Object(members) => members.values_mut().for_each(|value| each_text(value, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests;

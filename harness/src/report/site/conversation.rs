//! The conversation with a remote, an exchange a line, and the command that repeats the deciding one.

use maud::{Markup, html};

use super::model::Cause;
use super::page::Frame;
use super::said::{code, said};
use super::text::Text;
use super::words;
use crate::record::{Answer, End, Exchange, Record, clean};
use crate::report::curl;

/// Exchanges shown; a probe makes fewer.
const SHOWN: usize = 60;

/// The exchanges, and how to see the deciding one oneself.
pub(super) fn section(frame: &Frame<'_>, record: &Record) -> Markup {
    let t = frame.t;
    if record.exchanges.is_empty() {
        return html! {};
    }
    let deciding = crate::outcome::outcome(record).deciding;
    let sample =
        deciding.and_then(|at| record.exchanges.get(at)).and_then(|exchange| exchange.sample.as_deref());
    let lines = curl::lines(record, &frame.site.run.policy, &[]);
    html! {
        h3 { (t.get("exchanges-title")) }
        section class="wide" tabindex="0" aria-label=(format!("{}: {}", t.get("exchanges-title"), clean(&record.target.url, 100))) {
            table {
                caption { (t.get("exchanges-caption")) }
                thead { tr {
                    th scope="col" { (t.get("column-request")) }
                    th scope="col" { (t.get("column-answer")) }
                    th scope="col" { (t.get("column-content-type")) }
                    th scope="col" class="number" { (t.get("column-bytes")) }
                    th scope="col" class="number" { (t.get("column-ms")) }
                } }
                tbody {
                    @for (at, exchange) in record.exchanges.iter().take(SHOWN).enumerate() {
                        (row(t, exchange, deciding == Some(at)))
                    }
                }
            }
        }
        @if let Some(sample) = sample {
            p { (t.get("sample")) }
            blockquote { p { (said(sample, 300)) } }
        }
        @if !lines.is_empty() {
            h3 { (t.get("curl-title")) }
            p { (t.get("curl-intro")) }
            @for line in lines { pre tabindex="0" { code translate="no" dir="ltr" { (line) } } }
        }
    }
}

fn row(t: &Text, exchange: &Exchange, decided: bool) -> Markup {
    html! {
        tr class=[decided.then_some("decided")] {
            th scope="row" {
                code { (exchange.method) " " (exchange.step) }
                @if exchange.attempt > 1 { " " (t.get("exchange-retry")) }
                @if exchange.hop > 0 { " → " (code(&exchange.url, 120)) }
            }
            td {
                @match exchange.status {
                    Some(status) => { "HTTP " (status) },
                    None => (t.get("exchange-no-reply")),
                }
                @if let Some(location) = &exchange.location { ", Location " (code(location, 120)) }
                @if let Some(said) = said_by(t, exchange) { ", " (said) }
                @if decided { " " strong { (t.get("exchange-decided")) } }
            }
            td { @if let Some(kind) = &exchange.content_type { (code(kind, 60)) } }
            td class="number" { (t.number(exchange.bytes)) }
            td class="number" { (t.number(exchange.timing.total_us / 1000)) }
        }
    }
}

/// What the reply said, or how it ended.
fn said_by(t: &Text, exchange: &Exchange) -> Option<String> {
    let reason = match (&exchange.answer, exchange.end) {
        (Some(Answer::Result), _) => return Some(t.get("answer-result")),
        (Some(Answer::Error(_)), _) => return Some(t.get("answer-error")),
        (Some(Answer::Endpoint), _) => return Some(t.get("answer-endpoint")),
        (Some(Answer::NotMcp(reason)), _) => *reason,
        (_, End::Failed(reason) | End::Unreadable(reason) | End::Deadline(reason)) => reason,
        _ => return None,
    };
    Some(words::cause(t, Cause::Reason(reason)))
}

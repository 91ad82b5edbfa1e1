//! Streamable HTTP: content types, notifications, GET, bodies that are no message.

use super::super::Ask;
use super::super::check::{Check, Ruling, not_applicable, not_observed};
use super::super::reply::Content;
use super::super::seen::{At, Seen, over};
use crate::probe::head::MediaType;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "transport.content-type",
        requirement: "transport.content-type",
        expected: "`application/json` or `text/event-stream` on every answer to a request",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            answers(seen, |at| {
                let head = &at.reply.head;
                let known = matches!(head.media_type(), MediaType::Json | MediaType::EventStream);
                (!known || head.repeats_content_type()).then(|| at.reply.said())
            })
        },
    },
    Check {
        name: "transport.one-object",
        requirement: "transport.one-object",
        expected: "a JSON answer is one JSON object",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            answers(seen, |at| {
                let json = at.reply.head.media_type() == MediaType::Json;
                let what = match &at.reply.content {
                    Content::Json(value) if value.is_object() => return None,
                    Content::Json(value) if value.is_array() => "a JSON array",
                    Content::Json(_) => "JSON that is no object",
                    Content::Empty => "an empty body",
                    Content::Other | Content::Stream(..) => "a body that is not JSON",
                };
                json.then(|| format!("{what} labelled application/json"))
            })
        },
    },
    Check {
        name: "transport.notification-202",
        requirement: "transport.notification-202",
        expected: "HTTP 202 to notifications/initialized",
        asks: &[],
        judge: |seen| {
            let at = seen.opened(Ask::Initialized)?;
            at.holds(at.reply.status() == 202)
        },
    },
    Check {
        name: "transport.notification-no-body",
        requirement: "transport.notification-no-body",
        expected: "no body in the answer to notifications/initialized",
        asks: &[],
        judge: |seen| {
            let at = seen.opened(Ask::Initialized)?;
            if !at.reply.is_success() {
                return Err(not_observed(format!("the notification was refused: {}", at.reply.said())));
            }
            match at.reply.bytes {
                0 => at.kept(),
                bytes => at.missed(format!("HTTP {} with {bytes} bytes", at.reply.status())),
            }
        },
    },
    Check {
        name: "transport.unknown-notification",
        requirement: "transport.unknown-notification",
        expected: "HTTP 202 without a body, or an error status",
        asks: &[Ask::UnknownNotification],
        judge: |seen| {
            let at = seen.opened(Ask::UnknownNotification)?;
            let taken = at.reply.status() == 202 && at.reply.bytes == 0;
            at.holds(taken || at.reply.status() >= 400)
        },
    },
    Check {
        name: "transport.accept",
        requirement: "transport.accept",
        expected: "JSON, or HTTP 406, to a client that takes JSON alone",
        asks: &[Ask::AcceptJson],
        judge: |seen| {
            let at = seen.opened(Ask::AcceptJson)?;
            at.holds(!at.reply.is_success() || at.reply.head.media_type() == MediaType::Json)
        },
    },
    Check {
        name: "transport.get",
        requirement: "transport.get",
        expected: "an event stream, or HTTP 405",
        asks: &[Ask::Get],
        judge: |seen| {
            let at = seen.opened(Ask::Get)?;
            let stream = at.reply.is_success() && at.reply.head.media_type() == MediaType::EventStream;
            at.holds(stream || at.reply.status() == 405)
        },
    },
    Check {
        name: "transport.bad-json",
        requirement: "transport.bad-json",
        expected: "an error status, or a JSON-RPC error",
        asks: &[Ask::BadJson],
        judge: |seen| {
            let at = seen.opened(Ask::BadJson)?;
            at.holds(at.reply.status() >= 400 || at.reply.error().is_some())
        },
    },
    Check {
        name: "transport.bad-json-blame",
        requirement: "transport.bad-json-blame",
        expected: "a 4xx status, or the JSON-RPC error -32700",
        asks: &[Ask::BadJson],
        judge: |seen| {
            let at = seen.opened(Ask::BadJson)?;
            let blamed = (400..500).contains(&at.reply.status());
            at.holds(blamed || at.reply.error_code() == Some(-32700))
        },
    },
    Check {
        name: "transport.batch",
        requirement: "transport.batch",
        expected: "a response to each of the two requests in the array",
        asks: &[Ask::Batch],
        judge: |seen| {
            let at = seen.opened(Ask::Batch)?;
            let responses = match &at.reply.content {
                Content::Json(serde_json::Value::Array(all)) => all.len(),
                _ => at.reply.responses().count(),
            };
            at.holds(at.reply.is_success() && responses == 2)
        },
    },
];

/// Over the successful answers to requests.
fn answers<'a>(seen: &'a Seen, missed: impl FnMut(At<'a>) -> Option<String>) -> Ruling<'a> {
    if seen.is_legacy() {
        return Err(not_applicable("legacy SSE is another transport"));
    }
    let asked = |at: &At<'_>| at.exchange.id.is_some() && at.reply.is_success();
    let unseen = || seen.handshake().map_or_else(|why| why, |_| not_observed("no request succeeded"));
    over(seen.replies().filter(asked), unseen, missed)
}

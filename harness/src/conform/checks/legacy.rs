//! Legacy HTTP+SSE (2024-11-05): the stream that opens with its `endpoint` event. Nothing is posted.

use url::Url;

use super::super::Ask;
use super::super::check::{Check, Unheld, not_observed};
use super::super::events::Event;
use super::super::reply::{Content, Reply};
use super::super::secrets::quote;
use super::super::seen::{At, Seen};
use super::handshake::shown;
use crate::probe::head::MediaType;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "legacy.event-stream",
        requirement: "legacy.event-stream",
        expected: "HTTP 200 and `text/event-stream` to GET",
        asks: &[],
        judge: |seen| {
            let at = stream(seen)?;
            at.holds(at.reply.status() == 200 && at.reply.head.media_type() == MediaType::EventStream)
        },
    },
    Check {
        name: "legacy.endpoint-first",
        requirement: "legacy.endpoint-first",
        expected: "the first event is named `endpoint`",
        asks: &[],
        judge: |seen| {
            let at = stream(seen)?;
            let Content::Stream(events, _) = &at.reply.content else {
                return Err(not_observed("there is no event stream"));
            };
            match events.list.first() {
                Some(event) if event.name == "endpoint" => at.kept(),
                Some(event) => at.missed(format!("the first event is named `{}`", quote(&event.name, 40))),
                None => at.missed("no event came in time"),
            }
        },
    },
    Check {
        name: "legacy.endpoint-uri",
        requirement: "legacy.endpoint-uri",
        expected: "the data of the event is a URI",
        asks: &[],
        judge: |seen| {
            let (at, event) = endpoint(seen)?;
            match resolved(seen, event) {
                Some(_) => at.kept(),
                None => {
                    at.missed(format!("the data is {}", shown(event.data.clone().map(Into::into).as_ref())))
                }
            }
        },
    },
    Check {
        name: "legacy.endpoint-origin",
        requirement: "legacy.endpoint-origin",
        expected: "the endpoint is on the origin of the stream",
        asks: &[],
        judge: |seen| {
            let (at, event) = endpoint(seen)?;
            let url = resolved(seen, event).ok_or_else(|| not_observed("the endpoint is no URI"))?;
            if url.origin() == seen.url.origin() {
                at.kept()
            } else {
                at.missed(format!("the endpoint is {}", quote(url.as_str(), 120)))
            }
        },
    },
];

/// A stream whose first event names where to POST.
pub(in crate::conform) fn is_endpoint_stream(reply: &Reply) -> bool {
    let Content::Stream(events, _) = &reply.content else { return false };
    reply.is_success() && events.list.first().is_some_and(|event| event.name == "endpoint")
}

fn stream(seen: &Seen) -> Result<At<'_>, Unheld> {
    let at = seen.need(Ask::OpenStream)?;
    match at.reply.status() {
        status @ (401 | 403) => Err(not_observed(format!("the server wants a login (HTTP {status})"))),
        _ => Ok(at),
    }
}

fn endpoint(seen: &Seen) -> Result<(At<'_>, &Event), Unheld> {
    let at = stream(seen)?;
    let Content::Stream(events, _) = &at.reply.content else {
        return Err(not_observed("there is no event stream"));
    };
    let event = events.list.first().filter(|event| event.name == "endpoint");
    event.map(|event| (at, event)).ok_or_else(|| not_observed("there is no `endpoint` event"))
}

/// Where the event leads; nothing when it is empty or no URI.
fn resolved(seen: &Seen, event: &Event) -> Option<Url> {
    let data = event.data.as_deref().map(str::trim).filter(|data| !data.is_empty())?;
    seen.url.join(data).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

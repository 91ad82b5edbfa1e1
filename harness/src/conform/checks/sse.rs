//! Event streams as answers to a POST: framing, ids, and how they end.

use std::collections::BTreeSet;

use super::super::Ask;
use super::super::check::{Check, Ruling, not_applicable};
use super::super::events::{Event, Events};
use super::super::reply::Content;
use super::super::secrets::quote;
use super::super::seen::{At, Seen, over};
use crate::record::End;

/// Requests at another revision than the one that was agreed on first (one without a version header is of 2025-03-26): nothing
/// there asks for a stream to be primed.
const ELSEWHEN: [Ask; 5] = [
    Ask::NoVersionHeader,
    Ask::WrongVersionHeader,
    Ask::InitializeUnknown,
    Ask::InitializeOther,
    Ask::Discover,
];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "sse.response",
        requirement: "sse.response",
        expected: "the response comes on the stream before it ends",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| streams(seen, |at, _| at.reply.responses().next().is_none().then(|| at.reply.said())),
    },
    Check {
        name: "sse.stream-ends",
        requirement: "sse.stream-ends",
        expected: "the stream ends after the response",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            streams(seen, |at, _| {
                let open = at.reply.end != End::Complete && at.reply.responses().next().is_some();
                open.then(|| "the stream was still open half a second after the response".to_owned())
            })
        },
    },
    Check {
        name: "sse.event-ends",
        requirement: "sse.event-ends",
        expected: "a blank line ends every event",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            streams(seen, |at, events| {
                let cut = events.unfinished.as_ref().and_then(|event| event.data.as_deref());
                let ended = at.reply.end == End::Complete;
                cut.filter(|_| ended)
                    .map(|data| format!("the stream ends inside the event `{}`", quote(data, 80)))
            })
        },
    },
    Check {
        name: "sse.event-data",
        requirement: "sse.event-data",
        expected: "every event with data carries one JSON-RPC message",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            streams(seen, |_, events| {
                let mut all = events.list.iter().filter(|event| event.is_message());
                let odd = all.find_map(|event| event.data.as_deref().filter(|data| !is_message(data)));
                odd.map(|data| format!("an event carries `{}`", quote(data, 80)))
            })
        },
    },
    Check {
        name: "sse.event-name",
        requirement: "sse.event-name",
        expected: "messages come in events named `message`, or without a name",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            streams(seen, |_, events| {
                let named =
                    |event: &&Event| !event.is_message() && event.data.as_deref().is_some_and(is_message);
                let odd = events.list.iter().find(named)?;
                Some(format!("a message comes in an event named `{}`", quote(&odd.name, 40)))
            })
        },
    },
    Check {
        name: "sse.event-id-unique",
        requirement: "sse.event-id-unique",
        expected: "no event id comes twice within the session",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            let mut known = BTreeSet::new();
            // Other sessions, and requests without one.
            let apart = [Ask::InitializeUnknown, Ask::InitializeOther, Ask::Discover];
            streams_of(
                seen,
                |ask| !apart.contains(&ask) && !Ask::MODERN.contains(&ask),
                |_, events| {
                    let mut ids = events.list.iter().filter_map(|event| event.id.as_deref());
                    let twice = ids.find(|id| !id.is_empty() && !known.insert((*id).to_owned()))?;
                    Some(format!("the id `{}` comes twice", quote(twice, 60)))
                },
            )
        },
    },
    Check {
        name: "sse.primed",
        requirement: "sse.primed",
        expected: "the first event of a stream has an id and empty data",
        asks: &[Ask::Ping, Ask::ToolsList],
        judge: |seen| {
            streams_of(
                seen,
                |ask| !ELSEWHEN.contains(&ask) && !Ask::MODERN.contains(&ask),
                |_, events| match events.list.first() {
                    Some(Event { id: Some(_), data, .. })
                        if data.as_deref().unwrap_or_default().is_empty() =>
                    {
                        None
                    }
                    Some(Event { id: None, .. }) => Some("the first event has no id".to_owned()),
                    Some(_) => Some("the first event has data".to_owned()),
                    None => Some("there is no event".to_owned()),
                },
            )
        },
    },
    Check {
        name: "sse.own-requests",
        requirement: "sse.own-requests",
        expected: "no request of the server's own on the stream",
        asks: &[Ask::ModernToolsList],
        judge: |seen| {
            let of_its_own = |at: At<'_>| {
                let mut messages = at.reply.messages().iter();
                messages.any(|message| message.get("method").is_some() && message.get("id").is_some())
            };
            let modern = [Ask::Discover, Ask::ModernToolsList];
            let streams = seen.replies().filter(|at| {
                modern.contains(&at.exchange.ask) && matches!(at.reply.content, Content::Stream(..))
            });
            over(
                streams,
                || not_applicable("no answer at 2026-07-28 came as an event stream"),
                |at| of_its_own(at).then(|| "a request of the server's own came on the stream".to_owned()),
            )
        },
    },
];

/// Whether an event's data is one JSON-RPC message; a batch is one in 2025-03-26.
fn is_message(data: &str) -> bool {
    data.is_empty()
        || serde_json::from_str::<serde_json::Value>(data)
            .is_ok_and(|value| value.is_array() || value.get("jsonrpc").is_some())
}

/// Over the event streams that answered requests.
fn streams<'a>(seen: &'a Seen, missed: impl FnMut(At<'a>, &'a Events) -> Option<String>) -> Ruling<'a> {
    streams_of(seen, |_| true, missed)
}

/// The same over the answers to some requests.
fn streams_of<'a>(
    seen: &'a Seen,
    of: impl Fn(Ask) -> bool,
    mut missed: impl FnMut(At<'a>, &'a Events) -> Option<String>,
) -> Ruling<'a> {
    let asked = |at: &At<'_>| {
        of(at.exchange.ask)
            && at.exchange.id.is_some()
            && at.reply.is_success()
            && matches!(at.reply.content, Content::Stream(..))
    };
    let unseen =
        || seen.handshake().map_or_else(|why| why, |_| not_applicable("no answer came as an event stream"));
    over(seen.replies().filter(asked), unseen, |at| match &at.reply.content {
        Content::Stream(events, _) => missed(at, events),
        _ => None,
    })
}

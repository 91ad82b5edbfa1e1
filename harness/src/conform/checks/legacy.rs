//! Legacy HTTP+SSE (2024-11-05): the stream that opens with its `endpoint` event. Nothing is posted.

use super::super::reply::{Content, Reply};

/// A stream whose first event names where to POST.
pub(in crate::conform) fn is_endpoint_stream(reply: &Reply) -> bool {
    let Content::Stream(events, _) = &reply.content else { return false };
    reply.is_success() && events.list.first().is_some_and(|event| event.name == "endpoint")
}

//! A server that pings before it answers, under the number that the client chose for its own request.

use super::Play;
use crate::request::Request;
use crate::script::{Reply, Sse};

pub(super) fn play(request: &Request) -> Option<Play> {
    let message = request.message()?;
    let (id, _) = (message.id()?, message.method()?);
    let before = format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n\n");
    Some(Reply { sse: Some(Sse { before, ..Sse::default() }), ..Reply::default() }.into())
}

//! A page of very many tools. Large ones are never in memory all at once.

use std::fmt::Write;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{Play, calls};
use crate::reply::{Answer, Framing, Piece};
use crate::request::Request;
use crate::script::Size;

/// Bytes of small tools in one write.
const WRITE: usize = 64 * 1024;

/// How many tools, how large.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ManyTools {
    /// How many tools; their names are `tool-1`, `tool-2`, ...
    pub count: u32,
    /// The size of each description.
    pub description: Size,
}

pub(super) fn play(tools: &ManyTools, request: &Request) -> Option<Play> {
    if !calls(request, "tools/list") {
        return None;
    }
    let id = request.message().and_then(|message| message.id().map(ToString::to_string))?;
    let size = usize::try_from(tools.description.0).unwrap_or(0);
    // One text for all of them: a large one is a write of its own, a small one is copied.
    let description = Bytes::from("x".repeat(size));
    let mut body = Vec::new();
    let mut text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":["#);
    for n in 1..=tools.count {
        let comma = if n == 1 { "" } else { "," };
        let _ = write!(text, r#"{comma}{{"name":"tool-{n}","description":""#);
        if size > 1024 {
            body.push(Piece::Bytes(std::mem::take(&mut text).into()));
            body.push(Piece::Bytes(description.clone()));
        } else {
            text.push_str(&String::from_utf8_lossy(&description));
        }
        text.push_str(r#"","inputSchema":{"type":"object"}}"#);
        if text.len() > WRITE {
            body.push(Piece::Bytes(std::mem::take(&mut text).into()));
        }
    }
    text.push_str("]}}");
    body.push(Piece::Bytes(text.into()));
    Some(Play::Answer(Box::new(Answer {
        status: 200,
        headers: vec![(Bytes::from_static(b"content-type"), Bytes::from_static(b"application/json"))],
        body,
        framing: Framing::Length(None),
        ..Answer::default()
    })))
}

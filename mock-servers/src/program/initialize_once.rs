//! A server that can be initialized once, and again only after its session was ended.

use super::{Memory, Play, calls};
use crate::request::Request;
use crate::script::{Reply, RpcError};

pub(super) fn play(request: &Request, memory: &mut Memory) -> Option<Play> {
    if request.method == "DELETE" {
        memory.open = false;
        return None;
    }
    if !calls(request, "initialize") || !std::mem::replace(&mut memory.open, true) {
        return None;
    }
    let error = RpcError {
        code: -32600,
        message: "Invalid Request: Server already initialized".to_owned(),
        data: None,
    };
    Some(Reply { status: Some(400), error: Some(error), ..Reply::default() }.into())
}

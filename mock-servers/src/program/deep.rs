//! JSON that is nested very deep, in a place that nobody has to read.

use super::{Play, calls};
use crate::reply::tool;
use crate::request::Request;
use crate::script::Reply;

pub(super) fn initialize(levels: u32, request: &Request) -> Option<Play> {
    let result = || {
        let nested = nested(levels);
        format!(
            r#"{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}},"experimental":{nested}}},"serverInfo":{{"name":"mock","version":"1.0.0"}}}}"#
        )
    };
    reply(calls(request, "initialize").then(result))
}

pub(super) fn schema(levels: u32, request: &Request) -> Option<Play> {
    let result = || {
        let nested = nested(levels);
        let deep = format!(r#"{{"name":"b","inputSchema":{{"type":"object","properties":{nested}}}}}"#);
        format!(r#"{{"tools":[{},{deep}]}}"#, tool("a"))
    };
    reply(calls(request, "tools/list").then(result))
}

fn reply(result: Option<String>) -> Option<Play> {
    result.map(|result| Reply { result: Some(result), ..Reply::default() }.into())
}

fn nested(levels: u32) -> String {
    let levels = levels as usize;
    format!("{}{}", r#"{"x":"#.repeat(levels), format_args!("0{}", "}".repeat(levels)))
}

//! The messages themselves: JSON-RPC 2.0 as MCP narrows it, over every reply of the run.

use serde_json::Value;

use super::super::Ask;
use super::super::check::{Check, Ruling, Unheld, not_observed};
use super::super::seen::{At, Seen, over};
use super::handshake::shown;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "jsonrpc.version",
        requirement: "jsonrpc.version",
        expected: "every response says `\"jsonrpc\": \"2.0\"`",
        asks: &[Ask::Ping],
        judge: |seen| {
            every_response(seen, |_, response| {
                let version = response.get("jsonrpc");
                (version != Some(&Value::from("2.0"))).then(|| format!("`jsonrpc` is {}", shown(version)))
            })
        },
    },
    Check {
        name: "jsonrpc.response-id",
        requirement: "jsonrpc.response-id",
        expected: "every result repeats the id of its request, in value and type",
        asks: &[Ask::Ping],
        judge: |seen| {
            every_response(seen, |at, response| {
                let (sent, got) = (at.exchange.id.as_ref()?, response.get("id"));
                let judged = at.reply.is_success() && response.get("result").is_some();
                (judged && got != Some(sent)).then(|| format!("id {sent} was sent, {} came back", shown(got)))
            })
        },
    },
    Check {
        name: "jsonrpc.string-id",
        requirement: "jsonrpc.string-id",
        expected: "a response with the same string as its id",
        asks: &[Ask::StringId],
        judge: |seen| {
            let at = seen.opened(Ask::StringId)?;
            let answered = at.reply.responses().any(|response| response.get("id") == at.exchange.id.as_ref());
            match at.reply.responses().next() {
                _ if answered => at.kept(),
                Some(response) => at.missed(format!("the id came back as {}", shown(response.get("id")))),
                None => at.missed(at.reply.said()),
            }
        },
    },
    Check {
        name: "jsonrpc.result-or-error",
        requirement: "jsonrpc.result-or-error",
        expected: "every response has either `result` or `error`",
        asks: &[Ask::UnknownMethod],
        judge: |seen| {
            every_response(seen, |_, response| {
                let both = response.get("result").is_some() && response.get("error").is_some();
                both.then(|| "a response has both `result` and `error`".to_owned())
            })
        },
    },
    Check {
        name: "jsonrpc.error-members",
        requirement: "jsonrpc.error-members",
        expected: "every error has an integer `code` and a string `message`",
        asks: &[Ask::UnknownMethod, Ask::BadJson],
        judge: |seen| {
            let errors = seen.replies().filter(|at| at.reply.error().is_some());
            over(
                errors,
                || not_observed("no JSON-RPC error came"),
                |at| {
                    let error = at.reply.error()?;
                    let code = error.get("code").is_some_and(Value::is_i64);
                    let message = error.get("message").is_some_and(Value::is_string);
                    (!code || !message).then(|| format!("the error is {}", shown(Some(error))))
                },
            )
        },
    },
    Check {
        name: "jsonrpc.unknown-method",
        requirement: "jsonrpc.unknown-method",
        expected: "a JSON-RPC error",
        asks: &[Ask::UnknownMethod],
        judge: |seen| {
            let at = seen.opened(Ask::UnknownMethod)?;
            at.holds(at.reply.error().is_some() && at.reply.result().is_none())
        },
    },
    Check {
        name: "jsonrpc.method-not-found",
        requirement: "jsonrpc.method-not-found",
        expected: "the code -32601",
        asks: &[Ask::UnknownMethod],
        judge: |seen| {
            let at = seen.opened(Ask::UnknownMethod)?;
            at.holds(at.reply.error_code() == Some(-32601))
        },
    },
];

/// Over the replies to requests that have a response in them; tells the first response that misses something.
fn every_response<'a>(seen: &'a Seen, missed: impl Fn(At<'a>, &'a Value) -> Option<String>) -> Ruling<'a> {
    let asked = |at: &At<'_>| at.exchange.id.is_some() && at.reply.responses().next().is_some();
    let unseen =
        || -> Unheld { seen.handshake().map_or_else(|why| why, |_| not_observed("no response came")) };
    over(seen.replies().filter(asked), unseen, |at| {
        at.reply.responses().find_map(|response| missed(at, response))
    })
}

//! The handshake and what it settles: `initialize` and the version, 2024-11-05 to 2025-11-25.

use serde_json::Value;

use super::super::check::{Check, Ruling, Unheld, not_observed};
use super::super::compose::NO_REVISION;
use super::super::reply::Reply;
use super::super::secrets::quote;
use super::super::seen::{At, Seen, over};
use super::super::{Ask, Revision};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "handshake.result",
        requirement: "handshake.result",
        expected: "HTTP 200 with a JSON-RPC result",
        asks: &[],
        judge: |seen| {
            let at = seen.handshake()?;
            at.holds(at.reply.status() == 200 && at.reply.good().is_some_and(Value::is_object))
        },
    },
    Check {
        name: "handshake.protocol-version",
        requirement: "handshake.result-members",
        expected: "`protocolVersion` is a string that names a revision with a handshake",
        asks: &[],
        judge: |seen| {
            let (at, result) = seen.opening()?;
            match result.get("protocolVersion") {
                Some(Value::String(version)) if names_a_revision(version) => at.kept(),
                other => at.missed(format!("`protocolVersion` is {}", shown(other))),
            }
        },
    },
    Check {
        name: "handshake.capabilities",
        requirement: "handshake.result-members",
        expected: "`capabilities` is an object",
        asks: &[],
        judge: |seen| member(seen, "capabilities", Value::is_object),
    },
    Check {
        name: "handshake.server-info",
        requirement: "handshake.result-members",
        expected: "`serverInfo` has a `name` and a `version`, both strings",
        asks: &[],
        judge: |seen| {
            let is_string = |info: &Value, key: &str| info.get(key).is_some_and(Value::is_string);
            member(seen, "serverInfo", |info| is_string(info, "name") && is_string(info, "version"))
        },
    },
    Check {
        name: "handshake.unknown-version",
        requirement: "handshake.unknown-version",
        expected: "a result with a version that the server speaks",
        asks: &[Ask::InitializeUnknown],
        judge: |seen| {
            let at = seen.opened(Ask::InitializeUnknown)?;
            match version(at.reply) {
                Some(NO_REVISION) => {
                    at.missed(format!("it agrees to {NO_REVISION}, which was never a revision"))
                }
                Some(_) => at.kept(),
                None => at.missed(at.reply.said()),
            }
        },
    },
    Check {
        name: "handshake.same-version",
        requirement: "handshake.same-version",
        expected: "a version that the server offers in return is answered with itself when it is asked for",
        asks: &[Ask::InitializeUnknown, Ask::InitializeOther],
        judge: same_version,
    },
    Check {
        name: "handshake.ping",
        requirement: "handshake.ping",
        expected: "an empty result",
        asks: &[Ask::Ping],
        judge: |seen| {
            let at = seen.opened(Ask::Ping)?;
            // Members under `_meta` are anybody's.
            let empty = |result: &Value| {
                result.as_object().is_some_and(|members| members.keys().all(|key| key == "_meta"))
            };
            match at.reply.good() {
                Some(result) if empty(result) => at.kept(),
                Some(result) => at.missed(format!("the result is {}", shown(Some(result)))),
                None => at.missed(at.reply.said()),
            }
        },
    },
    Check {
        name: "handshake.tools-declared",
        requirement: "handshake.tools-declared",
        expected: "a server that lists tools declares the `tools` capability",
        asks: &[Ask::ToolsList],
        judge: |seen| {
            let (at, result) = seen.opening()?;
            let list = seen.need(Ask::ToolsList)?;
            let listed = list.reply.good().and_then(|page| page.get("tools")?.as_array());
            let listed = listed.is_some_and(|tools| !tools.is_empty());
            let declared = result.get("capabilities").and_then(|it| it.get("tools"));
            match (listed, declared) {
                (_, Some(Value::Object(_))) | (false, None) => at.kept(),
                (_, Some(other)) => at.missed(format!("`capabilities.tools` is {}", shown(Some(other)))),
                (true, None) => at.missed("tools are listed and `capabilities.tools` is missing"),
            }
        },
    },
];

/// The opening's result has this member, and it is as it should be.
fn member<'a>(seen: &'a Seen, key: &str, fits: impl Fn(&Value) -> bool) -> Ruling<'a> {
    let (at, result) = seen.opening()?;
    match result.get(key) {
        Some(value) if fits(value) => at.kept(),
        other => at.missed(format!("`{key}` is {}", shown(other))),
    }
}

fn names_a_revision(version: &str) -> bool {
    version.parse().is_ok_and(Revision::has_handshake)
}

/// A value in a few words.
pub(super) fn shown(value: Option<&Value>) -> String {
    match value {
        None => "missing".to_owned(),
        Some(value) => quote(&value.to_string(), 80),
    }
}

fn version(reply: &Reply) -> Option<&str> {
    reply.good()?.get("protocolVersion")?.as_str()
}

/// Every answer to `initialize`: a version that was offered in return has to be spoken when it is asked for.
fn same_version(seen: &Seen) -> Ruling<'_> {
    seen.opening()?;
    let asks = [Ask::Initialize, Ask::InitializeUnknown, Ask::InitializeOther];
    let answers: Vec<(&str, &str, At<'_>)> = asks
        .into_iter()
        .flat_map(|ask| seen.all(ask))
        .filter_map(|at| Some((at.exchange.note.as_deref()?, version(at.reply)?, at)))
        .collect();
    let offered: Vec<&str> = answers.iter().map(|(_, answered, _)| *answered).collect();
    let asked = answers.iter().filter(|(asked, ..)| offered.contains(asked));
    let unseen = || -> Unheld { not_observed("no version that was offered in return was asked for") };
    over(asked.map(|(.., at)| *at), unseen, |at| {
        let (asked, answered) = (at.exchange.note.as_deref()?, version(at.reply)?);
        (asked != answered).then(|| {
            let answered = quote(answered, 40);
            format!("{asked} was offered before, and is answered with {answered} when it is asked for")
        })
    })
}

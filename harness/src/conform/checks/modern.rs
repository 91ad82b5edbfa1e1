//! 2026-07-28: server/discover, headers, `_meta`, error codes, no session.

use serde_json::Value;

use super::super::check::{Check, Ruling, Unheld, not_applicable, not_observed};
use super::super::compose::{NO_REVISION, SESSION_ID};
use super::super::reply::Content;
use super::super::seen::{At, Seen, over};
use super::super::{Ask, Revision};
use super::handshake::shown;

const MODERN: &str = Revision::V20260728.as_str();
const LISTS: &[Ask] = &[Ask::ModernToolsList];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "modern.discover",
        requirement: "modern.discover",
        expected: "a result with `supportedVersions`, `2026-07-28` among them, and `capabilities`",
        asks: &[],
        judge: |seen| {
            let at = modern(seen)?;
            let Some(result) = at.reply.good() else { return at.missed(at.reply.said()) };
            let versions = result.get("supportedVersions");
            let named = versions
                .and_then(Value::as_array)
                .is_some_and(|all| all.iter().all(Value::is_string) && all.contains(&MODERN.into()));
            let capabilities = result.get("capabilities");
            match (named, capabilities.is_some_and(Value::is_object)) {
                (true, true) => at.kept(),
                (false, _) => at.missed(format!("`supportedVersions` is {}", shown(versions))),
                (_, false) => at.missed(format!("`capabilities` is {}", shown(capabilities))),
            }
        },
    },
    Check {
        name: "modern.result-members",
        requirement: "modern.result-members",
        expected: "`resultType`, a `ttlMs` of at least 0, and a `cacheScope` on server/discover",
        asks: &[],
        judge: |seen| {
            let at = modern(seen)?;
            let result = at.reply.good().ok_or_else(|| not_observed("server/discover has no result"))?;
            match odd_result(result) {
                None => at.kept(),
                Some(actual) => at.missed(actual),
            }
        },
    },
    Check {
        name: "modern.list-members",
        requirement: "modern.list-members",
        expected: "`resultType`, a `ttlMs` of at least 0, and a `cacheScope` on tools/list",
        asks: LISTS,
        judge: |seen| {
            let at = asked(seen, Ask::ModernToolsList)?;
            match at.reply.good().map(odd_result) {
                Some(None) => at.kept(),
                Some(Some(actual)) => at.missed(actual),
                None => at.missed(at.reply.said()),
            }
        },
    },
    Check {
        name: "modern.list-order",
        requirement: "modern.list-order",
        expected: "the same order on the second tools/list",
        asks: LISTS,
        judge: |seen| {
            asked(seen, Ask::ModernToolsList)?;
            let names = |at: At<'_>| -> Option<Vec<String>> {
                let tools = at.reply.good()?.get("tools")?.as_array()?;
                Some(tools.iter().map(|tool| shown(tool.get("name"))).collect())
            };
            let lists: Vec<(At<'_>, Vec<String>)> =
                seen.all(Ask::ModernToolsList).filter_map(|at| Some((at, names(at)?))).collect();
            let [(_, first), (at, second)] = &lists[..] else {
                return Err(not_observed("tools/list was not answered twice"));
            };
            let sorted = |names: &[String]| {
                let mut names = names.to_vec();
                names.sort();
                names
            };
            if sorted(first) != sorted(second) {
                return Err(not_observed("the list changed between the two requests"));
            }
            if first == second { at.kept() } else { at.missed("the same tools came in another order") }
        },
    },
    Check {
        name: "modern.server-info",
        requirement: "modern.server-info",
        expected: "name and version under `_meta[\"io.modelcontextprotocol/serverInfo\"]`",
        asks: &[],
        judge: |seen| {
            let at = modern(seen)?;
            let result = at.reply.good().ok_or_else(|| not_observed("server/discover has no result"))?;
            let info = result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
            let has = |key: &str| info.and_then(|info| info.get(key)).is_some_and(Value::is_string);
            if has("name") && has("version") {
                at.kept()
            } else {
                at.missed(format!("serverInfo is {}", shown(info)))
            }
        },
    },
    Check {
        name: "modern.header-missing",
        requirement: "modern.header-missing",
        expected: "HTTP 400 and the error -32020",
        asks: &[Ask::ModernNoHeader],
        judge: |seen| refused(seen, Ask::ModernNoHeader, 400, -32020),
    },
    Check {
        name: "modern.header-mismatch",
        requirement: "modern.header-mismatch",
        expected: "HTTP 400 and the error -32020",
        asks: &[Ask::ModernMismatch],
        judge: |seen| refused(seen, Ask::ModernMismatch, 400, -32020),
    },
    Check {
        name: "modern.meta-missing",
        requirement: "modern.meta-missing",
        expected: "HTTP 400 and the error -32602",
        asks: &[Ask::ModernNoMeta],
        judge: |seen| refused(seen, Ask::ModernNoMeta, 400, -32602),
    },
    Check {
        name: "modern.version-unsupported",
        requirement: "modern.version-unsupported",
        expected: "HTTP 400 and the error -32022",
        asks: &[Ask::ModernUnknownVersion],
        judge: |seen| refused(seen, Ask::ModernUnknownVersion, 400, -32022),
    },
    Check {
        name: "modern.version-data",
        requirement: "modern.version-data",
        expected: "`data.supported` names versions, `data.requested` is what was asked for",
        asks: &[Ask::ModernUnknownVersion],
        judge: |seen| {
            let at = asked(seen, Ask::ModernUnknownVersion)?;
            if at.reply.error_code() != Some(-32022) {
                return Err(not_observed(format!("there is no error -32022: {}", at.reply.said())));
            }
            let data = at.reply.error().and_then(|error| error.get("data"));
            let supported = data.and_then(|data| data.get("supported")?.as_array());
            let named = supported.is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string));
            let requested = data.and_then(|data| data.get("requested")?.as_str());
            if named && requested == Some(NO_REVISION) {
                at.kept()
            } else {
                at.missed(format!("`data` is {}", shown(data)))
            }
        },
    },
    Check {
        name: "modern.unknown-method",
        requirement: "modern.unknown-method",
        expected: "HTTP 404 and the error -32601",
        asks: &[Ask::ModernUnknownMethod],
        judge: |seen| refused(seen, Ask::ModernUnknownMethod, 404, -32601),
    },
    Check {
        name: "modern.no-session",
        requirement: "modern.no-session",
        expected: "no `Mcp-Session-Id` on any answer",
        asks: LISTS,
        judge: |seen| {
            modern(seen)?;
            let asks = [Ask::Discover, Ask::ModernToolsList];
            let answers = asks.into_iter().flat_map(|ask| seen.all(ask));
            over(
                answers,
                || not_observed("nothing was answered"),
                |at| {
                    at.reply
                        .head
                        .headers
                        .contains_key(SESSION_ID)
                        .then(|| "a session id is given out".to_owned())
                },
            )
        },
    },
    Check {
        name: "modern.session-ignored",
        requirement: "modern.session-ignored",
        expected: "a request with a session id is answered all the same",
        asks: &[Ask::ModernSession],
        judge: |seen| {
            let at = asked(seen, Ask::ModernSession)?;
            at.holds(at.reply.good().is_some())
        },
    },
    Check {
        name: "modern.get-405",
        requirement: "modern.get-405",
        expected: "HTTP 405 to GET",
        asks: &[Ask::ModernGet],
        judge: |seen| {
            let at = asked(seen, Ask::ModernGet)?;
            at.holds(at.reply.status() == 405)
        },
    },
    Check {
        name: "modern.initialize-versions",
        requirement: "modern.initialize-versions",
        expected: "the error to initialize names the versions that are spoken",
        asks: &[],
        judge: |seen| {
            modern(seen)?;
            let at = seen.first(Ask::Initialize).ok_or_else(|| not_observed("initialize was not asked"))?;
            if at.reply.good().is_some() {
                return Err(not_applicable("the server also has a handshake"));
            }
            let supported =
                at.reply.error().and_then(|error| error.get("data")?.get("supported")?.as_array());
            let named = supported.is_some_and(|all| all.contains(&MODERN.into()));
            if named { at.kept() } else { at.missed(at.reply.said()) }
        },
    },
    Check {
        name: "modern.unbuffered",
        requirement: "modern.unbuffered",
        expected: "`X-Accel-Buffering: no` on an event stream",
        asks: LISTS,
        judge: |seen| {
            modern(seen)?;
            let asks = [Ask::Discover, Ask::ModernToolsList];
            let streams = asks.into_iter().flat_map(|ask| seen.all(ask));
            let streams = streams.filter(|at| matches!(at.reply.content, Content::Stream(..)));
            over(
                streams,
                || not_applicable("no answer at 2026-07-28 came as an event stream"),
                |at| {
                    let told = at.reply.header("x-accel-buffering");
                    let no = told.is_some_and(|value| value.trim().eq_ignore_ascii_case("no"));
                    (!no).then(|| format!("`X-Accel-Buffering` is {}", told.unwrap_or("missing")))
                },
            )
        },
    },
];

/// The reply to server/discover of a server that speaks 2026-07-28.
fn modern(seen: &Seen) -> Result<At<'_>, Unheld> {
    let at = seen.need(Ask::Discover)?;
    if seen.is_modern() || seen.wanted == Some(Revision::V20260728) {
        return match at.reply.status() {
            status @ (401 | 403) => Err(not_observed(format!("the server wants a login (HTTP {status})"))),
            _ => Ok(at),
        };
    }
    if matches!(at.reply.status(), 401 | 403) {
        return Err(not_observed("server/discover wants a login"));
    }
    Err(not_applicable("the server does not speak 2026-07-28: server/discover is not answered"))
}

/// The reply to a request that only such a server is asked.
fn asked(seen: &Seen, ask: Ask) -> Result<At<'_>, Unheld> {
    modern(seen)?;
    let at = seen.need(ask)?;
    if ask == Ask::ModernToolsList && matches!(at.reply.status(), 401 | 403) {
        return Err(not_observed(format!("tools/list wants a login (HTTP {})", at.reply.status())));
    }
    Ok(at)
}

/// A request that has to be refused with this status and this code.
fn refused(seen: &Seen, ask: Ask, status: u16, code: i64) -> Ruling<'_> {
    let at = asked(seen, ask)?;
    at.holds(at.reply.status() == status && at.reply.error_code() == Some(code))
}

/// What is odd about the members that every complete, cacheable result has.
fn odd_result(result: &Value) -> Option<String> {
    let fits = |key: &str, fits: &dyn Fn(&Value) -> bool| {
        let value = result.get(key);
        (!value.is_some_and(fits)).then(|| format!("`{key}` is {}", shown(value)))
    };
    fits("resultType", &|value| value == "complete")
        .or_else(|| fits("ttlMs", &|value| value.as_f64().is_some_and(|ttl| ttl >= 0.0)))
        .or_else(|| fits("cacheScope", &|value| value == "public" || value == "private"))
}

//! What words in a body give away: a login that is wanted, a guard that turned us down, a page of an edge network.

use super::{json, jsonrpc};
use crate::record::RpcError;

/// Words that speak of missing authentication.
const AUTH: [&str; 9] = [
    "unauthorized",
    "unauthenticated",
    "authentication",
    "credentials",
    "bearer",
    "api key",
    "api-key",
    "api_key",
    "apikey",
];
/// What servers say that guard themselves against foreign Host and Origin headers.
const GUARD: [&str; 4] =
    ["invalid host", "invalid origin", "host header is not allowed", "origin header is not allowed"];
/// The title of an edge network's challenge page.
const CHALLENGE_TITLE: &str = "just a moment...";

/// A plain JSON body speaks of missing authentication, or has a numeric 401 as its status.
pub(crate) fn wants_login(body: &str) -> bool {
    contains_any(body, &AUTH) || is_401(body) || {
        let mut inner = false;
        json::object(body, |key, value| inner |= key == b"error" && is_401(value));
        inner
    }
}

/// The same for a JSON-RPC error; `raw` is its `error` member.
pub(crate) fn error_wants_login(raw: &str, error: &RpcError) -> bool {
    contains_any(&error.message, &AUTH)
        || error.code == Some(401)
        || jsonrpc::error_data(raw).is_some_and(is_401)
}

fn is_401(raw: &str) -> bool {
    let mut found = false;
    json::object(raw, |key, value| {
        found |= value == "401" && matches!(key, b"status" | b"statusCode" | b"status_code" | b"code");
    });
    found
}

/// A 403 that speaks of the Host or Origin header.
pub(crate) fn guards_host(body: &str) -> bool {
    contains_any(body, &GUARD)
}

/// A page: by its label, or by how it begins.
pub(crate) fn is_html(body: &str, labelled: bool) -> bool {
    let start = body.trim_start();
    let begins = |tag: &str| start.get(..tag.len()).is_some_and(|text| text.eq_ignore_ascii_case(tag));
    (labelled && !start.is_empty()) || begins("<!doctype html") || begins("<html")
}

/// A page of an edge network that checks the browser.
pub(crate) fn is_challenge_page(body: &str) -> bool {
    title(body).is_some_and(|title| title == CHALLENGE_TITLE)
}

/// The title of a page, in lower case.
fn title(body: &str) -> Option<String> {
    let body = body.to_ascii_lowercase();
    let (_, after) = body.split_once("<title")?;
    let (_, after) = after.split_once('>')?;
    let (title, _) = after.split_once('<')?;
    Some(title.trim().to_owned())
}

fn contains_any(text: &str, words: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    words.iter().any(|word| text.contains(word))
}

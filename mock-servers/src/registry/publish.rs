//! The publish call, step by step: shape, token, permission, rules, publisher block, packages, addresses and versions.
//! The first step that fails answers.

use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value, json};

use super::clock::Clock;
use super::outside::Outside;
use super::packages;
use super::problem::{Fault, Problem};
use super::semantic::{issues, text};
use super::shape::{self, PUBLISHER_BLOCK, member};
use super::store::Store;
use super::token::{Claims, Signer};

/// The most bytes that the publisher's block may have as compact JSON.
const MAX_PUBLISHER_BLOCK: usize = 4096;

/// Publishes a manifest. `authorization` is the header, as text where it is text.
pub(super) fn publish(
    body: &[u8],
    authorization: Option<&str>,
    outside: &Outside,
    clock: &Clock,
    signer: &Signer,
    store: &Mutex<Store>,
) -> Result<Value, Problem> {
    let manifest = well_shaped(body, authorization.is_none())?;
    let claims = claims(authorization.unwrap_or_default(), clock, signer)?;
    let name = text(&manifest, "name");
    if !claims.may_publish(name) {
        return Err(forbidden(&claims, name));
    }
    if issues(&manifest).iter().any(|issue| issue.severity == "error") {
        return Err(Problem::invalid());
    }
    if publisher_block_len(&manifest) > MAX_PUBLISHER_BLOCK {
        let why = format!("publisher extensions exceed the maximum of {MAX_PUBLISHER_BLOCK} bytes");
        return Err(Problem::not_published(why));
    }
    if let Some(why) = packages::refusal(&manifest, outside) {
        return Err(Problem::not_published(why));
    }
    // The lock is what makes two publishes of one name wait for each other.
    let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
    match store.refusal(&manifest) {
        Some(why) => Err(Problem::not_published(why)),
        None => Ok(store.add(manifest, clock.now())),
    }
}

/// The validate call: no token; the shape alone is refused, every issue behind it is listed.
pub(super) fn validate(body: &[u8]) -> Result<Value, Problem> {
    let manifest = well_shaped(body, false)?;
    let issues = issues(&manifest);
    let valid = issues.iter().all(|issue| issue.severity != "error");
    Ok(json!({"valid": valid, "issues": issues}))
}

fn well_shaped(body: &[u8], unauthorized: bool) -> Result<Map<String, Value>, Problem> {
    let value: Value =
        serde_json::from_slice(body).map_err(|why| Problem::unreadable(&why.to_string(), body))?;
    let mut faults = shape::faults(&value);
    if unauthorized {
        let message = "required header parameter is missing";
        faults.insert(0, Fault::at("header.Authorization", message, &Value::from("")));
    }
    match value {
        Value::Object(manifest) if faults.is_empty() => Ok(manifest),
        _ => Err(Problem::misshapen(faults)),
    }
}

fn claims(authorization: &str, clock: &Clock, signer: &Signer) -> Result<Claims, Problem> {
    let token = match authorization.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => {
            let detail = "Invalid Authorization header format. Expected 'Bearer <token>'";
            return Err(Problem::unauthorized(detail, None));
        }
    };
    signer
        .read(token, clock.now().as_second())
        .map_err(|why| Problem::unauthorized("Invalid or expired Registry JWT token", Some(why)))
}

fn forbidden(claims: &Claims, name: &str) -> Problem {
    let granted: Vec<&str> = claims.patterns().collect();
    let hint = if name.starts_with("io.github.") {
        ". If you're trying to publish to a GitHub organization, you may need to make your organization membership public"
    } else {
        ""
    };
    Problem::forbidden(format!(
        "You do not have permission to publish this server. You have permission to publish: {}. Attempting to publish: {name}{hint}",
        granted.join(", ")
    ))
}

/// The length of the publisher's block as the registry measures it: compact, with `<`, `>` and `&` escaped to six bytes.
fn publisher_block_len(manifest: &Map<String, Value>) -> usize {
    let block = member(manifest, "_meta").and_then(|meta| meta.get(PUBLISHER_BLOCK));
    block.map_or(0, |block| {
        let text = block.to_string();
        text.len() + text.bytes().filter(|byte| b"<>&".contains(byte)).count() * 5
    })
}

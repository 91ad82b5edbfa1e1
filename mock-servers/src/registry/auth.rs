//! Logins: by DNS, by the key file, by a stand-in for a GitHub token.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::clock::Clock;
use super::key_host::fetch;
use super::outside::Outside;
use super::problem::{Fault, Problem};
use super::proof::{self, Key};
use super::token::{Claims, LIFETIME, Permission, Signer};

/// How far the timestamp of a login may be from the registry's clock, in seconds, either way.
const WINDOW: i64 = 15;
/// The longest body of a key file, in bytes.
pub(super) const MAX_KEY_FILE: usize = 4096;
/// How long the fetch of a key file may take.
pub(super) const FETCH_DEADLINE: Duration = Duration::from_secs(10);

/// The ways to log in with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Dns,
    Http,
}

impl Method {
    const fn word(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Http => "http",
        }
    }

    const fn failed(self) -> &'static str {
        match self {
            Self::Dns => "DNS authentication failed",
            Self::Http => "HTTP authentication failed",
        }
    }
}

#[derive(Deserialize)]
struct KeyLogin {
    domain: String,
    timestamp: String,
    signed_timestamp: String,
}

/// A body of strings, every one of them required and none besides.
fn fields(body: &[u8], names: &[&str]) -> Result<Value, Problem> {
    let value: Value =
        serde_json::from_slice(body).map_err(|why| Problem::unreadable(&why.to_string(), body))?;
    let Some(object) = value.as_object() else {
        return Err(Problem::misshapen(vec![Fault::at("body", "expected object", &value)]));
    };
    let mut faults = Vec::new();
    for name in names {
        match object.get(*name) {
            None => faults.push(Fault::at(
                "body",
                format!("expected required property {name} to be present"),
                &value,
            )),
            Some(Value::String(_)) => {}
            Some(other) => faults.push(Fault::at(format!("body.{name}"), "expected string", other)),
        }
    }
    for (name, _) in object.iter().filter(|(name, _)| !names.contains(&name.as_str())) {
        faults.push(Fault::at(format!("body.{name}"), "unexpected property", &value));
    }
    if faults.is_empty() { Ok(value) } else { Err(Problem::misshapen(faults)) }
}

/// Logs in with a signed timestamp.
pub(super) async fn with_key(
    method: Method,
    body: &[u8],
    outside: &Outside,
    clock: &Clock,
    signer: &Signer,
) -> Result<Value, Problem> {
    let body = fields(body, &["domain", "timestamp", "signed_timestamp"])?;
    let login: KeyLogin = serde_json::from_value(body).expect("three strings, as was just seen");
    let refused = |why: String| Problem::unauthorized(method.failed(), Some(&why));

    if !proof::is_domain(&login.domain) {
        return Err(refused("invalid domain format".to_owned()));
    }
    let timestamp: jiff::Timestamp =
        login.timestamp.parse().map_err(|why| refused(format!("invalid timestamp format: {why}")))?;
    if (clock.now().as_second() - timestamp.as_second()).abs() > WINDOW {
        return Err(refused("timestamp outside of allowed window (±15 seconds)".to_owned()));
    }
    let signature = proof::hex(&login.signed_timestamp)
        .ok_or_else(|| refused("invalid signature format, must be hex".to_owned()))?;
    let keys = match method {
        Method::Dns => keys_in_dns(&login.domain, outside),
        Method::Http => key_in_file(&login.domain, outside).await,
    }
    .map_err(refused)?;
    if !keys.iter().any(|key| key.verifies(login.timestamp.as_bytes(), &signature)) {
        let seen: Vec<String> = keys.iter().map(Key::short).collect();
        return Err(refused(format!("signature verification failed; expected key(s): {}", seen.join(", "))));
    }

    let reversed = login.domain.rsplit('.').collect::<Vec<_>>().join(".");
    let mut patterns = vec![format!("{reversed}/*")];
    if method == Method::Dns {
        patterns.push(format!("{reversed}.*"));
    }
    Ok(grant(method.word(), &login.domain, patterns, clock, signer))
}

fn keys_in_dns(domain: &str, outside: &Outside) -> Result<Vec<Key>, String> {
    let records = outside.txt.get(domain).map(Vec::as_slice).unwrap_or_default();
    let read: Vec<_> = records.iter().filter_map(|text| proof::read(text)).collect();
    if read.is_empty() {
        // Looked at only to word the error.
        let beside = ["_mcp-auth", "_mcp-registry"].into_iter().find(|front| {
            let records = outside.txt.get(&format!("{front}.{domain}"));
            records.is_some_and(|records| records.iter().any(|text| proof::is_record(text)))
        });
        let hint = beside.map(|front| {
            format!("; a record was found at {front}.{domain}, it must be placed at {domain} itself")
        });
        return Err(format!("no MCP public key found in DNS TXT records{}", hint.unwrap_or_default()));
    }
    let keys: Vec<Key> = read.iter().filter_map(|key| key.as_ref().ok()).cloned().collect();
    match read.into_iter().find_map(Result::err) {
        Some(why) if keys.is_empty() => Err(why),
        _ => Ok(keys),
    }
}

async fn key_in_file(domain: &str, outside: &Outside) -> Result<Vec<Key>, String> {
    let body = fetch(domain, outside).await?;
    let text = String::from_utf8_lossy(&body);
    let key = proof::read(text.trim()).ok_or("no MCP public key found in HTTP response")?;
    Ok(vec![key?])
}

/// Logs in with a token that stands for a GitHub account.
pub(super) fn with_github(
    body: &[u8],
    outside: &Outside,
    clock: &Clock,
    signer: &Signer,
) -> Result<Value, Problem> {
    let body = fields(body, &["github_token"])?;
    let token = body["github_token"].as_str().unwrap_or_default();
    let account = outside.github.get(token).ok_or_else(|| {
        Problem::unauthorized("Token exchange failed", Some("GitHub API error: 401 Bad credentials"))
    })?;
    let owners = std::iter::once(&account.login).chain(&account.organisations);
    let patterns = owners.map(|owner| format!("io.github.{owner}/*")).collect();
    Ok(grant("github-at", &account.login, patterns, clock, signer))
}

/// The answer to a login that succeeds.
pub(super) fn grant(
    method: &str,
    subject: &str,
    patterns: Vec<String>,
    clock: &Clock,
    signer: &Signer,
) -> Value {
    let now = clock.now().as_second();
    let permissions =
        patterns.into_iter().map(|resource| Permission { action: "publish".to_owned(), resource }).collect();
    let claims = Claims {
        iss: "mock-registry".to_owned(),
        iat: now,
        exp: now + LIFETIME,
        auth_method: method.to_owned(),
        auth_method_sub: subject.to_owned(),
        permissions,
    };
    json!({"registry_token": signer.sign(&claims), "expires_at": claims.exp})
}

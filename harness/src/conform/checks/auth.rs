//! Authorization: the challenge and the metadata behind it. No flow is started.

use serde_json::Value;
use url::Url;

use super::super::Ask;
use super::super::check::{Check, Ruling, Unheld, not_applicable, not_observed};
use super::super::secrets::quote;
use super::super::seen::{At, Seen, over};
use super::super::sought::{Sought, told};
use super::handshake::shown;
use crate::probe::challenge::{Part, challenges, parse};
use crate::probe::covers;
use crate::record::Step;

const METADATA: &[Ask] = &[Ask::ResourceMetadata];
const SERVER: &[Ask] = &[Ask::ResourceMetadata, Ask::ServerMetadata];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "auth.status-401",
        requirement: "auth.status-401",
        expected: "HTTP 401 to a request without credentials",
        asks: &[],
        judge: |seen| {
            let at = login(seen)?;
            at.holds(at.reply.status() == 401)
        },
    },
    Check {
        name: "auth.challenge",
        requirement: "auth.challenge",
        expected: "`WWW-Authenticate` with a usable `resource_metadata`",
        asks: &[],
        judge: |seen| {
            let at = login(seen)?;
            if pointers(seen, at).is_empty() { at.missed(challenged(at)) } else { at.kept() }
        },
    },
    Check {
        name: "auth.metadata-found",
        requirement: "auth.metadata-found",
        expected: "protected-resource metadata where the challenge points, or at a well-known place",
        asks: METADATA,
        judge: |seen| {
            let at = login(seen)?;
            match seen.sought(Ask::ResourceMetadata)? {
                Sought::Found(found, _) => found.kept(),
                Sought::Nowhere(_) => at.missed(format!("no document at any of: {}", asked(seen))),
            }
        },
    },
    Check {
        name: "auth.pointer",
        requirement: "auth.pointer",
        expected: "a document where `resource_metadata` points",
        asks: METADATA,
        judge: |seen| {
            let at = login(seen)?;
            let pointers = pointers(seen, at);
            let Some(pointer) = pointers.first() else {
                return Err(not_applicable("the challenge points nowhere"));
            };
            let mut made = seen.exchanges.iter().filter(|made| made.ask == Ask::ResourceMetadata);
            match made.find(|made| made.call.url == *pointer) {
                Some(made) => told(made).and_then(|there| there.holds(there.reply.document().is_some())),
                None => Err(seen.unasked.get(&Ask::ResourceMetadata).cloned().unwrap_or_else(|| {
                    not_observed(
                        "what the challenge points at was not read: it leads where no server may send us",
                    )
                })),
            }
        },
    },
    Check {
        name: "auth.document",
        requirement: "auth.document",
        expected: "`resource` and a non-empty `authorization_servers`, of strings",
        asks: METADATA,
        judge: |seen| {
            the_document(seen, |_, document| {
                let servers = document.get("authorization_servers");
                let named = servers
                    .and_then(Value::as_array)
                    .is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string));
                let resource = document.get("resource");
                match (resource.is_some_and(Value::is_string), named) {
                    (true, true) => None,
                    (false, _) => Some(format!("`resource` is {}", shown(resource))),
                    (_, false) => Some(format!("`authorization_servers` is {}", shown(servers))),
                }
            })
        },
    },
    Check {
        name: "auth.resource",
        requirement: "auth.resource",
        expected: "`resource` is the server's URL, or one above it",
        asks: METADATA,
        judge: |seen| {
            the_document(seen, |_, document| {
                let resource = document.get("resource")?.as_str()?;
                (!covers(resource, &seen.url)).then(|| format!("`resource` is {}", quote(resource, 120)))
            })
        },
    },
    Check {
        name: "auth.server-metadata",
        requirement: "auth.server-metadata",
        expected: "metadata of the authorization server at one of its places, in their order",
        asks: SERVER,
        judge: |seen| {
            login(seen)?;
            match seen.sought(Ask::ServerMetadata)? {
                Sought::Found(found, _) => found.kept(),
                Sought::Nowhere(at) => at.missed("no document at any of its places"),
            }
        },
    },
    Check {
        name: "auth.issuer",
        requirement: "auth.issuer",
        expected: "`issuer` is the one that was asked for",
        asks: SERVER,
        judge: |seen| {
            every_server(seen, |at, document| {
                let asked = at.exchange.note.as_deref()?;
                let issuer = document.get("issuer").and_then(Value::as_str);
                let same = issuer.is_some_and(|issuer| is_same(issuer, asked));
                (!same).then(|| format!("`issuer` is {}", shown(document.get("issuer"))))
            })
        },
    },
    Check {
        name: "auth.endpoints",
        requirement: "auth.endpoints",
        expected: "`authorization_endpoint` and `token_endpoint` are URLs",
        asks: SERVER,
        judge: |seen| {
            every_server(seen, |_, document| {
                ["authorization_endpoint", "token_endpoint"].into_iter().find_map(|key| {
                    let value = document.get(key);
                    let url = value.and_then(Value::as_str).and_then(|text| Url::parse(text).ok());
                    url.is_none().then(|| format!("`{key}` is {}", shown(value)))
                })
            })
        },
    },
    Check {
        name: "auth.pkce",
        requirement: "auth.pkce",
        expected: "`code_challenge_methods_supported` has S256",
        asks: SERVER,
        judge: |seen| {
            every_server(seen, |_, document| {
                let methods = document.get("code_challenge_methods_supported");
                let has = methods.and_then(Value::as_array).is_some_and(|all| all.contains(&"S256".into()));
                (!has).then(|| format!("`code_challenge_methods_supported` is {}", shown(methods)))
            })
        },
    },
    Check {
        name: "auth.scope",
        requirement: "auth.scope",
        expected: "the challenge says which scope is needed",
        asks: &[],
        judge: |seen| {
            let at = login(seen)?;
            if at.reply.status() != 401 {
                return Err(not_applicable("the login is not asked for with 401"));
            }
            let mut scoped = false;
            for line in at.reply.head.headers.get_all(http::header::WWW_AUTHENTICATE) {
                parse(&String::from_utf8_lossy(line.as_bytes()), |part| {
                    scoped |= matches!(part, Part::Param { name, .. } if name.eq_ignore_ascii_case("scope"));
                });
            }
            if scoped { at.kept() } else { at.missed(challenged(at)) }
        },
    },
];

/// The reply that asks for a login.
fn login(seen: &Seen) -> Result<At<'_>, Unheld> {
    if let Some(at) = seen.login() {
        return Ok(at);
    }
    if seen.replies().next().is_none() {
        seen.need(Ask::Initialize)?;
    }
    Err(not_applicable("the server asked for no login"))
}

fn pointers(seen: &Seen, at: At<'_>) -> Vec<Url> {
    challenges(&at.reply.head, &seen.url, Step::Initialize, |_| true).pointers
}

fn challenged(at: At<'_>) -> String {
    let lines: Vec<String> = at
        .reply
        .head
        .headers
        .get_all(http::header::WWW_AUTHENTICATE)
        .iter()
        .map(|line| quote(&String::from_utf8_lossy(line.as_bytes()), 200))
        .collect();
    if lines.is_empty() {
        return format!("HTTP {} without WWW-Authenticate", at.reply.status());
    }
    format!("HTTP {} with WWW-Authenticate: {}", at.reply.status(), lines.join(" / "))
}

/// The places that were asked for metadata.
fn asked(seen: &Seen) -> String {
    let places: Vec<&str> = seen.all(Ask::ResourceMetadata).map(|at| at.exchange.call.url.as_str()).collect();
    places.join(", ")
}

/// The first document found: it is the one that clients read.
fn the_document<'a>(seen: &'a Seen, missed: impl Fn(At<'a>, &'a Value) -> Option<String>) -> Ruling<'a> {
    login(seen)?;
    match seen.sought(Ask::ResourceMetadata)? {
        Sought::Nowhere(_) => Err(not_observed("no protected-resource metadata was found")),
        Sought::Found(at, document) => match missed(at, document) {
            Some(actual) => at.missed(actual),
            None => at.kept(),
        },
    }
}

fn every_server<'a>(seen: &'a Seen, missed: impl Fn(At<'a>, &'a Value) -> Option<String>) -> Ruling<'a> {
    login(seen)?;
    seen.sought(Ask::ServerMetadata)?;
    let unseen = || not_observed("no metadata of an authorization server was found");
    let found = seen.documents(Ask::ServerMetadata);
    over(found.map(|(at, _)| at), unseen, |at| missed(at, at.reply.document()?))
}

/// The same issuer; a slash after a bare host is no difference, for the URL that was asked for has got one.
fn is_same(issuer: &str, asked: &str) -> bool {
    issuer == asked || asked.strip_suffix('/') == Some(issuer)
}

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use proptest::prelude::*;
use serde_json::Value;
use url::Url;

use super::check::{Found, Unheld};
use super::reply::Reply;
use super::seen::{Exchanged, Seen};
use super::{Ask, Held, Revision, all, requirement, requirements};
use crate::probe::head::Head;
use crate::probe::{Call, Heard};
use crate::record::{End, Method};
use crate::target::Lead;

#[test]
fn the_table_and_the_checks_agree_with_no_hole() {
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    for requirement in requirements() {
        if let Held::Checked(checks) = &requirement.held {
            for check in checks {
                assert!(named.insert(check, &requirement.id).is_none(), "{check} is named twice");
            }
        }
    }
    let mut seen = BTreeSet::new();
    for check in all() {
        assert!(seen.insert(check.name), "{check} is written twice");
        assert_eq!(named.get(check.name), Some(&check.requirement), "{check}");
        assert!(requirement(check.requirement).is_some_and(|it| it.party != super::Party::Client));
        let family = |id: &str| id.split('.').next().map(str::to_owned);
        assert_eq!(family(check.name), family(check.requirement), "{check}");
    }
    for (check, requirement) in named {
        assert!(seen.contains(check), "{requirement} is checked by {check}, which is not there");
    }
}

/// Members that some check looks at.
const KEYS: [&str; 24] = [
    "jsonrpc",
    "id",
    "method",
    "result",
    "error",
    "code",
    "message",
    "data",
    "supported",
    "requested",
    "tools",
    "name",
    "inputSchema",
    "type",
    "annotations",
    "nextCursor",
    "capabilities",
    "serverInfo",
    "protocolVersion",
    "supportedVersions",
    "_meta",
    "ttlMs",
    "authorization_servers",
    "issuer",
];
const STATUSES: [u16; 10] = [200, 202, 204, 307, 400, 401, 403, 404, 429, 500];
const TYPES: [&str; 4] = ["application/json", "text/event-stream", "text/html", ""];

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop_oneof![Just("2025-11-25"), Just("2.0"), Just("object"), Just(""), Just("\u{202e}")]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        let key = proptest::sample::select(&KEYS[..]).prop_map(str::to_owned);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(key, inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn exchanged(ask: Ask, status: u16, kind: &str, body: &[u8]) -> Exchanged {
    let url = Url::parse("https://a.example/mcp").unwrap();
    let mut headers = HeaderMap::new();
    if !kind.is_empty() {
        headers.insert("content-type", HeaderValue::from_str(kind).unwrap());
    }
    headers.insert("mcp-session-id", HeaderValue::from_static("0123456789abcdef"));
    let heard = Heard {
        head: Some(Head { status, headers }),
        body: body.to_vec(),
        end: End::Complete,
        elapsed: Duration::ZERO,
        peer: None,
    };
    let call = Call {
        method: Method::Post,
        url,
        headers: HeaderMap::new(),
        body: Bytes::new(),
        host: None,
        lead: Lead::User,
    };
    let note = Some("2025-11-25".to_owned());
    let reply = Reply::read(&heard, usize::MAX).ok_or(heard.end);
    Exchanged { ask, note, call, id: Some(7.into()), reply }
}

#[test]
fn a_reply_of_too_many_values_or_events_is_too_large() {
    let too_large = |kind: &str, body: &str| {
        let reply = exchanged(Ask::ToolsList, 200, kind, body.as_bytes()).reply.unwrap();
        let empty = reply.messages().is_empty() && matches!(reply.content, super::reply::Content::Other);
        assert_eq!(empty, reply.said().contains("too-large"), "{}", reply.said());
        empty
    };
    let list = |count: usize| format!("[{}0]", "0,".repeat(count));
    assert!(!too_large(TYPES[0], &list(49_999)));
    assert!(too_large(TYPES[0], &list(50_000)));
    let text = format!(r#"["\"{}"]"#, ",[{:".repeat(50_000));
    assert!(!too_large(TYPES[0], &text), "what stands in a text is no value");
    assert!(!too_large(TYPES[1], &"data:1\n\n".repeat(50_000)));
    assert!(too_large(TYPES[1], &"data:1\n\n".repeat(50_001)));
    assert!(too_large(TYPES[1], &format!("data: {}\n\n", list(25_000)).repeat(2)));
}

#[test]
fn a_reply_holds_as_much_as_it_counts_for() {
    let said = |kind: &str, body: &str, left: usize| {
        let mut came = exchanged(Ask::Ping, 200, kind, b"").reply.unwrap();
        let heard = Heard {
            head: Some(came.head.clone()),
            body: body.as_bytes().to_vec(),
            end: End::Complete,
            elapsed: Duration::ZERO,
            peer: None,
        };
        came = Reply::read(&heard, left).unwrap();
        (came.values, !came.messages().is_empty())
    };
    // A page is kept as its beginning alone, whatever its script looks like.
    assert_eq!(said(TYPES[2], "<script>[1,2,3,4,5,6,7,8]</script>", 2), (2, false));
    // Two header fields, and what is in the body.
    for (kind, body, values) in
        [(TYPES[0], r#"{"a":[1,2]}"#, 2 + 4), (TYPES[1], "data: [1,2]\n\ndata: x\n\n", 2 + 2 + 2)]
    {
        assert_eq!(said(kind, body, values), (values, true), "{body}");
        let (without_room, is_read) = said(kind, body, values - 1);
        assert!(without_room >= values && !is_read, "{body}: {without_room}");
    }
}

proptest! {
    /// Whatever a server sends: every check ends, says why, and passes nothing that was not there.
    #[test]
    fn every_check_survives_every_reply(
        replies in proptest::collection::vec(
            (
                proptest::sample::select(Ask::ALL),
                proptest::sample::select(&STATUSES[..]),
                proptest::sample::select(&TYPES[..]),
                any_value(),
                any::<bool>(),
            ),
            0..12,
        ),
        wanted in proptest::option::of(proptest::sample::select(Revision::ALL)),
    ) {
        let url = Url::parse("https://a.example/mcp").unwrap();
        let mut seen = Seen::new(url, wanted, Revision::V20251125);
        for (ask, status, kind, body, wrapped) in &replies {
            let body = if *wrapped {
                serde_json::json!({ "jsonrpc": "2.0", "id": 7, "result": body }).to_string()
            } else {
                body.to_string()
            };
            let body = if *kind == TYPES[1] { format!("id: 1\ndata: {body}\n\n") } else { body };
            seen.exchanges.push(exchanged(*ask, *status, kind, body.as_bytes()));
        }
        let _ = seen.held();
        for check in all() {
            match (check.judge)(&seen) {
                Ok(Found::Kept(_)) => prop_assert!(!replies.is_empty(), "{check} passes on nothing"),
                Ok(Found::Missed(_, actual)) => prop_assert!(!actual.is_empty(), "{check}"),
                Err(Unheld::NotApplicable(why) | Unheld::NotObserved(why)) => {
                    prop_assert!(!why.is_empty(), "{check}");
                }
            }
        }
    }
}

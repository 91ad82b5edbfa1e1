//! Arbitrary records, for properties.

use proptest::option;
use proptest::prelude::*;

use super::{
    Answer, Connection, End, Exchange, Finding, FindingId, Login, Method, OauthMetadata, PlainReason, Reason,
    Record, RpcError, Session, Step, Timing,
};
use crate::target::Transport;

/// A session id that is easy to find again.
pub(crate) const SESSION: &str = "s3cr3t-session-id";
/// Ports that are easy to find again.
pub(crate) const PORTS: [u16; 3] = [43_210, 51_515, 1024];

/// Any of a list.
fn one<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

/// Text in which everything volatile may turn up.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[ -~]{0,6}",
        1 => Just(format!(" {SESSION} ")),
        2 => one(&PORTS).prop_map(|port| format!("http://127.0.0.1:{port}/mcp")),
        1 => one(&PORTS).prop_map(|port| format!(" [::1]:{port},")),
        1 => Just(" 2026-11-30T13:27:38.123Z ".to_owned()),
        1 => Just(" Mon, 30 Nov 2026 13:27:38 GMT ".to_owned()),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn url() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => one(&PORTS).prop_map(|port| format!("http://127.0.0.1:{port}/mcp")),
        1 => Just("https://mock.test/mcp".to_owned()),
        1 => "[ -~]{0,12}",
    ]
}

pub(crate) fn reason() -> impl Strategy<Value = Reason> {
    prop_oneof![one(PlainReason::ALL).prop_map(Reason::Plain), (300_u16..400).prop_map(Reason::Redirect)]
}

fn rpc_error() -> impl Strategy<Value = RpcError> {
    (any::<Option<i64>>(), text(), option::of(text())).prop_map(|(code, message, data)| RpcError {
        code,
        message,
        data: data.map(|data| serde_json::json!({ "supported": [data] })),
    })
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        3 => Just(Answer::Result),
        1 => rpc_error().prop_map(Answer::Error),
        1 => Just(Answer::Endpoint),
        1 => Just(Answer::Unread),
        1 => reason().prop_map(Answer::NotMcp),
    ]
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        Just(End::Complete),
        Just(End::Stopped),
        reason().prop_map(End::Failed),
        reason().prop_map(End::Deadline),
        reason().prop_map(End::Unreadable),
    ]
}

fn exchange() -> impl Strategy<Value = Exchange> {
    let what = (one(Step::ALL), one(Method::ALL), option::of(100_u16..700), url(), option::of(url()));
    let said = (end(), option::of(answer()), option::of(text()), any::<u32>());
    let when = (option::of(any::<u32>()), any::<u32>(), option::of(one(&PORTS)));
    (what, said, when).prop_map(
        |((step, method, status, url, location), (end, answer, sample, bytes), (dns, total, peer))| {
            Exchange {
                step,
                attempt: 1,
                hop: 0,
                method,
                url,
                status,
                content_type: None,
                location,
                retry_after: dns.map(|seconds| seconds % 86_401),
                bytes: u64::from(bytes),
                end,
                answer,
                sample,
                timing: Timing {
                    dns_us: dns.map(u64::from),
                    total_us: u64::from(total),
                    ..Timing::default()
                },
                connection: peer.map(|port| Connection {
                    peer: format!("127.0.0.1:{port}"),
                    tls: None,
                    alpn: "h2".to_owned(),
                }),
            }
        },
    )
}

fn finding() -> impl Strategy<Value = Finding> {
    (one(FindingId::ALL), option::of(one(Step::ALL)), option::of(text()))
        .prop_map(|(id, step, detail)| Finding { id, step, detail })
}

/// Any record, decided.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    let exchanges = prop::collection::vec(exchange(), 0..6);
    let findings = prop::collection::vec(finding(), 0..4);
    let session = option::of(Just(Session { id: SESSION.to_owned() }));
    let login = option::of((one(OauthMetadata::ALL), option::of(url())));
    (url(), one(Transport::ALL), exchanges, findings, session, login, any::<u32>()).prop_map(
        |(url, transport, exchanges, findings, session, login, elapsed)| {
            let mut record = Record::new(url, transport, None);
            "2026-11-30T13:27:38Z".clone_into(&mut record.started_at);
            record.elapsed_us = u64::from(elapsed);
            record.exchanges = exchanges;
            record.findings = findings;
            record.session = session;
            record.login = login.map(|(oauth_metadata, metadata_url)| Login {
                oauth_metadata,
                schemes: vec!["bearer".to_owned()],
                metadata_url,
            });
            record.decide();
            record
        },
    )
}

//! What holds for every conversation, whatever the server does.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::probe::initialize::InitializeFacts;
use crate::probe::modern::DiscoverFacts;
use crate::probe::reader::{Content, DocumentFacts};
use crate::probe::tools::{NextCursor, ToolsPage};
use crate::record::{Answer, RpcError, Timing};

/// What a server may do to one request.
#[derive(Debug, Clone)]
enum Reply {
    /// The connection ends like this.
    Broken(PlainReason),
    /// The deadline passes.
    Late(PlainReason),
    /// A status, perhaps with a Location.
    Status(u16, Option<&'static str>),
    /// A usable answer; a session id with it, a cursor of a page.
    Good(Option<&'static str>, NextCursor),
    /// A JSON-RPC error under a status.
    Error(u16, i64),
    /// Something else under 200.
    NotMcp(PlainReason),
}

/// One reply, how long it took, and what else the driver saw.
#[derive(Debug, Clone)]
struct Turn {
    reply: Reply,
    millis: u64,
    http2_refused: bool,
}

fn reply() -> impl Strategy<Value = Reply> {
    use PlainReason as R;
    prop_oneof![
        3 => prop::sample::select(vec![R::Dropped, R::Truncated, R::Refused, R::TlsExpired, R::AddressBlocked, R::DnsFailed])
            .prop_map(Reply::Broken),
        1 => prop::sample::select(vec![R::Dns, R::Connect, R::Headers, R::Body, R::Stream]).prop_map(Reply::Late),
        2 => (
            prop::sample::select(vec![101, 200, 202, 204, 301, 302, 307, 308, 400, 401, 403, 404, 405, 429, 500, 503, 999]),
            prop::sample::select(vec![None, Some("/next"), Some("https://mock.test/other"), Some("https://else.test/"), Some("::")]),
        )
            .prop_map(|(status, location)| Reply::Status(status, location)),
        8 => (
            prop::sample::select(vec![None, Some("session-1"), Some("")]),
            prop_oneof![
                Just(NextCursor::Absent),
                Just(NextCursor::Null),
                Just(NextCursor::Other),
                "[a-c]{0,1}".prop_map(NextCursor::Text),
                "[a-z]{8}".prop_map(NextCursor::Text),
            ],
        )
            .prop_map(|(session, cursor)| Reply::Good(session, cursor)),
        2 => (prop::sample::select(vec![200, 400, 404]), prop::sample::select(vec![-32601, -32022, -32603]))
            .prop_map(|(status, code)| Reply::Error(status, code)),
        1 => prop::sample::select(vec![R::HtmlBody, R::EmptyBody, R::IdMismatch]).prop_map(Reply::NotMcp),
    ]
}

fn turn() -> impl Strategy<Value = Turn> {
    (reply(), prop_oneof![4 => 0..500_u64, 1 => 14_000..16_000_u64], any::<bool>())
        .prop_map(|(reply, millis, http2_refused)| Turn { reply, millis, http2_refused })
}

fn conversation() -> impl Strategy<Value = (Transport, bool, bool, Vec<Turn>)> {
    (
        prop::sample::select(vec![Transport::StreamableHttp, Transport::Sse, Transport::Auto]),
        any::<bool>(),
        any::<bool>(),
        prop::collection::vec(turn(), 1..40),
    )
}

fn content(expect: Expect, cursor: &NextCursor) -> (Option<Answer>, Content) {
    match expect {
        Expect::Initialize { .. } => (
            Some(Answer::Result),
            Content::Initialize(InitializeFacts {
                server: None,
                protocol_version: "2025-06-18".to_owned(),
                tools_declared: Some(true),
            }),
        ),
        Expect::ToolsPage { .. } | Expect::ModernToolsPage { .. } => {
            let mut page = ToolsPage::default();
            page.next_cursor.clone_from(cursor);
            (Some(Answer::Result), Content::ToolsPage(page))
        }
        Expect::Discover { .. } => {
            (Some(Answer::Result), Content::Discover(DiscoverFacts { versions: Vec::new(), server: None }))
        }
        Expect::EndpointEvent => {
            (Some(Answer::Endpoint), Content::Endpoint("https://mock.test/messages".parse().expect("a URL")))
        }
        Expect::Document => (Some(Answer::Result), Content::Document(DocumentFacts { resource: None })),
        Expect::Notification | Expect::Delete => (Some(Answer::Unread), Content::Nothing),
    }
}

fn head(status: u16, location: Option<&str>, session: Option<&str>) -> Head {
    let mut headers = HeaderMap::new();
    if let Some(location) = location {
        headers.insert("location", HeaderValue::from_str(location).expect("a header value"));
    }
    if let Some(session) = session {
        headers.insert("mcp-session-id", HeaderValue::from_str(session).expect("a header value"));
    }
    Head { status, headers }
}

fn reading(answer: Option<Answer>, content: Content) -> Reading {
    let rpc_error = match &answer {
        Some(Answer::Error(error)) => Some(error.clone()),
        _ => None,
    };
    Reading { answer, findings: Vec::new(), rpc_error, sample: None, bytes: 0, unreadable: None, content }
}

/// What the driver would report.
fn ended(request: &Request, turn: &Turn, elapsed: Duration) -> Ended {
    let (end, head, reading) = match &turn.reply {
        Reply::Broken(reason) => (End::Failed((*reason).into()), None, None),
        Reply::Late(phase) => (End::Deadline((*phase).into()), None, None),
        Reply::Status(status, location) => (
            End::Complete,
            Some(head(*status, *location, None)),
            Some(reading(Some(Answer::Unread), Content::Nothing)),
        ),
        Reply::Good(session, cursor) => {
            let (answer, content) = content(request.expect, cursor);
            (End::Complete, Some(head(200, None, *session)), Some(reading(answer, content)))
        }
        Reply::Error(status, code) => {
            let error = RpcError { code: Some(*code), message: String::new(), data: None };
            let mut said = reading(Some(Answer::Error(error)), Content::Nothing);
            if *code == -32022 {
                said.findings.push(Finding {
                    id: FindingId::ModernOnly,
                    step: Some(request.step),
                    detail: None,
                });
            }
            (End::Complete, Some(head(*status, None, Some("not-mine"))), Some(said))
        }
        Reply::NotMcp(reason) => (
            End::Complete,
            Some(head(200, None, None)),
            Some(reading(Some(Answer::NotMcp((*reason).into())), Content::Nothing)),
        ),
    };
    let exchange = Exchange {
        step: request.step,
        attempt: request.attempt,
        hop: request.hop,
        method: request.method,
        url: request.url.to_string(),
        status: head.as_ref().map(|head| head.status),
        content_type: None,
        location: head.as_ref().and_then(Head::location),
        retry_after: None,
        bytes: 0,
        end,
        answer: reading.as_ref().and_then(|reading| reading.answer.clone()),
        sample: None,
        timing: Timing::default(),
        connection: None,
    };
    Ended { exchange, head, reading, http2_refused: turn.http2_refused, blocked: Vec::new(), elapsed }
}

fn policy(modern: bool, oauth_lookup: bool) -> Policy {
    Policy { modern, oauth_lookup, ..Policy::default() }
}

fn target(transport: Transport) -> Target {
    Target { url: "https://mock.test/mcp".parse().expect("a URL"), transport, entry: None }
}

/// Plays a conversation to its end; silence follows when the server's turns are used up.
fn play(transport: Transport, policy: &Policy, turns: &[Turn]) -> (Vec<(Request, Turn)>, Record) {
    let voice = Voice::new(policy).expect("a usable contact");
    let mut machine = Machine::new(&target(transport), policy, &voice);
    let silence = Turn { reply: Reply::Late(PlainReason::Headers), millis: 15_000, http2_refused: false };
    let mut turns = turns.iter();
    let mut said = Vec::new();
    let mut elapsed = Duration::ZERO;
    let mut action = machine.advance(Event::Start);
    while let Action::Send(request) = action {
        assert!(said.len() < 200, "the conversation does not end");
        let turn = turns.next().unwrap_or(&silence).clone();
        elapsed += Duration::from_millis(turn.millis);
        let end = ended(&request, &turn, elapsed);
        said.push((*request, turn));
        action = machine.advance(Event::Ended(Box::new(end)));
    }
    // Nothing after the end, whatever happens.
    assert_eq!(machine.advance(Event::Start), Action::Finish);
    let late = ended(&said[0].0, &silence, elapsed);
    assert_eq!(machine.advance(Event::Ended(Box::new(late))), Action::Finish);
    (said, machine.into_record())
}

fn id_of(request: &Request) -> Option<u64> {
    let body: serde_json::Value = serde_json::from_slice(&request.body).ok()?;
    body.get("id")?.as_u64()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_conversation_keeps_the_rules((transport, modern, lookup, turns) in conversation()) {
        let policy = policy(modern, lookup);
        let (said, record) = play(transport, &policy, &turns);

        // One exchange a request, in order.
        let kept = record.exchanges.len() + record.modern.as_ref().map_or(0, |modern| modern.exchanges.len());
        prop_assert_eq!(kept, said.len());

        let count = |step: Step| said.iter().filter(|(r, _)| r.step == step && r.attempt == 1 && r.hop == 0).count();
        prop_assert!(count(Step::Initialize) <= 1);
        prop_assert!(count(Step::Initialized) <= 1);
        prop_assert!(count(Step::ToolsList) <= 5);
        prop_assert!(count(Step::Delete) <= 1);
        prop_assert!(count(Step::OpenStream) <= 1);
        prop_assert!(count(Step::Discover) <= usize::from(modern));
        prop_assert!(count(Step::ModernToolsList) <= usize::from(modern));
        prop_assert!(count(Step::ResourceMetadata) <= 4 * usize::from(lookup));

        let mut ids = BTreeSet::new();
        let mut result = None;
        let mut spent = Duration::ZERO;
        for (index, (request, turn)) in said.iter().enumerate() {
            // Time: nothing is begun when the whole probe's is used up.
            prop_assert!(spent < policy.probe_deadline);
            spent += Duration::from_millis(turn.millis);
            // Caps of one request.
            prop_assert!(request.attempt <= 2 && request.hop <= 3);
            if request.attempt == 2 || request.hop > 0 {
                let (before, what) = &said[index - 1];
                prop_assert_eq!(before.step, request.step);
                if request.hop > before.hop {
                    prop_assert!(matches!(what.reply, Reply::Status(307 | 308, Some(_))));
                    prop_assert_eq!(&before.body, &request.body);
                    prop_assert_eq!(&before.headers, &request.headers);
                    prop_assert_eq!(request.deadline, Deadline::Running);
                } else {
                    prop_assert!(matches!(what.reply, Reply::Broken(PlainReason::Dropped | PlainReason::Truncated)));
                    prop_assert_ne!(request.deadline, Deadline::Running);
                }
            }
            // Where it goes: never another origin, never another method than the transport's.
            if request.step != Step::ResourceMetadata {
                prop_assert_eq!(request.url.origin(), target(transport).url.origin());
                prop_assert_eq!(request.method == Method::Get, request.step == Step::OpenStream);
            }
            prop_assert!(transport != Transport::StreamableHttp || request.step != Step::OpenStream);
            prop_assert!(transport != Transport::Sse || request.method != Method::Post || modern);
            // Ids.
            if let Some(id) = id_of(request) {
                prop_assert!(id > 1);
                prop_assert!(request.hop > 0 || ids.insert(id), "id {} was used twice", id);
            }
            // Order: nothing but initialize before its result.
            let needs_result = matches!(request.step, Step::Initialized | Step::ToolsList | Step::Delete);
            prop_assert!(!needs_result || result.is_some());
            // What is sent back.
            let session = request.headers.get("mcp-session-id").map(|value| value.to_str().unwrap_or_default());
            let wanted = if needs_result { result.flatten() } else { None };
            prop_assert_eq!(session, wanted);
            prop_assert_eq!(request.headers.get("mcp-protocol-version").is_some(), needs_result || matches!(request.step, Step::Discover | Step::ModernToolsList));
            for never in ["origin", "cookie", "authorization"] {
                prop_assert!(!request.headers.contains_key(never));
            }
            if let (Step::Initialize, Reply::Good(session, _)) = (request.step, &turn.reply) {
                result = Some(session.filter(|id| !id.is_empty()));
            }
        }
        // A session that was given is ended, unless the time ran out.
        if spent < policy.probe_deadline {
            prop_assert_eq!(count(Step::Delete) == 1, result.flatten().is_some());
        }
        // Deciding again changes nothing.
        let mut again = record.clone();
        again.decide();
        prop_assert_eq!(again, record);
    }

    #[test]
    fn retries_need_a_drop(reason in prop::sample::select(PlainReason::ALL.to_vec())) {
        let turn = Turn { reply: Reply::Broken(reason), millis: 1, http2_refused: false };
        let (said, record) = play(Transport::StreamableHttp, &Policy::default(), &[turn.clone(), turn]);
        let dropped = matches!(reason, PlainReason::Dropped | PlainReason::Truncated);
        prop_assert_eq!(said.len(), if dropped { 2 } else { 1 });
        prop_assert_eq!(record.has(FindingId::Retried), dropped);
    }
}

fn good(cursor: NextCursor) -> Turn {
    Turn { reply: Reply::Good(Some("s"), cursor), millis: 1, http2_refused: false }
}

fn steps(said: &[(Request, Turn)]) -> Vec<&'static str> {
    said.iter().map(|(request, _)| request.step.as_str()).collect()
}

#[test]
fn a_healthy_server_is_asked_four_things() {
    let turns = vec![good(NextCursor::Absent); 4];
    let (said, record) = play(Transport::StreamableHttp, &Policy::default(), &turns);
    assert_eq!(steps(&said), ["initialize", "notifications/initialized", "tools/list", "delete"]);
    assert_eq!(record.outcome, crate::outcome::Outcome::Answered);
    assert!(record.tools.complete);
}

#[test]
fn page_six_is_never_asked_for() {
    let mut turns = vec![good(NextCursor::Absent); 2];
    turns.extend((0..9).map(|page| good(NextCursor::Text(page.to_string()))));
    let (said, record) = play(Transport::StreamableHttp, &Policy::default(), &turns);
    assert_eq!(said.iter().filter(|(request, _)| request.step == Step::ToolsList).count(), 5);
    assert!(!record.tools.complete);
    assert_eq!(record.tools.pages, 5);
}

#[test]
fn a_cursor_that_was_sent_ends_the_list() {
    let mut turns = vec![good(NextCursor::Absent); 2];
    turns.extend(["a", "b", "a", "c"].map(|cursor| good(NextCursor::Text(cursor.to_owned()))));
    let (_, record) = play(Transport::StreamableHttp, &Policy::default(), &turns);
    assert!(record.has(FindingId::CursorLoop));
    assert_eq!(record.tools.pages, 3);
    assert!(!record.tools.complete);
}

#[test]
fn three_hops_are_followed_and_no_fourth() {
    let hop = Turn { reply: Reply::Status(307, Some("/again")), millis: 1, http2_refused: false };
    let (said, record) = play(Transport::StreamableHttp, &Policy::default(), &vec![hop; 9]);
    assert_eq!(said.len(), 4);
    assert_eq!(record.findings.iter().filter(|finding| finding.id == FindingId::Redirected).count(), 3);
    assert_eq!(record.reason, Some(Reason::Redirect(307)));
}

#[test]
fn auto_asks_for_the_stream_after_three_statuses_only() {
    for status in [400, 401, 403, 404, 405, 406, 410, 429, 500] {
        let turns = [
            Turn { reply: Reply::Status(status, None), millis: 1, http2_refused: false },
            good(NextCursor::Absent),
        ];
        let (said, record) = play(Transport::Auto, &Policy::default(), &turns);
        let falls_back = matches!(status, 400 | 404 | 405);
        assert_eq!(said.len(), if falls_back { 2 } else { 1 }, "{status}");
        assert_eq!(record.outcome == crate::outcome::Outcome::Answered, falls_back, "{status}");
    }
}

#[test]
fn a_refusal_of_http2_is_mended_over_http1() {
    let refusal = Turn { reply: Reply::Broken(PlainReason::Dropped), millis: 1, http2_refused: true };
    let mut turns = vec![refusal];
    turns.extend(vec![good(NextCursor::Absent); 4]);
    let (said, record) = play(Transport::StreamableHttp, &Policy::default(), &turns);
    assert!(!said[0].0.http1_only);
    assert!(said[1..].iter().all(|(request, _)| request.http1_only));
    assert!(record.has(FindingId::Retried) && record.has(FindingId::H2Refused));
}

#[test]
fn whatever_a_url_holds_fits_into_a_request_line() {
    for c in (0..=0x10ff).filter_map(char::from_u32) {
        let url: Url = format!("https://mock.test/a{c}b?c={c}d").parse().expect("a URL");
        assert!(request_uri(&url).is_some(), "{c:?}: {url}");
    }
}

//! HTTP/1 byte by byte: what the driver makes of a peer's replies, its silence and its closing.

use std::time::Duration;

use rollcall::outcome::Outcome;
use rollcall::policy::Policy;
use rollcall::probe::Trace;
use rollcall::probe::machine::{Ended, Request};
use rollcall::probe::resolve::NoAddress;
use rollcall::record::FindingId;
use rollcall::target::Transport;

use crate::peer::{Act, Acts, Peer, answering, healthy, initialize_result, reply};
use crate::setup::{Fixed, playing, policy, probe, probe_at, prober, says, target};

#[test]
fn a_probe_can_be_spawned() {
    fn sendable<T: Send>(_: &T) {}
    let resolver = Fixed::new(Err(NoAddress::NoData));
    let prober = prober(policy(), resolver);
    let target = target("http://peer.test/mcp", Transport::Auto);
    let probe = prober.probe(&target);
    sendable(&probe);
    // Ten thousand are held open at once: what one takes counts.
    assert!(size_of_val(&probe) <= 6 * 1024, "{} bytes", size_of_val(&probe));
}

#[tokio::test]
async fn one_connection_serves_a_probe() {
    let (record, peer) = playing(vec![answering(healthy())]).await;
    assert_eq!(says(&record), "answered");
    assert_eq!(record.tools.count, Some(2));
    assert_eq!(peer.connections(), 1);
    let requests = peer.requests();
    assert_eq!(requests.len(), 3);
    for request in &requests {
        let head = request.to_ascii_lowercase();
        for wanted in [
            "post /mcp http/1.1",
            "accept: application/json, text/event-stream",
            "host: peer.test",
            "accept-encoding: identity",
        ] {
            assert!(head.contains(wanted), "{wanted} in {request}");
        }
        for never in ["origin:", "cookie:", "authorization:"] {
            assert!(!head.contains(never), "{never} in {request}");
        }
    }
    assert!(!requests[0].contains("mcp-protocol-version"));
    assert!(requests[2].contains("mcp-protocol-version: 2025-06-18"));
}

#[tokio::test]
async fn a_connection_closed_between_requests_is_replaced_and_nothing_is_said() {
    let [first, second, third] = healthy();
    let plays = vec![answering([first]), answering([second]), answering([third])];
    let (record, peer) = playing(plays).await;
    assert_eq!(says(&record), "answered");
    assert_eq!(record.findings, []);
    assert_eq!(peer.requests().len(), 3);
    assert_eq!(record.exchanges.len(), 3);
}

#[tokio::test]
async fn a_drop_is_tried_once_more() {
    let drops: [Acts; 4] = [
        vec![Act::Read],
        vec![Act::Read, Act::Reset],
        vec![Act::Read, Act::Write(b"HTTP/1.1 200 OK\r\ncont".to_vec())],
        vec![
            Act::Read,
            Act::Write(
                b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{".to_vec(),
            ),
            Act::Reset,
        ],
    ];
    for acts in drops {
        let (record, peer) = playing(vec![acts.clone()]).await;
        assert_eq!(says(&record), "connection-failed: dropped", "{acts:?}");
        assert_eq!(peer.requests().len(), 2, "{acts:?}");
        assert!(record.has(FindingId::Retried));
        let again = Peer::playing(vec![acts, with_ids_from(3)]).await;
        let record = probe(&again).await;
        assert_eq!(says(&record), "answered");
        assert!(record.has(FindingId::Retried));
    }
}

/// A healthy connection after a retry: the ids have moved on.
fn with_ids_from(id: u64) -> Acts {
    let [_, accepted, _] = healthy();
    answering([
        reply("200 OK", "application/json", &initialize_result(id)),
        accepted,
        reply("200 OK", "application/json", &crate::peer::tools_result(id + 2)),
    ])
}

#[tokio::test]
async fn a_body_cut_short_is_truncated() {
    let cut: [&[u8]; 3] = [
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{\"a\":1",
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{\"a\":1",
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n2\r\n: \r\n9\r\nda",
    ];
    for bytes in cut {
        let (record, peer) = playing(vec![vec![Act::Read, Act::Write(bytes.to_vec())]]).await;
        assert_eq!(says(&record), "connection-failed: truncated", "{}", String::from_utf8_lossy(bytes));
        assert_eq!(peer.requests().len(), 2);
    }
}

#[tokio::test]
async fn a_cut_body_under_an_error_status_is_no_drop() {
    let bytes = b"HTTP/1.1 500 Oh\r\ncontent-type: text/html\r\ncontent-length: 900\r\n\r\n<html>".to_vec();
    let (record, peer) = playing(vec![vec![Act::Read, Act::Write(bytes)]]).await;
    assert_eq!(says(&record), "http-5xx");
    assert_eq!(peer.requests().len(), 1);
}

#[tokio::test]
async fn what_is_no_http_is_not_tried_again() {
    let plays: [Acts; 4] = [
        vec![Act::Write(b"SSH-2.0-peer\r\n".to_vec()), Act::Hold],
        vec![Act::Read, Act::Write(b"220 peer ESMTP\r\n".to_vec()), Act::Hold],
        vec![Act::Read, Act::Write(b"HTTP/1.1 two hundred\r\n\r\n".to_vec()), Act::Hold],
        vec![Act::Read, Act::Write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n".to_vec()), Act::Hold],
    ];
    for acts in plays {
        let (record, peer) = playing(vec![acts.clone()]).await;
        assert_eq!(says(&record), "not-mcp: not-http", "{acts:?}");
        assert_eq!(peer.connections(), 1, "{acts:?}");
    }
}

#[tokio::test]
async fn a_head_over_its_cap_is_given_up() {
    let mut many = b"HTTP/1.1 200 OK\r\n".to_vec();
    for field in 0..50 {
        many.extend_from_slice(format!("x-{field}: {}\r\n", "v".repeat(2048)).as_bytes());
    }
    many.extend_from_slice(b"content-length: 0\r\n\r\n");
    let mut endless = b"HTTP/1.1 200 OK\r\nx: ".to_vec();
    endless.extend(std::iter::repeat_n(b'v', 1 << 20));
    for head in [many, endless] {
        let (record, _) = playing(vec![vec![Act::Read, Act::Write(head), Act::Hold]]).await;
        assert_eq!(says(&record), "not-mcp: headers-too-large");
    }
}

#[tokio::test]
async fn a_head_of_many_small_fields_is_read() {
    let [first, second, third] = healthy();
    let first = String::from_utf8(first).unwrap();
    let fields: String = (0..500).map(|field| format!("x-{field}: v\r\n")).collect();
    let first = first.replacen("content-type", &format!("{fields}content-type"), 1).into_bytes();
    let (record, _) = playing(vec![answering([first, second, third])]).await;
    assert_eq!(says(&record), "answered");
}

#[tokio::test]
async fn interim_replies_and_trailers_are_passed_over() {
    let [first, second, third] = healthy();
    let early =
        [b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".to_vec(), first]
            .concat();
    let body = crate::peer::tools_result(4);
    let chunked = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\nx-sum: 1\r\n\r\n",
        body.len()
    );
    let _ = third;
    let (record, peer) = playing(vec![answering([early, second, chunked.into_bytes()])]).await;
    assert_eq!(says(&record), "answered");
    assert_eq!((record.findings.len(), peer.connections()), (0, 1));
}

#[tokio::test]
async fn http_1_0_ends_its_body_by_closing() {
    let old = |body: String| {
        format!("HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{body}").into_bytes()
    };
    let plays = vec![
        answering([old(initialize_result(2))]),
        answering([b"HTTP/1.0 202 Accepted\r\n\r\n".to_vec()]),
        answering([old(crate::peer::tools_result(4))]),
    ];
    let (record, peer) = playing(plays).await;
    assert_eq!(says(&record), "answered");
    assert_eq!((record.findings.len(), peer.connections()), (0, 3));
}

#[tokio::test]
async fn the_deadline_names_the_phase() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n".to_vec();
    let stream = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: \n\n".to_vec();
    let plays = [
        (vec![Act::Hold], "headers"),
        (vec![Act::Read, Act::Write(head), Act::Hold], "body"),
        (vec![Act::Read, Act::Write(stream), Act::Hold], "stream"),
    ];
    for (acts, phase) in plays {
        let peer = Peer::playing(vec![acts]).await;
        let policy = Policy { request_deadline: Duration::from_millis(300), ..policy() };
        let record = probe_at(vec![peer.address], policy).await;
        assert_eq!(says(&record), format!("timed-out: {phase}"));
        assert_eq!(peer.connections(), 1);
    }
}

#[tokio::test]
async fn evidence_is_not_waited_for() {
    let bytes = b"HTTP/1.1 404 No\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n1\r\n<\r\n"
        .to_vec();
    let peer = Peer::playing(vec![vec![Act::Read, Act::Write(bytes), Act::Hold]]).await;
    let policy = Policy {
        evidence_deadline: Duration::from_millis(100),
        request_deadline: Duration::from_secs(60),
        ..policy()
    };
    let record = probe_at(vec![peer.address], policy).await;
    assert_eq!(says(&record), "http-4xx");
}

#[tokio::test]
async fn a_server_that_refuses_early_is_heard_out() {
    // It answers at the first byte and resets: what it said is read all the same, and the write that failed is not told.
    let acts = vec![Act::Sip, Act::Write(reply("403 Forbidden", "text/plain", "no")), Act::Reset];
    let (record, peer) = playing(vec![acts]).await;
    assert_eq!(says(&record), "login-required");
    assert_eq!(peer.connections(), 1);
}

#[tokio::test]
async fn an_answer_on_a_stream_that_stays_open_is_enough() {
    let event = |body: String| {
        let event = format!("event: message\ndata: {body}\n\n");
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{event}\r\n", event.len()).into_bytes()
    };
    let [_, accepted, _] = healthy();
    let hold = |bytes: Vec<u8>| vec![Act::Read, Act::Write(bytes), Act::Hold];
    let plays =
        vec![hold(event(initialize_result(2))), answering([accepted, event(crate::peer::tools_result(4))])];
    let (record, peer) = playing(plays).await;
    assert_eq!(says(&record), "answered");
    assert_eq!(record.findings, []);
    assert_eq!(peer.connections(), 2);
}

#[tokio::test]
async fn a_stream_that_ends_after_its_answer_keeps_the_connection() {
    let event = |body: String| {
        let event = format!("data: {body}\n\n");
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{event}\r\n0\r\n\r\n", event.len()).into_bytes()
    };
    let [_, accepted, _] = healthy();
    let (record, peer) = playing(vec![answering([
        event(initialize_result(2)),
        accepted,
        event(crate::peer::tools_result(4)),
    ])])
    .await;
    assert_eq!(says(&record), "answered");
    assert_eq!(peer.connections(), 1);
}

#[tokio::test]
async fn a_server_may_close_at_every_possible_byte() {
    let [first, ..] = healthy();
    for cut in 0..first.len() {
        let (record, _) = playing(vec![vec![Act::Read, Act::Write(first[..cut].to_vec())]]).await;
        assert_eq!(record.outcome, Outcome::ConnectionFailed, "cut after {cut} bytes: {}", says(&record));
        assert_eq!(record.exchanges.len(), 2);
    }
}

#[tokio::test]
async fn a_redirect_is_followed_on_the_same_origin() {
    let hop = b"HTTP/1.1 307 Over\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n".to_vec();
    let [first, second, third] = healthy();
    let (record, peer) = playing(vec![answering([hop, first, second, third])]).await;
    assert_eq!(says(&record), "answered");
    let requests = peer.requests();
    assert_eq!(peer.connections(), 1);
    assert!(requests[0].starts_with("POST /mcp "));
    assert!(requests[1..].iter().all(|request| request.starts_with("POST /there ")), "{requests:?}");
    assert_eq!(requests[0].split_once("\r\n").unwrap().1, requests[1].split_once("\r\n").unwrap().1);
}

/// Keeps what a trace shows.
#[derive(Default)]
struct Seen(Vec<String>);

impl Trace for Seen {
    fn request(&mut self, request: &Request) {
        self.0.push(format!("{} {} {}", request.method, request.url, request.body.len()));
    }

    fn reply(&mut self, ended: &Ended, body: &[u8]) {
        let status = ended.exchange.status.unwrap_or_default();
        self.0.push(format!("{status} {}", String::from_utf8_lossy(body)));
    }
}

#[tokio::test]
async fn a_trace_sees_every_exchange() {
    let peer = Peer::playing(vec![answering(healthy())]).await;
    let prober = prober(policy(), Fixed::new(Ok(vec![peer.address])));
    let mut seen = Seen::default();
    let target = target("http://peer.test/mcp", Transport::StreamableHttp);
    let record = prober.probe_traced(&target, &mut seen).await;
    assert_eq!(says(&record), "answered");
    assert_eq!(seen.0.len(), 6);
    assert!(seen.0[0].starts_with("POST http://peer.test/mcp "), "{:?}", seen.0);
    assert_eq!(seen.0[1], format!("200 {}", initialize_result(2)));
}

#[tokio::test]
async fn a_compressed_stream_is_read_as_it_comes() {
    use std::io::Write as _;
    let [_, accepted, tools] = healthy();
    let mut coder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    write!(coder, ": hello\n\ndata: {}\n\n", initialize_result(2)).unwrap();
    coder.flush().unwrap();
    let mut first =
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\n\r\n".to_vec();
    first.extend_from_slice(coder.get_ref());
    // The stream stays open: what came has to be enough.
    let plays = vec![vec![Act::Read, Act::Write(first), Act::Hold], answering([accepted, tools])];
    let (record, _) = playing(plays).await;
    assert_eq!(says(&record), "answered");
    assert!(record.has(FindingId::UnrequestedEncoding));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_never_stops_sending_does_not_outlast_the_deadline() {
    for flood in ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"] {
        let (record, _) = playing(vec![vec![Act::Read, Act::Flood(flood.repeat(1000).into_bytes())]]).await;
        assert_eq!(says(&record), "timed-out: headers", "{flood}");
    }
}

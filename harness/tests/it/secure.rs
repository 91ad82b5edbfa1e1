//! TLS and HTTP/2: what a handshake, a certificate or a frame comes to in the record.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rollcall::outcome::Outcome;
use rollcall::probe::Prober;
use rollcall::record::{FindingId, Record};
use rollcall::target::Transport;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use crate::peer::{healthy, initialize_result, read_request, tools_result};
use crate::setup::{Fixed, policy, says, target};

const NAME: &str = "peer.test";

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(name: &str) -> Authority {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

struct Identity {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
}

fn leaf(name: &str, years: (i32, i32)) -> CertificateParams {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.not_before = date_time_ymd(years.0, 1, 1);
    params.not_after = date_time_ymd(years.1, 1, 1);
    params.distinguished_name.push(rcgen::DnType::CommonName, "a leaf");
    params
}

const NOW: (i32, i32) = (2020, 2090);

fn signed(params: &CertificateParams, by: &Authority) -> Identity {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, by).unwrap();
    Identity { chain: vec![certificate.der().clone()], key: key.serialize_der().try_into().unwrap() }
}

fn self_signed(params: &CertificateParams) -> Identity {
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    Identity { chain: vec![certificate.der().clone()], key: key.serialize_der().try_into().unwrap() }
}

fn server(identity: Identity, alpn: &[&[u8]]) -> rustls::ServerConfig {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(identity.chain, identity.key)
        .unwrap();
    config.alpn_protocols = alpn.iter().map(|protocol| protocol.to_vec()).collect();
    config
}

/// A listener that hands each connection to a function. Gone when dropped.
struct Host {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Host {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn hosting<F, T>(serve: F) -> Host
where
    F: Fn(TcpStream, usize) -> T + Send + 'static,
    T: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(async move {
        for turn in 0.. {
            let Ok((stream, _)) = listener.accept().await else { return };
            tokio::spawn(serve(stream, turn));
        }
    });
    Host { address, task }
}

async fn healthy_over_tls(config: rustls::ServerConfig) -> Host {
    let acceptor = TlsAcceptor::from(Arc::new(config));
    hosting(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            let Ok(mut stream) = acceptor.accept(stream).await else { return };
            for reply in healthy() {
                if read_request(&mut stream).await.is_none() || stream.write_all(&reply).await.is_err() {
                    return;
                }
                stream.flush().await.unwrap();
            }
        }
    })
    .await
}

async fn probe(host: &Host, trusted: &Authority) -> Record {
    let mut roots = rollcall::trust::roots::<&str>(&[]).unwrap();
    roots.add(trusted.der().clone()).unwrap();
    let prober = Prober::new(Arc::new(policy()), Fixed::new(Ok(vec![host.address])), roots).unwrap();
    prober.probe(&target(&format!("https://{NAME}/mcp"), Transport::StreamableHttp)).await
}

#[tokio::test]
async fn a_trusted_certificate_is_trusted() {
    let ca = authority("ours");
    let host = healthy_over_tls(server(signed(&leaf(NAME, NOW), &ca), &[b"http/1.1"])).await;
    let record = probe(&host, &ca).await;
    assert_eq!(says(&record), "answered");
    let connection = record.exchanges[0].connection.clone().unwrap();
    assert_eq!((connection.tls.as_deref(), connection.alpn.as_str()), (Some("1.3"), "http/1.1"));
}

#[tokio::test]
async fn a_certificate_is_told_by_its_dates_then_its_issuer_then_its_name() {
    let (ca, other) = (authority("ours"), authority("not ours"));
    let mut is_ca = leaf(NAME, NOW);
    is_ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let cases = [
        (signed(&leaf(NAME, (2000, 2001)), &ca), "tls-expired"),
        (signed(&leaf(NAME, (2090, 2091)), &ca), "tls-not-yet-valid"),
        (signed(&leaf("else.test", NOW), &ca), "tls-wrong-host"),
        (signed(&leaf(NAME, NOW), &other), "tls-unknown-issuer"),
        (signed(&leaf(NAME, NOW), &authority("ours")), "tls-unknown-issuer"),
        (self_signed(&leaf(NAME, NOW)), "tls-self-signed"),
        (self_signed(&is_ca), "tls-self-signed"),
        (signed(&leaf("else.test", (2000, 2001)), &other), "tls-expired"),
        (self_signed(&leaf(NAME, (2000, 2001))), "tls-expired"),
        (signed(&leaf("else.test", NOW), &other), "tls-unknown-issuer"),
        (self_signed(&leaf("else.test", NOW)), "tls-self-signed"),
    ];
    for (identity, reason) in cases {
        let host = healthy_over_tls(server(identity, &[])).await;
        let record = probe(&host, &ca).await;
        assert_eq!(says(&record), format!("connection-failed: {reason}"));
        assert_eq!(record.exchanges.len(), 1, "{reason}");
    }
}

#[tokio::test]
async fn a_demand_for_a_client_certificate_is_no_drop() {
    let ca = authority("ours");
    let mut roots = rustls::RootCertStore::empty();
    roots.add(ca.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    for version in [&rustls::version::TLS13, &rustls::version::TLS12] {
        let verifier = rustls::server::WebPkiClientVerifier::builder_with_provider(
            Arc::new(roots.clone()),
            Arc::clone(&provider),
        );
        let identity = signed(&leaf(NAME, NOW), &ca);
        let config = rustls::ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[version])
            .unwrap()
            .with_client_cert_verifier(verifier.build().unwrap())
            .with_single_cert(identity.chain, identity.key)
            .unwrap();
        let host = healthy_over_tls(config).await;
        let record = probe(&host, &ca).await;
        assert_eq!(says(&record), "connection-failed: tls-handshake");
        assert_eq!(record.exchanges.len(), 1);
    }
}

#[tokio::test]
async fn a_handshake_fails_in_its_own_words() {
    let ca = authority("ours");
    let answers: [(&[u8], &str, usize); 4] = [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not-tls", 1),
        (b"SSH-2.0-peer\r\n", "not-tls", 1),
        // A fatal alert: protocol_version.
        (b"\x15\x03\x01\x00\x02\x02\x46", "tls-handshake", 1),
        (b"", "dropped", 2),
    ];
    for (answer, reason, tries) in answers {
        let host = hosting(move |mut stream, _| async move {
            let mut hello = [0; 1024];
            let _ = stream.read(&mut hello).await;
            let _ = stream.write_all(answer).await;
        })
        .await;
        let record = probe(&host, &ca).await;
        assert_eq!(says(&record), format!("connection-failed: {reason}"));
        assert_eq!(record.exchanges.len(), tries);
        assert_eq!(record.has(FindingId::Retried), tries == 2);
    }
}

type Streams = h2::server::Connection<tokio_rustls::server::TlsStream<TcpStream>, Bytes>;

/// What a peer of HTTP/2 does with the first request of a connection.
#[derive(Debug, Clone, Copy)]
enum First {
    Answer,
    RefuseStream,
    WantHttp1,
    BigHead,
    CutBody,
}

async fn serve_http2(mut streams: Streams, first: First, mut id: u64) {
    let mut at = 0;
    while let Some(Ok((request, mut respond))) = streams.accept().await {
        let what = if at == 0 { first } else { First::Answer };
        at += 1;
        let _ = request;
        match what {
            First::RefuseStream => respond.send_reset(h2::Reason::REFUSED_STREAM),
            First::WantHttp1 => {
                streams.abrupt_shutdown(h2::Reason::HTTP_1_1_REQUIRED);
            }
            First::BigHead => {
                let mut reply = http::Response::builder().status(200);
                for field in 0..50 {
                    reply = reply.header(format!("x-{field}"), "v".repeat(2048));
                }
                respond.send_response(reply.body(()).unwrap(), true).unwrap();
            }
            First::CutBody => {
                let reply = http::Response::builder()
                    .header("content-type", "application/json")
                    .header("content-length", 90);
                let mut body = respond.send_response(reply.body(()).unwrap(), false).unwrap();
                body.send_data(Bytes::from_static(b"{"), true).unwrap();
            }
            First::Answer => {
                let (status, text) = match at {
                    1 => (200, initialize_result(id)),
                    2 => (202, String::new()),
                    _ => (200, tools_result(id)),
                };
                let reply =
                    http::Response::builder().status(status).header("content-type", "application/json");
                let mut body = respond.send_response(reply.body(()).unwrap(), text.is_empty()).unwrap();
                if !text.is_empty() {
                    body.send_data(Bytes::from(text), true).unwrap();
                }
                id += 1;
            }
        }
    }
}

async fn http2(ca: &Authority, alpn: &[&[u8]], first: First) -> Host {
    let acceptor = TlsAcceptor::from(Arc::new(server(signed(&leaf(NAME, NOW), ca), alpn)));
    hosting(move |stream, turn| {
        let acceptor = acceptor.clone();
        async move {
            let Ok(mut stream) = acceptor.accept(stream).await else { return };
            let id = 2 + turn as u64;
            if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                let what = if turn == 0 || matches!(first, First::CutBody) { first } else { First::Answer };
                serve_http2(h2::server::handshake(stream).await.unwrap(), what, id).await;
            } else {
                let [_, accepted, _] = healthy();
                let json = |body: String| crate::peer::reply("200 OK", "application/json", &body);
                for reply in [json(initialize_result(id)), accepted, json(tools_result(id + 2))] {
                    if read_request(&mut stream).await.is_none() {
                        return;
                    }
                    stream.write_all(&reply).await.unwrap();
                }
            }
        }
    })
    .await
}

#[tokio::test]
async fn http2_is_spoken_where_it_is_offered() {
    let ca = authority("ours");
    let host = http2(&ca, &[b"h2"], First::Answer).await;
    let record = probe(&host, &ca).await;
    assert_eq!(says(&record), "answered");
    assert_eq!(record.findings, []);
    assert_eq!(record.tools.count, Some(2));
    assert!(record.exchanges.iter().all(|exchange| exchange.connection.as_ref().unwrap().alpn == "h2"));
}

#[tokio::test]
async fn http2_breaks_in_its_own_ways() {
    let ca = authority("ours");
    let cases = [
        (First::RefuseStream, "answered", vec![FindingId::Retried]),
        (First::WantHttp1, "answered", vec![FindingId::Retried, FindingId::H2Refused]),
        (First::BigHead, "not-mcp: headers-too-large", vec![]),
        (First::CutBody, "connection-failed: truncated", vec![FindingId::Retried]),
    ];
    for (first, expected, findings) in cases {
        let host = http2(&ca, &[b"h2", b"http/1.1"], first).await;
        let record = probe(&host, &ca).await;
        assert_eq!(says(&record), expected, "{first:?}");
        assert_eq!(
            record.findings.iter().map(|finding| finding.id).collect::<Vec<_>>(),
            findings,
            "{first:?}"
        );
    }
}

#[tokio::test]
async fn bytes_that_are_no_frames_are_no_http() {
    let ca = authority("ours");
    let acceptor = TlsAcceptor::from(Arc::new(server(signed(&leaf(NAME, NOW), &ca), &[b"h2"])));
    let host = hosting(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            let mut stream = acceptor.accept(stream).await.unwrap();
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
            stream.flush().await.unwrap();
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
        }
    })
    .await;
    let record = probe(&host, &ca).await;
    assert_eq!(record.outcome, Outcome::NotMcp, "{}", says(&record));
}

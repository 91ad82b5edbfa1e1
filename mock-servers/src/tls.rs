//! Certificates made at start, good and bad, and the handshakes that go wrong.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair, KeyUsagePurpose,
};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::WebPkiClientVerifier;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

use crate::http1::hold;
use crate::script::{Alpn, Certificate, Handshake, Tls};
use crate::socket::Socket;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The name in a certificate for somebody else.
const ELSEWHERE: &str = "elsewhere.example";
/// A fatal alert, protocol version (RFC 8446 section 6.2), in a record of TLS 1.0, as an old server sends it.
const OLD_PROTOCOL_ALERT: &[u8] = &[0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46];
/// What a plain HTTP server says to a TLS hello.
const PLAIN_HTTP: &[u8] = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: 12\r\n\r\nBad Request\n";

/// The authority of every mock in this process: made once, trusted by whoever is given its certificate.
pub(crate) static AUTHORITY: LazyLock<Authority> =
    LazyLock::new(|| Authority::new("Mock Servers Test Authority"));
/// An authority that nobody is told about.
static STRANGER: LazyLock<Authority> = LazyLock::new(|| Authority::new("Unheard-of Authority"));

/// A certificate authority.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let key = KeyPair::generate().expect("a key pair can be made");
        let mut params = params(&[], name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let pem = params.self_signed(&key).expect("the parameters are complete").pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// The certificate to trust.
    pub(crate) fn pem(&self) -> &str {
        &self.pem
    }
}

/// What of a handshake came through.
pub(crate) enum Shaken {
    /// A connection, and the name that was asked for.
    Done(Box<TlsStream<TcpStream>>, Option<String>),
    /// Nothing to serve.
    Over,
}

/// Server configurations, by what is asked of them.
#[derive(Default)]
pub(crate) struct Configs {
    made: Mutex<BTreeMap<(Certificate, String), Arc<ServerConfig>>>,
}

impl Configs {
    /// Shakes hands, as well or as badly as the script says. `name` stands in where the client names nobody.
    pub(crate) async fn shake(&self, tls: &Tls, name: &str, mut tcp: TcpStream) -> io::Result<Shaken> {
        if let Some(delay) = tls.delay {
            tokio::time::sleep(delay.0).await;
        }
        if tls.handshake == Handshake::Silent {
            hold(&mut tcp).await;
            return Ok(Shaken::Over);
        }
        if matches!(tls.handshake, Handshake::PlainHttp | Handshake::OldProtocol | Handshake::Reset) {
            // The hello has to be read: unread bytes turn a close into a reset.
            let mut hello = vec![0; 16 * 1024];
            tokio::io::AsyncReadExt::read(&mut tcp, &mut hello).await?;
            match tls.handshake {
                Handshake::Reset => tcp.reset(),
                Handshake::OldProtocol => tcp.write_all(OLD_PROTOCOL_ALERT).await?,
                _ => tcp.write_all(PLAIN_HTTP).await?,
            }
            if tls.handshake != Handshake::Reset {
                tcp.shutdown().await?;
                hold(&mut tcp).await;
            }
            return Ok(Shaken::Over);
        }
        let start = LazyConfigAcceptor::new(rustls::server::Acceptor::default(), tcp).await?;
        let asked = start.client_hello().server_name().map(str::to_owned);
        let config = self.config(tls, asked.as_deref().unwrap_or(name));
        let stream = start.into_stream(config).await?;
        Ok(Shaken::Done(Box::new(stream), asked))
    }

    fn config(&self, tls: &Tls, name: &str) -> Arc<ServerConfig> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        // A client that asks for ever new names must not fill the memory.
        if made.len() > 2_000 {
            made.clear();
        }
        let config =
            made.entry((tls.certificate, name.to_owned())).or_insert_with(|| Arc::new(config(tls, name)));
        Arc::clone(config)
    }
}

fn config(tls: &Tls, name: &str) -> ServerConfig {
    let (chain, key) = certificate(tls.certificate, name);
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3");
    let builder = if tls.handshake == Handshake::ClientCertificate {
        let mut roots = rustls::RootCertStore::empty();
        let pem = AUTHORITY.pem().as_bytes();
        let der = rustls::pki_types::pem::PemObject::from_pem_slice(pem).expect("the authority is PEM");
        roots.add(der).expect("the authority is a certificate");
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
        builder.with_client_cert_verifier(verifier.build().expect("there is a root"))
    } else {
        builder.with_no_client_auth()
    };
    let mut config = builder.with_single_cert(chain, key).expect("the key belongs to the certificate");
    config.alpn_protocols = match tls.alpn {
        Alpn::H1 => vec![b"http/1.1".to_vec()],
        Alpn::H2 => vec![b"h2".to_vec()],
        Alpn::Both => vec![b"h2".to_vec(), b"http/1.1".to_vec()],
    };
    config
}

fn certificate(kind: Certificate, name: &str) -> (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>) {
    let key = KeyPair::generate().expect("a key pair can be made");
    let elsewhere = matches!(kind, Certificate::WrongHost | Certificate::ExpiredWrongHost);
    let names = if elsewhere { vec![ELSEWHERE] } else { vec![name, "localhost", "127.0.0.1", "::1"] };
    let mut params = params(&names, name);
    params.use_authority_key_identifier_extension = true;
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let now = SystemTime::now();
    match kind {
        Certificate::Expired | Certificate::ExpiredWrongHost => params.not_after = (now - DAY).into(),
        Certificate::NotYetValid => params.not_before = (now + DAY).into(),
        Certificate::SelfSignedAuthority => params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained),
        _ => {}
    }
    let made = match kind {
        Certificate::SelfSigned | Certificate::SelfSignedAuthority => params.self_signed(&key),
        Certificate::UnknownIssuer => params.signed_by(&key, &STRANGER.issuer),
        _ => params.signed_by(&key, &AUTHORITY.issuer),
    };
    let der = made.expect("the parameters are complete").der().clone();
    (vec![der], PrivatePkcs8KeyDer::from(key.serialize_der()).into())
}

fn params(names: &[&str], subject: &str) -> CertificateParams {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let mut params = CertificateParams::new(names).expect("names are ASCII");
    let now = SystemTime::now();
    params.not_before = (now - 30 * DAY).into();
    params.not_after = (now + 30 * DAY).into();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, subject);
    params
}

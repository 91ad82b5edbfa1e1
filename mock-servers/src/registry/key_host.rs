//! A host that serves a key file over TLS, and the fetch of such a file as the registry makes it.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Empty, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{PrivatePkcs8KeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::auth::{FETCH_DEADLINE, MAX_KEY_FILE};
use super::outside::Outside;

/// The path of the key file.
pub(super) const PATH: &str = "/.well-known/mcp-registry-auth";

/// What the host answers to a request for the key file. Every other path is 404.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyAnswer {
    /// The status.
    pub status: u16,
    /// The target of a redirect.
    pub location: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl KeyAnswer {
    /// A file with this text.
    #[must_use]
    pub fn file(text: impl Into<String>) -> Self {
        Self { status: 200, location: None, body: text.into().into_bytes() }
    }

    /// Another status, without a body.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status, location: None, body: Vec::new() }
    }

    /// A redirect.
    #[must_use]
    pub fn redirect(status: u16, location: impl Into<String>) -> Self {
        Self { status, location: Some(location.into()), body: Vec::new() }
    }
}

/// The host of some domains on a loopback port, with a certificate authority of its own. Dropping it closes the port.
#[derive(Debug)]
pub struct KeyHost {
    address: SocketAddr,
    authority_pem: String,
    answer: Arc<Mutex<KeyAnswer>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for KeyHost {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl KeyHost {
    /// Serves the answer for these domains.
    ///
    /// # Errors
    /// When no port can be bound or no certificate be made.
    pub async fn start(domains: &[&str], answer: KeyAnswer) -> io::Result<Self> {
        let (authority_pem, config) = certificates(domains).map_err(io::Error::other)?;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let answer = Arc::new(Mutex::new(answer));
        let task = tokio::spawn(accept(listener, acceptor, Arc::clone(&answer)));
        Ok(Self { address, authority_pem, answer, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The authority's certificate in PEM form, to be trusted by clients.
    #[must_use]
    pub fn authority_pem(&self) -> &str {
        &self.authority_pem
    }

    /// A store that trusts this host.
    ///
    /// # Panics
    /// Never: the certificate was just made.
    #[must_use]
    pub fn roots(&self) -> RootCertStore {
        use rustls::pki_types::pem::PemObject as _;
        let mut roots = RootCertStore::empty();
        let certificate = rustls::pki_types::CertificateDer::from_pem_slice(self.authority_pem.as_bytes());
        roots.add(certificate.expect("our own PEM")).expect("our own certificate");
        roots
    }

    /// Changes the answer from now on.
    pub fn answer(&self, answer: KeyAnswer) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }
}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::aws_lc_rs::default_provider())
}

type Made<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn certificates(domains: &[&str]) -> Made<(String, ServerConfig)> {
    let mut authority = CertificateParams::new(Vec::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate()?)?;
    let names: Vec<String> = domains.iter().map(|domain| (*domain).to_owned()).collect();
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(names)?.signed_by(&key, &authority)?;
    let config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
        )?;
    Ok((authority.pem(), config))
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, answer: Arc<Mutex<KeyAnswer>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, answer) = (acceptor.clone(), Arc::clone(&answer));
        tokio::spawn(async move {
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let service = service_fn(|request: Request<Incoming>| {
                let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).clone();
                async move { Ok::<_, std::convert::Infallible>(respond(request.uri().path(), answer)) }
            });
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
            if let Err(why) = served {
                tracing::debug!(%why, "a connection to the key host broke off");
            }
        });
    }
}

fn respond(path: &str, answer: KeyAnswer) -> Response<Full<Bytes>> {
    let answer = if path == PATH { answer } else { KeyAnswer::status(404) };
    let mut response = Response::new(Full::new(Bytes::from(answer.body)));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(location) = answer.location.and_then(|text| text.parse().ok()) {
        response.headers_mut().insert(http::header::LOCATION, location);
    }
    response
}

/// Fetches a domain's key file: exactly 200, no redirect, at most [`MAX_KEY_FILE`] bytes, [`FETCH_DEADLINE`] in all.
pub(super) async fn fetch(domain: &str, outside: &Outside) -> Result<Bytes, String> {
    match tokio::time::timeout(FETCH_DEADLINE, get(domain, outside)).await {
        Ok(answer) => answer,
        Err(_) => Err("failed to fetch key: the host did not answer in time".to_owned()),
    }
}

async fn get(domain: &str, outside: &Outside) -> Result<Bytes, String> {
    let failed = |why: &dyn std::fmt::Display| format!("failed to fetch key: {why}");
    let address = outside.hosts.get(domain).ok_or_else(|| failed(&"no such host"))?;
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|why| failed(&why))?
        .with_root_certificates(outside.roots.clone())
        .with_no_client_auth();
    let name = ServerName::try_from(domain.to_owned()).map_err(|why| failed(&why))?;
    let stream = TcpStream::connect(address).await.map_err(|why| failed(&why))?;
    let stream =
        TlsConnector::from(Arc::new(config)).connect(name, stream).await.map_err(|why| failed(&why))?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|why| failed(&why))?;
    let request = Request::get(PATH)
        .header(http::header::HOST, domain)
        .header(http::header::ACCEPT, "text/plain")
        .header(http::header::USER_AGENT, "mcp-registry/1.0")
        .body(Empty::<Bytes>::new())
        .map_err(|why| failed(&why))?;
    // Ends by itself when the sender is dropped or the peer closes.
    tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(|why| failed(&why))?;
    if response.status() != StatusCode::OK {
        return Err(format!("HTTP {}: failed to fetch key", response.status().as_u16()));
    }
    match Limited::new(response.into_body(), MAX_KEY_FILE).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(why) if why.is::<LengthLimitError>() => Err("HTTP auth response too large".to_owned()),
        Err(why) => Err(failed(&why)),
    }
}

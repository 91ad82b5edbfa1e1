//! The server of the bench: constant answers over HTTP/1.1, plain or TLS, or no answer at all.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Collected, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::names::DOMAIN;

/// What the server does with a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Answers.
    Answers,
    /// Reads and says nothing. A line on stdout tells when so many requests are held.
    Holds(usize),
}

/// Serves until killed. The first line on stdout is the port; with `ca`, TLS is spoken and the authority's certificate
/// is written there before.
pub(crate) async fn serve(manner: Manner, ca: Option<&Path>) -> anyhow::Result<()> {
    let tls = ca.map(tls).transpose()?.map(|config| TlsAcceptor::from(Arc::new(config)));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?.port());
    let held = Arc::new(AtomicUsize::new(0));
    loop {
        let (tcp, _) = listener.accept().await?;
        // The floor is lean: without this each small answer would wait for the one before to be acknowledged.
        tcp.set_nodelay(true)?;
        let (tls, held) = (tls.clone(), Arc::clone(&held));
        tokio::spawn(async move {
            match tls {
                Some(tls) => {
                    if let Ok(stream) = tls.accept(tcp).await {
                        connection(stream, manner, &held).await;
                    }
                }
                None => connection(tcp, manner, &held).await,
            }
        });
    }
}

async fn connection<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, manner: Manner, held: &AtomicUsize) {
    match manner {
        Manner::Answers => {
            // How a client leaves is its own affair.
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service_fn(answer))
                .await;
        }
        Manner::Holds(all) => {
            let mut buffer = [0; 1024];
            if stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {
                if held.fetch_add(1, Ordering::Relaxed) + 1 == all {
                    println!("held");
                }
                while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
            }
        }
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    if request.method() == Method::DELETE {
        return Ok(Response::new(Full::default()));
    }
    let body = request.into_body().collect().await.map(Collected::to_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&body);
    let Some(id) = id_in(&text) else {
        let mut accepted = Response::new(Full::default());
        *accepted.status_mut() = StatusCode::ACCEPTED;
        return Ok(accepted);
    };
    let listing = text.contains("\"tools/list\"");
    let result = if listing { TOOLS } else { INITIALIZE };
    let mut response =
        Response::new(Full::from(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if !listing {
        response.headers_mut().insert("mcp-session-id", HeaderValue::from_static("0b5f7c52d1f24c7f9d0e6a3b"));
    }
    Ok(response)
}

/// The digits of the request's id; a notification has none.
fn id_in(body: &str) -> Option<&str> {
    let (_, rest) = body.split_once("\"id\":")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|digits| !digits.is_empty())
}

/// The answer to initialize.
const INITIALIZE: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":false}},"serverInfo":{"name":"bench","version":"1.0.0"}}"#;
/// Twelve tools, as the real servers of interop list them.
const TOOLS: &str = concat!(
    r#"{"tools":["#,
    r#"{"name":"tool_00","description":"Tool tool_00","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_01","description":"Tool tool_01","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_02","description":"Tool tool_02","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_03","description":"Tool tool_03","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_04","description":"Tool tool_04","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_05","description":"Tool tool_05","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_06","description":"Tool tool_06","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_07","description":"Tool tool_07","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_08","description":"Tool tool_08","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_09","description":"Tool tool_09","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_10","description":"Tool tool_10","inputSchema":{"type":"object","properties":{}}},"#,
    r#"{"name":"tool_11","description":"Tool tool_11","inputSchema":{"type":"object","properties":{}}}"#,
    r"]}"
);

/// A certificate for every name of the bench, under an authority whose certificate is written to `ca`.
fn tls(ca: &Path) -> anyhow::Result<ServerConfig> {
    let authority_key = KeyPair::generate()?;
    let mut authority = CertificateParams::new(Vec::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    std::fs::write(ca, authority.self_signed(&authority_key)?.pem())
        .with_context(|| format!("failed to write {}", ca.display()))?;
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(vec![format!("*.{DOMAIN}")])?.signed_by(&key, &issuer)?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let mut config =
        ServerConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_request_is_found_wherever_it_stands() {
        assert_eq!(id_in(r#"{"jsonrpc":"2.0","id":101,"method":"x"}"#), Some("101"));
        assert_eq!(id_in(r#"{"method":"x","id":7}"#), Some("7"));
        assert_eq!(id_in(r#"{"method":"notifications/initialized"}"#), None);
    }

    #[test]
    fn the_answers_are_json() {
        for text in [INITIALIZE, TOOLS] {
            serde_json::from_str::<serde_json::Value>(text).unwrap();
        }
    }
}

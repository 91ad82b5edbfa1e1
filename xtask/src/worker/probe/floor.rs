//! The floor: the same four requests on one connection a probe, with hand-made bodies, and nothing of the answers looked
//! at. Whatever a prober does beyond this is what it costs.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1::SendRequest;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rollcall::trust;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::client::{Cost, run};
use super::names::host;

const INITIALIZE: &[u8] = br#"{"jsonrpc":"2.0","id":101,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"AgentReadyDirectoryCheck","version":"1.0"}}}"#;
const INITIALIZED: &[u8] = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const TOOLS_LIST: &[u8] = br#"{"jsonrpc":"2.0","id":102,"method":"tools/list","params":{}}"#;

/// Runs `count` probes against a port of this machine.
pub(crate) async fn probes(port: u16, ca: Option<&Path>, count: usize) -> anyhow::Result<Cost> {
    let tls = match ca {
        None => None,
        Some(ca) => Some(TlsConnector::from(Arc::new(trust::client_config(
            Arc::new(trust::roots(&[ca])?),
            &[b"h2".as_slice(), b"http/1.1".as_slice()],
        )))),
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    run(count, move |number| {
        let tls = tls.clone();
        async move {
            let host = host(number);
            let tcp = TcpStream::connect(address).await?;
            tcp.set_nodelay(true)?;
            match tls {
                None => converse(tcp, &host).await,
                Some(tls) => {
                    let name = ServerName::try_from(host.clone()).context("the bench's names are names")?;
                    converse(tls.connect(name, tcp).await?, &host).await
                }
            }
        }
    })
    .await
}

async fn converse<S>(stream: S, host: &str) -> anyhow::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + 'static,
{
    let (mut client, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::task::spawn_local(connection);
    exchange(&mut client, host, Method::POST, INITIALIZE).await?;
    exchange(&mut client, host, Method::POST, INITIALIZED).await?;
    exchange(&mut client, host, Method::POST, TOOLS_LIST).await?;
    exchange(&mut client, host, Method::DELETE, b"").await?;
    connection.abort();
    Ok(())
}

async fn exchange(
    client: &mut SendRequest<Full<Bytes>>,
    host: &str,
    method: Method,
    body: &'static [u8],
) -> anyhow::Result<()> {
    let request = Request::builder()
        .method(method)
        .uri("/mcp")
        .header("host", host)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("user-agent", "AgentReadyDirectoryCheck/1.0")
        .body(Full::from(body))?;
    client.ready().await?;
    let mut response = client.send_request(request).await?;
    ensure!(response.status().is_success(), "the server of the bench answered {}", response.status());
    while let Some(frame) = response.body_mut().frame().await {
        frame?;
    }
    Ok(())
}

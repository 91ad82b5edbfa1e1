//! Every host of the bench behind one port: answers after a drawn time, and seven in a hundred never.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// Held back before an answer, in milliseconds: one is drawn for each request. The spread follows that of the public
/// registry (mean 0.42 s a request), at about a hundredth of its length.
const LATENCIES: [u64; 8] = [1, 1, 2, 2, 3, 4, 6, 13];
/// Of a hundred endpoints, so many never answer.
const SILENT: u64 = 7;

/// Serves until killed; the first line on stdout is the port.
pub(crate) async fn serve() -> anyhow::Result<()> {
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind((std::net::Ipv4Addr::LOCALHOST, 0).into())?;
    let listener: TcpListener = socket.listen(4096)?;
    println!("{}", listener.local_addr()?.port());
    loop {
        let (tcp, _) = listener.accept().await?;
        tcp.set_nodelay(true)?;
        tokio::spawn(async move {
            // How a client leaves is its own affair.
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(tcp), service_fn(answer))
                .await;
        });
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let mut drawn = DefaultHasher::new();
    request.headers().get("host").hash(&mut drawn);
    request.uri().path().hash(&mut drawn);
    let endpoint = drawn.finish();
    let body =
        request.into_body().collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let body = String::from_utf8_lossy(&body);
    if endpoint % 100 < SILENT && body.contains("\"initialize\"") {
        std::future::pending::<()>().await;
    }
    body.len().hash(&mut drawn);
    let pick = usize::try_from(drawn.finish() % LATENCIES.len() as u64).unwrap_or_default();
    tokio::time::sleep(Duration::from_millis(LATENCIES[pick])).await;
    let asked: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
    let Some(id) = asked.get("id") else {
        let mut accepted = Response::new(Full::default());
        *accepted.status_mut() = StatusCode::ACCEPTED;
        return Ok(accepted);
    };
    let result = if asked["method"] == "initialize" {
        r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"crowd","version":"1.0.0"}}"#
    } else {
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]}"#
    };
    let mut reply = Response::new(Full::from(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(reply)
}

//! A client that sees bytes: one connection, requests written by hand, replies read as they come.

use std::io::ErrorKind;
use std::time::Duration;

use mock_servers::Mock;
use mock_servers::script::Script;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long a connection has to be silent to count as stalled.
const SILENCE: Duration = Duration::from_millis(150);

/// Everything that came back on a connection, and how it ended.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) bytes: Vec<u8>,
    pub(crate) end: Ended,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) enum Ended {
    Closed,
    Reset,
    Open,
}

impl Seen {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn body(&self) -> String {
        self.text().split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
    }

    fn is_complete(&self) -> bool {
        let text = self.text();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        length.is_some_and(|length| length.parse() == Ok(body.len()))
    }

    pub(crate) fn status(&self) -> u16 {
        self.text().split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }
}

pub(crate) async fn mock(toml: &str) -> Mock {
    Mock::start(Script::from_toml(toml).unwrap()).await.unwrap()
}

pub(crate) fn rpc(method: &str, id: Option<u32>, params: &str) -> String {
    let id = id.map(|id| format!(r#""id":{id},"#)).unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0",{id}"method":"{method}","params":{params}}}"#)
}

pub(crate) fn initialize() -> String {
    rpc(
        "initialize",
        Some(7),
        r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#,
    )
}

pub(crate) fn post(path: &str, headers: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: x.mock.test\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

/// Sends one request on a connection of its own and reads its reply, to the length stated.
pub(crate) async fn ask(mock: &Mock, request: &str) -> Seen {
    let mut stream = TcpStream::connect(mock.address()).await.unwrap();
    read(&mut stream, request, true).await
}

/// Sends one request and reads its reply, to the length stated.
pub(crate) async fn converse(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), request: &str) -> Seen {
    read(stream, request, true).await
}

async fn read(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), request: &str, to_length: bool) -> Seen {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    loop {
        let mut buffer = vec![0; 64 * 1024];
        match tokio::time::timeout(SILENCE, stream.read(&mut buffer)).await {
            Err(_) => return Seen { bytes, end: Ended::Open },
            Ok(Ok(0)) => return Seen { bytes, end: Ended::Closed },
            Ok(Ok(n)) => bytes.extend_from_slice(&buffer[..n]),
            Ok(Err(error)) if error.kind() == ErrorKind::ConnectionReset => {
                return Seen { bytes, end: Ended::Reset };
            }
            Ok(Err(error)) => panic!("{error}"),
        }
        let seen = Seen { bytes, end: Ended::Open };
        if seen.bytes.len() > 3 << 20 || (to_length && seen.is_complete()) {
            return seen;
        }
        bytes = seen.bytes;
    }
}

/// Asks for initialize on a connection of its own and reads to the end or to silence.
pub(crate) async fn open(mock: &Mock) -> Seen {
    let mut stream = TcpStream::connect(mock.address()).await.unwrap();
    read(&mut stream, &post("/mcp", "", &initialize()), false).await
}

/// The result of chunks taken apart: each chunk's content.
pub(crate) fn chunks(body: &str) -> Vec<String> {
    let mut rest = body;
    let mut chunks = Vec::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        chunks.push(after[..size].to_owned());
        rest = &after[size + 2..];
    }
    chunks
}

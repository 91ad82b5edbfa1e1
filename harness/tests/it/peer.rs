//! A peer of a few lines: accepts connections, reads requests, writes what it was told to, byte by byte as it stands.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What to do, one after the other, on one connection.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Read one whole request.
    Read,
    /// Read one byte and leave the rest.
    Sip,
    /// Write this.
    Write(Vec<u8>),
    /// Write this again and again, as fast as it is taken.
    Flood(Vec<u8>),
    /// Reset the connection.
    Reset,
    /// Neither read nor write again, and do not close.
    Hold,
}

/// One connection's acts. After the last it is closed.
pub(crate) type Acts = Vec<Act>;

/// A peer that plays one list of acts per connection, in order, the last one again and again. Gone when dropped.
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    connections: Arc<Mutex<usize>>,
    task: JoinHandle<()>,
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Peer {
    pub(crate) async fn playing(plays: Vec<Acts>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let connections = Arc::new(Mutex::new(0));
        let (journal, counter) = (Arc::clone(&requests), Arc::clone(&connections));
        let task = tokio::spawn(async move {
            for turn in 0.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                *counter.lock().unwrap() += 1;
                let acts = plays.get(turn).or(plays.last()).cloned().unwrap_or_default();
                let journal = Arc::clone(&journal);
                tokio::spawn(play(stream, acts, journal));
            }
        });
        Self { address, requests, connections, task }
    }

    /// The requests it read, head and body, in order.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// How many connections it took.
    pub(crate) fn connections(&self) -> usize {
        *self.connections.lock().unwrap()
    }
}

async fn play(mut stream: TcpStream, acts: Acts, journal: Arc<Mutex<Vec<String>>>) {
    stream.set_nodelay(true).unwrap();
    for act in acts {
        let done = match act {
            Act::Read => match read_request(&mut stream).await {
                Some(request) => {
                    journal.lock().unwrap().push(request);
                    true
                }
                None => false,
            },
            Act::Sip => stream.read_u8().await.is_ok(),
            Act::Write(bytes) => write(&mut stream, &bytes).await,
            Act::Flood(bytes) => {
                while write(&mut stream, &bytes).await {}
                false
            }
            Act::Reset => {
                socket2::SockRef::from(&stream).set_linger(Some(std::time::Duration::ZERO)).unwrap();
                false
            }
            Act::Hold => std::future::pending().await,
        };
        if !done {
            return;
        }
    }
}

async fn write(stream: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> bool {
    stream.write_all(bytes).await.is_ok() && stream.flush().await.is_ok()
}

/// A request's head and as much body as it states. `None` when the stream ends first.
pub(crate) async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some(head) = text.find("\r\n\r\n") {
            let length = text
                .lines()
                .find_map(|line| {
                    line.to_ascii_lowercase()
                        .strip_prefix("content-length:")
                        .map(|rest| rest.trim().parse().unwrap_or(0))
                })
                .unwrap_or(0);
            if bytes.len() >= head + 4 + length {
                return Some(text);
            }
        }
        let mut piece = [0; 4096];
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&piece[..read]),
        }
    }
}

/// A reply with a Content-Length.
pub(crate) fn reply(status: &str, content_type: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The replies of a healthy server without a session, for ids in the order of the probe.
pub(crate) fn healthy() -> [Vec<u8>; 3] {
    [
        reply("200 OK", "application/json", &initialize_result(2)),
        b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n".to_vec(),
        reply("200 OK", "application/json", &tools_result(4)),
    ]
}

pub(crate) fn initialize_result(id: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"peer","version":"1"}}}}}}"#
    )
}

pub(crate) fn tools_result(id: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"name":"a","inputSchema":{{"type":"object"}}}},{{"name":"b","inputSchema":{{"type":"object"}}}}]}}}}"#
    )
}

/// Reads a request and answers it, once for each reply.
pub(crate) fn answering(replies: impl IntoIterator<Item = Vec<u8>>) -> Acts {
    replies.into_iter().flat_map(|bytes| [Act::Read, Act::Write(bytes)]).collect()
}

//! Many hosts in one process, counting: how many requests each host has at once, and what to do at the n-th of all.
//!
//! Hosts are loopback addresses, each with two ports, so that nothing but the host can be what politeness counts by.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the crowd saw.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Requests so far.
    pub(crate) requests: usize,
    /// Requests in flight, by host.
    now: BTreeMap<IpAddr, usize>,
    /// The most requests that one host had at once.
    pub(crate) most_on_one: usize,
    /// The most requests in flight on all hosts together.
    pub(crate) most_together: usize,
    /// Probes begun, by host, port and path.
    pub(crate) begun: BTreeMap<String, usize>,
}

/// Called with the number of each request before it is answered.
type Hook = Box<dyn Fn(usize) + Send + Sync>;

/// The crowd, listening.
pub(crate) struct Crowd {
    pub(crate) ports: [u16; 2],
    pub(crate) seen: Arc<Mutex<Seen>>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Crowd {
    pub(crate) async fn start(hook: impl Fn(usize) + Send + Sync + 'static) -> Self {
        let hook: Arc<Hook> = Arc::new(Box::new(hook));
        let seen = Arc::new(Mutex::new(Seen::default()));
        let mut ports = [0; 2];
        let mut tasks = Vec::new();
        for port in &mut ports {
            let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).await.expect("a port");
            *port = listener.local_addr().expect("an address").port();
            tasks.push(tokio::spawn(accept(listener, Arc::clone(&seen), Arc::clone(&hook))));
        }
        Self { ports, seen, tasks }
    }

    /// The URL of a path on one of the hosts.
    pub(crate) fn url(&self, host: u8, port: usize, path: &str) -> String {
        let address = SocketAddr::from((Ipv4Addr::new(127, 0, 9, host), self.ports[port]));
        format!("http://{address}{path}")
    }
}

async fn accept(listener: TcpListener, seen: Arc<Mutex<Seen>>, hook: Arc<Hook>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (seen, hook) = (Arc::clone(&seen), Arc::clone(&hook));
        tokio::spawn(async move {
            // A client that is gone is what some of these tests are about.
            let _ = converse(stream, &seen, &hook).await;
        });
    }
}

async fn converse(stream: TcpStream, seen: &Mutex<Seen>, hook: &Hook) -> std::io::Result<()> {
    let here = stream.local_addr()?;
    let mut stream = BufReader::new(stream);
    loop {
        let Some((target, body)) = request(&mut stream).await? else { return Ok(()) };
        let (number, again) = enter(seen, here, &target, &body);
        hook(number);
        // Room for a second request, if somebody were to send one.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let answer = answer(&target, &body, again);
        leave(seen, here.ip());
        match answer {
            Some(answer) => stream.get_mut().write_all(answer.as_bytes()).await?,
            None => return Ok(()),
        }
    }
}

fn enter(seen: &Mutex<Seen>, here: SocketAddr, target: &str, body: &str) -> (usize, bool) {
    let mut seen = seen.lock().expect("nobody panics while holding it");
    seen.requests += 1;
    let host = seen.now.entry(here.ip()).or_default();
    *host += 1;
    let on_one = *host;
    seen.most_on_one = seen.most_on_one.max(on_one);
    let together = seen.now.values().sum();
    seen.most_together = seen.most_together.max(together);
    let mut again = false;
    if body.contains("\"initialize\"") {
        let times = seen.begun.entry(format!("{here}{target}")).or_default();
        *times += 1;
        again = *times > 1;
    }
    (seen.requests, again)
}

fn leave(seen: &Mutex<Seen>, host: IpAddr) {
    let mut seen = seen.lock().expect("nobody panics while holding it");
    *seen.now.get_mut(&host).expect("it was entered") -= 1;
}

/// Reads a request: its target and body, or nothing when the client is done.
async fn request(stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<(String, String)>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let target = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let field = line.trim().to_ascii_lowercase();
        if field.is_empty() {
            break;
        }
        if let Some(value) = field.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some((target, String::from_utf8_lossy(&body).into_owned())))
}

/// What the path asks for: `/redirect` leads to `/landed`, `/drop` breaks the first connection, `/missing` is not there.
fn answer(target: &str, body: &str, again: bool) -> Option<String> {
    let asked: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    if let Some(rest) = target.strip_prefix("/redirect") {
        return Some(format!("HTTP/1.1 307 X\r\nlocation: /landed{rest}\r\ncontent-length: 0\r\n\r\n"));
    }
    if target.starts_with("/drop") && !again && body.contains("\"initialize\"") {
        return None;
    }
    if target.starts_with("/missing") {
        return Some("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned());
    }
    let Some(id) = asked.get("id") else {
        return Some("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n".to_owned());
    };
    let result = if body.contains("\"initialize\"") {
        r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"crowd","version":"1.0.0"}}"#
    } else {
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#
    };
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    let length = text.len();
    Some(format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{text}"
    ))
}

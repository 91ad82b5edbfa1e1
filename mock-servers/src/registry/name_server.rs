//! A name server over UDP and TCP (RFC 1035) whose answers are given by the test.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UdpSocket};

/// What is known about a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// TXT records, each of one or more strings of at most 255 bytes.
    Txt(Vec<Vec<Vec<u8>>>),
    /// Addresses.
    Address(Vec<Ipv4Addr>),
    /// The name exists and has no record at all.
    Nothing,
    /// The server fails (SERVFAIL).
    Failure,
    /// The server never answers.
    Silence,
}

impl Known {
    /// TXT records of one string each, longer texts in pieces of 255 bytes.
    #[must_use]
    pub fn texts(texts: &[&str]) -> Self {
        let pieces = |text: &&str| text.as_bytes().chunks(255).map(<[u8]>::to_vec).collect();
        Self::Txt(texts.iter().map(pieces).collect())
    }
}

/// A name server on a loopback port. Names it does not know do not exist (NXDOMAIN). Dropping it closes the port.
#[derive(Debug)]
pub struct NameServer {
    address: SocketAddr,
    zone: Arc<Mutex<BTreeMap<String, Known>>>,
    tasks: [tokio::task::JoinHandle<()>; 2],
}

impl Drop for NameServer {
    fn drop(&mut self) {
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

const HEADER: usize = 12;
const TXT: u16 = 16;
const A: u16 = 1;
const SERVFAIL: u8 = 2;
const NXDOMAIN: u8 = 3;
/// The largest answer over UDP that needs no agreement (RFC 1035 section 4.2.1), in bytes.
const MAX_UDP: usize = 512;

impl NameServer {
    /// Starts a server that knows these names, written in lower case without a dot at the end.
    ///
    /// # Errors
    /// When no port is free for both UDP and TCP.
    pub async fn start(names: impl IntoIterator<Item = (String, Known)>) -> io::Result<Self> {
        let zone = Arc::new(Mutex::new(names.into_iter().collect::<BTreeMap<_, _>>()));
        let localhost = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let mut tries = 0;
        let (udp, tcp) = loop {
            let tcp = TcpListener::bind((localhost, 0)).await?;
            match UdpSocket::bind(tcp.local_addr()?).await {
                Ok(udp) => break (udp, tcp),
                Err(why) if tries == 16 => return Err(why),
                Err(_) => tries += 1,
            }
        };
        let address = udp.local_addr()?;
        let tasks = [
            tokio::spawn(serve_udp(udp, Arc::clone(&zone))),
            tokio::spawn(serve_tcp(tcp, Arc::clone(&zone))),
        ];
        Ok(Self { address, zone, tasks })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes what is known about a name from now on.
    pub fn set(&self, name: impl Into<String>, known: Known) {
        self.zone.lock().unwrap_or_else(PoisonError::into_inner).insert(name.into(), known);
    }
}

type Zone = Arc<Mutex<BTreeMap<String, Known>>>;

async fn serve_udp(socket: UdpSocket, zone: Zone) {
    let mut buffer = [0; 1500];
    while let Ok((len, peer)) = socket.recv_from(&mut buffer).await {
        if let Some(mut reply) = answer(&buffer[..len], &zone) {
            if reply.len() > MAX_UDP {
                // Truncated: ask again over TCP.
                reply[2] |= 2;
                reply.truncate(question_end(&reply).unwrap_or(HEADER));
                reply[6..HEADER].fill(0);
            }
            let _ = socket.send_to(&reply, peer).await;
        }
    }
}

async fn serve_tcp(listener: TcpListener, zone: Zone) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(serve_stream(stream, Arc::clone(&zone)));
    }
}

async fn serve_stream(mut stream: TcpStream, zone: Zone) -> io::Result<()> {
    loop {
        let mut query = vec![0; usize::from(stream.read_u16().await?)];
        stream.read_exact(&mut query).await?;
        if let Some(reply) = answer(&query, &zone) {
            let len = u16::try_from(reply.len()).map_err(io::Error::other)?;
            stream.write_u16(len).await?;
            stream.write_all(&reply).await?;
        }
    }
}

/// Where the first question of a message ends.
fn question_end(message: &[u8]) -> Option<usize> {
    let mut at = HEADER;
    loop {
        match usize::from(*message.get(at)?) {
            0 => break,
            len => at += len + 1,
        }
    }
    (message.len() >= at + 5).then_some(at + 5)
}

fn name_of(question: &[u8]) -> Option<String> {
    let mut labels = Vec::new();
    let mut at = 0;
    loop {
        match usize::from(*question.get(at)?) {
            0 => break,
            len => {
                labels
                    .push(String::from_utf8_lossy(question.get(at + 1..at + 1 + len)?).to_ascii_lowercase());
                at += len + 1;
            }
        }
    }
    Some(labels.join("."))
}

/// The reply to a query; nothing for one that cannot be read or is met with silence.
fn answer(query: &[u8], zone: &Zone) -> Option<Vec<u8>> {
    let end = question_end(query)?;
    let question = &query[HEADER..end];
    let kind = u16::from_be_bytes([query[end - 4], query[end - 3]]);
    let known = zone.lock().unwrap_or_else(PoisonError::into_inner).get(&name_of(question)?).cloned();
    let mut code = 0;
    let mut records: Vec<Vec<u8>> = Vec::new();
    match known {
        None => code = NXDOMAIN,
        Some(Known::Failure) => code = SERVFAIL,
        Some(Known::Silence) => return None,
        Some(Known::Txt(texts)) if kind == TXT => records.extend(texts.iter().map(|strings| {
            strings
                .iter()
                .flat_map(|string| {
                    std::iter::once(u8::try_from(string.len()).unwrap_or(255))
                        .chain(string.iter().copied().take(255))
                })
                .collect()
        })),
        Some(Known::Address(addresses)) if kind == A => {
            records.extend(addresses.iter().map(|address| address.octets().to_vec()));
        }
        Some(_) => {}
    }
    let mut reply = query[..2].to_vec();
    reply.extend([0x81, 0x80 | code, 0, 1]);
    reply.extend(u16::try_from(records.len()).unwrap_or(u16::MAX).to_be_bytes());
    reply.extend([0, 0, 0, 0]);
    reply.extend(question);
    for data in records {
        // The name is a pointer to the question; class IN; nothing is to be kept.
        reply.extend([0xc0, 12]);
        reply.extend(kind.to_be_bytes());
        reply.extend([0, 1, 0, 0, 0, 0]);
        reply.extend(u16::try_from(data.len()).unwrap_or(u16::MAX).to_be_bytes());
        reply.extend(data);
    }
    Some(reply)
}

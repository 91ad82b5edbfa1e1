//! One mock server: bound to a free port, served until it is dropped.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use crate::accept::{Door, accept};
use crate::behaviour::{Behaviour, HOME};
use crate::dns::{CANARY, Zone};
use crate::journal::{Breach, Journal};
use crate::reply::Answer;
use crate::request::Request;
use crate::route::{Reached, Router, names};
use crate::script::{Demand, Listen, Script};
use crate::tls::AUTHORITY;

/// How often a port is looked for that is free on both addresses.
const TRIES: usize = 16;

/// A running mock server.
///
/// Dropping it stops it. A mock that was broken (a demand, a canary, a panic of its own) and that nobody asked about it by
/// [`Mock::finish`] panics when it is dropped, so that a test that forgets to ask fails all the same.
#[derive(Debug)]
pub struct Mock {
    name: String,
    address: SocketAddr,
    tls: bool,
    behaviour: Arc<Behaviour>,
    zone: Zone,
    tasks: Vec<JoinHandle<()>>,
    /// Sockets that are held and never served.
    _held: Option<Held>,
    asked: bool,
}

/// A mock that is about to start.
#[derive(Debug)]
pub struct Start {
    script: Script,
    name: String,
    observed: Vec<Demand>,
    port: u16,
}

/// Sockets that exist and are never served.
#[derive(Debug)]
#[expect(dead_code, reason = "held for what they do to whoever connects")]
enum Held {
    /// Bound and not listening: the port is refused and nobody else's.
    Dead(TcpSocket),
    /// A queue of one, and the connection that fills it.
    Full(TcpListener, TcpStream),
}

impl Mock {
    /// Starts a mock on a free port of 127.0.0.1, on the current tokio runtime.
    ///
    /// # Errors
    ///
    /// No port could be bound.
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::of(script).start().await
    }

    /// A mock to be set up further before it starts.
    #[must_use]
    pub fn of(script: Script) -> Start {
        Start { script, name: "localhost".to_owned(), observed: Vec::new(), port: 0 }
    }

    /// The URL to probe, by address: `http://127.0.0.1:PORT/mcp`; over TLS `https://localhost:PORT/mcp`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}{HOME}", self.scheme(), self.authority())
    }

    /// The URL to probe, by name and without a port, for clients whose look-ups lead to [`Mock::address`].
    #[must_use]
    pub fn named_url(&self) -> String {
        format!("{}://{}{HOME}", self.scheme(), self.name)
    }

    /// Host and port: `127.0.0.1:PORT`, over TLS `localhost:PORT`.
    #[must_use]
    pub fn authority(&self) -> String {
        if self.tls { format!("localhost:{}", self.address.port()) } else { self.address.to_string() }
    }

    /// The address that is listened on (or, for a dead port, not listened on).
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What came in so far.
    #[must_use]
    pub fn journal(&self) -> Journal {
        self.behaviour.journal.clone()
    }

    /// What the name service says.
    #[must_use]
    pub fn zone(&self) -> Zone {
        self.zone.clone()
    }

    /// The certificate of the authority behind every good certificate of this process, as PEM.
    #[must_use]
    pub fn ca_pem(&self) -> &'static str {
        ca_pem()
    }

    /// Stops the mock and says what was broken.
    ///
    /// # Errors
    ///
    /// Every breach, in the order in which it was noticed.
    pub fn finish(mut self) -> Result<Journal, Vec<Breach>> {
        self.asked = true;
        let breaches = self.behaviour.close();
        if breaches.is_empty() { Ok(self.journal()) } else { Err(breaches) }
    }

    const fn scheme(&self) -> &'static str {
        if self.tls { "https" } else { "http" }
    }
}

/// The certificate of the authority behind every good certificate of this process, as PEM.
#[must_use]
pub fn ca_pem() -> &'static str {
    AUTHORITY.pem()
}

impl Drop for Mock {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        if !self.asked && !std::thread::panicking() {
            let breaches: Vec<String> = self.behaviour.close().iter().map(ToString::to_string).collect();
            assert!(breaches.is_empty(), "the mock was broken: {}", breaches.join("; "));
        }
    }
}

impl Start {
    /// The host name in certificates and in [`Mock::named_url`]; `localhost` unless stated.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The port; a free one unless stated.
    #[must_use]
    pub const fn on_port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// How it listens, where the script leaves that open.
    #[must_use]
    pub fn over(mut self, listen: Listen) -> Self {
        self.script.listen.get_or_insert(listen);
        self
    }

    /// More demands: a breach is kept in the journal like any other, and the answer stays as it is.
    #[must_use]
    pub fn observing(mut self, demands: impl IntoIterator<Item = Demand>) -> Self {
        self.observed.extend(demands);
        self
    }

    /// Starts it.
    ///
    /// # Errors
    ///
    /// No port could be bound.
    pub async fn start(self) -> io::Result<Mock> {
        let Self { script, name, observed, port } = self;
        let listen = script.listen.clone().unwrap_or_default();
        let tls = matches!(listen, Listen::Tls(_));
        let behaviour = Arc::new(Behaviour::new(script, observed));
        let (socket, address, canary) = bind(port).await?;
        let zone = Zone::new(&name, address.ip(), &behaviour.script.dns);
        let canary_at = canary.local_addr()?;
        let mut tasks = vec![tokio::spawn(watch(canary, Arc::clone(&behaviour)))];
        let mut held = None;
        match listen {
            Listen::Dead => held = Some(Held::Dead(socket)),
            Listen::FullBacklog => {
                let queue = socket.listen(0)?;
                held = Some(Held::Full(queue, TcpStream::connect(address).await?));
            }
            listen => {
                let router =
                    Alone { behaviour: Arc::clone(&behaviour), address, canary: canary_at.to_string() };
                let door = Door::new(listen, name.clone(), behaviour.journal.clone(), Arc::new(router));
                tasks.push(tokio::spawn(accept(socket.listen(1024)?, door)));
            }
        }
        Ok(Mock { name, address, tls, behaviour, zone, tasks, _held: held, asked: false })
    }
}

/// A port that is free on the mock's address and on the canary's. The mock's socket does not listen yet.
async fn bind(port: u16) -> io::Result<(TcpSocket, SocketAddr, TcpListener)> {
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for _ in 0..TRIES {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))?;
        let address = socket.local_addr()?;
        match TcpListener::bind(SocketAddr::new(CANARY, address.port())).await {
            Ok(canary) => return Ok((socket, address, canary)),
            // Systems with a single loopback address have their canary on another port of it.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => {
                let canary = TcpListener::bind(SocketAddr::new(address.ip(), 0)).await?;
                return Ok((socket, address, canary));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The canary: nobody may come here.
async fn watch(canary: TcpListener, behaviour: Arc<Behaviour>) {
    while let Ok((_, from)) = canary.accept().await {
        behaviour.journal.broken("canary", format!("a connection from {from}"));
    }
}

/// A behaviour with a port to itself.
struct Alone {
    behaviour: Arc<Behaviour>,
    address: SocketAddr,
    canary: String,
}

impl Router for Alone {
    fn answer(&self, reached: &Reached, request: Request) -> Answer {
        let mut names = names(reached, &request, "", &self.canary);
        if names.authority.is_empty() {
            names.authority = self.address.to_string();
        }
        self.behaviour.answer(&request, &names)
    }
}

//! One request on the wire: find an address, connect, send, read. All of a probe's I/O is here; the clock that ends it
//! is the driver's.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;
use http::header::{CONTENT_LENGTH, HOST};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;
use url::{Host, Position, Url};

use super::decode::Decoder;
use super::dial::{dial, take_turns};
use super::fault::{Fault, Trouble};
use super::head::Head;
use super::link::{Body, Link, Outgoing, head_size, request_target};
use super::machine::Request;
use super::reader::{BodyEnd, Caps, Progress, Reader};
use super::resolve::{NoAddress, Resolve};
use super::socket::{Memory, Socket, Stream};
use super::tls;
use crate::policy::Policy;
use crate::record::{Connection, Method, PlainReason, Timing};
use crate::target::{Lead, is_allowed};

/// How long the end of a reply that said enough is waited for before its connection is given up. The last chunk of an
/// event stream mostly follows its event at once, and a new connection costs several round trips.
const LAST_CHUNK: Duration = Duration::from_millis(20);
/// What a trace keeps of a body.
const TRACE_SAMPLE: usize = 2 * 1024;

/// What a conversation holds between its requests: a connection, and the addresses of its host.
pub(super) struct Talk<'a> {
    pub(super) policy: &'a Policy,
    pub(super) resolver: &'a dyn Resolve,
    pub(super) tls: &'a TlsConnector,
    /// Who named the URL of the request under way.
    pub(super) lead: Lead,
    kept: Option<Box<Kept>>,
    known: Vec<Known>,
    /// How far the request under way has come.
    pub(super) trail: Trail,
}

/// A connection that may serve the next request.
struct Kept {
    link: Link,
    place: Place,
    facts: Connection,
    host: HeaderValue,
    /// The rest of a reply that nobody needs.
    rest: Option<Body>,
}

/// Where a connection leads.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    secure: bool,
    host: Host<String>,
    port: u16,
    http1_only: bool,
}

/// A look-up that was made. One a host: a second answer could be another one.
struct Known {
    host: String,
    port: u16,
    addresses: Vec<SocketAddr>,
}

impl Known {
    fn is_of(&self, host: &str, port: u16) -> bool {
        self.host == host && self.port == port
    }
}

/// How far a request has come.
pub(super) struct Trail {
    /// The word for a deadline that passes now.
    pub(super) phase: PlainReason,
    pub(super) head: Option<Head>,
    pub(super) reader: Option<Reader>,
    pub(super) timing: Timing,
    pub(super) connection: Option<Connection>,
    pub(super) blocked: Vec<IpAddr>,
    decoder: Option<Decoder>,
    /// The beginning of the body, where somebody wants to see it.
    pub(super) sample: Option<Vec<u8>>,
}

impl Trail {
    fn new(traced: bool) -> Self {
        Self {
            phase: PlainReason::Headers,
            head: None,
            reader: None,
            timing: Timing::default(),
            connection: None,
            blocked: Vec::new(),
            decoder: None,
            sample: traced.then(Vec::new),
        }
    }
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

impl<'a> Talk<'a> {
    pub(super) fn new(policy: &'a Policy, resolver: &'a dyn Resolve, tls: &'a TlsConnector) -> Self {
        Self {
            policy,
            resolver,
            tls,
            lead: Lead::User,
            kept: None,
            known: Vec::new(),
            trail: Trail::new(false),
        }
    }

    /// Forgets the last request's trail.
    pub(super) fn begin(&mut self, traced: bool) {
        self.trail = Trail::new(traced);
    }

    /// Lets the connection go: what is on it cannot be trusted any more.
    pub(super) fn hang_up(&mut self) {
        self.kept = None;
    }

    /// Sends a request and reads the head of the reply.
    pub(super) async fn open(&mut self, request: &Request) -> Result<(), Fault> {
        loop {
            let mut kept = match self.reuse(request).await {
                Some(kept) => kept,
                None => Box::pin(self.connect(request)).await?,
            };
            self.trail.phase = PlainReason::Headers;
            self.trail.connection = Some(kept.facts.clone());
            let sent = Instant::now();
            let reply = match kept.link.send(outgoing(request, &kept)).await {
                // Closed before anything left: a new one takes its place, quietly.
                Err(Fault::Unsent) => continue,
                other => other?,
            };
            self.trail.timing.head_us = Some(micros(sent));
            if head_size(&reply.headers) > self.policy.head_cap {
                return Err(Fault::Unreadable(PlainReason::HeadersTooLarge));
            }
            let head = Head { status: reply.status, headers: reply.headers };
            let reader =
                Reader::new(request.expect, &head, &request.url, Caps::new(self.policy, request.expect));
            self.trail.phase = if head.media_type() == super::head::MediaType::EventStream {
                PlainReason::Stream
            } else {
                PlainReason::Body
            };
            self.trail.head = Some(head);
            self.trail.reader = Some(reader);
            kept.rest = Some(reply.body);
            self.kept = Some(kept);
            return Ok(());
        }
    }

    /// Reads the body as far as it is wanted.
    pub(super) async fn read(&mut self, caps: Caps) -> Result<BodyEnd, Fault> {
        let trail = &mut self.trail;
        let (Some(kept), Some(head), Some(reader)) = (&mut self.kept, &trail.head, &mut trail.reader) else {
            return Ok(BodyEnd::Stopped);
        };
        let Some(body) = &mut kept.rest else { return Ok(BodyEnd::Complete) };
        if reader.progress() == Progress::Done {
            return Ok(BodyEnd::Stopped);
        }
        let limit = if head.is_success() { caps.body } else { caps.evidence };
        let endless = trail.phase == PlainReason::Stream;
        let Ok(decoder) = Decoder::new(&head.headers, limit, endless) else {
            return Ok(BodyEnd::UnreadableEncoding);
        };
        let decoder = trail.decoder.insert(decoder);
        let sample = &mut trail.sample;
        let mut take = |bytes: &[u8]| {
            if let Some(sample) = sample {
                sample.extend_from_slice(&bytes[..bytes.len().min(TRACE_SAMPLE - sample.len())]);
            }
            reader.chunk(bytes) == Progress::Done
        };
        loop {
            let Some(piece) = kept.link.piece(body).await? else {
                kept.rest = None;
                let whole = decoder.finish(&mut take);
                return Ok(whole.map_or(BodyEnd::UnreadableEncoding, |()| BodyEnd::Complete));
            };
            match decoder.feed(&piece, &mut take) {
                Ok(false) => {}
                Ok(true) => return Ok(BodyEnd::Stopped),
                Err(_) => return Ok(BodyEnd::UnreadableEncoding),
            }
        }
    }

    /// The next decoded bytes of a body that is wanted as it is, without a reader: at most `cap` in all. To be called until
    /// it says `None`, which is the end of the body, or until enough has come.
    pub(super) async fn pull(
        &mut self,
        cap: u64,
        take: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<Option<bool>, Fault> {
        let trail = &mut self.trail;
        let (Some(kept), Some(head)) = (&mut self.kept, &trail.head) else { return Ok(None) };
        let Some(body) = &mut kept.rest else { return Ok(None) };
        if trail.decoder.is_none() {
            let decoder = Decoder::new(&head.headers, cap, false);
            trail.decoder = Some(decoder.map_err(|_| Fault::Unreadable(PlainReason::UnreadableEncoding))?);
        }
        let Some(decoder) = &mut trail.decoder else { return Ok(None) };
        let unreadable = |_| Fault::Unreadable(PlainReason::UnreadableEncoding);
        if let Some(piece) = kept.link.piece(body).await? {
            return decoder.feed(&piece, take).map(Some).map_err(unreadable);
        }
        kept.rest = None;
        decoder.finish(take).map_err(unreadable)?;
        Ok(None)
    }

    /// The kept connection, if it leads to the same place and can take another request.
    async fn reuse(&mut self, request: &Request) -> Option<Box<Kept>> {
        let mut kept = self.kept.take()?;
        if kept.place != Place::of(&request.url, request.http1_only)? {
            return None;
        }
        if let Some(mut rest) = kept.rest.take()
            && !kept.link.is_multiplexed()
        {
            timeout(LAST_CHUNK, drain(&mut kept.link, &mut rest)).await.ok()?.ok()?;
        }
        kept.link.is_open().await.then_some(kept)
    }

    async fn connect(&mut self, request: &Request) -> Result<Box<Kept>, Fault> {
        let place =
            Place::of(&request.url, request.http1_only).ok_or(Fault::Failed(PlainReason::Unreachable))?;
        let addresses = self.addresses(&place).await?;
        self.trail.phase = PlainReason::Connect;
        let began = Instant::now();
        let tcp = dial(&addresses).await?;
        self.trail.timing.connect_us = Some(micros(began));
        let peer = self.peer(&tcp)?;
        // Small requests, each waited for: nothing to gain from holding back.
        let _ = tcp.set_nodelay(true);
        let mut facts = Connection { peer: peer.to_string(), tls: None, alpn: String::new() };
        let memory = Arc::new(Memory::default());
        let socket = Socket::new(tcp, Arc::clone(&memory));
        let link = if place.secure {
            self.trail.connection = Some(facts.clone());
            self.secure(&place, socket, memory, &mut facts).await?
        } else {
            Link::http1(Stream::Plain(socket), memory, self.policy.head_cap).await?
        };
        link.protocol().clone_into(&mut facts.alpn);
        let host = &request.url[Position::BeforeHost..Position::AfterPort];
        let host = HeaderValue::from_str(host).map_err(|_| Fault::Failed(PlainReason::Unreachable))?;
        Ok(Box::new(Kept { link, place, facts, host, rest: None }))
    }

    /// Whether this address may be contacted for the request under way.
    fn may_reach(&self, address: IpAddr) -> bool {
        is_allowed(address, &self.policy.reach) && self.lead.may_reach(address)
    }

    /// The address that is really connected to has to be one that may be.
    fn peer(&self, tcp: &TcpStream) -> Result<SocketAddr, Fault> {
        let peer = tcp.peer_addr().map_err(|_| Fault::Failed(PlainReason::Dropped))?;
        if self.may_reach(peer.ip()) { Ok(peer) } else { Err(Fault::Failed(PlainReason::AddressBlocked)) }
    }

    async fn secure(
        &mut self,
        place: &Place,
        socket: Socket,
        memory: Arc<Memory>,
        facts: &mut Connection,
    ) -> Result<Link, Fault> {
        self.trail.phase = PlainReason::Tls;
        let began = Instant::now();
        let name = tls::server_name(&place.host).ok_or(Fault::Failed(PlainReason::TlsHandshake))?;
        let handshake = if place.http1_only {
            self.tls.with_alpn(vec![tls::HTTP1.to_vec()]).connect(name, socket)
        } else {
            self.tls.connect(name, socket)
        };
        let stream = handshake.await.map_err(|error| Trouble::Tls(&error).fault())?;
        self.trail.timing.tls_us = Some(micros(began));
        let (_, session) = stream.get_ref();
        facts.tls = tls::version(session);
        let multiplexed = session.alpn_protocol() == Some(tls::H2);
        self.trail.phase = PlainReason::Headers;
        let stream = Stream::Tls(Box::new(stream), Arc::clone(&memory));
        if multiplexed {
            Link::http2(stream, memory).await
        } else {
            Link::http1(stream, memory, self.policy.head_cap).await
        }
    }

    /// The addresses of a place that may be contacted. One look-up a host and probe.
    async fn addresses(&mut self, place: &Place) -> Result<Vec<SocketAddr>, Fault> {
        let name = match &place.host {
            Host::Ipv4(v4) => return self.literal(SocketAddr::new((*v4).into(), place.port)),
            Host::Ipv6(v6) => return self.literal(SocketAddr::new((*v6).into(), place.port)),
            Host::Domain(name) => name.trim_end_matches('.'),
        };
        if !self.known.iter().any(|known| known.is_of(name, place.port)) {
            let answer = self.look_up(name, place.port).await?;
            self.known.push(answer);
        }
        let known = self.known.iter().find(|known| known.is_of(name, place.port));
        let known = known.ok_or(Fault::Failed(PlainReason::DnsFailed))?;
        let (allowed, blocked): (Vec<_>, Vec<_>) =
            known.addresses.iter().partition(|address| self.may_reach(address.ip()));
        let (allowed, is_blocked) = (take_turns(&allowed), !blocked.is_empty());
        self.trail.blocked = blocked.iter().map(SocketAddr::ip).collect();
        match (allowed.is_empty(), !is_blocked) {
            (false, _) => Ok(allowed),
            (true, false) => Err(Fault::Failed(PlainReason::AddressBlocked)),
            (true, true) => Err(Fault::Failed(PlainReason::DnsNoAddress)),
        }
    }

    fn literal(&self, address: SocketAddr) -> Result<Vec<SocketAddr>, Fault> {
        if self.may_reach(address.ip()) {
            Ok(vec![address])
        } else {
            Err(Fault::Failed(PlainReason::AddressBlocked))
        }
    }

    async fn look_up(&mut self, name: &str, port: u16) -> Result<Known, Fault> {
        self.trail.phase = PlainReason::Dns;
        let began = Instant::now();
        let answer = self.resolver.resolve(name, port).await;
        self.trail.timing.dns_us = Some(micros(began));
        let addresses = answer.map_err(|failure| match failure {
            NoAddress::NotFound => Fault::Failed(PlainReason::DnsNotFound),
            NoAddress::NoData => Fault::Failed(PlainReason::DnsNoAddress),
            NoAddress::Failed => Fault::Failed(PlainReason::DnsFailed),
            NoAddress::TimedOut => Fault::OutOfTime(PlainReason::Dns),
        })?;
        Ok(Known { host: name.to_owned(), port, addresses })
    }
}

impl Place {
    fn of(url: &Url, http1_only: bool) -> Option<Self> {
        Some(Self {
            secure: url.scheme() == "https",
            host: url.host()?.to_owned(),
            port: url.port_or_known_default()?,
            http1_only,
        })
    }
}

/// Reads what is left of a reply, and drops it.
async fn drain(link: &mut Link, rest: &mut Body) -> Result<(), Fault> {
    while link.piece(rest).await?.is_some() {}
    Ok(())
}

/// A request in the form of its connection.
fn outgoing(request: &Request, kept: &Kept) -> Outgoing {
    let multiplexed = kept.link.is_multiplexed();
    let mut outgoing = Outgoing::new(request.body.clone());
    *outgoing.method_mut() = match request.method {
        Method::Get => http::Method::GET,
        Method::Post => http::Method::POST,
        Method::Delete => http::Method::DELETE,
    };
    *outgoing.uri_mut() = request_target(&request.uri, multiplexed);
    *outgoing.headers_mut() = request.headers.clone();
    if multiplexed {
        *outgoing.version_mut() = http::Version::HTTP_2;
        outgoing.headers_mut().remove(HOST);
        if !request.body.is_empty() {
            outgoing.headers_mut().insert(CONTENT_LENGTH, request.body.len().into());
        }
    } else {
        // A request that names a host of its own means it (the guard checks of `conform`).
        outgoing.headers_mut().entry(HOST).or_insert_with(|| kept.host.clone());
    }
    outgoing
}

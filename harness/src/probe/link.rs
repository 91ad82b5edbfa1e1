//! One connection, HTTP/1.1 or HTTP/2: a request goes out, a head and pieces of a body come back.
//!
//! The connection and what is asked of it are polled together, in one task: a probe is one future and nothing is left
//! behind when it is dropped.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, Uri};
use http_body::Body as _;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;

use super::fault::{Fault, Part, Trouble};
use super::replay::Replay;
use super::socket::{Memory, Stream};
use crate::record::PlainReason;

/// The least that a header field takes in a head: a name of one byte, a colon, a line end.
const SMALLEST_FIELD: usize = 4;
/// hyper's read buffer: it never holds more of a body that arrives faster than it is read.
const READ_BUFFER: usize = 64 * 1024;
/// The header list that HTTP/2 peers are told we take. Well above our own cap, which is what counts.
const HEADER_LIST: u32 = 1024 * 1024;
/// HTTP/2 flow-control windows: as much as may be under way.
const WINDOW: u32 = 256 * 1024;

/// A connection with a peer.
pub(super) struct Link {
    wire: Wire,
    memory: Arc<Memory>,
    /// Exchanges begun on it.
    used: u32,
}

#[expect(
    clippy::large_enum_variant,
    reason = "the HTTP/1.1 form is the common one, and a link lives in a box"
)]
enum Wire {
    H1(Http1),
    H2(Http2),
}

struct Http1 {
    sender: http1::SendRequest<Full<Bytes>>,
    /// Gone when the connection is over.
    driver: Option<Driver>,
    /// The most that a head may have, in bytes.
    head_cap: usize,
}

type Driver = http1::Connection<TokioIo<Stream>, Full<Bytes>>;

struct Http2 {
    sender: h2::client::SendRequest<Bytes>,
    /// Gone when the connection is over.
    driver: Option<h2::client::Connection<Stream, Bytes>>,
    /// The connection's last word, which says more than what its streams hear of it.
    last_word: Option<h2::Error>,
}

impl Http1 {
    /// A connection whose heads may have `fields` header fields: hyper's own 100 where nothing is said.
    ///
    /// hyper clears 64 bytes for each field beyond those, at every reply: room for the 16,384 that 64 KiB can hold made a
    /// probe twenty times as dear (measured). Servers in the field send about twenty.
    async fn open(stream: Stream, head_cap: usize, fields: Option<usize>) -> Result<Self, hyper::Error> {
        let mut builder = http1::Builder::new();
        builder
            .max_buf_size(READ_BUFFER.max(head_cap))
            .max_header_size(head_cap)
            .allow_obsolete_multiline_headers_in_responses(true)
            // A field with control characters in it is no reason to lose the reply.
            .ignore_invalid_headers_in_responses(true);
        if let Some(fields) = fields {
            builder.max_headers(fields);
        }
        let (sender, driver) = builder.handshake(TokioIo::new(stream)).await?;
        Ok(Self { sender, driver: Some(driver), head_cap })
    }

    /// Moves bytes. Gives back the driver of a connection that is over; letting go of it tells whoever waits on it.
    fn drive(&mut self, cx: &mut Context<'_>) -> Option<Driver> {
        let driver = self.driver.as_mut()?;
        if driver.poll_without_shutdown(cx).is_ready() { self.driver.take() } else { None }
    }

    /// Sends a request and waits for the head of its reply. With a head that could not be read comes what could not read it.
    fn ask(&mut self, request: Outgoing) -> impl Future<Output = (Answer, Option<Box<Driver>>)> {
        // Before the future, which would have room for the request twice.
        let pending = self.sender.try_send_request(request.map(Full::new));
        async move {
            let mut pending = pin!(pending);
            poll_fn(|cx| {
                let over = self.drive(cx);
                match pending.as_mut().poll(cx) {
                    Poll::Ready(answer) => Poll::Ready((answer, over.map(Box::new))),
                    Poll::Pending => {
                        drop(over);
                        pending.as_mut().poll(cx).map(|answer| (answer, None))
                    }
                }
            })
            .await
        }
    }

    /// Reads a head again that had more fields than hyper has room for, this time with room for all that may come. The
    /// connection goes on from the bytes that were read; nothing is sent a second time.
    /// Where that is not to be had, `error` stands.
    async fn read_again(&mut self, over: Driver, method: Method, error: TrySendError) -> Answer {
        let parts = over.into_parts();
        let rewound = Replay::new(parts.read_buf, parts.io.into_inner());
        let unmute = rewound.unmute();
        let stream = Stream::Replayed(Box::new(rewound));
        let Ok(again) = Self::open(stream, self.head_cap, Some(self.head_cap / SMALLEST_FIELD)).await else {
            return Err(error);
        };
        *self = again;
        let mut request = Outgoing::default();
        *request.method_mut() = method;
        let (answer, _) = self.ask(request).await;
        unmute.store(true, Ordering::Relaxed);
        answer
    }
}

type Answer = Result<Response<Incoming>, TrySendError>;
type TrySendError = hyper::client::conn::TrySendError<Request<Full<Bytes>>>;

impl Http2 {
    /// See [`Http1::drive`].
    fn drive(&mut self, cx: &mut Context<'_>) {
        let Some(driver) = &mut self.driver else { return };
        if let Poll::Ready(end) = Pin::new(driver).poll(cx) {
            self.last_word = end.err();
            self.driver = None;
        }
    }

    async fn begin(
        &mut self,
        request: Request<()>,
        body: Bytes,
    ) -> Result<h2::client::ResponseFuture, h2::Error> {
        poll_fn(|cx| {
            self.drive(cx);
            self.sender.poll_ready(cx)
        })
        .await?;
        let (pending, mut upload) = self.sender.send_request(request, body.is_empty())?;
        if !body.is_empty() {
            upload.send_data(body, true)?;
        }
        Ok(pending)
    }
}

/// The beginning of a reply.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Body,
}

/// The body of a reply, still on its way.
pub(super) enum Body {
    H1(Incoming),
    H2(h2::RecvStream),
}

impl Link {
    /// HTTP/1.1 over a stream.
    pub(super) async fn http1(stream: Stream, memory: Arc<Memory>, head_cap: u64) -> Result<Self, Fault> {
        let cap = usize::try_from(head_cap).unwrap_or(usize::MAX);
        let wire = Http1::open(stream, cap, None)
            .await
            .map_err(|error| Trouble::Http1(&error, &memory, Part::Head).fault())?;
        Ok(Self { wire: Wire::H1(wire), memory, used: 0 })
    }

    /// HTTP/2 over a stream.
    pub(super) async fn http2(stream: Stream, memory: Arc<Memory>) -> Result<Self, Fault> {
        let (sender, driver) = h2::client::Builder::new()
            .enable_push(false)
            .max_header_list_size(HEADER_LIST)
            .initial_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .handshake(stream)
            .await
            .map_err(|error| Trouble::Http2(&error, &memory, Part::Head).fault())?;
        Ok(Self { wire: Wire::H2(Http2 { sender, driver: Some(driver), last_word: None }), memory, used: 0 })
    }

    /// `http/1.1` or `h2`.
    pub(super) fn protocol(&self) -> &'static str {
        match self.wire {
            Wire::H1(_) => "http/1.1",
            Wire::H2(_) => "h2",
        }
    }

    /// Whether another request may go out on it: it is idle, and the server has not closed it meanwhile.
    pub(super) async fn is_open(&mut self) -> bool {
        self.memory.look();
        poll_fn(|cx| {
            self.drive(cx);
            // Still busy with what came before: not to be waited for.
            Poll::Ready(match &mut self.wire {
                Wire::H1(wire) => {
                    wire.driver.is_some() && matches!(wire.sender.poll_ready(cx), Poll::Ready(Ok(())))
                }
                Wire::H2(wire) => {
                    wire.driver.is_some() && matches!(wire.sender.poll_ready(cx), Poll::Ready(Ok(())))
                }
            })
        })
        .await
    }

    fn drive(&mut self, cx: &mut Context<'_>) {
        match &mut self.wire {
            Wire::H1(wire) => drop(wire.drive(cx)),
            Wire::H2(wire) => wire.drive(cx),
        }
    }

    /// Sends a request and waits for the head of the reply; 1xx are passed over.
    pub(super) async fn send(&mut self, request: Outgoing) -> Result<Reply, Fault> {
        self.used += 1;
        match &self.wire {
            Wire::H1(_) => self.send_http1(request).await,
            Wire::H2(_) => self.send_http2(request).await,
        }
    }

    async fn send_http1(&mut self, request: Outgoing) -> Result<Reply, Fault> {
        let Wire::H1(wire) = &mut self.wire else { return Err(Fault::Unsent) };
        let method = request.method().clone();
        // Boxed, as what waits for an answer is most of a waiting probe.
        let answer = match Box::pin(wire.ask(request)).await {
            (Err(error), Some(over)) if error.error().is_parse_too_large() => {
                // In a box: it is rare, and every probe that waits would hold the room for it.
                Box::pin(wire.read_again(*over, method, error)).await
            }
            (answer, _) => answer,
        };
        match answer {
            Ok(reply) => {
                let (head, body) = reply.into_parts();
                Ok(Reply { status: head.status.as_u16(), headers: head.headers, body: Body::H1(body) })
            }
            Err(error) => Err(self.unanswered(error.message().is_none(), error.error())),
        }
    }

    /// A request without a reply. One that never left a kept connection counts for nothing; bytes that came on a new
    /// connection before anything was asked are no HTTP.
    fn unanswered(&self, sent: bool, error: &hyper::Error) -> Fault {
        if !sent && self.used > 1 {
            return Fault::Unsent;
        }
        if !sent && self.memory.received() > 0 {
            return Fault::Unreadable(PlainReason::NotHttp);
        }
        Trouble::Http1(error, &self.memory, Part::Head).fault()
    }

    async fn send_http2(&mut self, request: Outgoing) -> Result<Reply, Fault> {
        let (head, body) = request.into_parts();
        let Wire::H2(wire) = &mut self.wire else { return Err(Fault::Unsent) };
        let mut pending = match wire.begin(Request::from_parts(head, ()), body).await {
            Ok(pending) => pending,
            Err(_) if self.used > 1 => return Err(Fault::Unsent),
            Err(error) => return Err(self.unanswered_http2(&error)),
        };
        let Wire::H2(wire) = &mut self.wire else { return Err(Fault::Unsent) };
        let answer = poll_fn(|cx| {
            wire.drive(cx);
            Pin::new(&mut pending).poll(cx)
        })
        .await;
        match answer {
            Ok(reply) => {
                let (head, body) = reply.into_parts();
                Ok(Reply { status: head.status.as_u16(), headers: head.headers, body: Body::H2(body) })
            }
            Err(error) => Err(self.unanswered_http2(&error)),
        }
    }

    fn unanswered_http2(&self, error: &h2::Error) -> Fault {
        let last_word = match &self.wire {
            Wire::H2(wire) => wire.last_word.as_ref(),
            Wire::H1(_) => None,
        };
        Trouble::Http2(last_word.unwrap_or(error), &self.memory, Part::Head).fault()
    }

    /// The next piece of a body; `None` when it is complete.
    pub(super) async fn piece(&mut self, body: &mut Body) -> Result<Option<Bytes>, Fault> {
        poll_fn(|cx| self.poll_piece(body, cx)).await
    }

    fn poll_piece(&mut self, body: &mut Body, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>, Fault>> {
        // Reading from the body lets the connection go on, so both have a second turn before we wait.
        for _ in 0..2 {
            self.drive(cx);
            if let Poll::Ready(piece) = self.poll_body(body, cx) {
                return Poll::Ready(piece);
            }
        }
        Poll::Pending
    }

    fn poll_body(&self, body: &mut Body, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>, Fault>> {
        match body {
            Body::H1(body) => loop {
                return match std::task::ready!(Pin::new(&mut *body).poll_frame(cx)) {
                    None => Poll::Ready(Ok(None)),
                    Some(Ok(frame)) => match frame.into_data() {
                        Ok(data) => Poll::Ready(Ok(Some(data))),
                        // Trailers.
                        Err(_) => continue,
                    },
                    Some(Err(error)) => {
                        Poll::Ready(Err(Trouble::Http1(&error, &self.memory, Part::Body).fault()))
                    }
                };
            },
            Body::H2(body) => match std::task::ready!(body.poll_data(cx)) {
                None => Poll::Ready(Ok(None)),
                Some(Ok(data)) => {
                    // Fails only when the stream is gone, of which the next read tells.
                    let _ = body.flow_control().release_capacity(data.len());
                    Poll::Ready(Ok(Some(data)))
                }
                Some(Err(error)) => {
                    Poll::Ready(Err(Trouble::Http2(&error, &self.memory, Part::Body).fault()))
                }
            },
        }
    }

    /// Whether a new stream can be opened beside an unfinished body.
    pub(super) fn is_multiplexed(&self) -> bool {
        matches!(self.wire, Wire::H2(_))
    }
}

/// A request as it goes out.
pub(super) type Outgoing = Request<Bytes>;

/// The size of a head as HTTP/2 counts it (RFC 9113 section 10.5.1, with its 32 bytes a field left out: the cap counts
/// bytes that were sent).
pub(super) fn head_size(headers: &HeaderMap) -> u64 {
    headers.iter().map(|(name, value)| (name.as_str().len() + value.len() + 4) as u64).sum()
}

/// The request target of a connection's protocol: a path for HTTP/1.1, the whole for HTTP/2.
pub(super) fn request_target(uri: &Uri, multiplexed: bool) -> Uri {
    if multiplexed {
        return uri.clone();
    }
    uri.path_and_query().map_or_else(|| Uri::from_static("/"), |path| Uri::from(path.clone()))
}

//! HTTP/1.1 byte by byte: requests are read leniently, answers are written exactly as they were made up.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::reply::{Answer, Framing, Piece};
use crate::request::Request;
use crate::route::{Reached, Router};
use crate::script::{End, Fault, Place};
use crate::socket::Socket;

/// The largest request head that is read.
const HEAD_CAP: usize = 64 * 1024;
/// Bytes of filler in one write.
const FILL: usize = 64 * 1024;

/// What becomes of a connection after an answer.
enum Next {
    Request,
    Closed,
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    mut socket: impl Socket,
    reached: Reached,
    router: Arc<dyn Router>,
) -> io::Result<()> {
    let mut buffer = BytesMut::new();
    while let Some((request, keep)) = read(&mut socket, &mut buffer, &reached).await? {
        let bodiless = request.method == "HEAD";
        let answer = router.answer(&reached, request);
        match write(&mut socket, bodiless, &answer).await? {
            Next::Request if keep => {}
            Next::Request => {
                socket.shutdown().await?;
                return Ok(());
            }
            Next::Closed => return Ok(()),
        }
    }
    Ok(())
}

/// The next request; absent when the client is done. The flag says whether it wants to go on afterwards.
async fn read(
    socket: &mut (impl AsyncRead + AsyncWrite + Unpin),
    buffer: &mut BytesMut,
    reached: &Reached,
) -> io::Result<Option<(Request, bool)>> {
    let (mut request, head, minor) = loop {
        if let Some(parsed) = parse(buffer, reached)? {
            break parsed;
        }
        if buffer.len() > HEAD_CAP {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the request head is too large"));
        }
        if socket.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    };
    buffer.advance(head);
    if request.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        socket.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    let chunked = request
        .header("transfer-encoding")
        .is_some_and(|value| value.to_ascii_lowercase().contains("chunked"));
    let length = request.header("content-length").and_then(|value| value.trim().parse().ok()).unwrap_or(0);
    request.body = if chunked {
        read_chunks(socket, buffer).await?
    } else {
        read_exactly(socket, buffer, length).await?
    };
    let says = |word: &str| {
        request.header("connection").is_some_and(|value| value.to_ascii_lowercase().contains(word))
    };
    let keep = if minor == 0 { says("keep-alive") } else { !says("close") };
    Ok(Some((request, keep)))
}

fn parse(buffer: &[u8], reached: &Reached) -> io::Result<Option<(Request, usize, u8)>> {
    let mut fields = [httparse::EMPTY_HEADER; 128];
    let mut parsed = httparse::Request::new(&mut fields);
    let invalid = |error: httparse::Error| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
    let httparse::Status::Complete(head) = parsed.parse(buffer).map_err(invalid)? else { return Ok(None) };
    let minor = parsed.version.unwrap_or(1);
    let headers: Vec<(String, Bytes)> = parsed
        .headers
        .iter()
        .map(|field| (field.name.to_ascii_lowercase(), Bytes::copy_from_slice(field.value)))
        .collect();
    let host = headers.iter().find(|(name, _)| name == "host");
    Ok(Some((
        Request {
            method: parsed.method.unwrap_or_default().to_owned(),
            target: parsed.path.unwrap_or_default().to_owned(),
            version: if minor == 0 { "HTTP/1.0" } else { "HTTP/1.1" },
            authority: host.map(|(_, value)| String::from_utf8_lossy(value).into_owned()).unwrap_or_default(),
            headers,
            body: Bytes::new(),
            tls: reached.tls,
            connection: reached.connection,
        },
        head,
        minor,
    )))
}

async fn read_exactly(
    socket: &mut (impl AsyncRead + Unpin),
    buffer: &mut BytesMut,
    length: usize,
) -> io::Result<Bytes> {
    while buffer.len() < length.min(Request::BODY_CAP) {
        if socket.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(buffer.split_to(length.min(Request::BODY_CAP)).freeze())
}

async fn read_chunks(socket: &mut (impl AsyncRead + Unpin), buffer: &mut BytesMut) -> io::Result<Bytes> {
    let mut body = BytesMut::new();
    loop {
        let line = read_line(socket, buffer).await?;
        let size = line.split(|&b| b == b';').next().and_then(|size| std::str::from_utf8(size).ok());
        let size = size
            .and_then(|size| usize::from_str_radix(size.trim(), 16).ok())
            .ok_or(io::ErrorKind::InvalidData)?;
        if size == 0 {
            while !read_line(socket, buffer).await?.is_empty() {}
            return Ok(body.freeze());
        }
        if size > Request::BODY_CAP - body.len() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the request body is too large"));
        }
        body.extend_from_slice(&read_exactly(socket, buffer, size).await?);
        read_line(socket, buffer).await?;
    }
}

async fn read_line(socket: &mut (impl AsyncRead + Unpin), buffer: &mut BytesMut) -> io::Result<Bytes> {
    loop {
        if let Some(end) = buffer.iter().position(|&b| b == b'\n') {
            let line = buffer.split_to(end + 1).freeze();
            let line = line.slice(..line.len() - 1);
            return Ok(if line.ends_with(b"\r") { line.slice(..line.len() - 1) } else { line });
        }
        if buffer.len() > HEAD_CAP || socket.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
}

/// Writes an answer, or as much of it as its fault lets through; to HEAD, the head alone.
async fn write(socket: &mut impl Socket, bodiless: bool, answer: &Answer) -> io::Result<Next> {
    if let Some(delay) = answer.delay {
        tokio::time::sleep(delay).await;
    }
    let fault = answer.fault.filter(|fault| !matches!(fault.how, End::Goaway | End::RefuseStream));
    if let Some(Fault { at: Place::Start, how, .. }) = fault {
        return end(socket, how, &[]).await;
    }
    let head = head(answer, fault);
    if let Some(Fault { at: Place::InHead, how, bytes }) = fault {
        let cut = bytes.map_or(head.len() / 2, cap).min(head.len());
        return end(socket, how, &head[..cut]).await;
    }
    if let Some(size) = answer.endless_head {
        return endless_head(socket, &head, size).await;
    }
    if let Some(Fault { at: Place::AfterHead, how, .. }) = fault {
        return end(socket, how, &head).await;
    }
    if bodiless {
        socket.write_all(&head).await?;
        return Ok(Next::Request);
    }
    let stop = fault
        .filter(|fault| fault.at == Place::InBody)
        .map(|fault| fault.bytes.unwrap_or_else(|| answer.length().unwrap_or(0) / 2));
    let mut out = Writer { socket, chunked: answer.framing == Framing::Chunked, pending: head, left: stop };
    let whole = out.body(&answer.body).await?;
    let pending = std::mem::take(&mut out.pending);
    if let (false, Some(fault)) = (whole, fault) {
        return end(socket, fault.how, &pending).await;
    }
    let last = if answer.framing == Framing::Chunked { last_chunk(answer) } else { Vec::new() };
    match fault {
        Some(Fault { at: Place::AfterBody | Place::InBody, how: End::Close, .. }) => {
            end(socket, End::Close, &[pending, last].concat()).await
        }
        Some(Fault { at: Place::AfterBody | Place::InBody, how, .. }) => end(socket, how, &pending).await,
        _ if answer.framing == Framing::UntilClose => end(socket, End::Close, &pending).await,
        _ => {
            socket.write_all(&[pending, last].concat()).await?;
            socket.flush().await?;
            Ok(Next::Request)
        }
    }
}

/// The head, the blank line included unless the head has no end.
fn head(answer: &Answer, fault: Option<Fault>) -> Vec<u8> {
    let mut head = Vec::new();
    for status in &answer.interim {
        head.extend_from_slice(format!("HTTP/1.1 {status} {}\r\n\r\n", phrase(*status)).as_bytes());
    }
    let version = if answer.http10 { "1.0" } else { "1.1" };
    head.extend_from_slice(
        format!("HTTP/{version} {} {}\r\n", answer.status, phrase(answer.status)).as_bytes(),
    );
    for (name, value) in &answer.headers {
        field(&mut head, name, value);
    }
    match answer.framing {
        Framing::Length(stated) => {
            // A body without end, cut short by its fault, still has to state some length.
            let length = stated.or_else(|| answer.length()).unwrap_or(u64::MAX >> 1);
            field(&mut head, b"content-length", length.to_string().as_bytes());
        }
        Framing::Chunked => field(&mut head, b"transfer-encoding", b"chunked"),
        Framing::UntilClose if fault.is_none() && !answer.http10 => field(&mut head, b"connection", b"close"),
        Framing::UntilClose | Framing::Bodiless => {}
    }
    if answer.endless_head.is_none() {
        head.extend_from_slice(b"\r\n");
    }
    head
}

fn field(head: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    head.extend_from_slice(name);
    head.extend_from_slice(b": ");
    head.extend_from_slice(value);
    head.extend_from_slice(b"\r\n");
}

fn last_chunk(answer: &Answer) -> Vec<u8> {
    let mut last = b"0\r\n".to_vec();
    for (name, value) in &answer.trailers {
        field(&mut last, name, value);
    }
    last.extend_from_slice(b"\r\n");
    last
}

async fn endless_head(socket: &mut impl Socket, head: &[u8], size: usize) -> io::Result<Next> {
    socket.write_all(head).await?;
    for n in 0_u64.. {
        let mut line = Vec::new();
        field(&mut line, format!("x-padding-{n}").as_bytes(), &vec![b'x'; size]);
        socket.write_all(&line).await?;
    }
    Ok(Next::Closed)
}

/// Writes what is left and ends the connection as the fault says.
async fn end(socket: &mut impl Socket, how: End, rest: &[u8]) -> io::Result<Next> {
    match how {
        End::Close => {
            // One segment: a client must not find the connection open after the last byte.
            socket.cork(true);
            socket.write_all(rest).await?;
            socket.close().await?;
        }
        End::Reset => {
            socket.write_all(rest).await?;
            socket.flush().await?;
            socket.reset();
        }
        End::Stall | End::RefuseStream | End::Goaway => {
            socket.write_all(rest).await?;
            socket.flush().await?;
            hold(socket).await;
        }
    }
    Ok(Next::Closed)
}

/// Keeps a connection open and silent until the client leaves it.
pub(crate) async fn hold(socket: &mut (impl AsyncRead + Unpin)) {
    let mut ignored = [0; 1024];
    while matches!(socket.read(&mut ignored).await, Ok(1..)) {}
}

/// Writes a body piece by piece. The head waits in `pending` for the first piece, so that an ordinary answer is one write.
struct Writer<'a, S> {
    socket: &'a mut S,
    chunked: bool,
    pending: Vec<u8>,
    /// Body bytes until the fault.
    left: Option<u64>,
}

impl<S: Socket> Writer<'_, S> {
    /// Whether the body was written to its end. The last write is left pending.
    async fn body(&mut self, pieces: &[Piece]) -> io::Result<bool> {
        for (n, piece) in pieces.iter().enumerate() {
            let more = n + 1 < pieces.len();
            let whole = match piece {
                Piece::Bytes(bytes) => self.bytes(bytes, more).await?,
                Piece::Wait(pause) => self.wait(*pause).await.map(|()| true)?,
                Piece::Fill { text, size } => self.fill(text, *size).await?,
                Piece::Beat { text, every, times } => self.beat(text, *every, *times).await?,
            };
            if !whole {
                return Ok(false);
            }
        }
        Ok(self.left != Some(0))
    }

    async fn bytes(&mut self, bytes: &[u8], more: bool) -> io::Result<bool> {
        if bytes.is_empty() {
            return Ok(true);
        }
        if self.chunked {
            self.pending.extend_from_slice(format!("{:x}\r\n", bytes.len()).as_bytes());
        }
        if let Some(left) = &mut self.left {
            if *left < bytes.len() as u64 {
                self.pending.extend_from_slice(&bytes[..cap(*left)]);
                return Ok(false);
            }
            *left -= bytes.len() as u64;
        }
        self.pending.extend_from_slice(bytes);
        if self.chunked {
            self.pending.extend_from_slice(b"\r\n");
        }
        if more {
            self.flush().await?;
        }
        Ok(true)
    }

    async fn wait(&mut self, pause: Duration) -> io::Result<()> {
        self.flush().await?;
        tokio::time::sleep(pause).await;
        Ok(())
    }

    async fn fill(&mut self, text: &Bytes, size: Option<u64>) -> io::Result<bool> {
        let block = text.repeat((FILL / text.len().max(1)).max(1));
        let mut left = size;
        while left != Some(0) && !text.is_empty() {
            let now = left.map_or(block.len(), |left| cap(left.min(block.len() as u64)));
            if !self.bytes(&block[..now], true).await? {
                return Ok(false);
            }
            left = left.map(|left| left - now as u64);
        }
        Ok(true)
    }

    async fn beat(&mut self, text: &Bytes, every: Duration, times: Option<u32>) -> io::Result<bool> {
        let mut left = times;
        while left != Some(0) {
            if !self.bytes(text, true).await? {
                return Ok(false);
            }
            self.wait(every).await?;
            left = left.map(|left| left - 1);
        }
        Ok(true)
    }

    async fn flush(&mut self) -> io::Result<()> {
        self.socket.write_all(&self.pending).await?;
        self.socket.flush().await?;
        self.pending.clear();
        // Fillers never wait for anything: let the client and the shutdown have their turn.
        tokio::task::yield_now().await;
        Ok(())
    }
}

fn phrase(status: u16) -> &'static str {
    http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or("")
}

fn cap(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX)
}

//! The TCP stream under a connection, and what it remembers: how it ended, and whether anything came over it.
//!
//! Two habits of its own. *Look*: the next read asks the kernel, whatever the runtime believes, so that a connection
//! which the server has closed is found closed before a request goes out on it. *Read on*: a failed write is kept in
//! mind and not reported, because the server may have answered (or sent a TLS alert) before it closed; the reads that
//! follow say which.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use super::replay::Replay;

/// What a connection remembers of its stream.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Bytes that came, after TLS.
    received: AtomicU64,
    /// The stream was reset, by a read or by a write.
    reset: AtomicBool,
    /// A TLS alert came after the handshake.
    alert: AtomicBool,
    /// The next read asks the kernel.
    look: AtomicBool,
}

impl Memory {
    pub(super) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    pub(super) fn was_reset(&self) -> bool {
        self.reset.load(Ordering::Relaxed)
    }

    pub(super) fn saw_alert(&self) -> bool {
        self.alert.load(Ordering::Relaxed)
    }

    /// Makes the next read ask the kernel.
    pub(super) fn look(&self) {
        self.look.store(true, Ordering::Relaxed);
    }

    fn note(&self, error: &io::Error) {
        if matches!(
            error.kind(),
            io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe
        ) {
            self.reset.store(true, Ordering::Relaxed);
        }
        if matches!(rustls_error(error), Some(rustls::Error::AlertReceived(_))) {
            self.alert.store(true, Ordering::Relaxed);
        }
    }
}

/// The rustls error inside an I/O error, if that is what it carries.
pub(super) fn rustls_error(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref()?.downcast_ref()
}

/// A TCP stream with its memory.
#[derive(Debug)]
pub(super) struct Socket {
    tcp: TcpStream,
    memory: Arc<Memory>,
}

impl Socket {
    pub(super) fn new(tcp: TcpStream, memory: Arc<Memory>) -> Self {
        Self { tcp, memory }
    }

    /// Asks the kernel directly. `None` when nothing is there.
    fn ask(&self, buf: &mut ReadBuf<'_>) -> Option<io::Result<()>> {
        let kernel = SockRef::from(&self.tcp);
        let mut first = [MaybeUninit::uninit(); 1];
        match kernel.peek(&mut first) {
            Ok(0) => Some(Ok(())),
            Ok(_) => match io::Read::read(&mut &*kernel, buf.initialize_unfilled()) {
                Ok(read) => {
                    buf.advance(read);
                    Some(Ok(()))
                }
                Err(error) => Some(Err(error)),
            },
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let asked = if self.memory.look.swap(false, Ordering::Relaxed) { self.ask(buf) } else { None };
        let read = match asked {
            Some(answer) => Poll::Ready(answer),
            None => Pin::new(&mut self.tcp).poll_read(cx, buf),
        };
        if let Poll::Ready(Err(error)) = &read {
            self.memory.note(error);
        }
        read
    }
}

impl Socket {
    /// A write that found the stream broken counts as written: see the module's second habit.
    fn read_on(&self, written: Poll<io::Result<usize>>, length: usize) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Err(error)) => {
                self.memory.note(&error);
                if self.memory.was_reset() { Poll::Ready(Ok(length)) } else { Poll::Ready(Err(error)) }
            }
            other => other,
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write(cx, buf);
        self.read_on(written, buf.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(cx, bufs);
        self.read_on(written, bufs.iter().map(|buf| buf.len()).sum())
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(cx)
    }
}

/// What HTTP runs over.
#[derive(Debug)]
pub(super) enum Stream {
    Plain(Socket),
    Tls(Box<TlsStream<Socket>>, Arc<Memory>),
    /// One of the others, read again.
    Replayed(Box<Replay>),
}

impl Stream {
    fn memory(&self) -> &Memory {
        match self {
            Self::Plain(socket) => &socket.memory,
            Self::Tls(_, memory) => memory,
            Self::Replayed(replay) => replay.stream().memory(),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = match &mut *self {
            Self::Plain(socket) => Pin::new(socket).poll_read(cx, buf),
            Self::Tls(tls, _) => match Pin::new(tls).poll_read(cx, buf) {
                // Closed without close_notify. Many servers do; whether anything is missing is for HTTP's framing to say.
                Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    Poll::Ready(Ok(()))
                }
                other => other,
            },
            // The stream inside counts for itself.
            Self::Replayed(replay) => return Pin::new(replay).poll_read(cx, buf),
        };
        match &read {
            Poll::Ready(Ok(())) => {
                let came = buf.filled().len() - before;
                self.memory().received.fetch_add(came as u64, Ordering::Relaxed);
            }
            Poll::Ready(Err(error)) => self.memory().note(error),
            Poll::Pending => {}
        }
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Plain(socket) => Pin::new(socket).poll_write(cx, buf),
            Self::Tls(tls, _) => Pin::new(tls).poll_write(cx, buf),
            Self::Replayed(replay) => Pin::new(replay).poll_write(cx, buf),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Plain(socket) => Pin::new(socket).poll_write_vectored(cx, bufs),
            Self::Tls(tls, _) => Pin::new(tls).poll_write_vectored(cx, bufs),
            Self::Replayed(replay) => Pin::new(replay).poll_write_vectored(cx, bufs),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(socket) => socket.is_write_vectored(),
            Self::Tls(tls, _) => tls.is_write_vectored(),
            Self::Replayed(replay) => replay.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(socket) => Pin::new(socket).poll_flush(cx),
            Self::Tls(tls, _) => Pin::new(tls).poll_flush(cx),
            Self::Replayed(replay) => Pin::new(replay).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(socket) => Pin::new(socket).poll_shutdown(cx),
            Self::Tls(tls, _) => Pin::new(tls).poll_shutdown(cx),
            Self::Replayed(replay) => Pin::new(replay).poll_shutdown(cx),
        }
    }
}

#[cfg(test)]
mod tests;

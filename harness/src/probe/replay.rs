//! A stream that is read again from bytes that had been taken off it, and that swallows the request whose reply they are:
//! for a second reading of a reply, without a second request.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use bytes::{Buf as _, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::socket::Stream;

/// See the module.
#[derive(Debug)]
pub(super) struct Replay {
    before: Bytes,
    stream: Stream,
    /// Whoever reads before anything was asked: to HTTP an answer to nothing would be none.
    early: Option<Waker>,
    /// Something was asked.
    asked: bool,
    /// Writes reach the server.
    heard: Arc<AtomicBool>,
}

impl Replay {
    /// `before` is read first, then what comes.
    pub(super) fn new(before: Bytes, stream: Stream) -> Self {
        Self { before, stream, early: None, asked: false, heard: Arc::default() }
    }

    /// To be set once the request has been swallowed.
    pub(super) fn unmute(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.heard)
    }

    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }
}

impl AsyncRead for Replay {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.asked {
            self.early = Some(cx.waker().clone());
            return Poll::Pending;
        }
        if self.before.is_empty() {
            return Pin::new(&mut self.stream).poll_read(cx, buf);
        }
        let take = self.before.len().min(buf.remaining());
        buf.put_slice(&self.before[..take]);
        self.before.advance(take);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Replay {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.heard.load(Ordering::Relaxed) {
            return Pin::new(&mut self.stream).poll_write(cx, buf);
        }
        self.asked = true;
        if let Some(early) = self.early.take() {
            early.wake();
        }
        Poll::Ready(Ok(buf.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

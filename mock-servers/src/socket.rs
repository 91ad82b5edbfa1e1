//! A connection, plain or TLS, with the handles that faults need on the TCP socket below.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

/// A connection whose TCP socket can be corked, cut and reset.
pub(crate) trait Socket: AsyncRead + AsyncWrite + Unpin + Send {
    /// The TCP socket below.
    fn tcp(&self) -> &TcpStream;

    /// Closes without a word of TLS: FIN, and nothing before it.
    fn close(&mut self) -> impl Future<Output = io::Result<()>> + Send;

    /// Holds back segments that are not full, so that the last bytes and the FIN leave together.
    fn cork(&self, on: bool) {
        #[cfg(target_os = "linux")]
        let _ = socket2::SockRef::from(self.tcp()).set_tcp_cork(on);
        #[cfg(not(target_os = "linux"))]
        let _ = on;
    }

    /// Makes the coming close a reset.
    fn reset(&self) {
        let _ = self.tcp().set_zero_linger();
    }
}

impl Socket for TcpStream {
    fn tcp(&self) -> &TcpStream {
        self
    }

    async fn close(&mut self) -> io::Result<()> {
        self.shutdown().await
    }
}

impl Socket for TlsStream<TcpStream> {
    fn tcp(&self) -> &TcpStream {
        self.get_ref().0
    }

    async fn close(&mut self) -> io::Result<()> {
        self.flush().await?;
        self.get_mut().0.shutdown().await
    }
}

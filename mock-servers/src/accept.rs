//! Accepts connections and serves each in a task of its own; a task that panics is a breach.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::http1::{self, hold};
use crate::http2;
use crate::journal::Journal;
use crate::route::{Reached, Router};
use crate::script::Listen;
use crate::tls::{Configs, Shaken};

/// Connections served at a time; more wait.
const AT_A_TIME: usize = 4_096;

/// How connections come in, and where they lead.
pub(crate) struct Door {
    listen: Listen,
    name: String,
    journal: Journal,
    router: Arc<dyn Router>,
    configs: Configs,
}

impl Door {
    pub(crate) fn new(listen: Listen, name: String, journal: Journal, router: Arc<dyn Router>) -> Arc<Self> {
        Arc::new(Self { listen, name, journal, router, configs: Configs::default() })
    }
}

/// Accepts until it is aborted, which ends every connection too.
pub(crate) async fn accept(listener: TcpListener, door: Arc<Door>) {
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if tasks.len() < AT_A_TIME => {
                // A client that is gone before it is accepted is no trouble of ours.
                let Ok((socket, _)) = accepted else { continue };
                tasks.spawn(serve(socket, Arc::clone(&door)));
            }
            Some(_) = tasks.join_next() => {}
        }
    }
}

async fn serve(socket: TcpStream, door: Arc<Door>) {
    let alarm = Alarm(&door.journal);
    let connection = door.journal.connected();
    // What goes wrong on a connection is the client's to notice: it left, or it did not like the certificate.
    if let Err(error) = converse(socket, connection, &door).await {
        tracing::debug!(connection, %error, "the connection ended early");
    }
    drop(alarm);
}

async fn converse(mut tcp: TcpStream, connection: u64, door: &Door) -> io::Result<()> {
    tcp.set_nodelay(true)?;
    let reached = Reached { tls: false, server_name: None, connection };
    let router = Arc::clone(&door.router);
    match &door.listen {
        Listen::Banner(text) => {
            tcp.write_all(text.as_bytes()).await?;
            // Whatever comes is read, so that the close is no reset, and not looked at: some clients do not even send it.
            let _ = tcp.read(&mut [0; 2048]).await?;
            tcp.shutdown().await?;
            hold(&mut tcp).await;
            Ok(())
        }
        Listen::Tls(tls) => match door.configs.shake(tls, &door.name, tcp).await? {
            Shaken::Over => Ok(()),
            Shaken::Done(stream, server_name) => {
                let reached = Reached { tls: true, server_name, ..reached };
                if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                    http2::serve(*stream, reached, router).await
                } else {
                    http1::serve(*stream, reached, router).await
                }
            }
        },
        Listen::Plain | Listen::Dead | Listen::FullBacklog => http1::serve(tcp, reached, router).await,
    }
}

/// Notes a panic that unwinds through it.
struct Alarm<'a>(&'a Journal);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken("panic", "the mock itself panicked; its message is on stderr");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Answer;
    use crate::request::Request;

    struct Broken;

    impl Router for Broken {
        fn answer(&self, _: &Reached, _: Request) -> Answer {
            panic!("a bug in a mock")
        }
    }

    #[tokio::test]
    async fn a_mock_that_panics_is_a_breach_and_goes_on() {
        let journal = Journal::default();
        let door = Door::new(Listen::Plain, String::new(), journal.clone(), Arc::new(Broken));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(accept(listener, door));
        for connection in 1..=2 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
            assert!(!matches!(stream.read(&mut [0; 1]).await, Ok(1..)));
            assert_eq!(journal.connections(), connection);
        }
        assert_eq!(
            journal.breaches().iter().map(|breach| breach.demand.as_str()).collect::<Vec<_>>(),
            ["panic"]
        );
        task.abort();
    }
}

//! The two habits, on a pair of real sockets. The runtime's own view of them is kept stale on purpose: nothing here
//! yields to it.

use std::future::poll_fn;
use std::io::Write as _;
use std::task::Waker;
use std::time::Duration;

use super::*;

/// A socket with its memory, and its peer.
fn pair() -> (Socket, Arc<Memory>, std::net::TcpStream) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let ours = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (peer, _) = listener.accept().unwrap();
    ours.set_nonblocking(true).unwrap();
    let memory = Arc::new(Memory::default());
    (Socket::new(TcpStream::from_std(ours).unwrap(), Arc::clone(&memory)), memory, peer)
}

/// One read, without waiting: how many bytes came, if the read came to an end.
fn read(socket: &mut Socket) -> Option<usize> {
    let mut space = [0; 64];
    let mut buf = ReadBuf::new(&mut space);
    match Pin::new(socket).poll_read(&mut Context::from_waker(Waker::noop()), &mut buf) {
        Poll::Ready(Ok(())) => Some(buf.filled().len()),
        Poll::Ready(Err(_)) | Poll::Pending => None,
    }
}

/// Lets the runtime learn that there is nothing to read, which it then believes.
async fn settle(socket: &mut Socket) {
    poll_fn(|cx| Pin::new(&mut socket.tcp).poll_write(cx, b"hello").map(drop)).await;
    assert_eq!(read(socket), None);
}

#[tokio::test]
async fn a_closed_connection_is_seen_closed_when_looked_at() {
    let (mut socket, memory, peer) = pair();
    settle(&mut socket).await;
    peer.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(read(&mut socket), None, "the runtime has not noticed");
    memory.look();
    assert_eq!(read(&mut socket), Some(0));
}

#[tokio::test]
async fn what_came_meanwhile_is_read_when_looked_at() {
    let (mut socket, memory, mut peer) = pair();
    settle(&mut socket).await;
    memory.look();
    assert_eq!(read(&mut socket), None);
    peer.write_all(b"late").unwrap();
    memory.look();
    assert_eq!(read(&mut socket), Some(4));
}

#[tokio::test]
async fn a_write_that_finds_the_connection_reset_counts_as_written() {
    let (mut socket, memory, peer) = pair();
    SockRef::from(&peer).set_linger(Some(Duration::ZERO)).unwrap();
    drop(peer);
    let written = poll_fn(|cx| Pin::new(&mut socket).poll_write(cx, b"hello")).await;
    assert_eq!(written.unwrap(), 5);
    assert!(memory.was_reset());
}

//! The TCP connection: to the first of a name's addresses that takes it.
//!
//! IPv6 and IPv4 take turns, and an address that neither takes nor refuses is not waited for: the next one is tried
//! beside it (RFC 8305).

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Poll, ready};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::sleep;

use super::fault::{Fault, Trouble};
use crate::record::PlainReason;

/// How long one address is tried alone (RFC 8305 section 8, "Connection Attempt Delay": 250 ms).
const HEAD_START: Duration = Duration::from_millis(250);
/// How long to wait for a free file descriptor before asking again.
const OUT_OF_FILES: Duration = Duration::from_millis(50);
/// Addresses tried of one name. More would only be more doors of the same house.
const ADDRESSES: usize = 8;

/// Puts IPv6 first and lets the families take turns (RFC 8305 section 4).
pub(super) fn take_turns(addresses: &[SocketAddr]) -> Vec<SocketAddr> {
    let mut v6 = addresses.iter().filter(|address| address.is_ipv6());
    let mut v4 = addresses.iter().filter(|address| address.is_ipv4());
    let mut turns = Vec::with_capacity(addresses.len().min(ADDRESSES));
    while turns.len() < ADDRESSES {
        match (v6.next(), v4.next()) {
            (None, None) => break,
            (six, four) => turns.extend(six.into_iter().chain(four)),
        }
    }
    turns
}

/// Connects. The deadline is the caller's.
///
/// # Errors
/// The fault of the address that came closest: a refusal says more than a missing route.
pub(super) async fn dial(addresses: &[SocketAddr]) -> Result<TcpStream, Fault> {
    match addresses {
        [] => Err(Fault::Failed(PlainReason::DnsNoAddress)),
        [only] => connect(*only).await.map_err(|error| Trouble::Connect(&error).fault()),
        several => race(several).await,
    }
}

async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    loop {
        match TcpStream::connect(address).await {
            // Our own want of file descriptors says nothing about the server: wait for one.
            Err(error) if is_want_of_files(&error) => sleep(OUT_OF_FILES).await,
            other => return other,
        }
    }
}

/// EMFILE and ENFILE, the same numbers on every Unix.
fn is_want_of_files(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

async fn race(addresses: &[SocketAddr]) -> Result<TcpStream, Fault> {
    let mut waiting = addresses.iter();
    let mut running: Vec<Pin<Box<dyn Future<Output = io::Result<TcpStream>> + Send>>> = Vec::new();
    let mut head_start = pin!(sleep(HEAD_START));
    let mut closest = None;
    poll_fn(|cx| {
        loop {
            let mut done = None;
            for (index, attempt) in running.iter_mut().enumerate() {
                if let Poll::Ready(result) = attempt.as_mut().poll(cx) {
                    done = Some((index, result));
                    break;
                }
            }
            match done {
                Some((_, Ok(stream))) => return Poll::Ready(Ok(stream)),
                Some((index, Err(error))) => {
                    drop(running.swap_remove(index));
                    let fault = Trouble::Connect(&error).fault();
                    if closest.is_none() || fault == Fault::Failed(PlainReason::Refused) {
                        closest = Some(fault);
                    }
                }
                None if running.is_empty() => {}
                None if waiting.as_slice().is_empty() => return Poll::Pending,
                None => ready!(head_start.as_mut().poll(cx)),
            }
            if let Some(address) = waiting.next() {
                running.push(Box::pin(connect(*address)));
                head_start.set(sleep(HEAD_START));
            } else if running.is_empty() {
                return Poll::Ready(Err(closest.unwrap_or(Fault::Failed(PlainReason::Unreachable))));
            }
        }
    })
    .await
}

#[cfg(test)]
mod tests;

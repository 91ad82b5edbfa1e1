//! A prober for peers on loopback, and how its records are compared.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rollcall::policy::{Policy, Reach};
use rollcall::probe::Prober;
use rollcall::probe::resolve::{Answer, Resolve};
use rollcall::record::Record;
use rollcall::target::{Target, Transport};

use crate::peer::{Acts, Peer};

/// Answers every name the same way.
pub(crate) struct Fixed {
    answer: Answer,
    asked: AtomicUsize,
}

impl Fixed {
    pub(crate) fn new(answer: Answer) -> Arc<Self> {
        Arc::new(Self { answer, asked: AtomicUsize::new(0) })
    }
}

impl Resolve for Fixed {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.answer.clone();
        Box::pin(std::future::ready(answer))
    }
}

pub(crate) fn policy() -> Policy {
    Policy {
        request_deadline: Duration::from_secs(2),
        endpoint_deadline: Duration::from_secs(2),
        reach: Reach { plain_http: true, local: false, addresses: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)] },
        ..Policy::default()
    }
}

pub(crate) fn prober(policy: Policy, resolver: Arc<dyn Resolve>) -> Prober {
    let roots = rollcall::trust::roots::<&str>(&[]).unwrap();
    Prober::new(Arc::new(policy), resolver, roots).unwrap()
}

pub(crate) fn target(url: &str, transport: Transport) -> Target {
    Target { url: url.parse().unwrap(), transport, entry: None }
}

/// Probes a name that stands for these addresses.
pub(crate) async fn probe_at(addresses: Vec<SocketAddr>, policy: Policy) -> Record {
    let resolver = Fixed::new(Ok(addresses));
    let record = prober(policy, resolver.clone())
        .probe(&target("http://peer.test/mcp", Transport::StreamableHttp))
        .await;
    assert!(resolver.asked.load(Ordering::Relaxed) <= 1, "one look-up a probe");
    record
}

pub(crate) async fn probe(peer: &Peer) -> Record {
    probe_at(vec![peer.address], policy()).await
}

pub(crate) async fn playing(plays: Vec<Acts>) -> (Record, Peer) {
    let peer = Peer::playing(plays).await;
    (probe(&peer).await, peer)
}

pub(crate) fn says(record: &Record) -> String {
    match record.reason {
        Some(reason) => format!("{}: {reason}", record.outcome),
        None => record.outcome.to_string(),
    }
}

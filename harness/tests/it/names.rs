//! Names and addresses: what a resolver's answer comes to, and where no packet may go.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rollcall::policy::{Policy, Reach};
use rollcall::probe::resolve::{Answer, NoAddress, Resolve};
use rollcall::record::{End, FindingId, PlainReason, Step};
use rollcall::target::Transport;

use crate::peer::{Act, Peer, answering, healthy, reply};
use crate::setup::{Fixed, policy, probe_at, prober, says, target};

#[tokio::test]
async fn names_fail_in_their_own_words() {
    let failures = [
        (Err(NoAddress::NotFound), "connection-failed: dns-not-found"),
        (Err(NoAddress::NoData), "connection-failed: dns-no-address"),
        (Ok(Vec::new()), "connection-failed: dns-no-address"),
        (Err(NoAddress::Failed), "connection-failed: dns-failed"),
        (Err(NoAddress::TimedOut), "timed-out: dns"),
        (Ok(vec!["10.0.0.1:80".parse().unwrap()]), "connection-failed: address-blocked"),
        (Ok(vec!["127.0.0.1:1".parse().unwrap()]), "connection-failed: refused"),
    ];
    for (answer, expected) in failures {
        let prober = prober(policy(), Fixed::new(answer));
        let record = prober.probe(&target("http://peer.test/mcp", Transport::StreamableHttp)).await;
        assert_eq!(says(&record), expected);
        assert_eq!(record.exchanges.len(), 1);
    }
}

/// Never answers.
struct Silent;

impl Resolve for Silent {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_silent_resolver_is_a_deadline_in_dns() {
    let policy = Policy { request_deadline: Duration::from_millis(200), ..policy() };
    let record = prober(policy, Arc::new(Silent))
        .probe(&target("http://peer.test/mcp", Transport::StreamableHttp))
        .await;
    assert_eq!(says(&record), "timed-out: dns");
}

#[tokio::test]
async fn blocked_addresses_are_left_out() {
    let peer = Peer::playing(vec![answering(healthy())]).await;
    let port = peer.address.port();
    let canary = Peer::playing(vec![vec![Act::Hold]]).await;
    let mixed = vec![
        SocketAddr::new("::1".parse().unwrap(), canary.address.port()),
        SocketAddr::new("10.0.0.1".parse().unwrap(), port),
        peer.address,
    ];
    let record = probe_at(mixed, policy()).await;
    assert_eq!(says(&record), "answered");
    assert!(record.has(FindingId::BlockedAddressSkipped));
    assert_eq!(record.findings.len(), 1);
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn a_dead_address_does_not_hold_up_the_living() {
    let peer = Peer::playing(vec![answering(healthy())]).await;
    // Loopback without a listener refuses at once; multicast has no route for TCP.
    let mut policy = policy();
    policy.reach.local = true;
    let dead: Vec<SocketAddr> =
        vec!["[ff02::1]:80".parse().unwrap(), "[::1]:1".parse().unwrap(), peer.address];
    let record = probe_at(dead, policy.clone()).await;
    assert_eq!(says(&record), "answered");
    let record = probe_at(vec!["[ff02::1]:80".parse().unwrap()], policy).await;
    assert_eq!(says(&record), "connection-failed: unreachable");
}

/// The server's own name, and another one that it points at.
struct Named {
    own: SocketAddr,
    other: SocketAddr,
}

impl Resolve for Named {
    fn resolve<'a>(&'a self, name: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        let address = if name == "peer.test" { self.own } else { self.other };
        Box::pin(std::future::ready(Ok(vec![address])))
    }
}

#[tokio::test]
async fn a_pointer_of_a_server_leads_to_no_link_local_address_by_name() {
    let document = Peer::playing(vec![answering([reply("404 Not Found", "text/plain", "")])]).await;
    let policy = Policy { oauth_lookup: true, reach: Reach::local(), ..policy() };
    // A document elsewhere on this machine is the user's own affair; a link-local address is where clouds keep credentials.
    for (other, blocked) in [(document.address, false), ("169.254.169.254:9".parse().unwrap(), true)] {
        for host in ["login.test".to_owned(), other.to_string()] {
            let challenge = format!("www-authenticate: Bearer resource_metadata=\"http://{host}/rm\"\r\n");
            let refused =
                format!("HTTP/1.1 401 Unauthorized\r\n{challenge}content-length: 0\r\n\r\n").into_bytes();
            let server = Peer::playing(vec![answering([refused])]).await;
            let prober = prober(policy.clone(), Arc::new(Named { own: server.address, other }));
            let record = prober.probe(&target("http://peer.test/mcp", Transport::StreamableHttp)).await;
            assert_eq!(says(&record), "login-required");
            let look =
                record.exchanges.iter().find(|it| it.step == Step::ResourceMetadata).expect("one was made");
            assert!(look.url.contains(&host), "the pointer comes first");
            let is_blocked = look.end == End::Failed(PlainReason::AddressBlocked.into());
            assert_eq!(is_blocked, blocked, "{host}: {:?}", look.end);
        }
    }
    assert!(document.connections() >= 2);
}

//! How each host takes being asked: one that wants fewer requests, or has stopped answering, is left alone. Only the
//! server's own host ends the run with that; a host that the server named takes its own documents with it and no more.

use std::collections::BTreeMap;
use std::net::IpAddr;

use url::{Origin, Url};

use super::super::Ask;
use super::super::secrets::quote;
use crate::target::{Lead, is_global};

/// Requests in a row without a reply, after which a host is left alone.
const SILENCES: u32 = 3;

/// What is known of the hosts of a run, by origin: two ports of one machine are two servers.
#[derive(Debug)]
pub(super) struct Hosts {
    /// The server's own.
    own: Origin,
    asked: BTreeMap<String, Standing>,
    /// Whether every address under which the server itself replied is on this machine or in a private network; unknown
    /// before the first.
    is_near: Option<bool>,
}

#[derive(Debug, Default)]
struct Standing {
    /// In a row, up to now.
    silences: u32,
    /// Why it is asked nothing more.
    left: Option<String>,
}

impl Hosts {
    pub(super) fn new(server: &Url) -> Self {
        Self { own: server.origin(), asked: BTreeMap::new(), is_near: None }
    }

    /// Whether this is the server's own host.
    pub(super) fn is_own(&self, url: &Url) -> bool {
        url.origin() == self.own
    }

    /// The address under which a host replied.
    pub(super) fn met(&mut self, url: &Url, peer: Option<IpAddr>) {
        if let Some(peer) = peer.filter(|_| self.is_own(url)) {
            self.is_near = Some(self.is_near != Some(false) && !is_global(peer));
        }
    }

    /// How far this URL may lead: the user named the server's own host, and the server all others.
    pub(super) fn lead(&self, url: &Url) -> Lead {
        match self.is_near {
            _ if self.is_own(url) => Lead::User,
            Some(true) => Lead::Neighbour,
            _ => Lead::Stranger,
        }
    }

    /// Why the host of this URL is asked nothing more.
    pub(super) fn left(&self, url: &Url) -> Option<&str> {
        self.asked.get(&key(url))?.left.as_deref()
    }

    /// Notes what a request came to: its status, or none. Says why the host is left alone from now on.
    pub(super) fn note(&mut self, url: &Url, status: Option<u16>, ask: Ask) -> Option<&str> {
        let who = if self.is_own(url) { "the server".to_owned() } else { quote(&key(url), 120) };
        let standing = self.asked.entry(key(url)).or_default();
        standing.silences = if status.is_some() { 0 } else { standing.silences + 1 };
        if status == Some(429) {
            standing.left = Some(format!(
                "{who} asked for fewer requests (HTTP 429 to {ask}); nothing was asked after that"
            ));
        } else if standing.silences == SILENCES {
            standing.left = Some(format!(
                "{SILENCES} requests in a row had no reply from {who} (the last was {ask}); nothing was asked after that"
            ));
        }
        standing.left.as_deref()
    }
}

fn key(url: &Url) -> String {
    url.origin().ascii_serialization()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_replied_from_outside_leads_into_no_network() {
        let url = |text: &str| Url::parse(text).unwrap();
        let (own, other) = (url("https://a.example/mcp"), url("https://b.example/"));
        let mut hosts = Hosts::new(&own);
        let lead = |hosts: &Hosts| (hosts.lead(&own), hosts.lead(&other));
        assert_eq!(lead(&hosts), (Lead::User, Lead::Stranger), "not met yet");
        for (url, peer, expected) in [
            (&own, "10.0.0.1", Lead::Neighbour),
            (&other, "93.184.216.34", Lead::Neighbour),
            (&own, "93.184.216.34", Lead::Stranger),
            (&own, "10.0.0.1", Lead::Stranger),
        ] {
            hosts.met(url, Some(peer.parse().unwrap()));
            assert_eq!(lead(&hosts), (Lead::User, expected), "{url} at {peer}");
        }
    }

    #[test]
    fn silences_count_a_host_and_a_reply_ends_them() {
        let url = |text: &str| Url::parse(text).unwrap();
        let (own, other) = (url("https://a.example/mcp"), url("https://a.example:8443/x"));
        let mut hosts = Hosts::new(&own);
        assert!(hosts.is_own(&url("https://a.example/.well-known/x")) && !hosts.is_own(&other));
        for _ in 0..2 {
            for it in [&own, &other] {
                assert_eq!(hosts.note(it, None, Ask::Ping), None);
            }
        }
        assert_eq!(hosts.note(&own, Some(200), Ask::Ping), None);
        assert!(hosts.note(&other, None, Ask::Ping).is_some_and(|why| why.contains("a.example:8443")));
        assert_eq!(hosts.note(&own, None, Ask::Ping), None);
        assert!(hosts.left(&other).is_some() && hosts.left(&own).is_none());
        assert!(hosts.note(&own, Some(429), Ask::Ping).is_some_and(|why| why.starts_with("the server")));
    }
}

//! From a case to what the prober is given: the policy, the target or the skip, the names.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use mock_servers::script::Span;
use mock_servers::{Lookup, Zone};
use rollcall::census::{Listed, OptOut, Plan, Shard};
use rollcall::policy::{EVIDENCE_DEADLINE, Policy, REQUEST_DEADLINE, Reach};
use rollcall::probe::resolve::{Answer, NoAddress, Resolve};
use rollcall::record::EntryFacts;
use rollcall::registry::{Entry, ListedRemote};
use rollcall::target::{Skip, Target, Transport, vet};

use crate::case::Case;

/// The name under which a case's mock is probed.
#[must_use]
pub fn host(id: &str) -> String {
    format!("{}.mock.test", id.replace('/', "."))
}

/// What the prober may do.
#[must_use]
pub fn policy(case: &Case, mock: IpAddr) -> Policy {
    let wish = &case.policy;
    let or = |wish: Option<Span>, default: Duration| wish.map_or(default, |span| span.0);
    let default = Policy::default();
    Policy {
        request_deadline: or(wish.deadline, REQUEST_DEADLINE),
        endpoint_deadline: or(wish.endpoint_deadline, or(wish.deadline, REQUEST_DEADLINE)),
        probe_deadline: or(wish.probe_deadline, default.probe_deadline),
        // Nobody needs to see in every case that evidence is waited for.
        evidence_deadline: EVIDENCE_DEADLINE / 4,
        initialize_cap: wish.initialize_cap.map_or(default.initialize_cap, |size| size.0),
        page_cap: wish.page_cap.map_or(default.page_cap, |size| size.0),
        modern: wish.modern,
        oauth_lookup: wish.oauth_lookup,
        reach: reach(case, mock),
        ..default
    }
}

/// What may be contacted. A strict case lets the mock's own address through, unless it lists a URL of its own.
fn reach(case: &Case, mock: IpAddr) -> Reach {
    match (case.policy.strict, &case.entry.url) {
        (false, _) => Reach::local(),
        (true, None) => Reach { addresses: vec![mock], ..Reach::default() },
        (true, Some(_)) => Reach::default(),
    }
}

/// The target, or why there is none: decided as a census decides it.
///
/// # Errors
///
/// The skip, with the URL and transport as listed.
pub fn target(id: &str, case: &Case, mock_url: &str, reach: &Reach) -> Result<Target, (Skip, String)> {
    let listed = &case.entry;
    let url = listed.url.clone().unwrap_or_else(|| mock_url.to_owned());
    if listed.transport == Transport::Auto {
        return vet(&url, Transport::Auto, reach).map_err(|skip| (skip, url));
    }
    let remote = ListedRemote {
        kind: listed.other_transport.clone().unwrap_or_else(|| listed.transport.to_string()),
        url: Some(url.clone()),
        variables: listed.variables.clone(),
        required_headers: listed.required_headers.clone(),
    };
    let entry = Entry {
        facts: EntryFacts { name: format!("test.mock/{}", id.replace('/', ".")), ..EntryFacts::default() },
        is_latest: None,
        updated_at: None,
        remotes: if listed.no_remote { Vec::new() } else { vec![remote] },
    };
    let opt_out = OptOut::parse(&case.policy.excluded_hosts.join("\n")).unwrap_or_default();
    let mut plan = Plan::new(&[entry], Listed { reach, opt_out: &opt_out, shard: Shard::WHOLE });
    match (plan.probes.pop(), plan.skipped.pop()) {
        (Some(probe), None) => {
            let entry = probe.entries.into_iter().next().filter(|facts| !facts.required_headers.is_empty());
            Ok(Target { url: probe.url, transport: probe.transport, entry })
        }
        (_, Some(skipped)) => Err((skipped.skip, skipped.url.unwrap_or_default())),
        (None, None) => unreachable!("every entry is a target or a skip"),
    }
}

/// Names as the mock's zone tells them; every address has the mock's port.
pub struct Names {
    zone: Zone,
    port: u16,
}

impl Names {
    /// The names of a mock that listens on this port.
    #[must_use]
    pub fn new(zone: Zone, port: u16) -> Arc<Self> {
        Arc::new(Self { zone, port })
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            match self.zone.look_up(host) {
                Lookup::Addresses(ips) => Ok(ips.into_iter().map(|ip| (ip, self.port).into()).collect()),
                Lookup::NotFound => Err(NoAddress::NotFound),
                Lookup::NoData => Err(NoAddress::NoData),
                Lookup::Failed => Err(NoAddress::Failed),
                Lookup::Silent => std::future::pending().await,
            }
        })
    }
}

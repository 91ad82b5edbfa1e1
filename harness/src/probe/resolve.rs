//! Names to addresses, behind a trait: the system's resolver, overrides from the command line, and whatever tests say.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RecordType};
use tokio::time::{Instant, timeout_at};

use crate::policy::REQUEST_DEADLINE;

/// hickory's own patience with one question. Above ours, so that it is our deadline that ends the wait.
const PATIENCE: Duration = REQUEST_DEADLINE.saturating_mul(2);
/// How long an answer for one family waits for the other (RFC 8305 section 3 says 50 ms; resolvers that are slow with
/// AAAA are common, and nobody waits for a page here).
const OTHER_FAMILY: Duration = Duration::from_millis(500);
/// Answers kept, for entries that share a host.
const CACHE: u64 = 1024;

/// Why a name has no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoAddress {
    /// NXDOMAIN.
    #[error("the name does not exist")]
    NotFound,
    /// The name exists and has neither A nor AAAA.
    #[error("the name has no address")]
    NoData,
    /// The resolver answered with a failure.
    #[error("the resolver failed")]
    Failed,
    /// The resolver gave up waiting.
    #[error("the resolver had no answer")]
    TimedOut,
}

/// What a look-up gives.
pub type Answer = Result<Vec<SocketAddr>, NoAddress>;

/// Resolves host names. One look-up a probe; the address policy is applied to what comes back, by the prober.
pub trait Resolve: Send + Sync {
    /// The addresses of a host, for this port.
    fn resolve<'a>(&'a self, host: &'a str, port: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;
}

/// The resolver of the system's configuration, hosts file included.
#[derive(Debug)]
pub struct SystemResolver {
    inner: TokioResolver,
}

/// The system's configuration cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("read the system's resolver configuration")]
pub struct ResolverError(#[source] NetError);

impl SystemResolver {
    /// Reads the system's configuration.
    ///
    /// # Errors
    /// When there is none, or none that can be read.
    pub fn new() -> Result<Self, ResolverError> {
        let mut builder = TokioResolver::builder_tokio().map_err(ResolverError)?;
        let options = builder.options_mut();
        options.timeout = PATIENCE;
        options.cache_size = CACHE;
        Ok(Self { inner: builder.build().map_err(ResolverError)? })
    }

    /// Asks this name server, and neither the system's nor its hosts file.
    ///
    /// # Errors
    /// When no resolver can be made of it.
    pub fn asking(server: SocketAddr) -> Result<Self, ResolverError> {
        let mut known = NameServerConfig::udp_and_tcp(server.ip());
        known.connections.iter_mut().for_each(|connection| connection.port = server.port());
        let config = ResolverConfig::from_name_servers(vec![known]);
        let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        let options = builder.options_mut();
        options.timeout = PATIENCE;
        options.cache_size = CACHE;
        options.use_hosts_file = ResolveHosts::Never;
        Ok(Self { inner: builder.build().map_err(ResolverError)? })
    }

    async fn family(&self, name: Name, family: RecordType) -> Result<Vec<IpAddr>, NoAddress> {
        match self.inner.lookup(name, family).await {
            Ok(found) => Ok(found.answers().iter().filter_map(|record| record.data.ip_addr()).collect()),
            Err(error) => Err(no_address(&error)),
        }
    }
}

fn no_address(error: &NetError) -> NoAddress {
    match error {
        NetError::Dns(DnsError::NoRecordsFound(none)) => match none.response_code {
            ResponseCode::NXDomain => NoAddress::NotFound,
            ResponseCode::NoError => NoAddress::NoData,
            _ => NoAddress::Failed,
        },
        NetError::Timeout => NoAddress::TimedOut,
        _ => NoAddress::Failed,
    }
}

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str, port: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            let mut name = Name::from_utf8(host).map_err(|_| NoAddress::NotFound)?;
            // A name with a dot is meant as it stands: the search list of this machine must not lend it another ending.
            if host.contains('.') {
                name.set_fqdn(true);
            }
            let both =
                both_families(self.family(name.clone(), RecordType::AAAA), self.family(name, RecordType::A))
                    .await;
            both.map(|addresses| addresses.into_iter().map(|ip| SocketAddr::new(ip, port)).collect())
        })
    }
}

type Family = Result<Vec<IpAddr>, NoAddress>;

/// Asks for both families at once; the one that has answered with addresses waits only shortly for the other.
async fn both_families(v6: impl Future<Output = Family>, v4: impl Future<Output = Family>) -> Family {
    let (mut v6, mut v4) = (std::pin::pin!(v6), std::pin::pin!(v4));
    let (first, second) = tokio::select! {
        first = &mut v6 => {
            let second = rest(first.as_ref(), v4).await;
            (first, second)
        }
        second = &mut v4 => {
            let first = rest(second.as_ref(), v6).await;
            (first, second)
        }
    };
    join(first, second)
}

async fn rest(known: Result<&Vec<IpAddr>, &NoAddress>, other: impl Future<Output = Family>) -> Family {
    if known.is_ok_and(|addresses| !addresses.is_empty()) {
        timeout_at(Instant::now() + OTHER_FAMILY, other).await.unwrap_or(Err(NoAddress::TimedOut))
    } else {
        other.await
    }
}

/// Any address will do; without one, the most telling of two failures.
fn join(first: Family, second: Family) -> Family {
    let failures = [first.as_ref().err().copied(), second.as_ref().err().copied()];
    let addresses: Vec<IpAddr> = first.into_iter().chain(second).flatten().collect();
    if !addresses.is_empty() {
        return Ok(addresses);
    }
    let telling = [NoAddress::NotFound, NoAddress::Failed, NoAddress::TimedOut];
    Err(telling.into_iter().find(|failure| failures.contains(&Some(*failure))).unwrap_or(NoAddress::NoData))
}

/// Answers given by hand (`--resolve HOST=ADDR:PORT`) before another resolver is asked.
pub struct Overrides {
    by_host: HashMap<String, Vec<SocketAddr>>,
    otherwise: Arc<dyn Resolve>,
}

impl Overrides {
    /// Host names, lower case, with the addresses and ports they stand for.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (String, SocketAddr)>, otherwise: Arc<dyn Resolve>) -> Self {
        let mut by_host: HashMap<String, Vec<SocketAddr>> = HashMap::new();
        for (host, address) in pairs {
            by_host.entry(host).or_default().push(address);
        }
        Self { by_host, otherwise }
    }
}

impl Resolve for Overrides {
    fn resolve<'a>(&'a self, host: &'a str, port: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        match self.by_host.get(host) {
            Some(addresses) => Box::pin(std::future::ready(Ok(addresses.clone()))),
            None => self.otherwise.resolve(host, port),
        }
    }
}

#[cfg(test)]
mod tests;

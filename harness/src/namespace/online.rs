//! The network, asked as the registry asks it: TXT records by the system's resolver (or a named one), the well-known
//! file by one GET over TLS to a vetted address. No redirect, no proxy of the environment, everything bounded.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RData};
use rustls::RootCertStore;

use super::Domain;
use super::outside::{FileAnswer, MAX_FILE_LEN, Outside, TxtAnswer, registry_refuses};
use super::served::file_place;
use crate::causes::causes;
use crate::policy::Reach;
use crate::target::is_allowed;

/// How long the registry waits for the TXT records of a domain (`auth/dns.go`); so do we, for any name.
const DNS_DEADLINE: Duration = Duration::from_secs(5);
/// How long the registry waits for the file, from the first byte sent to the last one read (`auth/http.go`).
const FILE_DEADLINE: Duration = Duration::from_secs(10);
/// How long it waits for one address to accept.
const CONNECT_DEADLINE: Duration = Duration::from_secs(3);
/// Addresses of a domain that are tried.
const MAX_ADDRESSES: usize = 8;

/// What the network may be asked, and as whom.
#[derive(Debug, Clone)]
pub struct NetworkOptions {
    /// The User-Agent of the GET.
    pub user_agent: String,
    /// Trusted certificates.
    pub roots: RootCertStore,
    /// Addresses that stand for hosts, in lower case, instead of what the DNS says.
    pub resolve: BTreeMap<String, Vec<SocketAddr>>,
    /// The name server to ask instead of the system's.
    pub nameserver: Option<SocketAddr>,
    /// Which addresses may be contacted.
    pub reach: Reach,
}

/// The network, ready to be asked.
pub struct Network {
    resolver: TokioResolver,
    options: NetworkOptions,
    tls: rustls::ClientConfig,
}

/// The system's resolver configuration cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the system's resolver configuration cannot be used: {0}")]
pub struct NetworkError(NetError);

impl Network {
    /// Reads the system's resolver configuration, unless a name server is named.
    ///
    /// # Errors
    /// When there is no configuration that can be used.
    pub fn new(options: NetworkOptions) -> Result<Self, NetworkError> {
        let mut builder = match options.nameserver {
            None => TokioResolver::builder_tokio().map_err(NetworkError)?,
            Some(address) => {
                let mut server = NameServerConfig::udp_and_tcp(address.ip());
                server.connections.iter_mut().for_each(|connection| connection.port = address.port());
                let config = ResolverConfig::from_name_servers(vec![server]);
                TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
        };
        let resolver = builder.options_mut();
        resolver.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        // The registry sees the DNS, not this machine's hosts file.
        resolver.use_hosts_file = ResolveHosts::Never;
        // Our own deadline ends the wait.
        resolver.timeout = DNS_DEADLINE;
        let resolver = builder.build().map_err(NetworkError)?;
        let tls = crate::trust::client_config(Arc::new(options.roots.clone()), &[b"http/1.1"]);
        Ok(Self { resolver, options, tls })
    }

    /// The addresses of the domain, or what to say instead.
    async fn addresses(&self, domain: &Domain) -> Result<Vec<SocketAddr>, FileAnswer> {
        if let Some(given) = self.options.resolve.get(&domain.as_str().to_ascii_lowercase()) {
            return Ok(given.clone());
        }
        let name = absolute(domain.as_str()).map_err(FileAnswer::Failed)?;
        match bounded(self.resolver.lookup_ip(name)).await {
            Ok(found) => Ok(found.iter().map(|ip| SocketAddr::new(ip, 443)).collect()),
            Err(Missing::NoName | Missing::NoRecord) => Err(FileAnswer::NoAddress),
            Err(Missing::Failed(why)) => Err(FileAnswer::Failed(why)),
        }
    }

    /// The addresses that both the registry and we would connect to, or what to say instead.
    async fn vetted(&self, domain: &Domain) -> Result<Vec<SocketAddr>, FileAnswer> {
        let all = self.addresses(domain).await?;
        if all.is_empty() {
            return Err(FileAnswer::NoAddress);
        }
        let ips = |addresses: &[SocketAddr]| addresses.iter().map(SocketAddr::ip).collect::<Vec<IpAddr>>();
        let reach = &self.options.reach;
        let (refused, open): (Vec<_>, Vec<_>) = all
            .iter()
            .copied()
            .partition(|address| registry_refuses(address.ip()) && !is_allowed(address.ip(), reach));
        if open.is_empty() {
            return Err(FileAnswer::NotPublic(ips(&refused)));
        }
        let ours: Vec<_> = open
            .iter()
            .copied()
            .filter(|address| is_allowed(address.ip(), reach))
            .take(MAX_ADDRESSES)
            .collect();
        if ours.is_empty() {
            let list: Vec<_> = ips(&open).iter().map(ToString::to_string).collect();
            let why = format!("{} is no global address; rollcall does not connect there", list.join(", "));
            return Err(FileAnswer::Failed(why));
        }
        Ok(ours)
    }

    async fn get(&self, domain: &Domain, addresses: &[SocketAddr]) -> reqwest::Result<FileAnswer> {
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .https_only(true)
            .referer(false)
            .user_agent(&self.options.user_agent)
            .timeout(FILE_DEADLINE)
            .connect_timeout(CONNECT_DEADLINE * u32::try_from(addresses.len()).unwrap_or(1))
            .tls_backend_preconfigured(self.tls.clone())
            .resolve_to_addrs(domain.as_str(), addresses)
            .build()?;
        let request = client.get(file_place(domain)).header(reqwest::header::ACCEPT, "text/plain");
        let mut response = request.send().await?;
        let location = response
            .headers()
            .get(reqwest::header::LOCATION)
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let status = response.status().as_u16();
        let mut body = Vec::new();
        if status == 200 {
            while body.len() <= MAX_FILE_LEN
                && let Some(chunk) = response.chunk().await?
            {
                body.extend_from_slice(&chunk[..chunk.len().min(MAX_FILE_LEN + 1 - body.len())]);
            }
        }
        Ok(FileAnswer::Answered { status, location, body })
    }
}

impl Outside for Network {
    async fn txt(&self, name: &str) -> TxtAnswer {
        let name = match absolute(name) {
            Ok(name) => name,
            Err(why) => return TxtAnswer::Failed(why),
        };
        match bounded(self.resolver.txt_lookup(name)).await {
            Ok(found) => TxtAnswer::Records(
                found
                    .answers()
                    .iter()
                    .filter_map(|record| match &record.data {
                        RData::TXT(txt) => Some(String::from_utf8_lossy(&txt.txt_data.concat()).into_owned()),
                        _ => None,
                    })
                    .collect(),
            ),
            Err(Missing::NoName) => TxtAnswer::NoSuchName,
            Err(Missing::NoRecord) => TxtAnswer::Records(Vec::new()),
            Err(Missing::Failed(why)) => TxtAnswer::Failed(why),
        }
    }

    async fn file(&self, domain: &Domain) -> FileAnswer {
        let addresses = match self.vetted(domain).await {
            Ok(addresses) => addresses,
            Err(answer) => return answer,
        };
        self.get(domain, &addresses)
            .await
            .unwrap_or_else(|error| FileAnswer::Failed(causes(&error.without_url())))
    }
}

/// Why a question has no answer.
enum Missing {
    NoName,
    NoRecord,
    Failed(String),
}

async fn bounded<T>(question: impl Future<Output = Result<T, NetError>>) -> Result<T, Missing> {
    match tokio::time::timeout(DNS_DEADLINE, question).await {
        Err(_) | Ok(Err(NetError::Timeout)) => {
            Err(Missing::Failed(format!("no name server answered within {} s", DNS_DEADLINE.as_secs())))
        }
        Ok(Err(NetError::Dns(DnsError::NoRecordsFound(none)))) => Err(match none.response_code {
            ResponseCode::NXDomain => Missing::NoName,
            ResponseCode::NoError => Missing::NoRecord,
            other => Missing::Failed(format!("the name server answers {other}")),
        }),
        Ok(Err(error)) => Err(Missing::Failed(format!("the look-up failed: {error}"))),
        Ok(Ok(found)) => Ok(found),
    }
}

/// A name that stands for itself, so that this machine's search list lends it no other ending.
fn absolute(name: &str) -> Result<Name, String> {
    let mut parsed = Name::from_ascii(name).map_err(|why| format!("{name} is no DNS name: {why}"))?;
    parsed.set_fqdn(true);
    Ok(parsed)
}

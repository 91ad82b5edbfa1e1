//! One question to one host: bounded in time and size, to a vetted address, no proxy of the environment, no cookies.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ACCEPT, LOCATION};
use url::{Host, Url};

use crate::policy::Reach;
use crate::probe::resolve::{NoAddress, Resolve};
use crate::target::is_allowed;

/// How long one look-up may take: what the registry gives its own (`internal/validators/registries/*.go`, 10 s).
const DEADLINE: Duration = Duration::from_secs(10);
/// How long an address may take to accept.
const CONNECT_DEADLINE: Duration = Duration::from_secs(5);
/// Redirects followed within one host; indexes redirect to their spelling of a name.
const MAX_HOPS: usize = 3;
/// Addresses of a host that are tried.
const MAX_ADDRESSES: usize = 4;

/// Asks. One request at a time: whoever awaits each answer before the next question keeps every host to one.
pub(super) struct Fetcher {
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) tls: rustls::ClientConfig,
    pub(super) user_agent: String,
    pub(super) reach: Reach,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    /// The target of a redirect, made absolute.
    pub(super) location: Option<Url>,
    pub(super) body: Vec<u8>,
}

/// Why nothing came back.
#[derive(Debug, thiserror::Error)]
pub(super) enum Silence {
    /// The name has no address.
    #[error("its host `{0}` does not resolve")]
    NoHost(String),
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// A question.
#[derive(Debug, Clone)]
pub(super) struct Question<'a> {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) accept: &'a str,
    /// The largest answer, decoded, in bytes; one that is larger is no answer.
    pub(super) limit: usize,
}

impl Fetcher {
    /// Asks, and follows redirects within the host.
    pub(super) async fn ask_following(
        &self,
        mut question: Question<'_>,
        reach: &Reach,
    ) -> Result<Reply, Silence> {
        for _ in 0..MAX_HOPS {
            let reply = self.ask(&question, reach).await?;
            match &reply.location {
                Some(to) if (300..400).contains(&reply.status) && to.host() == question.url.host() => {
                    question.url = to.clone();
                }
                _ => return Ok(reply),
            }
        }
        Err(Silence::Failed(format!("it redirects more than {MAX_HOPS} times")))
    }

    /// Asks once.
    pub(super) async fn ask(&self, question: &Question<'_>, reach: &Reach) -> Result<Reply, Silence> {
        let addresses = self.addresses(&question.url, reach).await?;
        let host = question.url.host_str().unwrap_or_default();
        let failed = |error: reqwest::Error| Silence::Failed(causes(&error));
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .https_only(!reach.plain_http)
            .user_agent(&self.user_agent)
            .timeout(DEADLINE)
            .connect_timeout(CONNECT_DEADLINE)
            .pool_max_idle_per_host(0)
            .tls_backend_preconfigured(self.tls.clone())
            .resolve_to_addrs(host, &addresses)
            .build()
            .map_err(failed)?;
        let request =
            client.request(question.method.clone(), question.url.clone()).header(ACCEPT, question.accept);
        let mut response = request.send().await.map_err(failed)?;
        let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
        let location = location.and_then(|to| question.url.join(to).ok());
        let status = response.status().as_u16();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > question.limit {
                return Err(Silence::Failed(format!("the answer has more than {} bytes", question.limit)));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Reply { status, location, body })
    }

    /// The addresses that may be connected to.
    async fn addresses(&self, url: &Url, reach: &Reach) -> Result<Vec<SocketAddr>, Silence> {
        let port = url.port_or_known_default().unwrap_or(443);
        let all = match url.host() {
            None => return Err(Silence::Failed("the address has no host".to_owned())),
            Some(Host::Ipv4(ip)) => vec![SocketAddr::new(ip.into(), port)],
            Some(Host::Ipv6(ip)) => vec![SocketAddr::new(ip.into(), port)],
            Some(Host::Domain(name)) => {
                let look_up = tokio::time::timeout(DEADLINE, self.resolver.resolve(name, port));
                match look_up.await.unwrap_or(Err(NoAddress::TimedOut)) {
                    Ok(addresses) => addresses,
                    Err(NoAddress::NotFound | NoAddress::NoData) => {
                        return Err(Silence::NoHost(name.to_owned()));
                    }
                    Err(other) => return Err(Silence::Failed(format!("looking up `{name}`: {other}"))),
                }
            }
        };
        let allowed: Vec<SocketAddr> = all
            .iter()
            .copied()
            .filter(|address| is_allowed(address.ip(), reach))
            .take(MAX_ADDRESSES)
            .collect();
        match (allowed.is_empty(), all.first()) {
            (false, _) => Ok(allowed),
            (true, None) => Err(Silence::NoHost(url.host_str().unwrap_or_default().to_owned())),
            (true, Some(first)) => {
                Err(Silence::Failed(format!("{} is no public address, so it was not contacted", first.ip())))
            }
        }
    }
}

/// An error and everything behind it: the outermost alone says only that sending failed.
fn causes(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no answer within {} seconds", DEADLINE.as_secs());
    }
    let mut text = String::new();
    let mut next: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = next {
        let own = error.to_string();
        if !text.contains(&own) {
            text = if text.is_empty() { own } else { format!("{text}: {own}") };
        }
        next = error.source();
    }
    text
}

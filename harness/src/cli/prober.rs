//! Flags that say how a probe is made, shared by the verbs that make some.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls::RootCertStore;

use super::Failure;
use super::contact::Override;
use crate::policy::{PROJECT_PAGE, Policy, REQUEST_DEADLINE, Reach};
use crate::probe::Prober;
use crate::probe::resolve::{Overrides, Resolve, SystemResolver};
use crate::trust;

/// How a server is reached, and who asks.
#[derive(Debug, clap::Args)]
pub(super) struct WayArgs {
    /// Allow loopback, private addresses and plain HTTP: for one's own server
    #[arg(long)]
    pub(super) allow_local: bool,
    /// Trust the certificates of this PEM file as well (repeatable)
    #[arg(long, value_name = "FILE")]
    ca_cert: Vec<PathBuf>,
    /// Connect to this address when that host is asked, instead of looking it up (repeatable)
    #[arg(long, value_name = "HOST=ADDR:PORT")]
    resolve: Vec<Override>,
    /// Shorten the 15 seconds that one request may take
    #[arg(long, value_name = "DURATION", value_parser = deadline)]
    deadline: Option<Duration>,
    /// The page or address in the User-Agent at which the operator can be reached
    #[arg(long, value_name = "URL", value_parser = contact)]
    pub(super) contact: Option<String>,
}

/// How a probe is made.
#[derive(Debug, clap::Args)]
pub(super) struct ProberArgs {
    #[command(flatten)]
    pub(super) way: WayArgs,
    /// Follow a server of 2026-07-28 only with server/discover and tools/list
    #[arg(long)]
    modern: bool,
    /// Look for OAuth metadata where a login is asked for (at most four more requests)
    #[arg(long)]
    oauth_lookup: bool,
}

impl WayArgs {
    /// The rules that these flags make.
    pub(super) fn policy(&self) -> Policy {
        let default = Policy::default();
        let request = self.deadline.unwrap_or(default.request_deadline);
        Policy {
            contact: self.contact.clone().unwrap_or_else(|| PROJECT_PAGE.to_owned()),
            request_deadline: request,
            endpoint_deadline: default.endpoint_deadline.min(request),
            reach: if self.allow_local { Reach::local() } else { Reach::default() },
            ..default
        }
    }

    /// The roots to trust.
    pub(super) fn roots(&self) -> Result<RootCertStore, Failure> {
        trust::roots(&self.ca_cert).map_err(|error| {
            Failure::could_not_check(format!("--ca-cert {error}")).hint("give a PEM file of certificates")
        })
    }

    /// Names: the overrides, then the system's.
    pub(super) fn resolver(&self) -> Result<Arc<dyn Resolve>, Failure> {
        let system = SystemResolver::new().map_err(|error| {
            Failure::could_not_check(format!("{error}: {}", causes(&error)))
                .hint("check the system's resolver configuration, or name every host with --resolve")
        })?;
        let pairs: Vec<(String, SocketAddr)> =
            self.resolve.iter().map(|pair| (pair.host.clone(), pair.address)).collect();
        Ok(Arc::new(Overrides::new(pairs, Arc::new(system))))
    }

    /// The same ways to a host in curl's words.
    pub(super) fn curl_words(&self) -> Vec<String> {
        let resolve = self.resolve.iter().flat_map(|pair| {
            [
                "--connect-to".to_owned(),
                format!("{}::{}:{}", pair.host, pair.address.ip(), pair.address.port()),
            ]
        });
        let certificates =
            self.ca_cert.iter().flat_map(|path| ["--cacert".to_owned(), path.display().to_string()]);
        resolve.chain(certificates).collect()
    }
}

impl ProberArgs {
    /// The rules that these flags make.
    pub(super) fn policy(&self) -> Policy {
        Policy { modern: self.modern, oauth_lookup: self.oauth_lookup, ..self.way.policy() }
    }

    /// A prober by these rules.
    pub(super) fn prober(&self, policy: Arc<Policy>) -> Result<Prober, Failure> {
        Prober::new(policy, self.way.resolver()?, self.way.roots()?)
            .map_err(|error| Failure::usage(format!("--contact: {error}")))
    }

    /// The same ways to a host in curl's words.
    pub(super) fn curl_words(&self) -> Vec<String> {
        self.way.curl_words()
    }

    /// The name overrides, for clients other than the prober.
    pub(super) fn overrides(&self) -> impl Iterator<Item = (&str, SocketAddr)> {
        self.way.resolve.iter().map(|pair| (pair.host.as_str(), pair.address))
    }

    /// The files of further roots, for clients other than the prober.
    pub(super) fn ca_certs(&self) -> &[PathBuf] {
        &self.way.ca_cert
    }
}

fn causes(error: &dyn std::error::Error) -> String {
    error.source().map(ToString::to_string).unwrap_or_default()
}

/// A duration as `15s`, `500ms`, `1m30s`; more than nothing.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let read: jiff::SignedDuration =
        text.parse().map_err(|_| "write a duration, for example 15s, 500ms or 2m".to_owned())?;
    Duration::try_from(read)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "has to be more than nothing".to_owned())
}

fn deadline(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if time > REQUEST_DEADLINE {
        return Err(format!("a directory waits {} seconds and no longer", REQUEST_DEADLINE.as_secs()));
    }
    Ok(time)
}

fn contact(text: &str) -> Result<String, String> {
    let usable = text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'(' | b')'));
    let told = text.contains('@')
        || url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https" | "mailto"));
    if usable && told { Ok(text.to_owned()) } else { Err("write a URL or a mail address".to_owned()) }
}

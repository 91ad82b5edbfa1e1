//! Flags that say what a look-up may contact, shared by the verbs that make one.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use super::Failure;
use crate::namespace::{Network, NetworkOptions};
use crate::policy::{Policy, Reach};
use crate::trust;

/// What a look-up may contact.
#[derive(Debug, clap::Args)]
pub(super) struct Contact {
    /// Connect to this address when that host is asked, instead of looking it up (repeatable)
    #[arg(long, value_name = "HOST=ADDR:PORT")]
    resolve: Vec<Override>,
    /// Trust the certificates of this PEM file as well (repeatable)
    #[arg(long, value_name = "FILE")]
    ca_cert: Vec<PathBuf>,
    /// Allow loopback, private and other non-global addresses: for one's own server
    #[arg(long)]
    allow_local: bool,
    /// Ask this name server instead of the system's
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = name_server)]
    nameserver: Option<SocketAddr>,
}

/// One `HOST=ADDR:PORT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Override {
    /// The host, lower case.
    pub(super) host: String,
    /// What it stands for.
    pub(super) address: SocketAddr,
}

impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            "write HOST=ADDR:PORT, for example example.com=127.0.0.1:8443 or example.com=[::1]:8443"
                .to_owned()
        };
        let (host, address) = text.split_once('=').ok_or_else(form)?;
        let address = address.parse().map_err(|_| form())?;
        if host.is_empty() {
            return Err(form());
        }
        Ok(Self { host: host.to_ascii_lowercase(), address })
    }
}

/// An address with or without a port; port 53 is the name servers' own.
fn name_server(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .or_else(|_| text.parse().map(|ip| SocketAddr::new(ip, 53)))
        .map_err(|_| "write an address, for example 9.9.9.9 or [2620:fe::fe]:53".to_owned())
}

impl Contact {
    /// What these flags say.
    pub(super) fn options(&self) -> Result<NetworkOptions, Failure> {
        let roots = trust::roots(&self.ca_cert).map_err(|error| {
            Failure::could_not_check(format!("--ca-cert {error}")).hint("give a PEM file of certificates")
        })?;
        let mut resolve = std::collections::BTreeMap::<String, Vec<SocketAddr>>::new();
        for Override { host, address } in &self.resolve {
            resolve.entry(host.clone()).or_default().push(*address);
        }
        Ok(NetworkOptions {
            user_agent: Policy::default().user_agent(),
            roots,
            resolve,
            nameserver: self.nameserver,
            reach: if self.allow_local { Reach::local() } else { Reach::default() },
        })
    }

    /// The network within these limits.
    pub(super) fn network(&self) -> Result<Network, Failure> {
        Network::new(self.options()?).map_err(|error| {
            Failure::could_not_check(error.to_string()).hint("name a server with --nameserver")
        })
    }
}

/// Runs one verb's look-ups to their end.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|why| Failure::could_not_check(format!("the system gives no event queue: {why}")))?;
    Ok(runtime.block_on(future))
}

#[cfg(test)]
mod tests {
    use super::{Override, name_server};

    #[test]
    fn overrides_and_name_servers() {
        let read: Override = "Example.com=[::1]:8443".parse().unwrap();
        assert_eq!((read.host.as_str(), read.address.port()), ("example.com", 8443));
        for text in ["example.com", "example.com=127.0.0.1", "=127.0.0.1:1", "example.com=localhost:1", ""] {
            assert!(text.parse::<Override>().is_err(), "{text}");
        }
        assert_eq!(name_server("9.9.9.9").unwrap().to_string(), "9.9.9.9:53");
        assert_eq!(name_server("::1").unwrap().to_string(), "[::1]:53");
        assert_eq!(name_server("[::1]:5353").unwrap().port(), 5353);
        assert!(name_server("dns.example").is_err());
    }
}

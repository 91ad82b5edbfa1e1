//! The two questions that a proof puts to the outside, and the answers: whoever asks and whoever judges stay apart.

use std::future::Future;
use std::net::IpAddr;

use super::Domain;

/// Longest body that the registry reads of the well-known file, in bytes (`auth/http.go`).
pub(super) const MAX_FILE_LEN: usize = 4096;

/// Somebody who can be asked: the network, or answers given by a test.
pub trait Outside {
    /// The TXT records of a name, each with its strings joined.
    fn txt(&self, name: &str) -> impl Future<Output = TxtAnswer> + Send;
    /// The well-known file of a domain.
    fn file(&self, domain: &Domain) -> impl Future<Output = FileAnswer> + Send;
}

/// What became of a question for TXT records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TxtAnswer {
    /// The records, none perhaps. Of bytes that are no UTF-8 each is replaced.
    Records(Vec<String>),
    /// The name does not exist.
    NoSuchName,
    /// No answer: what happened.
    Failed(String),
}

/// What became of a request for the well-known file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileAnswer {
    /// An answer came.
    Answered {
        /// The status.
        status: u16,
        /// The target of a redirect, as the header gave it.
        location: Option<String>,
        /// The body; read no further than one byte beyond the longest file that is read.
        body: Vec<u8>,
    },
    /// The domain has no address.
    NoAddress,
    /// The registry would not connect to any of the domain's addresses; neither did we.
    NotPublic(Vec<IpAddr>),
    /// No answer: what happened.
    Failed(String),
}

/// Whether the registry refuses to connect to an address (`auth/http.go`, v1.7.7): loopback, private, link-local,
/// multicast, unspecified, 100.64.0.0/10, 6to4, NAT64 and site-local, also when mapped into IPv6.
///
/// Not the same as [`crate::target::is_global`], which follows the IANA registries and refuses more.
#[must_use]
pub fn registry_refuses(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_unspecified()
                || (a == 100 && b & 0xc0 == 64)
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_multicast()
                || v6.is_unspecified()
                || matches!(v6.segments(), [0x2002 | 0xfec0..=0xfeff, ..])
                || matches!(v6.segments(), [0x64, 0xff9b, 1, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::registry_refuses;

    #[test]
    fn the_registry_s_own_list_of_addresses() {
        for address in [
            "127.0.0.1",
            "::1",
            "10.0.0.5",
            "172.16.0.1",
            "192.168.1.1",
            "fc00::1",
            "fd12::1",
            "169.254.169.254",
            "fe80::1",
            "224.0.0.1",
            "ff00::1",
            "0.0.0.0",
            "::",
            "100.64.0.1",
            "100.127.255.255",
            "2002:a9fe:a9fe::",
            "64:ff9b::a00:1",
            "64:ff9b:1:abcd::",
            "fec0::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
        ] {
            assert!(registry_refuses(address.parse().unwrap()), "{address}");
        }
        for address in [
            "8.8.8.8",
            "2606:4700:4700::1111",
            "2001::1",
            "2003::1",
            "64:ff9c::1",
            "64:ff9b:2::1",
            "64:ff9b:0:1::1",
            "100.63.255.255",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.2.1",
            "::ffff:8.8.8.8",
        ] {
            assert!(!registry_refuses(address.parse().unwrap()), "{address}");
        }
    }
}

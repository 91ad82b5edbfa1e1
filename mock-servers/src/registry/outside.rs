//! What the registry would find outside, given by whoever starts the mock.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use rustls::RootCertStore;

/// The world around the registry. Everything that is not given does not exist.
#[derive(Debug, Clone)]
pub struct Outside {
    /// TXT records by name, each with its strings joined.
    pub txt: BTreeMap<String, Vec<String>>,
    /// Where a domain's HTTPS host is. The mock connects wherever it is told to, loopback included.
    pub hosts: BTreeMap<String, SocketAddr>,
    /// The certificates trusted when a key file is fetched.
    pub roots: RootCertStore,
    /// GitHub accounts by the token that stands for them.
    pub github: BTreeMap<String, Account>,
    /// `mcpName` in the published metadata by npm package and version; `None` where the metadata has none.
    pub npm: BTreeMap<(String, String), Option<String>>,
}

/// A GitHub account and the organisations it owns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    /// The login in GitHub's spelling.
    pub login: String,
    /// The organisations that the token shows the account to own.
    pub organisations: Vec<String>,
}

impl Default for Outside {
    fn default() -> Self {
        Self {
            txt: BTreeMap::new(),
            hosts: BTreeMap::new(),
            roots: RootCertStore::empty(),
            github: BTreeMap::new(),
            npm: BTreeMap::new(),
        }
    }
}

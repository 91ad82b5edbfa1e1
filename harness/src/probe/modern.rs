//! Revision 2026-07-28: the signs of a server that speaks nothing older, and the result of `server/discover`.

use crate::record::ServerFacts;

/// The facts of a usable `server/discover` result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoverFacts {
    /// `supportedVersions`, at most 20.
    pub versions: Vec<String>,
    /// The server, from `_meta`; absent when it did not say.
    pub server: Option<ServerFacts>,
}

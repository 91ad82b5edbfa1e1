//! Which behaviour a request is for.

use std::sync::Arc;

use crate::behaviour::Behaviour;
use crate::reply::Names;
use crate::request::Request;

/// How a connection came.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    /// Over TLS.
    pub(crate) tls: bool,
    /// The name asked for in the TLS handshake.
    pub(crate) server_name: Option<String>,
    /// The number of the connection.
    pub(crate) connection: u64,
}

/// A behaviour, and the addresses it goes by.
pub(crate) struct Route {
    pub(crate) behaviour: Arc<Behaviour>,
    pub(crate) names: Names,
}

/// Finds the behaviour.
pub(crate) trait Router: Send + Sync {
    /// Absent: there is none. May shorten the request's target by the prefix under which the mock is served.
    fn route(&self, reached: &Reached, request: &mut Request) -> Option<Route>;
}

/// The addresses of a mock that has its origin, or a prefix of it, to itself.
pub(crate) fn names(reached: &Reached, request: &Request, prefix: &str, canary: &str) -> Names {
    Names {
        scheme: if reached.tls { "https" } else { "http" },
        authority: request.authority.clone(),
        prefix: prefix.to_owned(),
        canary: canary.to_owned(),
    }
}

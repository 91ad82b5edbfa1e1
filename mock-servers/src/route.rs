//! Who answers a request.

use crate::reply::{Answer, Names};
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

/// Finds the answer to a request, whichever mock it is for.
pub(crate) trait Router: Send + Sync {
    /// The answer.
    fn answer(&self, reached: &Reached, request: Request) -> Answer;
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

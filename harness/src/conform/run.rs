//! One run: the plan is carried out, what was seen is judged, a report comes back.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use http::{HeaderName, HeaderValue};
use rustls::RootCertStore;

use super::judge::judge;
use super::plan::Plan;
use super::report::Report;
use super::{Limits, Revision, Selection};
use crate::policy::Policy;
use crate::probe::resolve::Resolve;
use crate::probe::{Caller, ProberError};
use crate::target::Target;

/// Holds servers against the specification, one run at a time.
pub struct Conform {
    caller: Caller,
    limits: Limits,
}

/// What a run is about.
#[derive(Debug)]
pub struct Order {
    /// The server.
    pub target: Target,
    /// The revision to hold it against; without one, what it speaks.
    pub revision: Option<Revision>,
    /// Headers of the user's own: sent to the target's URL alone, shown nowhere.
    pub own: Vec<OwnHeader>,
    /// The checks.
    pub selection: Selection,
    /// Further words for curl that say how the host is reached.
    pub ways: Vec<String>,
}

impl Conform {
    /// Runs by a policy's rules (contact, reach, deadlines), within the default [`Limits`].
    ///
    /// # Errors
    /// When the policy's contact is unusable, or the roots are.
    pub fn new(
        policy: Arc<Policy>,
        resolver: Arc<dyn Resolve>,
        roots: RootCertStore,
    ) -> Result<Self, ProberError> {
        Ok(Self { caller: Caller::new(policy, resolver, roots)?, limits: Limits::default() })
    }

    /// The same within other limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Holds one server. Whatever it does is in the report.
    pub async fn run(&self, order: &Order) -> Report {
        let when = format!("{:.0}", jiff::Timestamp::now());
        let seen = Plan::new(&self.caller, order, self.limits).carry_out().await;
        judge(order, &seen, self.caller.policy(), &self.limits, when)
    }
}

/// A header that the user gives: `Name: value`. Its value is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnHeader {
    pub(super) name: HeaderName,
    pub(super) value: HeaderValue,
}

/// A header that cannot be sent. Says nothing of its value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// No colon, or a name or value that HTTP has no place for.
    #[error("write a header as `Name: value`, in visible ASCII")]
    Form,
    /// A header that the checks themselves are about.
    #[error("`{0}` belongs to the checks; it cannot be given")]
    Reserved(HeaderName),
}

/// What the checks say themselves.
const RESERVED: [&str; 14] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "host",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "origin",
    "transfer-encoding",
    "user-agent",
];

impl FromStr for OwnHeader {
    type Err = HeaderError;

    fn from_str(text: &str) -> Result<Self, HeaderError> {
        let (name, value) = text.split_once(':').ok_or(HeaderError::Form)?;
        let name: HeaderName = name.trim().parse().map_err(|_| HeaderError::Form)?;
        if RESERVED.contains(&name.as_str()) {
            return Err(HeaderError::Reserved(name));
        }
        let value = value.trim();
        if value.is_empty() || !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(HeaderError::Form);
        }
        let mut value: HeaderValue = value.parse().map_err(|_| HeaderError::Form)?;
        value.set_sensitive(true);
        Ok(Self { name, value })
    }
}

impl fmt::Debug for OwnHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: <yours>", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_and_never_shown() {
        let header: OwnHeader = "Authorization:  Bearer s3cret ".parse().unwrap();
        assert_eq!(header.value.to_str().unwrap(), "Bearer s3cret");
        assert_eq!(format!("{header:?}"), "authorization: <yours>");
        for text in ["s3cret", "a b: s3cret", "x:", ": s3cret", "x: s3\u{e9}cret", "x: a\nb"] {
            let error = text.parse::<OwnHeader>().unwrap_err();
            assert!(!error.to_string().contains("s3"), "{text:?}: {error}");
        }
        assert!(matches!("Host: a".parse::<OwnHeader>(), Err(HeaderError::Reserved(_))));
    }
}

//! `WWW-Authenticate`: schemes, pointers to OAuth metadata, and what is wrong with them.

use url::Url;

use super::head::Head;
use crate::record::{Finding, Login, Step};

/// All challenges of one reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenges {
    /// Schemes, lower case, in order, without repeats.
    pub schemes: Vec<String>,
    /// Usable `resource_metadata` URLs, resolved, in order, without repeats.
    pub pointers: Vec<Url>,
    /// What is wrong, `challenge-missing` included; each finding once.
    pub findings: Vec<Finding>,
}

impl Challenges {
    /// The login facts of the reply, before any look-up.
    #[must_use]
    pub fn login(&self) -> Login {
        Login {
            oauth_metadata: crate::record::OauthMetadata::None,
            schemes: self.schemes.clone(),
            metadata_url: None,
        }
    }
}

/// Reads the challenges of a 401 or 403 to `url`. `is_public` says whether a URL's host may be contacted as far as the
/// URL alone tells (`pointer-not-public`).
#[must_use]
pub fn challenges(head: &Head, url: &Url, step: Step, is_public: impl Fn(&Url) -> bool) -> Challenges {
    let _ = (head, url, step, is_public);
    Challenges::default()
}

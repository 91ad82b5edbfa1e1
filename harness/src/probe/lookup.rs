//! `--oauth-lookup`: where protected-resource metadata (RFC 9728) may stand, and what was found there.

use std::collections::VecDeque;

use url::Url;

use super::reader::DocumentFacts;
use crate::record::{FindingId, Login, OauthMetadata};

/// The candidates still to be asked for, and what the others said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lookup {
    /// What was asked for a login.
    resource: Url,
    candidates: VecDeque<Url>,
    pointers: Vec<Url>,
    /// A candidate answered 200.
    any_answered: bool,
}

/// What a finished look-up adds to the record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) finding: Option<(FindingId, Option<String>)>,
    pub(super) document: Option<Url>,
}

impl Lookup {
    /// The pointers of the challenges that may be fetched come first, then the well-known places; `limit` in all.
    pub(super) fn new(
        resource: &Url,
        pointers: &[Url],
        limit: usize,
        is_public: impl Fn(&Url) -> bool,
    ) -> Self {
        let mut candidates: VecDeque<Url> = pointers
            .iter()
            .filter(|pointer| is_public(pointer) && !is_downgrade(resource, pointer))
            .cloned()
            .collect();
        for place in well_known(resource) {
            if !candidates.contains(&place) {
                candidates.push_back(place);
            }
        }
        candidates.truncate(limit);
        Self { resource: resource.clone(), candidates, pointers: pointers.to_vec(), any_answered: false }
    }

    pub(super) fn next(&mut self) -> Option<Url> {
        self.candidates.pop_front()
    }

    /// What a candidate said. `Some` when it settles the look-up.
    pub(super) fn heard(
        &mut self,
        url: &Url,
        status: Option<u16>,
        document: Option<&DocumentFacts>,
    ) -> Option<Found> {
        self.any_answered |= status == Some(200);
        let document = document?;
        let mismatch = document.resource.as_deref().filter(|resource| !covers(resource, &self.resource));
        let finding = mismatch.map(|resource| (FindingId::ResourceMismatch, Some(resource.to_owned())));
        Some(Found { finding, document: Some(url.clone()) })
    }

    /// No candidate had a document.
    pub(super) fn given_up(&self) -> Found {
        let finding =
            if self.any_answered { FindingId::MetadataInvalid } else { FindingId::MetadataUnavailable };
        Found { finding: Some((finding, None)), document: None }
    }

    /// Writes a found document into the login facts. A pointer stays what it is; only without one is the place worth
    /// naming.
    pub(super) fn write(&self, found: &Found, login: &mut Login) {
        let Some(document) = &found.document else { return };
        if self.pointers.is_empty() {
            login.oauth_metadata = OauthMetadata::WellKnown;
            login.metadata_url = Some(document.to_string());
        } else if self.pointers.contains(document) {
            login.metadata_url = Some(document.to_string());
        }
    }
}

/// http from https.
pub(crate) fn is_downgrade(resource: &Url, pointer: &Url) -> bool {
    resource.scheme() == "https" && pointer.scheme() == "http"
}

/// The path form, then the root (RFC 9728 section 3.1). A slash at the end of the path is dropped before insertion.
pub(crate) fn well_known(resource: &Url) -> Vec<Url> {
    const PLACE: &str = "/.well-known/oauth-protected-resource";
    let mut root = resource.clone();
    root.set_query(None);
    root.set_fragment(None);
    root.set_path(PLACE);
    let path = resource.path().trim_end_matches('/');
    if path.is_empty() {
        return vec![root];
    }
    let mut with_path = root.clone();
    with_path.set_path(&format!("{PLACE}{path}"));
    vec![with_path, root]
}

/// Whether a document for `named` speaks for `resource`: the same origin, and the same path or one above it.
pub(crate) fn covers(named: &str, resource: &Url) -> bool {
    let Ok(named) = Url::parse(named.trim()) else { return false };
    let above = named.path().trim_end_matches('/');
    let path = resource.path().trim_end_matches('/');
    named.origin() == resource.origin()
        && path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests;

//! Entries to plan with.

use crate::record::EntryFacts;
use crate::registry::{Entry, ListedRemote};

/// An entry that lists these remotes.
pub(super) fn entry(name: &str, urls: &[&str]) -> Entry {
    Entry {
        facts: EntryFacts {
            name: name.to_owned(),
            version: Some("1.0.0".to_owned()),
            ..EntryFacts::default()
        },
        is_latest: Some(true),
        updated_at: None,
        remotes: urls
            .iter()
            .map(|url| ListedRemote {
                kind: "streamable-http".to_owned(),
                url: Some((*url).to_owned()),
                ..ListedRemote::default()
            })
            .collect(),
    }
}

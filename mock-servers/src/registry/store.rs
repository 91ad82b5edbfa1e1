//! What was published.

use jiff::Timestamp;
use semver::Version;
use serde_json::{Map, Value, json};

use super::semantic::{list, text};

/// The most versions that one name may have.
pub(super) const MAX_VERSIONS: usize = 10_000;

/// Whether an entry is still shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Listed.
    Active,
    /// Listed with a warning.
    Deprecated,
    /// Hidden unless asked for; its version stays taken, its remote addresses do not.
    Deleted,
}

impl Status {
    const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Deprecated => "deprecated",
            Self::Deleted => "deleted",
        }
    }
}

/// One version of a server.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) manifest: Map<String, Value>,
    status: Status,
    status_changed: Timestamp,
    published: Timestamp,
}

impl Entry {
    pub(super) fn name(&self) -> &str {
        text(&self.manifest, "name")
    }

    pub(super) fn version(&self) -> &str {
        text(&self.manifest, "version")
    }

    fn remotes(&self) -> impl Iterator<Item = &str> {
        list(&self.manifest, "remotes").map(|remote| text(remote, "url")).filter(|url| !url.is_empty())
    }
}

/// Every entry, in the order of publication.
#[derive(Debug, Default)]
pub(super) struct Store {
    entries: Vec<Entry>,
}

impl Store {
    fn of<'store>(&'store self, name: &str) -> impl Iterator<Item = &'store Entry> {
        self.entries.iter().filter(move |entry| entry.name() == name)
    }

    /// Steps 8 to 10 of a publish: why this version cannot be stored.
    pub(super) fn refusal(&self, manifest: &Map<String, Value>) -> Option<String> {
        let (name, version) = (text(manifest, "name"), text(manifest, "version"));
        for remote in list(manifest, "remotes") {
            let url = text(remote, "url");
            let holder = self.entries.iter().find(|entry| {
                entry.status != Status::Deleted
                    && entry.name() != name
                    && entry.remotes().any(|held| held == url)
            });
            if let Some(holder) = holder {
                return Some(format!("remote URL {url} is already used by server {}", holder.name()));
            }
        }
        if self.of(name).count() >= MAX_VERSIONS {
            return Some("maximum number of versions for this server reached (10000)".to_owned());
        }
        if self.of(name).any(|entry| entry.version() == version) {
            return Some("invalid version: cannot publish duplicate version".to_owned());
        }
        None
    }

    /// Stores a version and gives the entry as it is answered.
    pub(super) fn add(&mut self, manifest: Map<String, Value>, now: Timestamp) -> Value {
        self.entries.push(Entry { manifest, status: Status::Active, status_changed: now, published: now });
        let entry = self.entries.last().expect("one was just pushed");
        self.answer(entry)
    }

    /// Changes the status of one version; false where there is none.
    pub(super) fn set_status(&mut self, name: &str, version: &str, status: Status, now: Timestamp) -> bool {
        let found = self.entries.iter_mut().find(|entry| entry.name() == name && entry.version() == version);
        found.is_some_and(|entry| {
            (entry.status, entry.status_changed) = (status, now);
            true
        })
    }

    /// The entry with the registry's own block around it.
    pub(super) fn answer(&self, entry: &Entry) -> Value {
        let latest = self.latest(entry.name()).is_some_and(|latest| std::ptr::eq(latest, entry));
        json!({
            "server": entry.manifest,
            "_meta": { "io.modelcontextprotocol.registry/official": {
                "status": entry.status.word(),
                "statusChangedAt": entry.status_changed.to_string(),
                "publishedAt": entry.published.to_string(),
                "updatedAt": entry.status_changed.max(entry.published).to_string(),
                "isLatest": latest,
            }}
        })
    }

    /// The version that is latest: the highest semantic version beats any other text; two others compare by time.
    /// Deleted ones count only when nothing else is left.
    fn latest(&self, name: &str) -> Option<&Entry> {
        self.entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.name() == name)
            .max_by_key(|(at, entry)| {
                let version = entry.version();
                (
                    entry.status != Status::Deleted,
                    Version::parse(version.strip_prefix('v').unwrap_or(version)).ok(),
                    *at,
                )
            })
            .map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::{Status, Store};

    fn add(store: &mut Store, name: &str, version: &str, url: &str) -> Option<String> {
        let manifest = json!({"name": name, "version": version, "remotes": [{"type": "sse", "url": url}]});
        let manifest = manifest.as_object().unwrap().clone();
        let refusal = store.refusal(&manifest);
        if refusal.is_none() {
            store.add(manifest, Timestamp::UNIX_EPOCH);
        }
        refusal
    }

    #[test]
    fn addresses_and_versions_are_taken_once() {
        let mut store = Store::default();
        assert_eq!(add(&mut store, "a.b/one", "1.0.0", "https://a.b/"), None);
        assert_eq!(add(&mut store, "a.b/one", "1.0.1", "https://a.b/"), None, "the same name may repeat it");
        assert!(add(&mut store, "a.b/two", "1.0.0", "https://a.b/").unwrap().contains("a.b/one"));
        assert!(add(&mut store, "a.b/one", "1.0.0", "https://a.b/").unwrap().contains("duplicate"));
        let now = Timestamp::UNIX_EPOCH;
        assert!(store.set_status("a.b/one", "1.0.0", Status::Deprecated, now));
        assert!(store.set_status("a.b/one", "1.0.1", Status::Deleted, now));
        assert!(
            add(&mut store, "a.b/two", "1.0.0", "https://a.b/").is_some(),
            "deprecated ones hold an address"
        );
        assert!(store.set_status("a.b/one", "1.0.0", Status::Deleted, now));
        assert_eq!(add(&mut store, "a.b/two", "1.0.0", "https://a.b/"), None, "deleted ones do not");
        assert!(add(&mut store, "a.b/one", "1.0.0", "https://x/").is_some(), "but their version stays taken");
        assert!(!store.set_status("a.b/none", "1.0.0", Status::Active, now));
    }

    #[test]
    fn latest_is_the_highest_semantic_version() {
        let mut store = Store::default();
        let latest = |store: &Store| store.latest("a.b/one").map(|entry| entry.version().to_owned());
        for (version, expected) in [
            ("spring", "spring"),
            ("autumn", "autumn"),
            ("1.0.0", "1.0.0"),
            ("zzz", "1.0.0"),
            ("1.0.0-rc", "1.0.0"),
            ("v1.1.0", "v1.1.0"),
        ] {
            assert_eq!(add(&mut store, "a.b/one", version, ""), None);
            assert_eq!(latest(&store).as_deref(), Some(expected), "after {version}");
        }
        store.set_status("a.b/one", "v1.1.0", Status::Deleted, Timestamp::UNIX_EPOCH);
        assert_eq!(latest(&store).as_deref(), Some("1.0.0"));
    }
}

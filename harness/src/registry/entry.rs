//! One server as a registry lists it, read leniently: stored entries need not pass today's rules.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::record::EntryFacts;

/// The registry's own block beside the manifest.
const OFFICIAL: &str = "io.modelcontextprotocol.registry/official";

/// One server as a registry lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What later stages show and file it by.
    pub facts: EntryFacts,
    /// Whether this is the latest version of its name; unknown where the registry does not say.
    pub is_latest: Option<bool>,
    /// When the registry last changed it, as given.
    pub updated_at: Option<String>,
    /// The remote endpoints, in the order listed.
    pub remotes: Vec<ListedRemote>,
}

/// One element of `remotes`, before vetting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedRemote {
    /// The `type` word; empty when it is none.
    pub kind: String,
    /// The `url`.
    pub url: Option<String>,
    /// The names in `variables`.
    pub variables: Vec<String>,
    /// The names of headers marked `isRequired`.
    pub required_headers: Vec<String>,
}

/// `{ "server": manifest, "_meta": ... }`; both members are only carried until their turn comes.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    server: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

impl Entry {
    /// Reads a registry entry (`server` beside `_meta`) or a bare manifest.
    ///
    /// # Errors
    /// What is missing, in words, when no entry can be made of it: it is not an object, or has no name.
    pub fn read(text: &str) -> Result<Self, String> {
        let envelope: Envelope<'_> =
            serde_json::from_str(text).map_err(|error| format!("is no JSON object: {error}"))?;
        let manifest = match envelope.server {
            Some(manifest) => manifest.get(),
            None => text,
        };
        let manifest: Value =
            serde_json::from_str(manifest).map_err(|error| format!("has an unreadable `server`: {error}"))?;
        let official = envelope
            .meta
            .and_then(|meta| serde_json::from_str::<Value>(meta.get()).ok())
            .and_then(|mut meta| meta.get_mut(OFFICIAL).map(Value::take))
            .unwrap_or(Value::Null);
        let Some(name) = manifest.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()) else {
            return Err("has no `name`".to_owned());
        };
        let text_of = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        Ok(Self {
            facts: EntryFacts {
                name: name.to_owned(),
                title: text_of(&manifest, "title"),
                description: text_of(&manifest, "description"),
                version: text_of(&manifest, "version"),
                status: text_of(&official, "status").or_else(|| text_of(&manifest, "status")),
                repository: manifest.get("repository").and_then(|repository| text_of(repository, "url")),
                required_headers: Vec::new(),
            },
            is_latest: official.get("isLatest").and_then(Value::as_bool),
            updated_at: text_of(&official, "updatedAt"),
            remotes: manifest
                .get("remotes")
                .and_then(Value::as_array)
                .map(|remotes| remotes.iter().map(ListedRemote::read).collect())
                .unwrap_or_default(),
        })
    }
}

impl ListedRemote {
    fn read(remote: &Value) -> Self {
        let kind = remote.get("type").or_else(|| remote.get("transport_type")).and_then(Value::as_str);
        Self {
            kind: kind.unwrap_or_default().to_owned(),
            url: remote.get("url").and_then(Value::as_str).map(str::to_owned),
            variables: remote
                .get("variables")
                .and_then(Value::as_object)
                .map(|variables| variables.keys().cloned().collect())
                .unwrap_or_default(),
            required_headers: remote
                .get("headers")
                .and_then(Value::as_array)
                .map(|headers| headers.iter().filter_map(required).collect())
                .unwrap_or_default(),
        }
    }
}

fn required(header: &Value) -> Option<String> {
    let wanted = header.get("isRequired").or_else(|| header.get("is_required")).and_then(Value::as_bool);
    wanted.filter(|wanted| *wanted).and(header.get("name")).and_then(Value::as_str).map(str::to_owned)
}

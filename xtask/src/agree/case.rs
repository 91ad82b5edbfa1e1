//! The two bodies of manifests as they are written down.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::given::Given;

/// One constructed manifest and what is to be said of it.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    manifest: Option<Box<RawValue>>,
    raw: Option<String>,
    #[serde(default)]
    pub(super) given: Given,
    pub(super) valid: bool,
    pub(super) rule: Option<String>,
    pub(super) fires: bool,
    pub(super) severity: Option<String>,
    #[serde(default)]
    pub(super) also: Vec<String>,
    status: Option<Value>,
    direct: Option<Value>,
    certain: Option<bool>,
}

/// One manifest of a public repository and what is to be said of it.
#[derive(Debug, Deserialize)]
pub(super) struct Real {
    pub(super) file: String,
    pub(super) errors: Vec<Expected>,
    pub(super) warnings: Vec<Expected>,
    pub(super) notes: Vec<Expected>,
    #[serde(default)]
    pub(super) uncertain: Vec<Expected>,
}

/// One expected finding.
#[derive(Debug, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Expected {
    pub(super) rule: String,
    pub(super) pointer: String,
}

impl Case {
    /// The bytes of the file.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.raw
            .clone()
            .or_else(|| self.manifest.as_ref().map(|json| json.get().to_owned()))
            .unwrap_or_default()
            .into_bytes()
    }

    /// The registry's answer to the publish, or to the login before it; nothing where it never sees the file.
    pub(super) fn status(&self) -> Option<u64> {
        self.status.as_ref().and_then(Value::as_u64)
    }

    /// The registry's answer to the file as it is, without the client in between.
    pub(super) fn direct_status(&self) -> Option<u64> {
        self.direct.as_ref().or(self.status.as_ref()).and_then(Value::as_u64)
    }

    pub(super) fn is_certain(&self) -> bool {
        self.certain != Some(false)
    }
}

/// Reads a JSON file of the data and puts the hosts of package indexes in, which it writes as `@host:LABELS@`.
pub(super) fn read<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&with_hosts(&text))
        .with_context(|| format!("cannot make sense of {}", path.display()))
}

/// The text with every `@host:LABELS@` turned into the host.
pub(super) fn with_hosts(text: &str) -> String {
    const OPEN: &str = "@host:";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(OPEN) {
        out.push_str(before);
        let Some((labels, after)) = behind.split_once('@') else {
            rest = behind;
            continue;
        };
        out.push_str(&rollcall::manifest::package_index::host(labels));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    #[test]
    fn hosts_are_put_in() {
        assert_eq!(
            super::with_hosts("a https://@host:com.example.www@/b @host:org@"),
            "a https://www.example.com/b org"
        );
    }
}

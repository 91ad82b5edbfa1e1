//! The public half of a key pair and where to put it, as data.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::describe::WELL_KNOWN_PATH;
use super::{Algorithm, Domain, Finding, OnlineReport, Proof, PublicKey};

/// The version of [`KeyReport`] in its JSON form.
pub const KEY_SCHEMA: &str = "rollcall.key.v1";

/// The version of [`KeyCheckReport`] in its JSON form.
pub const KEY_CHECK_SCHEMA: &str = "rollcall.key-check.v1";

/// `rollcall key check` as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyCheckReport {
    /// Always [`KEY_CHECK_SCHEMA`].
    pub schema: &'static str,
    /// The domain.
    pub domain: String,
    /// The record that should be there.
    pub record: String,
    /// What was seen; `proven` says whether the key is served.
    pub online: OnlineReport,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// `rollcall key new` and `key show` as data. Holds nothing secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeyReport {
    /// Always [`KEY_SCHEMA`].
    pub schema: &'static str,
    /// What kind of key.
    pub algorithm: Algorithm,
    /// The record: the value of the TXT record, and the text of the file.
    pub record: String,
    /// Where the private key was written; only when it was just made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private_key_file: Option<String>,
    /// Where the record goes, when a domain was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
}

/// The two places of a domain, and what each grants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Places {
    /// The name of the TXT record: the domain itself.
    pub txt_name: String,
    /// What the TXT record grants.
    pub dns_grants: Vec<String>,
    /// The address of the file.
    pub file_url: String,
    /// What the file grants.
    pub http_grants: Vec<String>,
    /// The commands that log in, one a place.
    pub login: [String; 2],
}

impl KeyReport {
    /// Says where a key goes.
    #[must_use]
    pub fn new(key: &PublicKey, domain: Option<&Domain>, private_key_file: Option<&Path>) -> Self {
        let file = private_key_file.map(|path| path.display().to_string());
        Self {
            schema: KEY_SCHEMA,
            algorithm: key.algorithm(),
            record: key.record(),
            places: domain.map(|domain| Places::of(domain, key.algorithm(), file.as_deref())),
            private_key_file: file,
        }
    }
}

impl Places {
    fn of(domain: &Domain, algorithm: Algorithm, file: Option<&str>) -> Self {
        let file = file.unwrap_or("FILE").replace('\'', "'\\''");
        let login = |method: &str| {
            let algorithm = match algorithm {
                Algorithm::Ed25519 => String::new(),
                Algorithm::EcdsaP384 => format!(" --algorithm {}", algorithm.word()),
            };
            format!(
                "mcp-publisher login {method} --domain {domain}{algorithm} --private-key \"$(cat '{file}')\""
            )
        };
        Self {
            txt_name: domain.to_string(),
            dns_grants: Proof::Dns(domain.clone()).grants(),
            file_url: format!("https://{domain}{WELL_KNOWN_PATH}"),
            http_grants: Proof::Http(domain.clone()).grants(),
            login: [login("dns"), login("http")],
        }
    }
}

//! The script of one mock.

use serde::{Deserialize, Serialize};

use crate::program::Program;

use super::{Demand, Dns, Listen, Serve};

/// What one mock server does.
///
/// Nothing stated: a good Streamable HTTP server at `/mcp` that speaks 2025-06-18, answers in JSON, has the tools
/// `a` and `b`, gives no session, takes notifications with an empty 202, DELETE with 200 and GET with 405, and
/// answers 404 on every other path.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Script {
    /// How the mock is reached. Absent: whoever starts the mock chooses between plain HTTP and TLS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listen: Option<Listen>,
    /// What the name service says, a line a name. Names that are not listed lead to the mock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dns: Vec<Dns>,
    /// The session id given with every good answer to initialize and wanted on every later request (400 without it,
    /// 404 with another). Characters up to U+00FF are one byte each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// What the mock holds its client to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demand: Vec<Demand>,
    /// A behaviour written in Rust. The rules of `serve` still come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
    /// The rules, first match wins; a request that none matches is answered well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub serve: Vec<Serve>,
}

impl Script {
    /// Reads a script from TOML.
    ///
    /// # Errors
    ///
    /// The text is not TOML, or not a script; the error names line and column.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

//! One rule: which requests, how often, and what becomes of them.

use serde::{Deserialize, Serialize};

use super::{Fault, Reply};

/// One rule of a script.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Serve {
    /// Which requests. Empty matches every request.
    #[serde(default)]
    pub when: When,
    /// Only the first so many matches; later ones fall through to the next rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// The answer. What it leaves out is as in the good answer to that request.
    #[serde(default)]
    pub reply: Reply,
    /// How the answer goes wrong on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Which requests a rule is about. Everything stated has to hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct When {
    /// The JSON-RPC method of the body: `initialize`, `notifications/initialized`, `tools/list`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpc: Option<String>,
    /// The HTTP method: `POST`, `GET`, `DELETE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The path with its query, exactly. Absent: any path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The cursor in the parameters, exactly; the empty string is a cursor too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

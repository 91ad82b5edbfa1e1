//! Why something was decided before contact.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A skip: the reason, and what in particular.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skip {
    /// The named rule.
    pub reason: SkipReason,
    /// For `placeholder`: whether the manifest declares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<SkipDetail>,
}

crate::words::words! {
    /// The rules that decide before contact, in their order.
    pub enum SkipReason: "skip reason" {
        /// A `{x}` or `<x>` in the URL.
        Placeholder = "placeholder",
        /// An http URL.
        PlainHttp = "plain-http",
        /// localhost, or a name below `localhost` or `local`.
        Localhost = "localhost",
        /// An address literal that is not globally reachable, in any spelling.
        NonGlobalAddress = "non-global-address",
        /// No URL, or another scheme.
        UnusableUrl = "unusable-url",
        /// A remote of a transport that no network carries.
        UnsupportedTransport = "unsupported-transport",
        /// An entry without remotes.
        NoRemote = "no-remote",
        /// On the operator's opt-out list (census).
        Excluded = "excluded",
        /// Another version of the entry is the latest (census).
        NotLatest = "not-latest",
        /// The entry was taken back (census).
        Deleted = "deleted",
        /// Five refusals in a row on this host (census).
        HostStopped = "host-stopped",
    }
}

crate::words::words! {
    /// Whether the manifest declares the placeholder in `variables`.
    pub enum SkipDetail: "skip detail" {
        /// It does.
        Declared = "declared",
        /// It does not.
        Undeclared = "undeclared",
    }
}

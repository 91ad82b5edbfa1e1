//! The finer word inside an outcome.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::words::UnknownWord;

/// Why, inside `connection-failed`, `timed-out` and `not-mcp`: exactly one there, none elsewhere.
///
/// `not-probed` has its own vocabulary, [`crate::target::SkipReason`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A word of the closed list.
    Plain(PlainReason),
    /// `redirect-<status>`: a 3xx that is not followed.
    Redirect(u16),
}

crate::words::words! {
    /// The reasons that are plain words.
    pub enum PlainReason: "reason" {
        /// connection-failed: the name does not exist (NXDOMAIN).
        DnsNotFound = "dns-not-found",
        /// connection-failed: the name exists and has no address.
        DnsNoAddress = "dns-no-address",
        /// connection-failed: the resolver answered with a failure.
        DnsFailed = "dns-failed",
        /// connection-failed: every address of the name is outside what may be contacted.
        AddressBlocked = "address-blocked",
        /// connection-failed: the TCP connect was refused.
        Refused = "refused",
        /// connection-failed: no route to the address.
        Unreachable = "unreachable",
        /// connection-failed: reset, or closed before the body, twice.
        Dropped = "dropped",
        /// connection-failed: closed inside the body, twice.
        Truncated = "truncated",
        /// connection-failed: the certificate is past its last day.
        TlsExpired = "tls-expired",
        /// connection-failed: the certificate is before its first day.
        TlsNotYetValid = "tls-not-yet-valid",
        /// connection-failed: the certificate is for another name.
        TlsWrongHost = "tls-wrong-host",
        /// connection-failed: the certificate is its own issuer.
        TlsSelfSigned = "tls-self-signed",
        /// connection-failed: the issuer is not known, or the chain is incomplete.
        TlsUnknownIssuer = "tls-unknown-issuer",
        /// connection-failed: any other trouble in the handshake, a demand for a client certificate included.
        TlsHandshake = "tls-handshake",
        /// connection-failed: something other than TLS answered.
        NotTls = "not-tls",
        /// timed-out while resolving the name.
        Dns = "dns",
        /// timed-out in the TCP connect.
        Connect = "connect",
        /// timed-out in the TLS handshake.
        Tls = "tls",
        /// timed-out before the response head was complete.
        Headers = "headers",
        /// timed-out inside the body.
        Body = "body",
        /// timed-out on an event stream that did not bring the answer.
        Stream = "stream",
        /// not-mcp: a 307 or 308 that leaves the origin.
        RedirectElsewhere = "redirect-elsewhere",
        /// not-mcp: an HTML page.
        HtmlBody = "html-body",
        /// not-mcp: another media type, or none, around something that is not MCP.
        UnexpectedContentType = "unexpected-content-type",
        /// not-mcp: an MCP answer under the wrong media type.
        Mislabelled = "mislabelled",
        /// not-mcp: a content encoding that cannot be read.
        UnreadableEncoding = "unreadable-encoding",
        /// not-mcp: nothing in the body.
        EmptyBody = "empty-body",
        /// not-mcp: 202 without an answer.
        AcceptedWithoutAnswer = "accepted-without-answer",
        /// not-mcp: labelled JSON, and is not.
        NotJson = "not-json",
        /// not-mcp: JSON that is not JSON-RPC 2.0.
        NotJsonrpc = "not-jsonrpc",
        /// not-mcp: an array of none or of several messages.
        Batch = "batch",
        /// not-mcp: a result for another id, or for none.
        IdMismatch = "id-mismatch",
        /// not-mcp: both a result and an error.
        ResultAndError = "result-and-error",
        /// not-mcp: an initialize result without a protocolVersion string.
        NoProtocolVersion = "no-protocol-version",
        /// `tools.reason` only: a tools/list result without a `tools` array.
        NoToolsMember = "no-tools-member",
        /// not-mcp: the event stream ended without the answer.
        StreamEnded = "stream-ended",
        /// not-mcp: the event stream stopped before its last blank line.
        Unterminated = "unterminated",
        /// not-mcp: a POST answered with an `endpoint` event.
        LegacySseOnPost = "legacy-sse-on-post",
        /// not-mcp: over the size cap.
        TooLarge = "too-large",
        /// not-mcp: a response head over its cap.
        HeadersTooLarge = "headers-too-large",
        /// not-mcp: bytes that are not HTTP.
        NotHttp = "not-http",
    }
}

impl From<PlainReason> for Reason {
    fn from(reason: PlainReason) -> Self {
        Self::Plain(reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(reason) => reason.fmt(f),
            Self::Redirect(status) => f.pad(&format!("redirect-{status}")),
        }
    }
}

impl FromStr for Reason {
    type Err = UnknownWord;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(plain) = text.parse() {
            return Ok(Self::Plain(plain));
        }
        text.strip_prefix("redirect-")
            .and_then(|status| status.parse().ok())
            .filter(|status| (300..400).contains(status))
            .map(Self::Redirect)
            .ok_or_else(|| UnknownWord { what: "reason", word: text.to_owned() })
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Reason {
    fn schema_name() -> Cow<'static, str> {
        "Reason".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = PlainReason::ALL.iter().map(|reason| reason.as_str()).collect();
        json_schema!({ "type": "string", "anyOf": [{ "enum": words }, { "pattern": "^redirect-3[0-9][0-9]$" }] })
    }
}

//! How a mock is reached: plain, TLS with a good or a bad certificate, or not at all; and what its name resolves to.

use std::net::IpAddr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Span;

/// How a mock is reached.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Listen {
    /// Plain HTTP/1.1.
    #[default]
    Plain,
    /// TLS.
    Tls(Tls),
    /// A port that nothing listens on: connections are refused.
    Dead,
    /// A port whose queue is full: connections hang.
    FullBacklog,
    /// The port greets first, in another protocol than HTTP, with this text.
    Banner(String),
}

/// TLS: which certificate, which protocols, and how the handshake goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tls {
    /// The certificate shown.
    #[serde(default)]
    pub certificate: Certificate,
    /// The protocols offered.
    #[serde(default)]
    pub alpn: Alpn,
    /// What becomes of the handshake.
    #[serde(default)]
    pub handshake: Handshake,
    /// Held back before the handshake begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Span>,
}

/// A kind of certificate, made at start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certificate {
    /// For the mock's name, from the authority that the client is told to trust.
    #[default]
    Good,
    /// Expired yesterday.
    Expired,
    /// Valid from tomorrow.
    NotYetValid,
    /// Signed by itself.
    SelfSigned,
    /// Signed by itself and marked as an authority.
    SelfSignedAuthority,
    /// From an authority that the client is not told about.
    UnknownIssuer,
    /// For another host name.
    WrongHost,
    /// Expired, and for another host name.
    ExpiredWrongHost,
}

/// The application protocols a TLS mock offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alpn {
    /// HTTP/1.1 only.
    #[default]
    H1,
    /// HTTP/2 only.
    H2,
    /// HTTP/2 and HTTP/1.1, HTTP/2 preferred.
    Both,
}

/// What becomes of a TLS handshake.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handshake {
    /// It succeeds.
    #[default]
    Good,
    /// The connection is accepted and nothing is ever said.
    Silent,
    /// The connection is reset once the client's hello has come.
    Reset,
    /// The hello is answered with an alert: the protocol version is not spoken (as a server of TLS 1.0 would).
    OldProtocol,
    /// A client certificate is demanded.
    ClientCertificate,
    /// The port speaks plain HTTP.
    PlainHttp,
}

/// What the name service says of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Dns {
    /// The name. Absent: the mock's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The answer to the first look-up, and to later ones unless `then` is given.
    pub answer: Answer,
    /// The answer to the second look-up and all later ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Answer>,
}

/// An address in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// The mock's own: `"mock"`.
    Mock,
    /// A literal.
    Ip(IpAddr),
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Mock => to.serialize_str("mock"),
            Self::Ip(ip) => to.collect_str(ip),
        }
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text == "mock" {
            return Ok(Self::Mock);
        }
        let wrong = |_| D::Error::custom(format!("`{text}` is no address; write \"mock\" or an IP address"));
        text.parse().map(Self::Ip).map_err(wrong)
    }
}

/// One answer of the name service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// These addresses, in this order. `127.0.0.2` is a canary on the mock's port; a connection to it breaks the script.
    Addresses(Vec<Address>),
    /// The name does not exist.
    Nxdomain,
    /// The name exists and has no address.
    NoData,
    /// The server failed.
    Servfail,
    /// No answer ever comes.
    Silent,
}

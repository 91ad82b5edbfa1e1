//! A domain as the registry accepts it in a login, and what is wrong with one that it refuses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use super::Finding;

/// Longest domain the registry takes, in characters (its own limit; that of RFC 1035 section 2.3.4 in text form).
pub(super) const MAX_DOMAIN_CHARS: usize = 253;

/// A domain that passes the registry's check: at least two labels of letters, digits and inner hyphens, in the
/// letter case in which it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Domain(String);

/// Why a text is no domain for a login, with the domain that was probably meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}", kind.message(), meant.as_ref().map(|domain| format!("; give `{domain}`")).unwrap_or_default())]
pub struct DomainFault {
    /// What is wrong first.
    pub kind: DomainFaultKind,
    /// The text as given.
    pub given: String,
    /// The domain inside it, where one is.
    pub meant: Option<Domain>,
}

/// The ways in which a text fails to be a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DomainFaultKind {
    /// Nothing at all.
    Empty,
    /// A scheme in front, as in `https://example.com`.
    Scheme,
    /// A path, query or fragment behind.
    Path,
    /// An IP address.
    Address,
    /// A port behind.
    Port,
    /// White space inside or around.
    Blank,
    /// Letters outside ASCII; the registry takes punycode.
    NotAscii,
    /// An underscore, as in the name of a selector record.
    Underscore,
    /// A dot at the end.
    TrailingDot,
    /// Two dots in a row, or one in front.
    EmptyLabel,
    /// One label alone.
    NoDot,
    /// A hyphen at the edge of a label.
    HyphenAtEdge,
    /// Another character that no label may hold.
    Character(char),
    /// More characters than a domain may have.
    TooLong,
}

impl Domain {
    /// The domain in the letter case in which it was typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The labels in reverse, as a namespace spells them: `example.com` gives `com.example`.
    #[must_use]
    pub fn reversed(&self) -> String {
        reverse_labels(&self.0)
    }

    /// The same domain in lower case.
    #[must_use]
    pub fn lower_case(&self) -> Self {
        Self(self.0.to_ascii_lowercase())
    }

    /// Whether a capital letter is in it. The reversal keeps capitals and permissions compare bytes, so the name
    /// would need the same ones.
    #[must_use]
    pub fn has_capitals(&self) -> bool {
        self.0.bytes().any(|byte| byte.is_ascii_uppercase())
    }
}

/// Dot-separated labels in the opposite order.
#[must_use]
pub(super) fn reverse_labels(text: &str) -> String {
    text.rsplit('.').collect::<Vec<_>>().join(".")
}

/// Whether a text is one label: letters, digits and hyphens, alphanumeric at both ends.
pub(super) fn is_label(text: &str) -> bool {
    let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    edge(bytes.first())
        && edge(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

fn fault_in(text: &str) -> Option<DomainFaultKind> {
    use DomainFaultKind as Kind;
    if text.is_empty() {
        return Some(Kind::Empty);
    }
    if text.contains("://") {
        return Some(Kind::Scheme);
    }
    if text.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
        return Some(Kind::Address);
    }
    if text.contains(['/', '?', '#']) {
        return Some(Kind::Path);
    }
    if text.contains(':') {
        return Some(Kind::Port);
    }
    if text.contains(char::is_whitespace) {
        return Some(Kind::Blank);
    }
    if !text.is_ascii() {
        return Some(Kind::NotAscii);
    }
    if text.len() > MAX_DOMAIN_CHARS {
        return Some(Kind::TooLong);
    }
    if text.contains('_') {
        return Some(Kind::Underscore);
    }
    if !text.contains('.') {
        return Some(Kind::NoDot);
    }
    if text.ends_with('.') {
        return Some(Kind::TrailingDot);
    }
    text.split('.').find(|label| !is_label(label)).map(|label| {
        if label.is_empty() {
            return Kind::EmptyLabel;
        }
        let stranger = label.chars().find(|char| !char.is_ascii_alphanumeric() && *char != '-');
        stranger.map_or(Kind::HyphenAtEdge, Kind::Character)
    })
}

/// The domain that somebody who typed `text` most likely meant.
fn meant_by(text: &str) -> Option<Domain> {
    let text = text.trim();
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    let text = text.split(['/', '?', '#']).next().unwrap_or(text);
    let text = text.rsplit_once(':').map_or(text, |(host, _)| host);
    let text = text.trim_end_matches('.');
    // A selector in front of the domain is the usual reason for an underscore.
    let text = text.split('.').skip_while(|label| label.starts_with('_')).collect::<Vec<_>>().join(".");
    let text = idna::domain_to_ascii(&text).ok()?;
    fault_in(&text).is_none().then_some(Domain(text))
}

impl FromStr for Domain {
    type Err = DomainFault;

    fn from_str(text: &str) -> Result<Self, DomainFault> {
        match fault_in(text) {
            None => Ok(Self(text.to_owned())),
            Some(kind) => Err(DomainFault { kind, given: text.to_owned(), meant: meant_by(text) }),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl DomainFaultKind {
    /// What is wrong, reading after "the domain".
    #[must_use]
    pub fn message(self) -> String {
        match self {
            Self::Empty => "the domain is empty".into(),
            Self::Scheme => "the domain has a scheme in front; a login takes the bare domain".into(),
            Self::Path => "the domain has a path behind it; a login takes the bare domain".into(),
            Self::Address => "an IP address is given where a domain is needed; no namespace belongs to an address".into(),
            Self::Port => "the domain has a port behind it; the registry looks at port 443 only".into(),
            Self::Blank => "the domain holds white space".into(),
            Self::NotAscii => "the domain is not in ASCII; the registry takes its punycode form".into(),
            Self::Underscore => "the domain holds an underscore; the key is looked for at the domain itself, not at a selector".into(),
            Self::TrailingDot => "the domain ends with a dot".into(),
            Self::EmptyLabel => "the domain has an empty label (two dots in a row, or one in front)".into(),
            Self::NoDot => "the domain has no dot; one label alone is never a namespace".into(),
            Self::HyphenAtEdge => "a label of the domain begins or ends with a hyphen".into(),
            Self::Character(char) => format!("the domain holds {char:?}, which no label may"),
            Self::TooLong => format!("the domain is longer than {MAX_DOMAIN_CHARS} characters"),
        }
    }
}

impl DomainFault {
    /// The fault as a finding of rule `domain-malformed`.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let repair = match &self.meant {
            Some(domain) => format!("give `{domain}`"),
            None => "give a domain such as `example.com`: at least two labels of letters, digits and inner hyphens".into(),
        };
        Finding::new("domain-malformed", &self.given, self.kind.message(), repair)
            .suggest(self.meant.as_ref().map(ToString::to_string))
    }
}

#[cfg(test)]
mod tests;

//! Vetting: from a URL as somebody wrote it to a target that may be contacted, or to the rule that forbids it.
//!
//! Nothing here opens a socket or asks a resolver.

use url::{Host, Url};

use super::address::is_allowed;
use super::placeholder::placeholder;
use super::{Skip, SkipReason, Transport};
use crate::policy::Reach;
use crate::record::EntryFacts;

/// One remote URL with its transport, vetted for contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The normalised URL: lower-case host, no default port, no fragment; path, query and final slash untouched.
    pub url: Url,
    /// The transport it is declared with.
    pub transport: Transport,
    /// The entry it was listed by.
    pub entry: Option<EntryFacts>,
}

impl Target {
    /// The host that politeness counts by: lower case, without a final dot, whatever the port or scheme.
    #[must_use]
    pub fn host_key(&self) -> String {
        host_key(&self.url)
    }

    /// The name of this probe: one per distinct URL and transport, however many entries name it.
    #[must_use]
    pub fn key(&self) -> (String, Transport) {
        (self.url.as_str().to_owned(), self.transport)
    }
}

/// See [`Target::host_key`].
#[must_use]
pub fn host_key(url: &Url) -> String {
    url.host_str().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase()
}

/// A remote as a registry lists it, before anybody has looked at it.
#[derive(Debug, Clone, Copy)]
pub struct Remote<'a> {
    /// The `type` word.
    pub kind: &'a str,
    /// The `url`, if there is one.
    pub url: Option<&'a str>,
    /// The names declared in `variables`.
    pub variables: &'a [String],
}

/// Vets a remote of an entry: the URL first, then the transport word.
///
/// # Errors
/// The first rule, in the order of [`SkipReason`], that forbids contact.
pub fn vet_remote(remote: Remote<'_>, entry: Option<EntryFacts>, reach: &Reach) -> Result<Target, Skip> {
    let url = vet_url(remote.url.unwrap_or_default(), remote.variables, reach)?;
    let transport = match remote.kind {
        "streamable-http" => Transport::StreamableHttp,
        "sse" => Transport::Sse,
        _ => return Err(because(SkipReason::UnsupportedTransport)),
    };
    Ok(Target { url, transport, entry })
}

/// Vets a bare URL.
///
/// # Errors
/// The first rule, in the order of [`SkipReason`], that forbids contact.
pub fn vet(url: &str, transport: Transport, reach: &Reach) -> Result<Target, Skip> {
    Ok(Target { url: vet_url(url, &[], reach)?, transport, entry: None })
}

fn vet_url(text: &str, variables: &[String], reach: &Reach) -> Result<Url, Skip> {
    if let Some(skip) = placeholder(text, variables) {
        return Err(skip);
    }
    let url = normalised(text);
    if let Some(url) = &url {
        if url.scheme() == "http" && !reach.plain_http {
            return Err(because(SkipReason::PlainHttp));
        }
        if matches!(url.scheme(), "http" | "https") {
            match url.host() {
                Some(Host::Domain(name)) if is_local_name(name) && !reach.local => {
                    return Err(because(SkipReason::Localhost));
                }
                Some(Host::Ipv4(v4)) if !is_allowed(v4.into(), reach) => {
                    return Err(because(SkipReason::NonGlobalAddress));
                }
                Some(Host::Ipv6(v6)) if !is_allowed(v6.into(), reach) => {
                    return Err(because(SkipReason::NonGlobalAddress));
                }
                _ => {}
            }
        }
    }
    url.filter(is_usable).ok_or_else(|| because(SkipReason::UnusableUrl))
}

const fn because(reason: SkipReason) -> Skip {
    Skip { reason, detail: None }
}

/// Reads the URL by the WHATWG rules, which know every spelling of an IPv4 address, and drops the fragment.
///
/// A zone id is no part of an address on the wire (RFC 9844); it is cut off so that the address itself can be judged.
pub(crate) fn normalised(text: &str) -> Option<Url> {
    let text = text.trim();
    let mut url = Url::parse(text)
        .or_else(|error| without_zone(text).map_or(Err(error), |text| Url::parse(&text)))
        .ok()?;
    url.set_fragment(None);
    Some(url)
}

fn without_zone(text: &str) -> Option<String> {
    let open = text.find('[')?;
    let close = open + text[open..].find(']')?;
    let zone = open + text[open..close].find('%')?;
    Some(format!("{}{}", &text[..zone], &text[close..]))
}

/// An http or https URL with a host and without credentials, which a probe never sends and fetch-based clients refuse;
/// one that a request line can hold (64 KiB).
fn is_usable(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.host_str().is_some_and(|host| !host.is_empty())
        && url.username().is_empty()
        && url.password().is_none()
        && url.as_str().parse::<http::Uri>().is_ok()
}

/// `localhost` (RFC 6761), names below it, and names of multicast DNS below `local` (RFC 6762).
pub(crate) fn is_local_name(name: &str) -> bool {
    matches!(name.trim_end_matches('.').rsplit('.').next(), Some("localhost" | "local"))
}

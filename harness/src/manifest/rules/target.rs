//! What a directory that probes remotes would skip, seen from the manifest.

use super::{Findings, Layer, Manifest, Rule, Severity};

/// A directory that probes remotes will not contact this one.
pub(super) static REMOTE_NOT_PROBED: Rule = Rule {
    id: "remote-not-probed",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/remotes/*/url",
    since: "n/a",
    what: "A directory that probes remotes will not contact this one.",
    why: "What holds a placeholder, is plain http or does not lead to a public address is skipped before any packet; the entry is listed as not probed.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://{tenant}.example.com/mcp", "variables": {"tenant": {}}}]}"#,
    repair: "Offer one remote with a literal, public https address, if you want to be listed as answering.",
    source: "the skip rules of this project",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for remote in &manifest.remotes {
        let field = remote.field("url");
        let Some(text) = field.filled() else { continue };
        if let Some(why) = skipped(text) {
            out.report(&REMOTE_NOT_PROBED, field.place(), format!("a directory will not probe this, because {why}"));
        }
    }
}

/// Why a target is skipped before contact.
fn skipped(url: &str) -> Option<String> {
    if url.contains(['{', '}', '<', '>']) {
        return Some("the address holds a placeholder".to_owned());
    }
    let Ok(parsed) = url::Url::parse(url) else { return Some("it is no usable address".to_owned()) };
    if parsed.scheme() == "http" {
        return Some("it is plain http".to_owned());
    }
    let host = parsed.host_str().unwrap_or_default();
    let local = host == "localhost" || host.ends_with(".localhost");
    if local { Some("it is localhost".to_owned()) } else { not_public(host).map(|why| format!("`{host}` is {why}")) }
}

/// Why a host cannot be reached from the public internet, in any spelling of an address.
pub(super) fn not_public(host: &str) -> Option<&'static str> {
    let host = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
    let bracketed = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    match url::Host::parse(&bracketed) {
        Ok(url::Host::Ipv4(address)) => (!is_global_v4(address)).then_some("not a public address"),
        Ok(url::Host::Ipv6(address)) => (!is_global_v6(address)).then_some("not a public address"),
        Ok(url::Host::Domain(domain)) if !domain.contains('.') => Some("a single label, not a public name"),
        Ok(url::Host::Domain(domain)) if domain.ends_with(".local") || domain.ends_with(".internal") => {
            Some("a name of a local network")
        }
        _ => None,
    }
}

/// Not in the special-purpose registry of RFC 6890, as far as it concerns hosts.
fn is_global_v4(address: std::net::Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_unspecified()
        || address.is_broadcast()
        || address.is_documentation()
        || a == 0
        || a >= 224
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19)))
}

fn is_global_v6(address: std::net::Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_global_v4(inner);
    }
    let first = address.segments()[0];
    (first & 0xe000) == 0x2000 && !(first == 0x2001 && address.segments()[1] == 0x0db8) && first != 0x2002
}


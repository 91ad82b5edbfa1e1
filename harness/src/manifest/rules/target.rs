//! What a directory that probes remotes would skip, seen from the manifest.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::policy::Reach;
use crate::target::{Remote, is_global, vet_remote};

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
        let (kind, url) = (remote.field("type"), remote.field("url"));
        let (Some(word), Some(text)) = (kind.text(), url.filled()) else { continue };
        // Whether the placeholders are declared makes no difference to whether they are there.
        let listed = Remote { kind: word, url: Some(text), variables: &[] };
        if let Err(skip) = vet_remote(listed, None, &Reach::default()) {
            let means = &crate::explain::skip(skip.reason).means;
            let message = format!("a directory will not probe this: {}", skip.reason);
            let found = out.report(&REMOTE_NOT_PROBED, url.place(), message);
            found.repair = Some(format!("{means} {}", REMOTE_NOT_PROBED.repair));
        }
    }
}

/// Why a host cannot be reached from the public internet, in any spelling of an address.
pub(super) fn not_public(host: &str) -> Option<&'static str> {
    let host = host.trim_end_matches('.');
    let bracketed = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let literal = "not a public address";
    match url::Host::parse(&bracketed) {
        Ok(url::Host::Ipv4(address)) => (!is_global(address.into())).then_some(literal),
        Ok(url::Host::Ipv6(address)) => (!is_global(address.into())).then_some(literal),
        Ok(url::Host::Domain(domain)) if !domain.contains('.') => Some("a single label, not a public name"),
        Ok(url::Host::Domain(domain)) if matches!(domain.rsplit('.').next(), Some("local" | "internal")) => {
            Some("a name of a local network")
        }
        _ => None,
    }
}

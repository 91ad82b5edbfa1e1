//! What a directory that probes remotes would skip, seen from the manifest.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::facts::Facts;
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

/// A directory that probes this remote today would list it as failing.
pub(super) static REMOTE_PROBE_FAILED: Rule = Rule {
    id: "remote-probe-failed",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/remotes/*/url",
    since: "n/a",
    what: "A remote was probed and failed.",
    why: "The registry does not look; directories and clients do, and would say the same of it today.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/wrong-path"}]}"#,
    repair: "See `rollcall probe URL` for what happened and what to do.",
    source: "the verdicts of this project",
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

/// What probing the remotes gave.
pub(super) fn check_facts(manifest: &Manifest<'_>, facts: &Facts, out: &mut Findings) {
    for (index, verdict) in &facts.failed_remotes {
        if let Some(remote) = manifest.remotes.iter().find(|remote| remote.index() == Some(*index)) {
            let message = format!("the probe of this remote failed: {verdict}");
            out.report(&REMOTE_PROBE_FAILED, remote.field("url").place(), message);
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

//! What only the registry's own store knows.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::facts::Facts;

/// This name and version are stored already.
pub(super) static VERSION_ALREADY_PUBLISHED: Rule = Rule {
    id: "version-already-published",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/version with /name",
    since: "all",
    what: "This name and version are stored already.",
    why: "A stored version cannot be changed or published again, not even a deleted one.",
    example: r#"{"name": "com.example/weather", "version": "1.0.0"}"#,
    repair: "Publish under a new version.",
    source: "registry#873; registry#960; registry#1173; registry#1615",
};

/// The registry holds 10 000 versions of this name.
pub(super) static VERSION_COUNT_EXCEEDED: Rule = Rule {
    id: "version-count-exceeded",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/name",
    since: "2025-08",
    what: "The registry holds 10 000 versions of this name.",
    why: "That is its limit.",
    example: r#"{"name": "com.example/weather", "version": "1.0.0"}"#,
    repair: "Publish under another name.",
    source: "registry internal/service/registry_service.go",
};

/// The most versions the registry stores of one name (its `registry_service.go`).
const MAX_VERSIONS: u64 = 10_000;

pub(super) fn check_facts(manifest: &Manifest<'_>, facts: &Facts, out: &mut Findings) {
    let name = manifest.top.field("name");
    if facts.same_version_published {
        let version = manifest.top.field("version");
        let message = format!("version `{}` is published already", version.text().unwrap_or_default());
        out.report(&VERSION_ALREADY_PUBLISHED, version.place(), message);
    }
    if facts.stored_versions.is_some_and(|stored| stored >= MAX_VERSIONS) {
        out.report(
            &VERSION_COUNT_EXCEEDED,
            name.place(),
            format!("{MAX_VERSIONS} versions of this name are stored"),
        );
    }
    for remote in &manifest.remotes {
        let url = remote.field("url");
        let owner = url.text().and_then(|url| facts.remote_owners.get(url));
        if let Some(owner) = owner.filter(|owner| Some(owner.as_str()) != manifest.name()) {
            out.report(
                &super::remote::REMOTE_URL_TAKEN,
                url.place(),
                format!("`{owner}` holds this address"),
            );
        }
    }
}

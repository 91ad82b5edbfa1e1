//! Image references (`registryType` oci).

use super::{Findings, Layer, Rule, Severity};
use crate::manifest::diagnostic::Place;

/// `identifier` is no image reference.
pub(super) static OCI_REFERENCE_MALFORMED: Rule = Rule {
    id: "oci-reference-malformed",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-10-11",
    what: "`identifier` is no image reference.",
    why: "The path is lower case, a tag follows `:`, a digest is `@sha256:` with 64 hex digits.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/Example/Weather:1.0.0"}]}"#,
    repair: "Write it as `docker pull` takes it.",
    source: "registry internal/validators/registries/oci.go",
};

/// The image lies on a host that the registry does not read.
pub(super) static OCI_HOST_UNSUPPORTED: Rule = Rule {
    id: "oci-host-unsupported",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-10-11",
    what: "The image lies on a host that the registry does not read.",
    why: "It pulls the image's label without a login to see who owns it, and does so from a fixed list of hosts.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "registry.example.com/example/weather:1.0.0"}]}"#,
    repair: "Push to docker.io, ghcr.io, quay.io, mcr.microsoft.com, `*.pkg.dev` or `*.azurecr.io`.",
    source: "registry internal/validators/registries/oci.go; registry#393; registry#1150",
};

/// The image has no tag and no digest, or the tag `latest`.
pub(super) static OCI_TAG_FLOATING: Rule = Rule {
    id: "oci-tag-floating",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/packages/*/identifier",
    since: "n/a",
    what: "The image has no tag and no digest, or the tag `latest`.",
    why: "It is accepted, but the entry then does not pin what it describes: tomorrow's image is another one.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:latest"}]}"#,
    repair: "Name a version tag or a digest.",
    source: "seen in real files",
};

/// The hosts that the registry reads images from, and the endings that stand for a whole family.
const HOSTS: [&str; 6] =
    ["docker.io", "registry-1.docker.io", "index.docker.io", "ghcr.io", "quay.io", "mcr.microsoft.com"];
const FAMILIES: [&str; 2] = [".pkg.dev", ".azurecr.io"];

/// A reference taken apart; the digest counts more than the tag.
#[derive(Debug, PartialEq, Eq)]
struct Reference<'t> {
    host: &'t str,
    tag: Option<&'t str>,
    digest: Option<&'t str>,
}

pub(super) fn check(text: &str, place: Place, out: &mut Findings) {
    let Some(reference) = parse(text) else {
        let found = out.report(&OCI_REFERENCE_MALFORMED, place, format!("`{text}` is no image reference"));
        let lower = text.to_lowercase();
        found.repair = parse(&lower).map(|_| format!("Write `{lower}`: the path of an image is lower case."));
        return;
    };
    let host = reference.host;
    if !HOSTS.contains(&host) && !FAMILIES.iter().any(|family| host.ends_with(family)) {
        let found = out.report(
            &OCI_HOST_UNSUPPORTED,
            place,
            format!("the registry does not read images from `{host}`"),
        );
        if host == "https:" || host == "http:" {
            found.repair = Some("Remove the scheme: an image reference is no address.".to_owned());
        }
        return;
    }
    if reference.digest.is_none() && matches!(reference.tag, None | Some("latest")) {
        out.report(&OCI_TAG_FLOATING, place, "the image has no fixed tag and no digest");
    }
}

/// Host, path, tag and digest. The first segment is a host only if it holds a dot or a colon; docker.io is meant else.
fn parse(text: &str) -> Option<Reference<'_>> {
    let (before, digest) =
        text.split_once('@').map_or((text, None), |(before, digest)| (before, Some(digest)));
    let (path, tag) = match before.rsplit_once(':') {
        Some((path, tag)) if !tag.contains('/') => (path, Some(tag)),
        _ => (before, None),
    };
    let (host, repository) = match path.split_once('/') {
        Some((host, repository)) if host.contains(['.', ':']) => (host, repository),
        _ => ("docker.io", path),
    };
    let sound = (2..=255).contains(&repository.len())
        && repository.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-./".contains(c))
        && tag.is_none_or(|tag| {
            (1..=127).contains(&tag.len())
                && tag.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
        })
        && digest.is_none_or(|digest| {
            digest
                .strip_prefix("sha256:")
                .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
        });
    sound.then_some(Reference { host, tag, digest })
}

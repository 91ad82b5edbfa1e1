//! `packages`: what each registry type needs and what it forbids.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::diagnostic::Place;
use crate::manifest::package_index;
use crate::manifest::view::Object;

/// The types whose packages lie in an index under a name and a version.
pub(super) const INDEXED: [&str; 4] = ["npm", "pypi", "nuget", "cargo"];

/// A package has no `registryType`.
pub(super) static PACKAGE_REGISTRY_TYPE_MISSING: Rule = Rule {
    id: "package-registry-type-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/packages/*/registryType",
    since: "2025-07-09",
    what: "A package has no `registryType`.",
    why: "It says where the package is installed from, and which rules hold for it.",
    example: r#"{"packages": [{"identifier": "weather-mcp"}]}"#,
    repair: "Add it: npm, pypi, nuget, cargo, oci or mcpb.",
    source: "registry pkg/model/types.go; registry#550",
};

/// `registryType` is none of npm, pypi, nuget, cargo, oci and mcpb.
pub(super) static PACKAGE_REGISTRY_TYPE_UNSUPPORTED: Rule = Rule {
    id: "package-registry-type-unsupported",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/registryType",
    since: "2025-07-09; cargo v1.8.0",
    what: "`registryType` is none of npm, pypi, nuget, cargo, oci and mcpb.",
    why: "The registry checks who owns a package, and it can do so for these six alone, in lower case.",
    example: r#"{"packages": [{"registryType": "docker", "identifier": "example/weather"}]}"#,
    repair: "Write one of the six; an image is `oci`, a binary release can be packed as `mcpb`.",
    source: "registry internal/validators/package.go; registry#1207; registry#1307",
};

/// A package has no `identifier`.
pub(super) static PACKAGE_IDENTIFIER_MISSING: Rule = Rule {
    id: "package-identifier-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/packages/*/identifier",
    since: "2025-07-09",
    what: "A package has no `identifier`.",
    why: "It is the name to install.",
    example: r#"{"packages": [{"registryType": "npm", "version": "1.0.0"}]}"#,
    repair: "Add the package name, image reference or address of the release asset.",
    source: "registry pkg/model/types.go",
};

/// `identifier` holds a blank.
pub(super) static PACKAGE_IDENTIFIER_HAS_SPACE: Rule = Rule {
    id: "package-identifier-has-space",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/identifier",
    since: "2025-07-09",
    what: "`identifier` holds a blank.",
    why: "No package name has one, and a command line would be cut there.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "weather server"}]}"#,
    repair: "Remove the blank.",
    source: "registry internal/validators/validators.go package-name-has-spaces",
};

/// A package has no `version`.
pub(super) static PACKAGE_VERSION_MISSING: Rule = Rule {
    id: "package-version-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/version",
    since: "optional in the schema since 2025-10-11, still needed",
    what: "A package has no `version`.",
    why: "npm, PyPI, NuGet and cargo packages are checked at one exact version.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/weather"}]}"#,
    repair: "Add the version that is published.",
    source: "registry internal/validators/registries/*.go",
};

/// An image has a `version`.
pub(super) static PACKAGE_VERSION_FORBIDDEN: Rule = Rule {
    id: "package-version-forbidden",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/version",
    since: "2025-10-11",
    what: "An image has a `version`.",
    why: "The version of an image is the tag or digest in `identifier`.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:1.0.0", "version": "1.0.0"}]}"#,
    repair: "Remove `version` and keep the tag in `identifier`.",
    source: "registry internal/validators/registries/oci.go",
};

/// The version of a package is not the version of the server.
pub(super) static PACKAGE_VERSION_DIFFERS: Rule = Rule {
    id: "package-version-differs",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/packages/*/version",
    since: "n/a",
    what: "The version of a package is not the version of the server.",
    why: "The registry does not compare them. The entry then names one version and installs another, mostly because a release script missed one of the two lines.",
    example: r#"{"version": "1.1.0", "packages": [{"registryType": "npm", "identifier": "@example/weather", "version": "1.0.0"}]}"#,
    repair: "Bump both together, unless they are independent on purpose.",
    source: "registry docs; seen in real files",
};

/// `registryBaseUrl` is not the one address its type allows.
pub(super) static PACKAGE_BASE_URL_MISMATCH: Rule = Rule {
    id: "package-base-url-mismatch",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/registryBaseUrl",
    since: "2025-07-09; NuGet index #813",
    what: "`registryBaseUrl` is not the one address its type allows.",
    why: "Only the official index of each type is accepted, letter for letter, without a trailing slash.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/weather", "registryBaseUrl": "https://npm.example.com"}]}"#,
    repair: "Remove the key: the official address is the default.",
    source: "registry internal/validators/registries/*.go; registry#738",
};

/// An image or a bundle has a `registryBaseUrl`.
pub(super) static PACKAGE_BASE_URL_FORBIDDEN: Rule = Rule {
    id: "package-base-url-forbidden",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/registryBaseUrl",
    since: "2025-10-11",
    what: "An image or a bundle has a `registryBaseUrl`.",
    why: "The host stands in `identifier` already. The validate call lets it pass, the publish call does not.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:1.0.0", "registryBaseUrl": "https://ghcr.io"}]}"#,
    repair: "Remove the key.",
    source: "registry internal/validators/registries/oci.go; mcpb.go; sdebruyn/fabric-dw-mcp-cli#971",
};

/// A bundle has no `fileSha256`.
pub(super) static PACKAGE_SHA256_MISSING: Rule = Rule {
    id: "package-sha256-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/fileSha256",
    since: "2025-09",
    what: "A bundle has no `fileSha256`.",
    why: "Clients compare it with what they download, so the registry asks for it.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "https://github.com/example/weather-mcp/releases/download/v1.0.0/weather.mcpb"}]}"#,
    repair: "Add the SHA-256 of the file (`sha256sum FILE`).",
    source: "registry internal/validators/registries/mcpb.go; goreleaser/goreleaser#6941; txn2/kubefwd#470",
};

/// `fileSha256` is not 64 lower-case hex digits.
pub(super) static PACKAGE_SHA256_MALFORMED: Rule = Rule {
    id: "package-sha256-malformed",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/packages/*/fileSha256",
    since: "2025-07-09",
    what: "`fileSha256` is not 64 lower-case hex digits.",
    why: "The registry refuses any other form, capitals included.",
    example: r#"{"packages": [{"registryType": "mcpb", "fileSha256": "FE33…"}]}"#,
    repair: "Write the digest as `sha256sum` prints it.",
    source: "registry pkg/model/types.go",
};

/// A package that is no bundle has a `fileSha256`.
pub(super) static PACKAGE_SHA256_FORBIDDEN: Rule = Rule {
    id: "package-sha256-forbidden",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/fileSha256",
    since: "2025-10-11",
    what: "A package that is no bundle has a `fileSha256`.",
    why: "Only bundles are single files with a hash of their own; elsewhere the registry refuses it.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/weather", "fileSha256": "fe33…"}]}"#,
    repair: "Remove the key.",
    source: "registry internal/validators/registries/*.go",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for package in &manifest.packages {
        let kind = kind(package, out);
        let identifier = package.field("identifier");
        if identifier.is_missing() {
            out.report(
                &PACKAGE_IDENTIFIER_MISSING,
                identifier.place(),
                "`identifier` of the package is missing",
            );
        } else if identifier.text().is_some_and(|text| text.contains(' ')) {
            out.report(&PACKAGE_IDENTIFIER_HAS_SPACE, identifier.place(), "the identifier holds a blank");
        }
        hash_form(package, out);
        match kind {
            Some(kind) if INDEXED.contains(&kind) => indexed(package, kind, manifest, out),
            Some(kind) => carried(package, kind, out),
            None => {}
        }
    }
}

/// The registry type, if it is one.
fn kind<'d>(package: &Object<'d>, out: &mut Findings) -> Option<&'d str> {
    let field = package.field("registryType");
    if field.is_missing() {
        out.report(&PACKAGE_REGISTRY_TYPE_MISSING, field.place(), "`registryType` of the package is missing");
        return None;
    }
    let text = field.text()?;
    if INDEXED.contains(&text) || ["oci", "mcpb"].contains(&text) {
        return Some(text);
    }
    let found = out.report(
        &PACKAGE_REGISTRY_TYPE_UNSUPPORTED,
        field.place(),
        format!("`{text}` is no registry type"),
    );
    found.repair = match text.to_ascii_lowercase().as_str() {
        "docker" | "container" | "image" | "ghcr" => {
            Some("Write `oci`, and the image reference as `identifier`.".to_owned())
        }
        "python" | "pip" | "uvx" => Some("Write `pypi`.".to_owned()),
        "node" | "npx" => Some("Write `npm`.".to_owned()),
        "crates" | "rust" => Some("Write `cargo`.".to_owned()),
        "go" | "maven" | "gem" | "github" => {
            Some("It is not supported; publish the server as `mcpb` or `oci`.".to_owned())
        }
        "dxt" => Some("Write `mcpb`.".to_owned()),
        lower if INDEXED.contains(&lower) || ["oci", "mcpb"].contains(&lower) => {
            Some(format!("Write `{lower}`."))
        }
        _ => None,
    };
    None
}

fn hash_form(package: &Object<'_>, out: &mut Findings) {
    let hash = package.field("fileSha256");
    let hex = |text: &&str| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if let Some(text) = hash.filled().filter(|text| !hex(text)) {
        let found =
            out.report(&PACKAGE_SHA256_MALFORMED, hash.place(), "this is not 64 lower-case hex digits");
        if hex(&text.to_ascii_lowercase().as_str()) {
            found.repair = Some("Write it in lower case.".to_owned());
        }
    }
}

/// npm, PyPI, NuGet, cargo: a version, the official index, no hash.
fn indexed(package: &Object<'_>, kind: &str, manifest: &Manifest<'_>, out: &mut Findings) {
    let version = package.field("version");
    if version.is_missing() {
        out.report(
            &PACKAGE_VERSION_MISSING,
            version.place(),
            format!("`version` of the {kind} package is missing"),
        );
    }
    let server = manifest.top.field("version");
    if let (Some(own), Some(servers)) = (version.filled(), server.filled())
        && own != servers
    {
        let message = format!("the package has version `{own}`, the server `{servers}`");
        out.report(&PACKAGE_VERSION_DIFFERS, version.place(), message).other =
            Some((server.place(), "the version of the server".to_owned()));
    }
    let base = package.field("registryBaseUrl");
    let official = package_index::base_url(kind).unwrap_or_default();
    if let Some(text) = base.filled().filter(|text| *text != official) {
        let found =
            out.report(&PACKAGE_BASE_URL_MISMATCH, base.place(), format!("`{text}` is not the {kind} index"));
        found.repair = Some(format!("Remove the key, or write `{official}`."));
    }
    let hash = package.field("fileSha256");
    if hash.filled().is_some() {
        out.report(&PACKAGE_SHA256_FORBIDDEN, hash.place(), forbidden("fileSha256", kind));
    }
}

fn forbidden(key: &str, kind: &str) -> String {
    format!("a package of type `{kind}` has no `{key}`")
}

/// Images and bundles: the identifier says where they are.
fn carried(package: &Object<'_>, kind: &str, out: &mut Findings) {
    let base = package.field("registryBaseUrl");
    if base.filled().is_some() {
        out.report(&PACKAGE_BASE_URL_FORBIDDEN, base.place(), forbidden("registryBaseUrl", kind));
    }
    let identifier = package.field("identifier");
    let place: Place = identifier.place();
    let hash = package.field("fileSha256");
    if kind == "mcpb" {
        if hash.is_missing() {
            out.report(&PACKAGE_SHA256_MISSING, hash.place(), "`fileSha256` of the bundle is missing");
        }
        if let Some(text) = identifier.filled() {
            super::mcpb::check(text, place, out);
        }
        return;
    }
    let version = package.field("version");
    if version.filled().is_some() {
        out.report(&PACKAGE_VERSION_FORBIDDEN, version.place(), forbidden("version", kind));
    }
    if hash.filled().is_some() {
        out.report(&PACKAGE_SHA256_FORBIDDEN, hash.place(), forbidden("fileSha256", kind));
    }
    // A blank has its own rule.
    if let Some(text) = identifier.filled().filter(|text| !text.contains(' ')) {
        super::oci::check(text, place, out);
    }
}

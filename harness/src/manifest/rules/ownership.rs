//! What package indexes and the registry know, once somebody has asked them.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::facts::{Facts, PackageFact, has_marker, visible};
use crate::manifest::view::Object;

/// npm has no package of this name.
pub(super) static NPM_PACKAGE_NOT_FOUND: Rule = Rule {
    id: "npm-package-not-found",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "all",
    what: "npm has no package of this name.",
    why: "The registry reads the ownership mark from the published package.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/unpublished", "version": "1.0.0"}]}"#,
    repair: "Publish the package on public npm first.",
    source: "registry internal/validators/registries/npm.go; registry#900",
};

/// npm has the package, but not this version.
pub(super) static NPM_VERSION_NOT_FOUND: Rule = Rule {
    id: "npm-version-not-found",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/version",
    since: "all",
    what: "npm has the package, but not this version.",
    why: "The mark is read from that exact version. A fresh one can take some 20 minutes to show.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/weather", "version": "9.9.9"}]}"#,
    repair: "Publish this version on npm first, and wait until it shows.",
    source: "registry internal/validators/registries/npm.go; ExaDev/agent-comms#22; YGao2005/scholar-feed-mcp#63",
};

/// The published version carries no `mcpName`.
pub(super) static NPM_MCP_NAME_MISSING: Rule = Rule {
    id: "npm-mcp-name-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "all",
    what: "The published version carries no `mcpName`.",
    why: "It comes from `package.json` in the published archive, so it cannot be added later to the same version.",
    example: r#"{"mcpName": ""}"#,
    repair: "Add `mcpName` to `package.json`, publish a new npm version, and name that version here.",
    source: "registry internal/validators/registries/npm.go; microsoft/playwright-mcp#1432",
};

/// `mcpName` of the published version is not exactly `name`.
pub(super) static NPM_MCP_NAME_MISMATCH: Rule = Rule {
    id: "npm-mcp-name-mismatch",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/* with /name",
    since: "all",
    what: "`mcpName` of the published version is not exactly `name`.",
    why: "They are compared byte for byte; letter case counts.",
    example: r#"{"mcpName": "com.example/Weather"}"#,
    repair: "Make both the same, publish a new npm version, and name that version here.",
    source: "registry internal/validators/registries/npm.go; pubnub/pubnub-mcp-server#16",
};

/// PyPI does not have this project at this version.
pub(super) static PYPI_VERSION_NOT_FOUND: Rule = Rule {
    id: "pypi-version-not-found",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/version",
    since: "all",
    what: "PyPI does not have this project at this version.",
    why: "The registry reads the ownership mark from that exact version.",
    example: r#"{"packages": [{"registryType": "pypi", "identifier": "weather-mcp", "version": "9.9.9"}]}"#,
    repair: "Publish this version on PyPI first.",
    source: "registry internal/validators/registries/pypi.go",
};

/// The long description of this version does not hold `mcp-name: <name>`.
pub(super) static PYPI_MARKER_MISSING: Rule = Rule {
    id: "pypi-marker-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "all; boundary v1.8.0",
    what: "The long description of this version does not hold `mcp-name: <name>`.",
    why: "It is the README of that release, so it cannot be added later to the same version.",
    example: r#"{"packages": [{"registryType": "pypi", "identifier": "weather-mcp", "version": "1.0.0"}]}"#,
    repair: "Add the line `mcp-name: <name>` to the README (an HTML comment will do) and publish a new version.",
    source: "registry internal/validators/registries/pypi.go; registry#531; registry#1310; registry#1320",
};

/// NuGet does not have this package at this version.
pub(super) static NUGET_VERSION_NOT_FOUND: Rule = Rule {
    id: "nuget-version-not-found",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "all",
    what: "NuGet does not have this package at this version.",
    why: "The registry reads the ownership mark from that exact version.",
    example: r#"{"packages": [{"registryType": "nuget", "identifier": "Example.Weather", "version": "9.9.9"}]}"#,
    repair: "Publish this version on NuGet first.",
    source: "registry internal/validators/registries/nuget.go",
};

/// The NuGet version carries no README.
pub(super) static NUGET_README_MISSING: Rule = Rule {
    id: "nuget-readme-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "all",
    what: "The NuGet version carries no README.",
    why: "The ownership mark is read from the packed README.",
    example: r#"{"packages": [{"registryType": "nuget", "identifier": "Example.Weather", "version": "1.0.0"}]}"#,
    repair: "Pack a README (`PackageReadmeFile`) that holds `mcp-name: <name>`.",
    source: "registry internal/validators/registries/nuget.go",
};

/// The packed README does not hold `mcp-name: <name>`.
pub(super) static NUGET_MARKER_MISSING: Rule = Rule {
    id: "nuget-marker-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "all",
    what: "The packed README does not hold `mcp-name: <name>`.",
    why: "That line is the proof that the package is yours.",
    example: r#"{"packages": [{"registryType": "nuget", "identifier": "Example.Weather", "version": "1.0.0"}]}"#,
    repair: "Add it to the README that is packed, and publish a new version.",
    source: "registry internal/validators/registries/nuget.go; sbroenne/mcp-server-excel#176",
};

/// The rendered README of the crate does not show `mcp-name: <name>`.
pub(super) static CARGO_MARKER_MISSING: Rule = Rule {
    id: "cargo-marker-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*",
    since: "v1.8.0",
    what: "The rendered README of the crate does not show `mcp-name: <name>`.",
    why: "The registry reads the rendered page, and rendering strips HTML comments, so the line must be visible.",
    example: r#"{"packages": [{"registryType": "cargo", "identifier": "weather-mcp", "version": "1.0.0"}]}"#,
    repair: "Write it as visible text and publish a new version.",
    source: "registry#1207; registry#1330; registry#1423",
};

/// The host has no such image.
pub(super) static OCI_IMAGE_NOT_FOUND: Rule = Rule {
    id: "oci-image-not-found",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "all",
    what: "The host has no such image.",
    why: "The registry reads the ownership label from it.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:9.9.9"}]}"#,
    repair: "Push the image first.",
    source: "registry internal/validators/registries/oci.go",
};

/// The image cannot be pulled without a login.
pub(super) static OCI_IMAGE_PRIVATE: Rule = Rule {
    id: "oci-image-private",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "all",
    what: "The image cannot be pulled without a login.",
    why: "The registry has no login, and neither have the people who read the entry.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/private:1.0.0"}]}"#,
    repair: "Make the image public.",
    source: "registry internal/validators/registries/oci.go; registry#1281",
};

/// The image has no label `io.modelcontextprotocol.server.name`.
pub(super) static OCI_LABEL_MISSING: Rule = Rule {
    id: "oci-label-missing",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "all",
    what: "The image has no label `io.modelcontextprotocol.server.name`.",
    why: "The label is the proof that the image is yours; one set in an earlier build stage is lost.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:1.0.0"}]}"#,
    repair: "Set it with LABEL in the final stage, build, push.",
    source: "registry internal/validators/registries/oci.go; apollographql/apollo-mcp-server#540",
};

/// The label of the image is not exactly `name`.
pub(super) static OCI_LABEL_MISMATCH: Rule = Rule {
    id: "oci-label-mismatch",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier with /name",
    since: "all",
    what: "The label of the image is not exactly `name`.",
    why: "They are compared byte for byte; letter case counts.",
    example: r#"{"packages": [{"registryType": "oci", "identifier": "ghcr.io/example/weather:1.0.0"}]}"#,
    repair: "Correct the label or the name, build, push.",
    source: "registry internal/validators/registries/oci.go; SikamikanikoBG/homelab-monitor#77",
};

/// The address of the bundle answers neither with the file nor with a redirect to it.
pub(super) static MCPB_ASSET_UNREACHABLE: Rule = Rule {
    id: "mcpb-asset-unreachable",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-09",
    what: "The address of the bundle answers neither with the file nor with a redirect to it.",
    why: "The registry asks with HEAD before it accepts the entry.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "https://github.com/example/weather-mcp/releases/download/v9/weather.mcpb"}]}"#,
    repair: "Upload the asset first, to a public release.",
    source: "registry internal/validators/registries/mcpb.go",
};

/// Judges a manifest by facts from outside. What no fact is given for is not judged.
pub fn check_facts(manifest: &Manifest<'_>, facts: &Facts, out: &mut Findings) {
    for (index, fact) in &facts.packages {
        let pointer = format!("/packages/{index}");
        if let Some(package) = manifest.packages.iter().find(|package| package.pointer == pointer) {
            package_fact(package, manifest.name().unwrap_or_default(), fact, out);
        }
    }
    super::proof::report(manifest, facts.login.iter(), out);
    super::target::check_facts(manifest, facts, out);
    super::repository::check_facts(manifest, facts, out);
    super::publish::check_facts(manifest, facts, out);
}

fn package_fact(package: &Object<'_>, name: &str, fact: &PackageFact, out: &mut Findings) {
    let (identifier, version) = (package.field("identifier"), package.field("version"));
    let (what, which) = (identifier.text().unwrap_or_default(), version.text().unwrap_or_default());
    // The mark belongs to the whole package; the identifier stands for it, so that one line is underlined.
    let whole = || crate::manifest::diagnostic::Place {
        pointer: package.pointer.clone(),
        span: identifier.place().span,
    };
    let (rule, place, message) = match fact {
        PackageFact::Npm { package_found: false, .. } => {
            (&NPM_PACKAGE_NOT_FOUND, identifier.place(), format!("npm has no package `{what}`"))
        }
        PackageFact::Npm { version_found: false, .. } => (
            &NPM_VERSION_NOT_FOUND,
            version.place(),
            format!("npm has `{what}`, but no version `{which}` of it"),
        ),
        PackageFact::Npm { mcp_name, .. } => match mcp_name.as_deref() {
            None | Some("") => {
                (&NPM_MCP_NAME_MISSING, whole(), format!("`{what}` {which} carries no `mcpName`"))
            }
            Some(mark) if mark == name => return,
            Some(mark) => (
                &NPM_MCP_NAME_MISMATCH,
                whole(),
                format!("`{what}` {which} says `mcpName` is `{mark}`, not `{name}`"),
            ),
        },
        PackageFact::Pypi { description: None } => {
            (&PYPI_VERSION_NOT_FOUND, version.place(), format!("PyPI does not have `{what}` {which}"))
        }
        PackageFact::Pypi { description: Some(text) } if !has_marker(text, name) => (
            &PYPI_MARKER_MISSING,
            whole(),
            format!("the description of `{what}` {which} does not hold `mcp-name: {name}`"),
        ),
        PackageFact::Nuget { version_found: false, .. } => {
            (&NUGET_VERSION_NOT_FOUND, whole(), format!("NuGet does not have `{what}` {which}"))
        }
        PackageFact::Nuget { readme: None, .. } => {
            (&NUGET_README_MISSING, whole(), format!("`{what}` {which} carries no README"))
        }
        PackageFact::Nuget { readme: Some(text), .. } if !has_marker(text, name) => (
            &NUGET_MARKER_MISSING,
            whole(),
            format!("the README of `{what}` {which} does not hold `mcp-name: {name}`"),
        ),
        PackageFact::Cargo { readme } if !has_marker(&visible(readme), name) => (
            &CARGO_MARKER_MISSING,
            whole(),
            format!("the README of `{what}` {which} does not show `mcp-name: {name}`"),
        ),
        PackageFact::Oci { status: 404, .. } => {
            (&OCI_IMAGE_NOT_FOUND, identifier.place(), format!("there is no image `{what}`"))
        }
        PackageFact::Oci { status: status @ (401 | 403), .. } => (
            &OCI_IMAGE_PRIVATE,
            identifier.place(),
            format!("`{what}` cannot be pulled without a login ({status})"),
        ),
        PackageFact::Oci { status: 200, label: None } => {
            (&OCI_LABEL_MISSING, identifier.place(), format!("`{what}` has no label that names the server"))
        }
        PackageFact::Oci { status: 200, label: Some(label) } if label != name => (
            &OCI_LABEL_MISMATCH,
            identifier.place(),
            format!("the label of `{what}` says `{label}`, not `{name}`"),
        ),
        PackageFact::Mcpb { status, location }
            if *status != 200 && !(300..400).contains(status) || (300..400).contains(status) && !location =>
        {
            (&MCPB_ASSET_UNREACHABLE, identifier.place(), format!("the bundle answers {status}"))
        }
        _ => return,
    };
    out.report(rule, place, message);
}

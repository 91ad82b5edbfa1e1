//! `packages[].transport`.

use std::collections::BTreeSet;

use super::remote::{has_space, http_address};
use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::address;
use crate::manifest::view::Object;

/// A package has no `transport`.
pub(super) static PACKAGE_TRANSPORT_MISSING: Rule = Rule {
    id: "package-transport-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/packages/*/transport",
    since: "2025-07-09 (amended file)",
    what: "A package has no `transport`.",
    why: "Clients must know how to talk to what they have installed.",
    example: r#"{"packages": [{"registryType": "npm", "identifier": "@example/weather", "version": "1.0.0"}]}"#,
    repair: r#"Add `"transport": {"type": "stdio"}`, or the type it really speaks."#,
    source: "registry internal/validators/validators.go unsupported-transport-type",
};

/// The transport of a package is none of stdio, streamable-http and sse.
pub(super) static PACKAGE_TRANSPORT_TYPE_UNSUPPORTED: Rule = Rule {
    id: "package-transport-type-unsupported",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/transport/type",
    since: "2025-09-16",
    what: "The transport of a package is none of stdio, streamable-http and sse.",
    why: "The registry knows these three, in lower case.",
    example: r#"{"packages": [{"transport": {"type": "http"}}]}"#,
    repair: "Write one of the three.",
    source: "registry internal/validators/validators.go unsupported-transport-type",
};

/// A stdio transport has a `url`.
pub(super) static PACKAGE_TRANSPORT_URL_FORBIDDEN: Rule = Rule {
    id: "package-transport-url-forbidden",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/transport/url",
    since: "2025-09-16",
    what: "A stdio transport has a `url`.",
    why: "stdio is a pipe; there is no address to connect to.",
    example: r#"{"packages": [{"transport": {"type": "stdio", "url": "http://localhost:8080"}}]}"#,
    repair: "Remove `url`, or change the type to `streamable-http`.",
    source: "registry internal/validators/validators.go stdio-transport-url-not-empty",
};

/// An HTTP transport of a package has no `url`.
pub(super) static PACKAGE_TRANSPORT_URL_MISSING: Rule = Rule {
    id: "package-transport-url-missing",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/transport/url",
    since: "2025-09-16",
    what: "An HTTP transport of a package has no `url`.",
    why: "Clients start the package and then connect to this address.",
    example: r#"{"packages": [{"transport": {"type": "streamable-http"}}]}"#,
    repair: "Add it, for example `http://localhost:8080/mcp`.",
    source: "registry internal/validators/validators.go streamable-transport-url-required",
};

/// The address, with its variables filled in, is no http(s) address with a host.
pub(super) static PACKAGE_TRANSPORT_URL_MALFORMED: Rule = Rule {
    id: "package-transport-url-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/transport/url",
    since: "2025-09-16",
    what: "The address, with its variables filled in, is no http(s) address with a host.",
    why: "The registry refuses it. http and localhost are fine in a package.",
    example: r#"{"packages": [{"transport": {"type": "streamable-http", "url": "localhost:8080/mcp"}}]}"#,
    repair: "Write a complete address, beginning with `http://` or `https://`.",
    source: "registry internal/validators/utils.go invalid-templated-url",
};

/// The address begins with a variable for the scheme.
pub(super) static PACKAGE_TRANSPORT_URL_SCHEME_VARIABLE: Rule = Rule {
    id: "package-transport-url-scheme-variable",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/packages/*/transport/url",
    since: "2025-12-11",
    what: "The address begins with a variable for the scheme.",
    why: "Publishing reads it as http and accepts it; the schema's pattern wants the scheme literally.",
    example: r#"{"packages": [{"transport": {"type": "streamable-http", "url": "{scheme}://localhost/mcp"}, "environmentVariables": [{"name": "scheme"}]}]}"#,
    repair: "Write `http://` or `https://`.",
    source: "schema 2025-12-11; registry internal/validators/utils.go",
};

/// The address holds a `{variable}` that the package does not declare.
pub(super) static PACKAGE_TRANSPORT_URL_VARIABLE_UNDECLARED: Rule = Rule {
    id: "package-transport-url-variable-undeclared",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/packages/*/transport/url",
    since: "Sep 2025",
    what: "The address holds a `{variable}` that the package does not declare.",
    why: "A variable is the name of an environment variable, the name of an argument with its dashes, or a `valueHint` of the same package.",
    example: r#"{"packages": [{"transport": {"type": "streamable-http", "url": "http://localhost:{port}/mcp"}}]}"#,
    repair: "Declare it, or write the literal flag in the braces, such as `{--port}`.",
    source: "registry internal/validators/utils.go invalid-templated-url; registry#503; registry#614; registry#656",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for package in &manifest.packages {
        let field = package.field("transport");
        if !field.is_there() {
            out.report(&PACKAGE_TRANSPORT_MISSING, field.place(), "`transport` of the package is missing");
        }
        let Some(transport) = package.object("transport") else { continue };
        let kind = transport.field("type");
        let url = transport.field("url");
        match kind.text() {
            Some("stdio") => {
                if url.filled().is_some() {
                    out.report(
                        &PACKAGE_TRANSPORT_URL_FORBIDDEN,
                        url.place(),
                        "a stdio transport has no `url`",
                    );
                }
            }
            Some(word @ ("streamable-http" | "sse")) => {
                if url.is_missing() {
                    let message = format!("`url` of the {word} transport is missing");
                    out.report(&PACKAGE_TRANSPORT_URL_MISSING, url.place(), message);
                } else {
                    address_of(package, &transport, out);
                }
            }
            None if kind.is_there() => {}
            text => {
                let message = match text {
                    None | Some("") => "`type` of the transport is missing".to_owned(),
                    Some(text) => format!("`{text}` is no transport of a package"),
                };
                out.report(&PACKAGE_TRANSPORT_TYPE_UNSUPPORTED, kind.place(), message);
            }
        }
    }
}

fn address_of(package: &Object<'_>, transport: &Object<'_>, out: &mut Findings) {
    let field = transport.field("url");
    let Some(text) = field.text() else { return };
    let declared = declared(package);
    let used: BTreeSet<&str> = address::variables(text).into_iter().collect();
    for name in used.iter().filter(|name| !declared.contains(*name)) {
        let message = format!("the variable `{name}` is not declared by the package");
        let found = out.report(&PACKAGE_TRANSPORT_URL_VARIABLE_UNDECLARED, field.place(), message);
        let flag =
            declared.iter().find(|known| known.starts_with('-') && known.trim_start_matches('-') == *name);
        found.repair = flag.map(|flag| format!("Write `{{{flag}}}`: the flag with its dashes."));
    }
    if let Err(fault) = http_address(text) {
        out.report(&PACKAGE_TRANSPORT_URL_MALFORMED, field.place(), fault);
        return;
    }
    if text.starts_with("{scheme}") || text.starts_with("{protocol}") {
        let message = "the address begins with a variable instead of `http://` or `https://`";
        out.report(&PACKAGE_TRANSPORT_URL_SCHEME_VARIABLE, field.place(), message);
    }
    has_space(text, field.place(), out);
}

/// What a variable of the address may name: environment variables, and arguments by name or hint. Names nested in an
/// argument's `variables` do not count.
fn declared<'d>(package: &Object<'d>) -> BTreeSet<&'d str> {
    let mut names = BTreeSet::new();
    for variable in package.objects("environmentVariables") {
        names.extend(variable.field("name").filled());
    }
    for key in ["runtimeArguments", "packageArguments"] {
        for argument in package.objects(key) {
            names.extend(argument.field("name").filled());
            names.extend(argument.field("valueHint").filled());
        }
    }
    names
}

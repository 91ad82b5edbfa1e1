//! `remotes`.

use std::collections::{BTreeSet, HashMap};

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::address::{self, Address};
use crate::manifest::diagnostic::Place;
use crate::manifest::document::Value;
use crate::manifest::view::Object;

/// `type` of a remote is neither `streamable-http` nor `sse`.
pub(super) static REMOTE_TYPE_UNSUPPORTED: Rule = Rule {
    id: "remote-type-unsupported",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/type",
    since: "2025-07-09",
    what: "`type` of a remote is neither `streamable-http` nor `sse`.",
    why: "Clients choose their transport by this word; the registry knows these two, in lower case.",
    example: r#"{"remotes": [{"type": "http", "url": "https://mcp.example.com/mcp"}]}"#,
    repair: "Write `streamable-http` (today's transport) or `sse` (the older one).",
    source: "registry internal/validators/validators.go unsupported-remote-transport-type",
};

/// A remote has no `url`.
pub(super) static REMOTE_URL_MISSING: Rule = Rule {
    id: "remote-url-missing",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "2025-07-09",
    what: "A remote has no `url`.",
    why: "There is nothing to connect to.",
    example: r#"{"remotes": [{"type": "streamable-http"}]}"#,
    repair: "Add the https address of the endpoint.",
    source: "registry internal/validators/validators.go remote-transport-url-required",
};

/// The address of a remote, with its variables filled in, is no http(s) address with a host.
pub(super) static REMOTE_URL_MALFORMED: Rule = Rule {
    id: "remote-url-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "2025-07-09",
    what: "The address of a remote, with its variables filled in, is no http(s) address with a host.",
    why: "The registry refuses it; clients could not connect.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "mcp.example.com/mcp"}]}"#,
    repair: "Write a complete address, beginning with `https://`.",
    source: "registry internal/validators/utils.go invalid-remote-url",
};

/// The address of a remote begins with a variable.
pub(super) static REMOTE_URL_SCHEME_VARIABLE: Rule = Rule {
    id: "remote-url-scheme-variable",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "v1.7.8",
    what: "The address of a remote begins with a variable.",
    why: "The draft schema allows it, the registry does not: `https://` must be there literally.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "{baseUrl}/mcp", "variables": {"baseUrl": {"isRequired": true}}}]}"#,
    repair: "Write `https://` and let the variable begin after it, for example `https://{host}/mcp`.",
    source: "registry internal/validators/utils.go; coder/coder#26755",
};

/// A remote is plain http.
pub(super) static REMOTE_URL_NOT_HTTPS: Rule = Rule {
    id: "remote-url-not-https",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "2025-11-17",
    what: "A remote is plain http.",
    why: "Since 2025-11-17 the registry asks for https.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "http://mcp.example.com/mcp"}]}"#,
    repair: "Serve the endpoint over https.",
    source: "registry internal/validators/utils.go invalid-remote-url; registry#769",
};

/// A remote points at the reader's own machine.
pub(super) static REMOTE_URL_LOCALHOST: Rule = Rule {
    id: "remote-url-localhost",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "2025-08",
    what: "A remote points at the reader's own machine.",
    why: "Nobody but you has a server there. A package may listen on localhost, a remote may not.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://localhost:8443/mcp"}]}"#,
    repair: "Write the public address, or describe a local server under `packages`.",
    source: "registry internal/validators/utils.go invalid-remote-url",
};

/// The host of a remote is a private or otherwise not public address, a single label, or a name under `.local` or `.internal`.
pub(super) static REMOTE_URL_PRIVATE_HOST: Rule = Rule {
    id: "remote-url-private-host",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/remotes/*/url",
    since: "n/a",
    what: "The host of a remote is a private or otherwise not public address, a single label, or a name under `.local` or `.internal`.",
    why: "The registry accepts it, but nobody outside your network can connect.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://10.0.0.5/mcp"}]}"#,
    repair: "Write an address that the public internet reaches.",
    source: "registry internal/validators/utils.go (derived)",
};

/// The address of a remote holds a `{variable}` that is not declared.
pub(super) static REMOTE_URL_VARIABLE_UNDECLARED: Rule = Rule {
    id: "remote-url-variable-undeclared",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/remotes/*/url",
    since: "2025-12-11",
    what: "The address of a remote holds a `{variable}` that is not declared.",
    why: "Clients ask the user for the value of each declared variable; the registry refuses the rest. Names are compared byte for byte.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://{tenant}.example.com/mcp"}]}"#,
    repair: "Declare it under `variables` of this remote.",
    source: "registry internal/validators/utils.go invalid-templated-url; registry#570; registry#614",
};

/// A variable of a remote is declared but not used in its address.
pub(super) static REMOTE_VARIABLE_UNUSED: Rule = Rule {
    id: "remote-variable-unused",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/remotes/*/variables/*",
    since: "n/a",
    what: "A variable of a remote is declared but not used in its address.",
    why: "Clients would ask the user for a value that goes nowhere.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/mcp", "variables": {"region": {}}}]}"#,
    repair: "Use it in `url` or remove it.",
    source: "accepted upstream",
};

/// The address holds white space.
pub(super) static TRANSPORT_URL_HAS_SPACE: Rule = Rule {
    id: "transport-url-has-space",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/remotes/*/url, /packages/*/transport/url",
    since: "2025-12-11",
    what: "The address holds white space.",
    why: "It parses, so publishing succeeds; the schema's pattern refuses it, and clients differ in how they encode it.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/my server"}]}"#,
    repair: "Percent-encode it (`%20`).",
    source: "schema 2025-12-11",
};

/// The same address stands in two remotes.
pub(super) static REMOTE_URL_REPEATED: Rule = Rule {
    id: "remote-url-repeated",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/remotes/*/url",
    since: "n/a",
    what: "The same address stands in two remotes.",
    why: "Clients list the server twice. Two transports at two addresses are fine.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/mcp"}, {"type": "sse", "url": "https://mcp.example.com/mcp"}]}"#,
    repair: "Remove one, or give the second transport its own address.",
    source: "accepted upstream",
};

/// Another server's entry holds this address.
pub(super) static REMOTE_URL_TAKEN: Rule = Rule {
    id: "remote-url-taken",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/remotes/*/url",
    since: "2025-08-26",
    what: "Another server's entry holds this address.",
    why: "An address belongs to one name, old and deprecated versions included; deleting them frees it.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/mcp"}]}"#,
    repair: "Use another address, or mark every version of the other entry deleted.",
    source: "registry#305; registry#306; registry#890; registry#1193; registry#1317",
};

/// There are remotes but no packages.
pub(super) static REMOTE_WITHOUT_PACKAGE: Rule = Rule {
    id: "remote-without-package",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "(file)",
    since: "n/a",
    what: "There are remotes but no packages.",
    why: "It is accepted; an entry with both also serves clients that only run local servers.",
    example: r#"{"remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/mcp"}]}"#,
    repair: "Add a package, if the server can be run locally.",
    source: "publishers' experience; registry#703",
};

/// There are neither packages nor remotes.
pub(super) static PACKAGE_AND_REMOTE_MISSING: Rule = Rule {
    id: "package-and-remote-missing",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "(file)",
    since: "n/a",
    what: "There are neither packages nor remotes.",
    why: "It is legal, but no client can connect or install anything.",
    example: r#"{"name": "com.example/weather"}"#,
    repair: "Add a remote or a package.",
    source: "microsoft/vscode#308994",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for remote in &manifest.remotes {
        let known = kind(remote, out);
        url(remote, known, out);
        variables(remote, out);
        let field = remote.field("url");
        let Some(text) = field.filled() else { continue };
        if let Some(first) = seen.get(text) {
            let found = out.report(&REMOTE_URL_REPEATED, field.place(), "this address stands in two remotes");
            found.other = Some((first.clone(), "first here".to_owned()));
        } else {
            seen.insert(text, field.place());
        }
    }
    let filled = |key| matches!(manifest.top.field(key).node().map(|node| &node.value), Some(Value::List(list)) if !list.is_empty());
    // A wrong type has its own rule; the author did write something there.
    let nothing = |key| {
        !filled(key)
            && !matches!(manifest.top.field(key).node().map(|node| &node.value), Some(value) if !matches!(value, Value::List(_)))
    };
    if nothing("packages") && nothing("remotes") {
        let place = Place { pointer: String::new(), span: super::opening(&manifest.top) };
        out.report(&PACKAGE_AND_REMOTE_MISSING, place, "there are neither packages nor remotes");
    } else if nothing("packages") && filled("remotes") {
        let place = Place { pointer: String::new(), span: manifest.top.field("remotes").place().span };
        out.report(&REMOTE_WITHOUT_PACKAGE, place, "there are remotes but no packages");
    }
}

/// Says whether the transport is one of the two.
fn kind(remote: &Object<'_>, out: &mut Findings) -> bool {
    let field = remote.field("type");
    if field.is_missing() {
        out.report(&REMOTE_TYPE_UNSUPPORTED, field.place(), "`type` of the remote is missing");
        return false;
    }
    let Some(text) = field.text() else { return false };
    if text == "streamable-http" || text == "sse" {
        return true;
    }
    let found =
        out.report(&REMOTE_TYPE_UNSUPPORTED, field.place(), format!("`{text}` is no transport of a remote"));
    let plain: String =
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    found.repair = match plain.as_str() {
        "streamablehttp" | "http" | "https" | "streamable" | "httpstreamable" | "httpstream" => {
            Some("Write `streamable-http`.".to_owned())
        }
        "stdio" => Some("A stdio server is a package: describe it under `packages`.".to_owned()),
        "sse" => Some("Write `sse`.".to_owned()),
        _ => None,
    };
    false
}

/// The address. What another transport would want instead of an http one is not asked for (`known`): its fault is the
/// transport.
fn url(remote: &Object<'_>, known: bool, out: &mut Findings) {
    let field = remote.field("url");
    if field.is_missing() {
        if known {
            out.report(&REMOTE_URL_MISSING, field.place(), "`url` of the remote is missing");
        }
        return;
    }
    let Some(text) = field.text() else { return };
    let leading = text.starts_with('{');
    if leading {
        out.report(
            &REMOTE_URL_SCHEME_VARIABLE,
            field.place(),
            "the address begins with a variable instead of `https://`",
        );
    }
    let address = match http_address(text) {
        Ok(address) => address,
        Err(fault) => {
            if known && !leading {
                out.report(&REMOTE_URL_MALFORMED, field.place(), fault);
            }
            return;
        }
    };
    if address.scheme == "http" && !leading {
        out.report(&REMOTE_URL_NOT_HTTPS, field.place(), "the scheme is http, not https");
    }
    let host = address.host.to_ascii_lowercase();
    if host == "localhost" || host == "127.0.0.1" || host.ends_with(".localhost") {
        out.report(&REMOTE_URL_LOCALHOST, field.place(), format!("`{host}` is the reader's own machine"));
    } else if let Some(why) = private(text, &host) {
        out.report(&REMOTE_URL_PRIVATE_HOST, field.place(), format!("`{host}` is {why}"));
    }
    has_space(text, field.place(), out);
}

/// The address with its variables filled in, if it is http(s) and has a host.
pub(super) fn http_address(text: &str) -> Result<Address, String> {
    let filled = address::fill(text);
    let address = Address::parse(&filled).map_err(|fault| format!("the address {fault}"))?;
    if address.scheme != "http" && address.scheme != "https" {
        return Err(match address.scheme.as_str() {
            "" => "the address has no scheme".to_owned(),
            other => format!("the scheme is {other}, not https"),
        });
    }
    if address.authority.is_empty() {
        return Err("the address has no host".to_owned());
    }
    Ok(address)
}

pub(super) fn has_space(text: &str, place: Place, out: &mut Findings) {
    if text.contains(|c: char| c.is_whitespace() || c == '\u{feff}') {
        out.report(&TRANSPORT_URL_HAS_SPACE, place, "the address holds white space");
    }
}

/// Why nobody outside can reach this host, where the registry does not look.
fn private(text: &str, host: &str) -> Option<&'static str> {
    let written = text
        .split_once("://")
        .map_or("", |(_, behind)| behind.split(['/', '?', '#']).next().unwrap_or_default());
    if written.contains('{') {
        return None;
    }
    super::target::not_public(host)
}

fn variables(remote: &Object<'_>, out: &mut Findings) {
    let field = remote.field("url");
    let declared = remote.object("variables");
    let names: BTreeSet<&str> =
        declared.iter().flat_map(|map| map.members).map(|member| member.key.as_ref()).collect();
    let text = field.text().unwrap_or_default();
    let used: BTreeSet<&str> = address::variables(text).into_iter().collect();
    for name in used.difference(&names) {
        let found = out.report(
            &REMOTE_URL_VARIABLE_UNDECLARED,
            field.place(),
            format!("the variable `{name}` is not declared"),
        );
        if names.contains(name.trim()) {
            found.repair =
                Some(format!("Write `{{{}}}`: the braces are read with their blanks.", name.trim()));
        }
    }
    let Some(map) = declared else { return };
    for member in map.members.iter().filter(|member| !used.contains(member.key.as_ref())) {
        let pointer = format!("{}/{}", map.pointer, crate::manifest::view::escape(&member.key));
        let place = Place { pointer, span: member.key_span };
        out.report(
            &REMOTE_VARIABLE_UNUSED,
            place,
            format!("the variable `{}` is not used in the address", member.key),
        );
    }
}

//! `websiteUrl`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::address::Address;

/// `websiteUrl` is no address: a control character, a bad `%` escape, a blank or brace in the host, or a port that is no number.
pub(super) static WEBSITE_URL_MALFORMED: Rule = Rule {
    id: "website-url-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/websiteUrl",
    since: "2025-09-16",
    what: "`websiteUrl` is no address: a control character, a bad `%` escape, a blank or brace in the host, or a port that is no number.",
    why: "The registry refuses what its URL parser refuses.",
    example: r#"{"websiteUrl": "https://exa mple.com"}"#,
    repair: "Write a complete https address.",
    source: "registry internal/validators/validators.go invalid-website-url",
};

/// `websiteUrl` has no scheme.
pub(super) static WEBSITE_URL_NOT_ABSOLUTE: Rule = Rule {
    id: "website-url-not-absolute",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/websiteUrl",
    since: "2025-09-16",
    what: "`websiteUrl` has no scheme.",
    why: "The registry asks for an absolute address.",
    example: r#"{"websiteUrl": "www.example.com"}"#,
    repair: "Put `https://` in front.",
    source: "registry internal/validators/validators.go website-url-must-be-absolute",
};

/// `websiteUrl` has a scheme other than https.
pub(super) static WEBSITE_URL_NOT_HTTPS: Rule = Rule {
    id: "website-url-not-https",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/websiteUrl",
    since: "2025-09-16",
    what: "`websiteUrl` has a scheme other than https.",
    why: "The registry refuses it.",
    example: r#"{"websiteUrl": "http://example.com"}"#,
    repair: "Serve the page over https and write that address.",
    source: "registry internal/validators/validators.go website-url-invalid-scheme",
};

/// `websiteUrl` holds a quote, an angle bracket or a blank.
pub(super) static WEBSITE_URL_BAD_CHARACTER: Rule = Rule {
    id: "website-url-bad-character",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/websiteUrl",
    since: "v1.7.7 (May 2026)",
    what: "`websiteUrl` holds a quote, an angle bracket or a blank.",
    why: "Such characters can break out of the page that shows the link; the registry refuses them.",
    example: r#"{"websiteUrl": "https://example.com/a b"}"#,
    repair: "Percent-encode the character (`%20` for a blank).",
    source: "registry internal/validators/validators.go website-url-invalid-characters; registry#1249",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let field = manifest.top.field("websiteUrl");
    let Some(text) = field.filled() else { return };
    match Address::parse(text) {
        Err(fault) => {
            out.report(&WEBSITE_URL_MALFORMED, field.place(), format!("the address {fault}"));
            return;
        }
        Ok(address) if address.scheme.is_empty() => {
            out.report(&WEBSITE_URL_NOT_ABSOLUTE, field.place(), "the address has no scheme");
        }
        Ok(address) if address.scheme != "https" => {
            out.report(
                &WEBSITE_URL_NOT_HTTPS,
                field.place(),
                format!("the scheme is {}, not https", address.scheme),
            );
        }
        Ok(_) => {}
    }
    if let Some(bad) = text.chars().find(|c| "\"'<> \t\r\n".contains(*c)) {
        let name = if bad == ' ' { "a blank".to_owned() } else { format!("`{bad}`") };
        out.report(&WEBSITE_URL_BAD_CHARACTER, field.place(), format!("the address holds {name} unescaped"));
    }
}

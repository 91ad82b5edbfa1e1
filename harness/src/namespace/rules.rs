//! The rules about domains, logins and published keys, as `rollcall explain` and the rule table show them.

use super::Severity;

/// One rule and its documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name, which reads as the fault.
    pub id: &'static str,
    /// How bad it usually is.
    pub severity: Severity,
    /// When it fires.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// A text that breaks it.
    pub example: &'static str,
    /// The way out.
    pub repair: &'static str,
    /// Where the rule comes from: paths in modelcontextprotocol/registry at v1.7.8, `#n` an issue there.
    pub source: &'static str,
}

/// The rule of that id, where it is one of these.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// Every rule, in the order in which a login meets them.
pub const RULES: &[Rule] = &[
    Rule {
        id: "domain-malformed",
        severity: Severity::Error,
        what: "The domain given for a proof is none: empty, longer than 253 characters, an IP address, without a dot, or with a label that is not letters, digits and inner hyphens. A scheme, port, path, trailing dot or underscore does it too.",
        why: "The registry refuses the login with 401 before it looks at any key.",
        example: "https://example.com",
        repair: "Give the bare domain in lower case; other scripts in punycode.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "namespace-not-covered",
        severity: Severity::Error,
        what: "None of the patterns that the login grants is a prefix of the name.",
        why: "Publishing is answered 403 with the granted patterns. It reads like a fault of the credentials and is one of the name.",
        example: "com.example/weather after proving example.org",
        repair: "Begin the name with the reversed domain that you prove, or prove the domain that the name begins with. The file proves one exact domain; a TXT record covers its subdomains too.",
        source: "internal/auth/jwt.go; churnkey/sdk#48",
    },
    Rule {
        id: "namespace-account-case-wrong",
        severity: Severity::Error,
        what: "The account behind `io.github.` is the one that logged in, but for letter case.",
        why: "Permissions compare bytes: publishing is answered 403.",
        example: "io.github.acmecorp/weather for the account AcmeCorp",
        repair: "Spell the account as GitHub does, in `name`, `mcpName` and every ownership mark.",
        source: "internal/auth/jwt.go; #689; Servosity/msp-skills#11",
    },
    Rule {
        id: "login-domain-differs",
        severity: Severity::Error,
        what: "The domain named at login is not the one that publishes the key.",
        why: "The login is answered 401 as if the key were missing or wrong.",
        example: "key at example.com, login with --domain www.example.com",
        repair: "Let namespace, place of the key and login name one domain.",
        source: "churnkey/sdk#48",
    },
    Rule {
        id: "login-method-differs",
        severity: Severity::Error,
        what: "The login asks for the TXT record while the key is served as a file, or the other way round.",
        why: "The login is answered 401 as if there were no key.",
        example: "login dns with a well-known file",
        repair: "Log in with the method that matches the place of the key.",
        source: "churnkey/sdk#48",
    },
    Rule {
        id: "key-record-missing",
        severity: Severity::Error,
        what: "No key record where the method looks: a TXT record at the domain itself, or the well-known file.",
        why: "The login is answered 401.",
        example: "only an SPF record at the domain",
        repair: "Publish the record that `rollcall key new` or `rollcall key show` prints, then wait until the old answer has left the caches.",
        source: "internal/api/handlers/v0/auth/dns.go; #385, #388",
    },
    Rule {
        id: "key-record-misplaced",
        severity: Severity::Error,
        what: "The record sits beside the domain, at `_mcp-auth.` or `_mcp-registry.` in front of it (or at `www.`), and not at the domain itself.",
        why: "Those names never count; the registry looks at them only to word its error. After a rotation such a leftover hides that the domain has no key.",
        example: "a TXT record at _mcp-registry.example.com",
        repair: "Move the record to the domain itself (many editors write `@` for it).",
        source: "internal/api/handlers/v0/auth/dns.go; #385, #1103, #1126, #1202, #1566",
    },
    Rule {
        id: "key-record-malformed",
        severity: Severity::Error,
        what: "The text names MCPv1 but does not read `v=MCPv1; k=ALGORITHM; p=KEY`: semicolons missing or escaped, another order, other letter case, a PEM header, no key.",
        why: "The registry finds no key in it.",
        example: "v=MCPv1 k=ed25519 p=...",
        repair: "Write the record exactly as `rollcall key show` prints it.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "key-algorithm-unsupported",
        severity: Severity::Error,
        what: "What stands behind `k=` is not exactly `ed25519` or `ecdsap384`; blanks and capitals count.",
        why: "The registry cannot tell what kind of key it is.",
        example: "k=Ed25519",
        repair: "Write one of the two words in lower case, without blanks.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "key-base64-malformed",
        severity: Severity::Error,
        what: "What stands behind `p=` is not padded base64 of the standard alphabet.",
        why: "The key cannot be decoded, or is cut at the first character of the URL-safe alphabet.",
        example: "a key without the `=` at its end",
        repair: "Use `+` and `/`, and keep the padding.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "key-length-wrong",
        severity: Severity::Error,
        what: "The key decodes to another length than 32 bytes (ed25519) or 49 (ecdsap384).",
        why: "Usually an SPKI blob from a PEM file, hexadecimal digits, an uncompressed point, or a record that was cut in two.",
        example: "p=MCowBQYDK2VwAyEA... (44 bytes, the body of a PEM file)",
        repair: "Publish the bare key: the raw 32 bytes, or the compressed point.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "key-point-invalid",
        severity: Severity::Error,
        what: "A P-384 key does not begin with 02 or 03, or is no point of the curve.",
        why: "No signature could ever match it.",
        example: "p=BOw6TkFb... (first byte 04)",
        repair: "Publish the compressed SEC 1 point.",
        source: "internal/api/handlers/v0/auth/common.go",
    },
    Rule {
        id: "key-mismatch",
        severity: Severity::Error,
        what: "No published key belongs to the private key.",
        why: "The login is answered 401 on the signature.",
        example: "the record of the former key",
        repair: "Publish the record of this key, or log in with the key whose record is published.",
        source: "internal/api/handlers/v0/auth/common.go; #1202",
    },
    Rule {
        id: "key-record-stale",
        severity: Severity::Note,
        what: "More than one readable record stands at the domain; one match is enough.",
        why: "It works, and whoever holds the other private key can publish in your name too.",
        example: "old and new record after a rotation",
        repair: "Remove the records of keys that are no longer in use.",
        source: "#1202, #1566",
    },
    Rule {
        id: "key-file-status",
        severity: Severity::Error,
        what: "The well-known file is answered with something else than 200.",
        why: "The login is answered 401.",
        example: "404",
        repair: "Serve the record as text at `/.well-known/mcp-registry-auth` with status 200, without a login or a challenge in front.",
        source: "internal/api/handlers/v0/auth/http.go",
    },
    Rule {
        id: "key-file-redirected",
        severity: Severity::Error,
        what: "The well-known file is answered with a redirect.",
        why: "The registry follows none; example.com to www.example.com is the usual one.",
        example: "301 to https://www.example.com/.well-known/mcp-registry-auth",
        repair: "Exempt the path from the redirect, or prove the domain by a TXT record.",
        source: "internal/api/handlers/v0/auth/http.go; #1268",
    },
    Rule {
        id: "key-file-too-large",
        severity: Severity::Error,
        what: "The body of the well-known file is longer than 4096 bytes.",
        why: "The registry reads no further and refuses; usually an HTML page is served for every path.",
        example: "a page of 5 kB",
        repair: "Serve the record alone.",
        source: "internal/api/handlers/v0/auth/http.go",
    },
    Rule {
        id: "key-file-several-records",
        severity: Severity::Warning,
        what: "The well-known file holds more than one record.",
        why: "Only the first counts; a new key on the second line changes nothing.",
        example: "the new key below the old one",
        repair: "Keep the record of the key in use, alone.",
        source: "internal/api/handlers/v0/auth/http.go",
    },
    Rule {
        id: "key-host-private",
        severity: Severity::Error,
        what: "Every address of the domain is loopback, private, link-local, multicast, unspecified, shared (100.64.0.0/10), 6to4, NAT64 or site-local.",
        why: "The registry does not connect to such an address, so it never sees the file.",
        example: "a domain that resolves to 10.0.0.5",
        repair: "Publish a public address for the domain, or prove it by a TXT record.",
        source: "internal/api/handlers/v0/auth/http.go; #1227, #1250",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::RULES;

    #[test]
    fn every_rule_is_documented_once() {
        let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
        for rule in RULES {
            for text in [rule.what, rule.why, rule.example, rule.repair, rule.source] {
                assert!(!text.is_empty() && text.trim() == text, "{}", rule.id);
            }
        }
    }
}

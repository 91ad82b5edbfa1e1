//! Every spelling that a login takes or refuses.

use super::{Domain, DomainFaultKind as Kind, fault_in};

#[track_caller]
fn refused(text: &str, kind: Kind, meant: Option<&str>) {
    let fault = text.parse::<Domain>().unwrap_err();
    assert_eq!(fault.kind, kind, "{text:?}");
    assert_eq!(fault.meant.as_ref().map(Domain::as_str), meant, "{text:?}");
    assert_eq!(fault.finding().rule, "domain-malformed");
}

#[test]
fn accepts_what_the_registry_accepts() {
    let long = format!("{}.com", "a".repeat(249));
    for text in [
        "example.com",
        "a.b.c.d.example.com",
        "foo-bar.example.com",
        "123.example.com",
        "xn--bcher-kva.example",
        "Example.COM",
        "a.b",
        &long,
    ] {
        assert_eq!(fault_in(text), None, "{text}");
    }
}

#[test]
fn says_what_is_wrong_and_what_was_meant() {
    refused("", Kind::Empty, None);
    refused("https://example.com", Kind::Scheme, Some("example.com"));
    refused("https://example.com:8443/path?x#y", Kind::Scheme, Some("example.com"));
    refused("example.com/mcp", Kind::Path, Some("example.com"));
    refused("example.com:8443", Kind::Port, Some("example.com"));
    refused("127.0.0.1", Kind::Address, None);
    refused("::1", Kind::Address, None);
    refused("[::1]", Kind::Address, None);
    refused("fe80::1", Kind::Address, None);
    refused("exa mple.com", Kind::Blank, None);
    refused(" example.com\n", Kind::Blank, Some("example.com"));
    refused("bücher.example", Kind::NotAscii, Some("xn--bcher-kva.example"));
    refused("_mcp-auth.example.com", Kind::Underscore, Some("example.com"));
    refused("ex_ample.com", Kind::Underscore, None);
    refused("example.com.", Kind::TrailingDot, Some("example.com"));
    refused("example..com", Kind::EmptyLabel, None);
    refused(".example.com", Kind::EmptyLabel, None);
    refused("localhost", Kind::NoDot, None);
    refused("-example.com", Kind::HyphenAtEdge, None);
    refused("example.com-", Kind::HyphenAtEdge, None);
    refused("exam!ple.com", Kind::Character('!'), None);
    refused(&format!("{}.com", "a".repeat(250)), Kind::TooLong, None);
}

#[test]
fn reverses_and_keeps_the_case() {
    let domain: Domain = "Api.Example.co.uk".parse().unwrap();
    assert_eq!(domain.reversed(), "uk.co.Example.Api");
    assert!(domain.has_capitals());
    assert_eq!(domain.lower_case().as_str(), "api.example.co.uk");
}

proptest::proptest! {
    /// Any text is either a domain or refused with words; what was meant is itself a domain.
    #[test]
    fn any_text_is_judged(text in "\\PC{0,40}|[a-z0-9.:/_-]{0,24}") {
        match text.parse::<Domain>() {
            Ok(domain) => proptest::prop_assert_eq!(domain.as_str(), text),
            Err(fault) => {
                proptest::prop_assert!(!fault.kind.message().is_empty());
                if let Some(meant) = fault.meant {
                    proptest::prop_assert!(meant.as_str().parse::<Domain>().is_ok());
                }
            }
        }
    }

    /// Reversing twice changes nothing.
    #[test]
    fn reversal_is_its_own_inverse(text in "[a-z0-9]{1,5}(\\.[a-z0-9]{1,5}){1,4}") {
        proptest::prop_assert_eq!(super::reverse_labels(&super::reverse_labels(&text)), text);
    }
}

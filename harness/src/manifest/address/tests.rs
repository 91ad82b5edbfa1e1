//! Addresses by Go's rules; more spellings stand in the cases of the address rules.

use proptest::prelude::*;

use super::*;

#[test]
fn the_parts_of_an_address() {
    let address = Address::parse("HTTPS://user:p%40ss@Example.com:8443/a%20b/c d?q=%zz#x").unwrap();
    assert_eq!(address.scheme, "https");
    assert_eq!(address.authority, "Example.com:8443");
    assert_eq!(address.host, "Example.com");
    assert_eq!(address.path, "/a%20b/c d");
    assert_eq!(Address::parse("https://[fe80::1%25eth0]:1/").unwrap().host, "fe80::1%25eth0");
}

#[test]
fn faults() {
    for (text, part) in [
        ("https://a b/", "character in its host"),
        ("https://a/%", "bad percent escape"),
        ("https://a/%g0", "bad percent escape"),
        ("https://a:b/", "port"),
        ("https://a:1:2x/", "port"),
        ("https://[::1", "closing bracket"),
        ("https://[::1]x/", "port"),
        (":x", "begins with a colon"),
        ("a_b:c/d", "colon in its first part"),
        ("https://%41/", "percent escape in its host"),
        ("https://a\u{7f}/", "control character"),
        ("https://us er@a/", "before the @"),
    ] {
        let fault = Address::parse(text).unwrap_err();
        assert!(fault.contains(part), "{text}: {fault}");
    }
}

#[test]
fn relative_addresses_parse() {
    for text in ["", "a", "/a:b", "a/b:c", "//host/x", "?q", "#f", "///x"] {
        assert_eq!(Address::parse(text).unwrap().scheme, "", "{text}");
    }
}

#[test]
fn variables_are_filled_in_as_the_registry_does() {
    for (text, filled) in [
        ("https://{host}:{port}/{path}", "https://example.com:8080/api"),
        ("{scheme}://x/{protocol}", "http://x/http"),
        ("https://x:{p}/a", "https://x:8080/a"),
        ("https://x:{p}", "https://x:8080"),
        ("https://x:{p}?q", "https://x:placeholder?q"),
        ("https://x:{p}{q}", "https://x:placeholderplaceholder"),
        ("https://{}/{a", "https://{}/{a"),
        ("{{a}}", "placeholder}"),
        ("{}{a}", "{}placeholder"),
    ] {
        assert_eq!(fill(text), filled, "{text}");
    }
    assert_eq!(variables("{a}{}{{b}} {c"), ["a", "{b"]);
}

proptest! {
    #[test]
    fn nothing_panics(text in "[a-z{}:/@\\[\\]%#?. é]{0,40}") {
        let _ = Address::parse(&text);
        let _ = Address::parse(&fill(&text));
    }

    #[test]
    fn what_holds_no_variable_stays_as_it_is(text in "[^{}]{0,40}") {
        prop_assert_eq!(fill(&text), text.clone());
        prop_assert!(variables(&text).is_empty());
    }
}

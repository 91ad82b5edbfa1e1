//! Where documents are looked for.

use super::*;

fn url(text: &str) -> Url {
    text.parse().expect("a URL")
}

fn asked(resource: &str, pointers: &[&str]) -> Vec<String> {
    let pointers: Vec<Url> = pointers.iter().map(|pointer| url(pointer)).collect();
    let mut lookup = Lookup::new(&url(resource), &pointers, 4, |url| url.host_str() != Some("10.0.0.1"));
    std::iter::from_fn(|| lookup.next()).map(|url| url.to_string()).collect()
}

#[test]
fn the_path_form_comes_before_the_root() {
    assert_eq!(
        asked("https://h.test/public/mcp/?x=1", &[]),
        [
            "https://h.test/.well-known/oauth-protected-resource/public/mcp",
            "https://h.test/.well-known/oauth-protected-resource",
        ]
    );
    assert_eq!(asked("https://h.test/", &[]), ["https://h.test/.well-known/oauth-protected-resource"]);
}

#[test]
fn pointers_come_first_and_four_are_all() {
    let asked = asked("https://h.test/mcp", &["https://a.test/1", "https://a.test/2", "https://a.test/3"]);
    assert_eq!(asked.len(), 4);
    assert_eq!(asked[..3], ["https://a.test/1", "https://a.test/2", "https://a.test/3"]);
}

#[test]
fn private_and_downgraded_pointers_are_not_fetched() {
    let asked = asked("https://h.test/mcp", &["https://10.0.0.1/x", "http://h.test/y"]);
    assert!(asked.iter().all(|url| url.starts_with("https://h.test/.well-known/")), "{asked:?}");
}

#[test]
fn a_document_may_speak_for_a_path_below_its_own() {
    let resource = url("https://h.test/public/mcp");
    for named in ["https://h.test", "https://h.test/public/", "https://h.test/public/mcp"] {
        assert!(covers(named, &resource), "{named}");
    }
    for named in
        ["https://h.test/pub", "https://h.test/public/mcp/x", "https://else.test/public/mcp", "mcp", ""]
    {
        assert!(!covers(named, &resource), "{named}");
    }
}

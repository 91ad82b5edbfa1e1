//! The vetting rules, row by row, and as properties.

use proptest::prelude::*;

use super::Lead;
use super::{Remote, SkipDetail, SkipReason, Transport, is_global, vet, vet_remote};
use crate::policy::Reach;

fn reason(url: &str) -> Option<SkipReason> {
    vet(url, Transport::Auto, &Reach::default()).err().map(|skip| skip.reason)
}

#[test]
fn every_spelling_of_a_local_address_is_the_same_address() {
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0x7f.1",
        "127.0.0.1.",
        "127。0。0。1",
        "１２７.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "0",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a00:1]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::1]",
        "[fe80::1]",
        "[fe80::1%25eth0]",
        "[fe80::1%eth0]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "[ff02::1]",
        "[2001:db8::1]",
        "[2002:7f00:1::]",
        "[2002:a00:1::1]",
        "[2001::1]",
        "[3fff::1]",
        "[::127.0.0.1]",
        "[100::1]",
    ] {
        assert_eq!(reason(&format!("https://{host}/mcp")), Some(SkipReason::NonGlobalAddress), "{host}");
    }
}

#[test]
fn the_neighbours_of_every_block_are_global() {
    for host in [
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "[2606:4700::1111]",
        "[64:ff9b::8.8.8.8]",
        "[::ffff:8.8.8.8]",
        "[2002:808:808::1]",
        "134744072",
        "0x08080808",
        "8.8.2056",
    ] {
        assert_eq!(reason(&format!("https://{host}/mcp")), None, "{host}");
    }
}

#[test]
fn a_server_leads_to_no_link_local_address_and_into_no_network_from_outside() {
    let addresses =
        |texts: &[&str]| -> Vec<std::net::IpAddr> { texts.iter().map(|it| it.parse().unwrap()).collect() };
    for address in addresses(&[
        "169.254.169.254",
        "fe80::1",
        "::ffff:169.254.1.1",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::",
    ]) {
        assert!(Lead::User.may_reach(address), "{address}");
        assert!(!Lead::Neighbour.may_reach(address) && !Lead::Stranger.may_reach(address), "{address}");
    }
    for address in addresses(&["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"]) {
        assert!(Lead::Neighbour.may_reach(address) && !Lead::Stranger.may_reach(address), "{address}");
    }
    for address in addresses(&["93.184.216.34", "2606:4700::1111"]) {
        assert!(Lead::Neighbour.may_reach(address) && Lead::Stranger.may_reach(address), "{address}");
    }
}

#[test]
fn names_on_this_machine() {
    for host in
        ["localhost", "LOCALHOST", "localhost.", "api.localhost", "printer.local", "ｌocalhost", "a.b.local."]
    {
        assert_eq!(reason(&format!("https://{host}/mcp")), Some(SkipReason::Localhost), "{host}");
    }
    for host in ["localhost.example.com", "mylocalhost.com", "locals.example", "notlocal"] {
        assert_eq!(reason(&format!("https://{host}/mcp")), None, "{host}");
    }
}

#[test]
fn the_first_rule_in_order_decides() {
    for (url, expected) in [
        ("http://{host}/mcp", SkipReason::Placeholder),
        ("{base_url}/mcp", SkipReason::Placeholder),
        ("https://api.example.com/<tenant>/mcp", SkipReason::Placeholder),
        ("https://example.com:{PORT}/mcp", SkipReason::Placeholder),
        ("https://example.com/mcp?key=${API_KEY}", SkipReason::Placeholder),
        ("http://example.com/mcp", SkipReason::PlainHttp),
        ("http://127.0.0.1/mcp", SkipReason::PlainHttp),
        ("wss://example.com/mcp", SkipReason::UnusableUrl),
        ("example.com/mcp", SkipReason::UnusableUrl),
        ("three words here", SkipReason::UnusableUrl),
        ("", SkipReason::UnusableUrl),
        ("https://", SkipReason::UnusableUrl),
        ("https://user:secret@example.com/mcp", SkipReason::UnusableUrl),
        ("https://256.256.256.256/mcp", SkipReason::UnusableUrl),
        ("file:///etc/passwd", SkipReason::UnusableUrl),
    ] {
        assert_eq!(reason(url), Some(expected), "{url}");
    }
    assert_eq!(
        reason("https://example.com/a{}b?filter={\"x\":1}"),
        None,
        "brackets around no name are no placeholder"
    );
}

#[test]
fn a_placeholder_is_declared_only_when_every_one_is() {
    let variables = ["tenant".to_owned()];
    let detail = |url| {
        vet_remote(Remote { kind: "sse", url: Some(url), variables: &variables }, None, &Reach::default())
            .expect_err("a placeholder is never a target")
            .detail
    };
    assert_eq!(detail("https://{tenant}.example.com/mcp"), Some(SkipDetail::Declared));
    assert_eq!(detail("https://{tenant}.example.com:{PORT}/mcp"), Some(SkipDetail::Undeclared));
    assert_eq!(detail("https://<tenant>.example.com/mcp"), Some(SkipDetail::Undeclared));
}

#[test]
fn the_transport_comes_after_the_url() {
    let remote = |kind, url| {
        vet_remote(Remote { kind, url, variables: &[] }, None, &Reach::default())
            .err()
            .map(|skip| skip.reason)
    };
    assert_eq!(remote("stdio", Some("https://example.com/mcp")), Some(SkipReason::UnsupportedTransport));
    assert_eq!(remote("auto", Some("https://example.com/mcp")), Some(SkipReason::UnsupportedTransport));
    assert_eq!(remote("stdio", None), Some(SkipReason::UnusableUrl));
    assert_eq!(remote("sse", Some("https://example.com/mcp")), None);
}

#[test]
fn allow_local_lifts_exactly_three_rules() {
    let open = |url| vet(url, Transport::Auto, &Reach::local()).err().map(|skip| skip.reason);
    for url in
        ["http://127.0.0.1:8080/mcp", "http://localhost/mcp", "https://[::1]/mcp", "https://10.0.0.1/mcp"]
    {
        assert_eq!(open(url), None, "{url}");
    }
    assert_eq!(open("http://{host}/mcp"), Some(SkipReason::Placeholder));
    assert_eq!(open("ftp://127.0.0.1/"), Some(SkipReason::UnusableUrl));
}

#[test]
fn a_url_is_normalised_and_no_further() {
    let url = |text| vet(text, Transport::Auto, &Reach::default()).expect("a good URL").url.to_string();
    assert_eq!(url("HTTPS://API.Example.COM:443/MCP/?q=A#part"), "https://api.example.com/MCP/?q=A");
    assert_eq!(url("https://example.com:8443//a//b/"), "https://example.com:8443//a//b/");
    let target =
        vet("https://API.example.com.:8443/mcp", Transport::Sse, &Reach::default()).expect("a good URL");
    assert_eq!(target.host_key(), "api.example.com");
}

proptest! {
    #[test]
    fn any_text_is_a_target_or_a_skip_and_always_the_same(text in ".{0,80}") {
        let once = vet(&text, Transport::Auto, &Reach::default());
        let twice = vet(&text, Transport::Auto, &Reach::default());
        prop_assert_eq!(&once, &twice);
        if let Ok(target) = once {
            let again = vet(target.url.as_str(), Transport::Auto, &Reach::default());
            prop_assert_eq!(again.map(|again| again.url), Ok(target.url), "a normalised URL is its own normal form");
        }
    }

    #[test]
    fn a_vetted_literal_is_global(bits in any::<u32>()) {
        let address = std::net::Ipv4Addr::from_bits(bits);
        let vetted = vet(&format!("https://{bits}/"), Transport::Auto, &Reach::default()).is_ok();
        prop_assert_eq!(vetted, is_global(address.into()));
        prop_assert_eq!(vetted, is_global(address.to_ipv6_mapped().into()));
    }
}

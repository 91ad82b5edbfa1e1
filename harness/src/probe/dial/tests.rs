//! In which order addresses are tried.

use super::*;

fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn the_families_take_turns_and_ipv6_begins() {
    let given =
        addresses(&["192.0.2.1:1", "192.0.2.2:1", "[2001:db8::1]:1", "192.0.2.3:1", "[2001:db8::2]:1"]);
    let turns =
        addresses(&["[2001:db8::1]:1", "192.0.2.1:1", "[2001:db8::2]:1", "192.0.2.2:1", "192.0.2.3:1"]);
    assert_eq!(take_turns(&given), turns);
}

#[test]
fn a_name_with_hundreds_of_addresses_is_tried_at_a_few() {
    let many: Vec<SocketAddr> = (0..=255).map(|last| SocketAddr::from(([192, 0, 2, last], 1))).collect();
    assert!(take_turns(&many).len() <= ADDRESSES + 1);
    assert_eq!(take_turns(&[]), []);
}

#[tokio::test]
async fn a_refusal_says_more_than_a_missing_route() {
    // Nothing listens on port 1; TCP has no route to a multicast address.
    for addresses in [["127.0.0.1:1", "[ff02::1]:1"], ["[ff02::1]:1", "127.0.0.1:1"]] {
        let fault = dial(&self::addresses(&addresses)).await.unwrap_err();
        assert_eq!(fault, Fault::Failed(PlainReason::Refused));
    }
}

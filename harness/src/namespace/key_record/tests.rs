//! Every form of a record, right and wrong, and properties over any key and any text.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::{KeyRecord, RecordFaultKind as Kind, read_all, read_first};
use crate::namespace::{Algorithm, KeyPair, PublicKey};

/// RFC 8032 section 7.1, test 1.
const ED25519: &str = "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
/// RFC 6979 appendix A.2.6.
const P384: &str =
    "v=MCPv1; k=ecdsap384; p=Auw6TkFbThmkVoYYAp9Cf6XamovErpLgLgaq5ShrMAxk3vjw6pBVhmBkolRRVIC8Ew==";

#[track_caller]
fn reads(text: &str, record: &str) {
    let Some(KeyRecord::Key(key)) = read_first(text) else { panic!("{text:?}: {:?}", read_first(text)) };
    assert_eq!(key.record(), record, "{text:?}");
}

/// The text is refused by `rule`, and what was meant is `record`.
#[track_caller]
fn refused(text: &str, rule: &str, kind: &Kind, record: Option<&str>) {
    let Some(KeyRecord::Fault(fault)) = read_first(text) else { panic!("{text:?}: {:?}", read_first(text)) };
    assert_eq!((fault.kind.rule(), &fault.kind), (rule, kind), "{text:?}");
    let finding = fault.finding("TXT example.com");
    assert_eq!((finding.rule, finding.suggestion.as_deref()), (rule, record), "{text:?}");
    assert!(!finding.message.is_empty() && !finding.repair.is_empty());
}

fn ed25519(key: &str) -> String {
    format!("v=MCPv1; k=ed25519; p={key}")
}

fn p384(key: &str) -> String {
    format!("v=MCPv1; k=ecdsap384; p={key}")
}

#[test]
fn reads_the_vectors_and_harmless_variations() {
    reads(ED25519, ED25519);
    reads(P384, P384);
    reads(&ED25519.replace("; ", ";"), ED25519);
    reads(&ED25519.replace("; ", ";\t\r\n "), ED25519);
    reads(&format!("\"{ED25519}\""), ED25519);
    reads(&format!("{ED25519}\r\n"), ED25519);
    reads(&format!("spf v=MCPv1; {ED25519} trailing words"), ED25519);
    reads(&format!("v=MCPv1; k=rsa, then {ED25519}"), ED25519);
}

#[test]
fn a_text_that_is_no_record_is_none() {
    for text in ["", "v=spf1 -all", "MCP", "v=MCPv2; k=ed25519; p=AAAA", "p=11qYAYKx", "\u{0}\u{fffd}"] {
        assert_eq!(read_first(text), None, "{text:?}");
    }
}

#[test]
fn malformed_forms_name_themselves() {
    let rule = "key-record-malformed";
    let good = Some(ED25519);
    refused(&ED25519.replace(';', ""), rule, &Kind::NoSemicolons, good);
    refused(&ED25519.replace(';', "\\;"), rule, &Kind::EscapedSemicolons, good);
    refused("v=MCPv1; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=; k=ed25519", rule, &Kind::Order, good);
    refused(
        "V=MCPv1; K=ed25519; P=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        rule,
        &Kind::Capitals,
        good,
    );
    refused(&ED25519.replace("MCPv1", "mcpv1"), rule, &Kind::Capitals, good);
    refused("v=MCPv1; k=ed25519; p=", rule, &Kind::NoKey, None);
    refused("v=MCPv1; k=ed25519", rule, &Kind::NoKey, None);
    refused("v=MCPv1; k=; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", rule, &Kind::NoAlgorithm, None);
    refused("v=MCPv1; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", rule, &Kind::NoAlgorithm, None);
    refused(&ED25519.replace("; p", ", p"), rule, &Kind::Unlike, good);
    let pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n";
    refused(&ed25519(pem), rule, &Kind::PemHeader, good);
}

#[test]
fn algorithms_are_taken_as_they_are_written() {
    let rule = "key-algorithm-unsupported";
    let with = |word: &str| ED25519.replace("ed25519", word);
    refused(&with("rsa"), rule, &Kind::Algorithm("rsa".into()), None);
    refused(&with("Ed25519"), rule, &Kind::Algorithm("Ed25519".into()), Some(ED25519));
    refused(&with(" ed25519"), rule, &Kind::Algorithm(" ed25519".into()), Some(ED25519));
    refused(&with("ed25519 "), rule, &Kind::Algorithm("ed25519 ".into()), Some(ED25519));
    refused(&P384.replace("ecdsap384", "ES384"), rule, &Kind::Algorithm("ES384".into()), Some(P384));
}

#[test]
fn base64_forms() {
    let rule = "key-base64-malformed";
    refused(ED25519.trim_end_matches('='), rule, &Kind::Padding, Some(ED25519));
    refused(&format!("{ED25519}="), rule, &Kind::Padding, Some(ED25519));
    refused(&ed25519("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo="), rule, &Kind::UrlSafe, Some(ED25519));
    refused(&ed25519("11qYAYKx=CrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="), rule, &Kind::PaddingInside, None);
    // The pattern asks for a character of the standard alphabet first.
    let minus = STANDARD.encode([0xf8; 32]).replace('+', "-");
    assert!(minus.starts_with('-'));
    let meant = ed25519(&STANDARD.encode([0xf8; 32]));
    refused(&ed25519(&minus), rule, &Kind::UrlSafe, Some(&meant));
}

#[test]
fn lengths_name_their_cause() {
    let rule = "key-length-wrong";
    let spki = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
    refused(&ed25519(spki), rule, &Kind::Spki, Some(ED25519));
    let hex = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    refused(&ed25519(hex), rule, &Kind::Hex, Some(ED25519));
    let uncompressed = "BOw6TkFbThmkVoYYAp9Cf6XamovErpLgLgaq5ShrMAxk3vjw6pBVhmBkolRRVIC8E4AVvt2nF/mIJRSbKoGGZ2o0GV1UsYR0Gyq8xDMlTsESaTxcTfSFhAy3X+9TgrPCMA==";
    // A point whose second half was never one: named all the same, without a suggestion.
    refused(&p384(uncompressed), rule, &Kind::Uncompressed, None);
    let private = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g";
    refused(&ed25519(private), rule, &Kind::PrivateKey, None);
    refused(
        &P384.replace("ecdsap384", "ed25519"),
        rule,
        &Kind::OtherAlgorithm(Algorithm::EcdsaP384),
        Some(P384),
    );
    refused(&ed25519("AAAA"), rule, &Kind::Length { found: 3, needed: 32 }, None);
    refused(&p384("BDExMTEx"), rule, &Kind::Length { found: 6, needed: 49 }, None);
}

#[test]
fn points() {
    let rule = "key-point-invalid";
    refused(&P384.replace("p=Auw", "p=BOw"), rule, &Kind::FirstByte(4), None);
    let off_curve = (0_u8..=255)
        .map(|last| {
            let mut bytes = [0_u8; 49];
            bytes[0] = 2;
            bytes[48] = last;
            p384(&STANDARD.encode(bytes))
        })
        .find(|record| matches!(read_first(record), Some(KeyRecord::Fault(_))))
        .unwrap();
    refused(&off_curve, rule, &Kind::NotOnCurve, None);
}

#[test]
fn a_file_may_hold_several_and_the_first_is_first() {
    let text = format!("{P384}\n{ED25519}\nv=MCPv1; k=rsa; p=AAAA\n");
    let records = read_all(&text);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].key().unwrap().record(), P384);
    assert_eq!(Some(&records[0]), read_first(&text).as_ref());
    assert_eq!(records[1].key().unwrap().record(), ED25519);
    assert!(records[2].key().is_none());
    assert_eq!(read_all("nothing of the kind"), []);
    assert_eq!(read_all("v=MCPv1").len(), 1);
}

fn any_key() -> impl Strategy<Value = PublicKey> {
    let ed =
        any::<[u8; 32]>().prop_map(|seed| KeyPair::from_bytes(Algorithm::Ed25519, &seed).unwrap().public());
    // Any 48 bytes that begin with a zero are below the order of the group.
    let p384 = any::<[u8; 47]>().prop_filter_map("zero", |bytes| {
        let scalar = [&[0], &bytes[..]].concat();
        KeyPair::from_bytes(Algorithm::EcdsaP384, &scalar).ok().map(|pair| pair.public())
    });
    prop_oneof![ed, p384]
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

proptest! {
    // Keys are slow to make without optimisation; 64 of them show every branch.
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever stands around a record, it is read.
    #[test]
    fn a_record_is_found_anywhere(key in any_key(), before in "[^vV]{0,20}", after in "([^A-Za-z0-9+/=_-].{0,20})?") {
        let text = format!("{before}{}{after}", key.record());
        prop_assert_eq!(read_first(&text), Some(KeyRecord::Key(key)));
    }

    /// Every wrong form of any key is refused, and what is suggested is that very key.
    #[test]
    fn wrong_forms_lead_back_to_the_key(key in any_key()) {
        let (word, base64) = (key.algorithm().word(), key.base64());
        let url_safe = URL_SAFE.encode(key.bytes());
        let mut forms = vec![
            key.record().replace("; ", " "),
            key.record().replace(';', "\\;"),
            format!("v=MCPv1; p={base64}; k={word}"),
            format!("V=MCPv1; K={word}; P={base64}"),
            format!("v=MCPv1; k={}; p={base64}", word.to_ascii_uppercase()),
            format!("v=MCPv1; k= {word}; p={base64}"),
            format!("v=MCPv1; k={word}; p={}", base64.trim_end_matches('=')),
            format!("v=MCPv1; k={word}; p={}", hex(key.bytes())),
        ];
        if url_safe != base64 {
            forms.push(format!("v=MCPv1; k={word}; p={url_safe}"));
        }
        for form in forms {
            let Some(KeyRecord::Fault(fault)) = read_first(&form) else { panic!("{form} is accepted") };
            prop_assert_eq!(fault.meant.as_ref(), Some(&key), "{}", form);
        }
    }
}

proptest! {
    /// No text panics; a record that is read is read again from its own text; reading all agrees with reading the first.
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}|(v=MCPv1;? ?|k=|p=|ed25519|ecdsap384|; ?|[A-Za-z0-9+/=_\\\\-]{1,44}|-----BEGIN ){0,10}") {
        let first = read_first(&text);
        let all = read_all(&text);
        prop_assert_eq!(all.first(), first.as_ref());
        if let Some(KeyRecord::Key(key)) = first {
            prop_assert_eq!(read_first(&key.record()), Some(KeyRecord::Key(key)));
        } else if let Some(KeyRecord::Fault(fault)) = first
            && let Some(meant) = fault.meant
        {
            prop_assert_eq!(read_first(&meant.record()), Some(KeyRecord::Key(meant)));
        }
    }
}

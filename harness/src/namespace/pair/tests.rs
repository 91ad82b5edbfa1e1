//! Key pairs against the vectors of the RFCs.

use ed25519_dalek::Verifier as _;
use p384::pkcs8::EncodePrivateKey as _;

use super::{KeyPair, PrivateKeyFault as Fault};
use crate::namespace::Algorithm;

/// RFC 8032 section 7.1, test 1.
const ED25519: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
/// RFC 6979 appendix A.2.6.
const P384: &str =
    "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5";

#[test]
fn the_vectors_give_their_records() {
    let record = |text: &str| KeyPair::from_text(text).unwrap().public().record();
    assert_eq!(record(ED25519), "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
    assert_eq!(
        record(P384),
        "v=MCPv1; k=ecdsap384; p=Auw6TkFbThmkVoYYAp9Cf6XamovErpLgLgaq5ShrMAxk3vjw6pBVhmBkolRRVIC8Ew=="
    );
    assert_eq!(record(&format!(" {}\r\n", ED25519.to_uppercase())), record(ED25519));
}

#[test]
fn the_hexadecimal_form_reads_back() {
    for text in [ED25519, P384] {
        assert_eq!(*KeyPair::from_text(text).unwrap().private_hex(), text);
    }
    for algorithm in Algorithm::ALL {
        let pair = KeyPair::generate(algorithm).unwrap();
        assert_eq!(pair.algorithm(), algorithm);
        assert_eq!(pair.private_hex().len(), algorithm.private_len() * 2);
        assert_eq!(KeyPair::from_text(&pair.private_hex()).unwrap().public(), pair.public());
        assert_ne!(KeyPair::generate(algorithm).unwrap().public(), pair.public());
    }
}

#[test]
fn pem_files_are_read() {
    let pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n";
    assert_eq!(*KeyPair::from_text(pem).unwrap().private_hex(), ED25519);
    let scalar = KeyPair::from_text(P384).unwrap().private_bytes();
    let pem =
        p384::SecretKey::from_slice(&scalar).unwrap().to_pkcs8_pem(p384::pkcs8::LineEnding::LF).unwrap();
    assert_eq!(*KeyPair::from_text(&pem).unwrap().private_hex(), P384);
}

#[test]
fn what_is_no_private_key_is_refused_without_quoting_it() {
    let refused = |text: &str, fault: Fault| {
        let found = KeyPair::from_text(text).unwrap_err();
        assert_eq!(found, fault, "{text:?}");
        assert!(text.trim().is_empty() || !found.to_string().contains(text.trim()));
    };
    refused("", Fault::Length(0));
    refused(&ED25519[1..], Fault::Length(63));
    refused(&"ü".repeat(32), Fault::NotHex);
    refused(&"ü".repeat(31), Fault::Length(31));
    refused(&ED25519.replace('9', "g"), Fault::NotHex);
    refused(&ED25519.replace("9d", "+1"), Fault::NotHex);
    refused(&"0".repeat(96), Fault::OutOfRange);
    refused(&"f".repeat(96), Fault::OutOfRange);
    refused("v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", Fault::Public);
    refused("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", Fault::Public);
    refused("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", Fault::Pem);
}

#[test]
fn debug_text_shows_the_public_half_alone() {
    for text in [ED25519, P384] {
        let shown = format!("{:?}", KeyPair::from_text(text).unwrap());
        assert!(shown.contains("v=MCPv1") && !shown.contains(text), "{shown}");
    }
}

#[test]
fn signatures_verify() {
    let message = b"2026-11-30T12:00:00Z";
    // RFC 8032 signatures are deterministic, so the vector of an independent implementation would be the same; the
    // mock registry verifies both kinds with another library.
    let pair = KeyPair::from_text(ED25519).unwrap();
    let key = ed25519_dalek::VerifyingKey::from_bytes(pair.public().bytes().try_into().unwrap()).unwrap();
    key.verify(message, &ed25519_dalek::Signature::from_slice(&pair.sign(message)).unwrap()).unwrap();
    let pair = KeyPair::from_text(P384).unwrap();
    let key = p384::ecdsa::VerifyingKey::from_sec1_bytes(pair.public().bytes()).unwrap();
    let signature = pair.sign(message);
    assert_eq!(signature.len(), 96);
    key.verify(message, &p384::ecdsa::Signature::from_slice(&signature).unwrap()).unwrap();
}

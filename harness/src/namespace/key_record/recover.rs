//! What somebody who wrote an unreadable record meant: names the wrong form, and recovers the key where it is certain.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, general_purpose::STANDARD};

use super::{Parts, RecordFault, RecordFaultKind as Kind, find_parts, is_key_char};
use crate::namespace::{Algorithm, PublicKey};

/// Standard base64 that does not insist on padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Longest text, in characters, that is searched for a meaning; a record is about 100 characters long.
const MAX_MEANT_LEN: usize = 4096;

/// The wrong form of a text that names `MCPv1` and does not match the pattern; nothing for a text that does not name it.
pub(super) fn malformed(text: &str) -> Option<RecordFault> {
    let text = match text.char_indices().nth(MAX_MEANT_LEN) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let lower = text.to_ascii_lowercase();
    if !lower.contains("mcpv1") {
        return None;
    }
    let fault = |kind, meant| Some(RecordFault { kind, meant });
    let plain = text.replace("\\;", ";");
    if plain != text && find_parts(&plain).is_some() {
        return fault(Kind::EscapedSemicolons, meant_by_fields(&plain));
    }
    if lower.contains("-----begin") {
        let private = lower.contains("private key");
        let key = if private { None } else { key_in_pem(text) };
        return fault(if private { Kind::PrivateKey } else { Kind::PemHeader }, key);
    }
    let value = |field: &str| field_of(text, field).map(|(_, value)| value).filter(|value| !value.is_empty());
    match (value("k"), value("p")) {
        (_, None) => fault(Kind::NoKey, None),
        (None, Some(_)) => fault(Kind::NoAlgorithm, None),
        (Some(_), Some(key)) if key.starts_with(['-', '_']) => fault(Kind::UrlSafe, meant_by_fields(text)),
        (Some(_), Some(_)) => {
            let place = |field| field_of(text, field).map(|(at, _)| at);
            let ordered = place("v") < place("k") && place("k") < place("p");
            let kind = if !ordered {
                Kind::Order
            } else if find_parts(&lower.replace("v=mcpv1", "v=MCPv1")).is_some() {
                Kind::Capitals
            } else if !text.contains(';') {
                Kind::NoSemicolons
            } else {
                Kind::Unlike
            };
            fault(kind, meant_by_fields(text))
        }
    }
}

/// Place and value of `field=`, whatever stands around it; letter case of the field does not matter.
fn field_of<'text>(text: &'text str, field: &str) -> Option<(usize, &'text str)> {
    let bytes = text.as_bytes();
    let name = field.as_bytes()[0];
    let at = (0..bytes.len().saturating_sub(1)).find(|&at| {
        bytes[at].eq_ignore_ascii_case(&name)
            && bytes[at + 1] == b'='
            && (at == 0
                || !bytes[at - 1].is_ascii_alphanumeric() && !matches!(bytes[at - 1], b'+' | b'/' | b'='))
    })?;
    let rest = &text[at + 2..];
    let end = rest.find(|char: char| !is_key_char(char) && !matches!(char, '-' | '_')).unwrap_or(rest.len());
    Some((at, &rest[..end]))
}

fn meant_by_fields(text: &str) -> Option<PublicKey> {
    let (_, word) = field_of(text, "k")?;
    let (_, value) = field_of(text, "p")?;
    from_text(algorithm(word)?, value)
}

/// The algorithm whose word was misspelt.
pub(super) fn algorithm(word: &str) -> Option<Algorithm> {
    let word: String =
        word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match word.as_str() {
        "ed25519" | "eddsa" => Some(Algorithm::Ed25519),
        "ecdsap384" | "p384" | "ecdsa384" | "es384" | "secp384r1" => Some(Algorithm::EcdsaP384),
        _ => None,
    }
}

/// The key that the parts of a record mean for an algorithm.
pub(super) fn key(algorithm: Algorithm, parts: Parts<'_>) -> Option<PublicKey> {
    let tail = parts.rest.find(|char: char| !is_key_char(char) && !matches!(char, '-' | '_'));
    let tail = &parts.rest[..tail.unwrap_or(parts.rest.len())];
    from_text(algorithm, &format!("{}{tail}", parts.key))
}

fn from_text(algorithm: Algorithm, text: &str) -> Option<PublicKey> {
    if let Some(bytes) = hex(text)
        && let Ok(key) = PublicKey::from_bytes(algorithm, &bytes)
    {
        return Some(key);
    }
    let text = text.replace('-', "+").replace('_', "/");
    let bytes = LENIENT.decode(text.trim_end_matches('=')).ok()?;
    if is_private(&bytes) {
        return None;
    }
    PublicKey::from_bytes(algorithm, &bytes).ok().or_else(|| PublicKey::unwrap_from(&bytes)).or_else(|| {
        // Only a P-384 point proves itself; any 32 bytes could be an Ed25519 key.
        PublicKey::from_bytes(Algorithm::EcdsaP384, &bytes).ok()
    })
}

/// Bytes of an even number of hexadecimal digits.
fn hex(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// Whether bytes are a PKCS #8 private key (RFC 5958): a sequence that begins with version 0 or 1, or a SEC 1
/// `ECPrivateKey` (RFC 5915), which begins with version 1.
fn is_private(bytes: &[u8]) -> bool {
    match bytes {
        [0x30, 0x81, _, 0x02, 0x01, 0x00 | 0x01, ..] => true,
        [0x30, len, 0x02, 0x01, 0x00 | 0x01, ..] => usize::from(*len) + 2 == bytes.len(),
        _ => false,
    }
}

/// Names the reason for a length that does not fit.
pub(super) fn wrong_length(algorithm: Algorithm, text: &str, bytes: &[u8], found: usize) -> Kind {
    let needed = algorithm.public_len();
    if is_private(bytes) {
        return Kind::PrivateKey;
    }
    if hex(text).is_some_and(|bytes| Algorithm::ALL.iter().any(|known| known.public_len() == bytes.len())) {
        return Kind::Hex;
    }
    if found == 97 && bytes[0] == 4 {
        return Kind::Uncompressed;
    }
    if let Some(other) = Algorithm::ALL.into_iter().find(|other| other.public_len() == found) {
        return Kind::OtherAlgorithm(other);
    }
    if PublicKey::unwrap_from(bytes).is_some() { Kind::Spki } else { Kind::Length { found, needed } }
}

fn key_in_pem(text: &str) -> Option<PublicKey> {
    let body = text.split("-----").nth(2)?;
    let body: String = body.chars().filter(|char| is_key_char(*char)).collect();
    PublicKey::unwrap_from(&STANDARD.decode(body).ok()?)
}

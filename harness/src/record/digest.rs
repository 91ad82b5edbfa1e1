//! How a digest is written down.

use sha2::{Digest as _, Sha256};

/// A finished SHA-256 as our formats write it: `sha256:` and 64 lower-case hex digits.
#[must_use]
pub fn sha256(hash: Sha256) -> String {
    let mut text = String::with_capacity("sha256:".len() + 64);
    text.push_str("sha256:");
    push_hex(&mut text, &hash.finalize());
    text
}

/// Bytes in lower-case hex, two digits each.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    push_hex(&mut text, bytes);
    text
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_written_in_lower_case_hex() {
        // FIPS 180-4, the example of one block.
        assert_eq!(
            sha256(Sha256::new_with_prefix("abc")),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}

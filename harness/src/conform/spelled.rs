//! The spellings in which a server may say a secret back: escapes that are undone before it is looked for, and base64, in
//! which it is looked for as it stands.

use base64::Engine as _;
use base64::alphabet::{Alphabet, STANDARD, URL_SAFE};
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD, STANDARD as PADDED};

/// What is shorter than this is not looked for in base64: its beginnings there would be found everywhere.
const LONG: usize = 8;

/// A secret inside any longer text in base64: at each of the three places that its first byte may have in a group, and in
/// both alphabets. Without the characters that it shares with its neighbours (less than six bits on either side).
pub(super) fn in_base64(secret: &str) -> Vec<String> {
    if secret.len() < LONG {
        return Vec::new();
    }
    let alphabets: [&Alphabet; 2] = [&STANDARD, &URL_SAFE];
    let mut spelled: Vec<String> = Vec::new();
    for before in 0..3 {
        let bytes = [&[0; 2][..before], secret.as_bytes()].concat();
        // Of six bits each: the first one without a bit of what is before, and past the last one that is whole.
        let (first, past) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
        for alphabet in alphabets {
            let all = GeneralPurpose::new(alphabet, NO_PAD).encode(&bytes);
            let inside = all[first..past].to_owned();
            if !spelled.contains(&inside) {
                spelled.push(inside);
            }
        }
    }
    spelled
}

/// The name and password, and the password, of a value for HTTP's Basic scheme (RFC 7617).
pub(super) fn of_basic(value: &str) -> Vec<String> {
    let Some((scheme, login)) = value.split_once(' ') else { return Vec::new() };
    if !scheme.eq_ignore_ascii_case("basic") {
        return Vec::new();
    }
    let open = PADDED.decode(login.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(open) = open else { return Vec::new() };
    let password = open.split_once(':').map(|(_, password)| password.to_owned());
    password.into_iter().chain([open]).collect()
}

/// JSON's escapes of characters that a secret may have, undone; all else stays.
pub(super) fn without_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let code = after.strip_prefix('u').and_then(|hex| hex.get(..4));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        rest = match (code, after.chars().next()) {
            (Some(c), _) => {
                out.push(c);
                &after[5..]
            }
            (None, Some(c @ ('/' | '"' | '\\'))) => {
                out.push(c);
                &after[1..]
            }
            _ => {
                out.push('\\');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// Percent-encoding of the characters that a secret may have (visible ASCII), undone; all else stays.
pub(super) fn without_percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let code = after.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        rest = if let Some(byte) = code.filter(|byte| (b' '..=b'~').contains(byte)) {
            out.push(char::from(byte));
            &after[2..]
        } else {
            out.push('%');
            after
        };
    }
    out.push_str(rest);
    out
}

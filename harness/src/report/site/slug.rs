//! Names as file names: the same name always gives the same one, whatever else is in the run, and no two names share one,
//! on file systems that know no letter case too.

use sha2::{Digest as _, Sha256};

use crate::record::hex;

/// Characters of the name kept; the whole file name stays far below the 255 bytes that file systems allow.
const KEPT: usize = 100;
/// Hex digits of the digest, 64 bits: a namesake cannot be made on purpose.
const DIGITS: usize = 16;

/// The file name of a name, without an extension.
///
/// `namespace/name` in small letters becomes `namespace~name`; every other name loses what is not plain, and a digest of
/// the whole name after `~~` keeps it apart. No plain name has `~~` in it.
#[must_use]
pub(super) fn slug(name: &str) -> String {
    if is_plain(name) {
        return name.replacen('/', "~", 1);
    }
    let mut kept = String::new();
    for c in name.chars() {
        let c = match c.to_ascii_lowercase() {
            c @ ('a'..='z' | '0'..='9' | '.' | '_') => c,
            '/' if !kept.contains('~') => '~',
            _ => '-',
        };
        if !(c == '-' && kept.ends_with('-')) {
            kept.push(c);
        }
        if kept.len() >= KEPT {
            break;
        }
    }
    let kept = kept.trim_matches(['-', '.', '~', '_']);
    let digest = hex(&Sha256::digest(name));
    format!("{kept}~~{}", &digest[..DIGITS])
}

/// Whether the slash alone has to be replaced, which can be undone: such names cannot meet.
fn is_plain(name: &str) -> bool {
    let mut parts = name.split('/');
    let plain = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
    };
    name.len() <= KEPT && parts.by_ref().take(2).all(plain) && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_names_stay_readable() {
        assert_eq!(slug("com.example/weather"), "com.example~weather");
        assert_eq!(slug("http-404"), "http-404");
        assert_eq!(slug("io.github.Acme/Weather"), "io.github.acme~weather~~d957bc971302a313");
        assert!(slug("<script>\u{202e}../../etc").starts_with("script-..~..-etc~~"));
        assert!(slug("").starts_with("~~"));
    }

    #[test]
    fn names_that_look_alike_keep_apart() {
        let names = [
            "a/b",
            "A/b",
            "a/B",
            "a~b",
            "a//b",
            "/a/b",
            "a/b/",
            "a b",
            "a-b",
            "a/b~~0123456789abcdef",
            "a\u{0}b",
        ];
        let slugs: BTreeMap<String, &str> = names.iter().map(|name| (slug(name), *name)).collect();
        assert_eq!(slugs.len(), names.len(), "{slugs:?}");
    }

    proptest! {
        #[test]
        fn a_slug_is_a_harmless_file_name(name in "(?s).{0,300}") {
            let slug = slug(&name);
            prop_assert!(slug.len() <= 130, "{slug}");
            prop_assert!(!slug.starts_with(['.', '-']), "{slug}");
            prop_assert!(
                slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' | b'~')),
                "{slug}"
            );
        }
    }
}

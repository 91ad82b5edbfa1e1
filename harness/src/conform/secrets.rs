//! What must not be seen, and how a server's text is kept whole until it is taken out of it.
//!
//! A text that is cut first may end inside a secret, which is then not found any more. So a check does not cut what the
//! server said: it marks it with [`quote`], and [`Secrets::text`] takes the secrets out before it cuts.

use super::run::OwnHeader;
use super::seen::Seen;
use super::{compose, spelled};
use crate::record::{clean, sample};

/// A value this short is no secret, and would be found everywhere.
const SECRET: usize = 4;
/// Escapes within escapes that are undone: JSON in a string of JSON, and once more.
const ESCAPES: usize = 3;
/// What stands around a quoted text: begin, end of its limit, end. The text itself has none of them.
const MARKS: [char; 3] = ['\u{1}', '\u{2}', '\u{3}'];

/// A text of the server that is to be shown with at most `limit` characters: whole, and marked.
pub(super) fn quote(text: &str, limit: usize) -> String {
    let [begin, middle, end] = MARKS;
    format!("{begin}{limit}{middle}{}{end}", text.replace(MARKS, "\u{fffd}"))
}

/// The secrets of a run, longest first, and what stands in the place of each.
pub(super) struct Secrets(Vec<(String, &'static str)>);

impl Secrets {
    /// The values of the user's own headers, whole and in parts, and the session ids that the server gave.
    pub(super) fn of(own: &[OwnHeader], seen: &Seen) -> Self {
        let mut secrets = Vec::new();
        for own in own {
            let value = String::from_utf8_lossy(own.value.as_bytes()).into_owned();
            // The token behind its scheme, the value of each cookie: a server may say them back alone.
            for part in value.split([' ', ';', ',', '=']) {
                if !part.eq_ignore_ascii_case("bearer") && !part.eq_ignore_ascii_case("basic") {
                    secrets.push((part.to_owned(), "<yours>"));
                }
            }
            secrets.extend(spelled::of_basic(&value).into_iter().map(|secret| (secret, "<yours>")));
            secrets.push((value, "<yours>"));
        }
        let in_base64: Vec<String> =
            secrets.iter().flat_map(|(secret, _)| spelled::in_base64(secret)).collect();
        secrets.extend(in_base64.into_iter().map(|secret| (secret, "<yours>")));
        for at in seen.replies() {
            if let Some(id) = at.reply.head.headers.get(compose::SESSION_ID) {
                secrets.push((String::from_utf8_lossy(id.as_bytes()).into_owned(), "<session>"));
            }
        }
        secrets.retain(|(secret, _)| secret.len() >= SECRET);
        secrets.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        secrets.dedup();
        Self(secrets)
    }

    /// A text without secrets, on one line of at most `limit` characters; each quoted text in it within its own limit.
    pub(super) fn text(&self, text: &str, limit: usize) -> String {
        let [begin, middle, end] = MARKS;
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(begin) {
            out.push_str(before);
            rest = after;
            let quoted = after.split_once(end).and_then(|(inside, behind)| {
                let (limit, said) = inside.split_once(middle)?;
                Some((limit.parse().ok()?, said, behind))
            });
            if let Some((limit, said, behind)) = quoted {
                out.push_str(&clean(&self.open(said), limit));
                rest = behind;
            }
        }
        out.push_str(rest);
        clean(&self.open(&out), limit).into_owned()
    }

    /// The beginning of a body without secrets, as one line.
    pub(super) fn sample(&self, body: &str, limit: usize) -> String {
        sample(self.open(body).as_bytes(), limit)
    }

    /// A text without secrets. One that hides a secret behind escapes, of JSON or in percent, is shown without the escapes.
    pub(super) fn open(&self, text: &str) -> String {
        let mut plain = self.redacted(text);
        let mut bare = plain.clone();
        for _ in 0..ESCAPES {
            if !bare.contains(['\\', '%']) {
                break;
            }
            for undone in [spelled::without_json, spelled::without_percent] {
                bare = undone(&bare);
                let without = self.redacted(&bare);
                if without != bare {
                    bare.clone_from(&without);
                    plain = without;
                }
            }
        }
        self.without_tail(plain)
    }

    fn redacted(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (secret, stands) in &self.0 {
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), stands);
            }
        }
        text
    }

    /// The beginning of a secret right before the place of a cut is taken out too.
    fn without_tail(&self, text: String) -> String {
        let Some(kept) = text.strip_suffix('…') else { return text };
        for (secret, stands) in self.0.iter().filter(|(secret, _)| !secret.contains(' ')) {
            let lengths = (SECRET..secret.len()).rev().filter(|&length| secret.is_char_boundary(length));
            for length in lengths {
                if let Some(before) = kept.strip_suffix(&secret[..length]) {
                    return format!("{before}{stands}…");
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use proptest::prelude::*;

    use super::*;

    const TOKEN: &str = "s3cr/et-tok3n";

    fn secrets() -> Secrets {
        let own = [format!("Authorization: Bearer {TOKEN}").parse().unwrap()];
        let url = url::Url::parse("https://a.example/mcp").unwrap();
        Secrets::of(&own, &Seen::new(url, None, super::super::Revision::V20251125))
    }

    #[test]
    fn a_secret_on_the_place_of_a_cut_is_not_shown_in_part() {
        let secrets = secrets();
        for before in 0..90 {
            let said = format!("{}{TOKEN} and more", "x".repeat(before));
            let quoted = secrets.text(&format!("it is {}", quote(&said, 60)), 600);
            let sampled = secrets.sample(&said, 60);
            for shown in [quoted, sampled, secrets.text(&said, 60)] {
                assert!(!shown.contains("s3cr"), "{shown}");
                assert!(before > 50 || shown.contains("<yours>"), "{shown}");
            }
        }
        assert_eq!(secrets.open("abc s3cr/et…"), "abc <yours>…");
        assert_eq!(secrets.open("abc s3c…"), "abc s3c…");
    }

    #[test]
    fn a_secret_is_found_in_every_spelling_of_json() {
        let secrets = secrets();
        for spelled in
            [r"s3cr\/et-tok3n", r"\u00733cr\/et-tok3n", r"s3cr\\\/et-tok3n", r"\\u00733cr/et-tok3n"]
        {
            let shown = secrets.sample(&format!(r#"{{"said":"{spelled}"}}"#), 300);
            assert_eq!(shown, r#"{"said":"<yours>"}"#, "{spelled}");
        }
        assert_eq!(secrets.sample(r#"{"a":"b\/c \u00e9 \q \u12"}"#, 300), r#"{"a":"b\/c \u00e9 \q \u12"}"#);
    }

    fn of(header: &str) -> Secrets {
        let url = url::Url::parse("https://a.example/mcp").unwrap();
        Secrets::of(&[header.parse().unwrap()], &Seen::new(url, None, super::super::Revision::V20251125))
    }

    #[test]
    fn a_login_is_found_as_its_name_and_password() {
        let secrets = of("Authorization: Basic bWU6aHVudGVyMi1zMw==");
        for said in ["me:hunter2-s3", "hunter2-s3", "bWU6aHVudGVyMi1zMw==", "bWU6aHVudGVyMi1zMw"] {
            let shown = secrets.sample(&format!("<{said}>"), 300);
            assert_eq!(shown.replace('=', ""), "<<yours>>", "{said}");
        }
    }

    proptest! {
        /// A secret of visible ASCII is found in percent-encoding, whichever of its characters are encoded, once or twice.
        #[test]
        fn a_secret_is_found_in_percent_encoding(
            secret in "[!-;=-~]{8,40}",
            encoded in prop::collection::vec(0_u8..3, 40),
            twice: bool,
            around in "[a-z /]{0,20}",
        ) {
            let spelled: String = secret.chars().zip(&encoded).map(|(c, how)| match how {
                // What stands for itself must not read as an escape.
                0 if !matches!(c, '%' | '\\') => c.to_string(),
                1 => format!("%{:02x}", u32::from(c)),
                _ => format!("%{:02X}", u32::from(c)),
            }).collect();
            let spelled = if twice { spelled.replace('%', "%25") } else { spelled };
            let shown = of(&format!("X-Key: {secret}")).sample(&format!("{around}{spelled}{around}"), 300);
            prop_assert!(shown.contains("<yours>"), "{}", shown);
            prop_assert!(!shown.contains(&spelled) && !shown.contains(&secret), "{}", shown);
        }

        /// A secret is found in base64: both alphabets, padded or not, wherever it stands in what is encoded.
        #[test]
        fn a_secret_is_found_in_base64(
            secret in "[!-;=-~]{8,40}",
            before in prop::collection::vec(any::<u8>(), 0..20),
            after in prop::collection::vec(any::<u8>(), 0..20),
            how in 0_usize..4,
        ) {
            use base64::engine::general_purpose as in_form;
            let form = [in_form::STANDARD, in_form::STANDARD_NO_PAD, in_form::URL_SAFE, in_form::URL_SAFE_NO_PAD][how].clone();
            let said = form.encode([&before, secret.as_bytes(), &after].concat());
            let shown = of(&format!("X-Key: {secret}")).sample(&format!("{{\"said\":\"{said}\"}}"), 300);
            prop_assert!(shown.contains("<yours>"), "{}", shown);
            // Of six bits each: what of it holds bits of the secret and of nothing else.
            let (first, past) = ((before.len() * 8).div_ceil(6), (before.len() + secret.len()) * 8 / 6);
            prop_assert!(!shown.contains(&said[first..past]), "{} in {}", said, shown);
        }
    }

    #[test]
    fn a_quoted_text_cannot_end_its_own_quote() {
        let said = "a\u{3}b\u{1}9\u{2}c";
        let shown = secrets().text(&format!("<{}>", quote(said, 60)), 600);
        assert_eq!(shown, "<a\u{fffd}b\u{fffd}9\u{fffd}c>");
        assert_eq!(secrets().text("\u{1}x", 600), "x");
    }
}

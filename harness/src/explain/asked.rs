//! What a person asks for: words in any letter case, an HTTP status, and the form in which a diff writes an outcome.

use super::{Kind, Meaning, finding, lookup, outcome};
use crate::outcome::Outcome;
use crate::record::FindingId;

/// A word with its kind and meaning.
pub type Explanation = (Kind, String, &'static Meaning);

/// Everything that a text may mean: a word, a status (`404`, `HTTP 404`), or both as in `http-4xx (404)`.
#[must_use]
pub fn asked(text: &str) -> Vec<Explanation> {
    let text = text.trim().to_ascii_lowercase();
    if let Some((word, detail)) = text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
        let (mut found, more) = (one(word.trim()), one(detail.trim()));
        // Half of it is a typing error like any other.
        if found.is_empty() || more.is_empty() {
            return Vec::new();
        }
        for explanation in more {
            if !found.contains(&explanation) {
                found.push(explanation);
            }
        }
        return found;
    }
    one(&text)
}

fn one(text: &str) -> Vec<Explanation> {
    if let Some(status) = status(text) {
        return of_status(status);
    }
    lookup(text).into_iter().map(|(kind, meaning)| (kind, text.to_owned(), meaning)).collect()
}

/// Three digits, with or without `http` before them.
fn status(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("http").map_or(text, str::trim_start);
    let is_status = digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_status.then(|| digits.parse().ok()).flatten()
}

/// The outcomes that a status leads to, then what it means by itself, then the findings that tell more of it.
fn of_status(status: u16) -> Vec<Explanation> {
    let outcomes: &[Outcome] = match status {
        // The body decides.
        200..=299 => &[Outcome::Answered, Outcome::NotMcp, Outcome::HandshakeRefused],
        300..=399 => &[Outcome::NotMcp],
        401 | 403 => &[Outcome::LoginRequired],
        429 => &[Outcome::RateLimited],
        400..=499 => &[Outcome::Http4xx],
        500..=599 => &[Outcome::Http5xx],
        _ => &[],
    };
    let findings: &[FindingId] = match status {
        201..=299 => &[FindingId::StatusNot200],
        402 => &[FindingId::PaymentRequired],
        405 => &[FindingId::PostNotAllowed, FindingId::GetNotAllowed],
        406 => &[FindingId::NotAcceptable],
        410 => &[FindingId::Gone],
        415 => &[FindingId::UnsupportedMediaType],
        520..=530 => &[FindingId::EdgeError],
        _ => &[],
    };
    let mut found: Vec<Explanation> =
        outcomes.iter().map(|word| (Kind::Outcome, word.to_string(), outcome(*word))).collect();
    found.extend(super::status(status).map(|meaning| (Kind::Status, status.to_string(), meaning)));
    let redirect = format!("redirect-{status}");
    found.extend(lookup(&redirect).into_iter().map(|(kind, meaning)| (kind, redirect.clone(), meaning)));
    found.extend(findings.iter().map(|word| (Kind::Finding, word.to_string(), finding(*word))));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        asked(text).into_iter().map(|(kind, word, _)| format!("{kind} {word}")).collect()
    }

    #[test]
    fn a_status_is_its_outcome_and_what_more_is_known_of_it() {
        for text in ["404", "HTTP 404", "http404", "http-4xx (404)", "HTTP-4XX (HTTP 404)"] {
            assert_eq!(words(text), ["outcome http-4xx", "status 404"], "{text}");
        }
        for text in ["http-4xx", "411", "http-4xx (411)"] {
            assert_eq!(words(text), ["outcome http-4xx"], "{text}");
        }
        let advice = ["400", "404", "405"].map(|text| &asked(text)[1].2.advice);
        assert!(
            advice[0] != advice[1] && advice[1] != advice[2] && advice[0] != advice[2],
            "each its own step"
        );
        assert_eq!(words("401"), ["outcome login-required"]);
        assert_eq!(words("429"), ["outcome rate-limited"]);
        assert_eq!(words("410"), ["outcome http-4xx", "finding gone"]);
        assert_eq!(words("522"), ["outcome http-5xx", "finding edge-error"]);
        assert_eq!(words("302"), ["outcome not-mcp", "reason redirect-302"]);
        assert_eq!(words("not-mcp (redirect-302)"), ["outcome not-mcp", "reason redirect-302"]);
        for text in ["", "099", "600", "40", "4040", "http", "http-4xx (nothing)", "nothing (404)"] {
            assert!(asked(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn letter_case_does_not_matter() {
        assert_eq!(words("Answered"), ["outcome answered"]);
        assert_eq!(words("NOT-OBSERVED"), ["verdict not-observed"]);
        assert_eq!(words("Flaky"), ["mark flaky"]);
    }

    #[test]
    fn a_check_tells_what_it_expects_and_of_which_requirement() {
        for check in crate::conform::all() {
            let found = asked(check.name);
            let (_, _, meaning) = found.iter().find(|found| found.0 == Kind::Check).unwrap();
            assert!(meaning.means.contains(check.expected) && meaning.means.contains(check.requirement));
        }
        assert!(words("handshake.capabilities").contains(&"check handshake.capabilities".to_owned()));
    }
}

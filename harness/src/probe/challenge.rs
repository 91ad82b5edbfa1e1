//! `WWW-Authenticate`: schemes, pointers to OAuth metadata, and what is wrong with them.
//!
//! Read leniently, because one usable pointer anywhere is enough: all lines, all challenges in a line, schemes without
//! case, commas and escapes inside quoted strings, spaces around `=`, commas that were forgotten (RFC 9110, section 11;
//! RFC 9728, section 5.1).

use std::borrow::Cow;

use http::header::WWW_AUTHENTICATE;
use url::Url;

use super::head::Head;
use crate::record::{self, Finding, FindingId, Login, OauthMetadata, Step};

/// Schemes kept, and their length: a reply needs no more to say how to log in.
const SCHEMES_KEPT: usize = 16;
const SCHEME_KEPT: usize = 64;
/// Pointers kept; the look-up tries fewer.
const POINTERS_KEPT: usize = 8;
/// The metadata URL is kept in the record up to this many characters.
const URL_KEPT: usize = 2048;

/// All challenges of one reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Challenges {
    /// Schemes, lower case, in order, without repeats.
    pub schemes: Vec<String>,
    /// Usable `resource_metadata` URLs, resolved, in order, without repeats.
    pub pointers: Vec<Url>,
    /// What is wrong, `challenge-missing` included; each finding once.
    pub findings: Vec<Finding>,
}

impl Challenges {
    /// The login facts of the reply, before any look-up.
    #[must_use]
    pub fn login(&self) -> Login {
        let pointer = self.pointers.first();
        Login {
            oauth_metadata: if pointer.is_some() { OauthMetadata::Challenge } else { OauthMetadata::None },
            schemes: self.schemes.clone(),
            metadata_url: pointer.map(|url| record::shorten(url.as_str(), URL_KEPT).into_owned()),
        }
    }

    fn tell(&mut self, id: FindingId, step: Step, detail: &str) {
        if self.findings.iter().any(|finding| finding.id == id) {
            return;
        }
        let finding =
            if detail.is_empty() { Finding::new(id, step) } else { Finding::with(id, step, detail) };
        self.findings.push(finding);
    }

    fn scheme(&mut self, word: &str) {
        let scheme = record::clean(word, SCHEME_KEPT).to_ascii_lowercase();
        if self.schemes.len() < SCHEMES_KEPT && !self.schemes.contains(&scheme) {
            self.schemes.push(scheme);
        }
    }
}

/// Reads the challenges of a 401 or 403 to `url`. `is_public` says whether a URL's host may be contacted as far as the
/// URL alone tells (`pointer-not-public`).
#[must_use]
pub fn challenges(head: &Head, url: &Url, step: Step, is_public: impl Fn(&Url) -> bool) -> Challenges {
    let mut read = Challenges::default();
    if head.status == 401 && !head.has_challenge() {
        read.tell(FindingId::ChallengeMissing, step, "");
    }
    for line in head.headers.get_all(WWW_AUTHENTICATE) {
        let line = String::from_utf8_lossy(line.as_bytes());
        let mut pointers = 0;
        parse(&line, |part| match part {
            Part::Scheme(word) => {
                read.scheme(word);
                pointers = 0;
            }
            Part::Param { name, value, quoted } if name.eq_ignore_ascii_case("resource_metadata") => {
                pointers += 1;
                if pointers == 2 {
                    read.tell(FindingId::AuthParamRepeated, step, name);
                }
                pointer(&mut read, url, step, value.trim(), quoted, &is_public);
            }
            Part::Param { .. } => {}
        });
    }
    read
}

/// One `resource_metadata`.
fn pointer(
    read: &mut Challenges,
    base: &Url,
    step: Step,
    value: &str,
    quoted: bool,
    is_public: impl Fn(&Url) -> bool,
) {
    if value.is_empty() {
        return read.tell(FindingId::PointerEmpty, step, "");
    }
    if !quoted {
        read.tell(FindingId::AuthParamUnquoted, step, value);
    }
    let relative = value.starts_with('/');
    let Some(target) = resolve(base, value) else {
        return read.tell(FindingId::PointerMalformed, step, value);
    };
    if relative {
        read.tell(FindingId::PointerNotAbsolute, step, value);
    }
    if base.scheme() == "https" && target.scheme() == "http" {
        read.tell(FindingId::PointerNotHttps, step, value);
    }
    if !is_public(&target) {
        read.tell(FindingId::PointerNotPublic, step, value);
    }
    if read.pointers.len() < POINTERS_KEPT && !read.pointers.contains(&target) {
        read.pointers.push(target);
    }
}

/// Usable: an absolute http or https URL with a host, or a value that begins with a slash.
fn resolve(base: &Url, value: &str) -> Option<Url> {
    if value.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let absolute = ["http://", "https://"]
        .iter()
        .any(|scheme| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    let target = match (absolute, value.starts_with('/')) {
        (true, _) => Url::parse(value).ok()?,
        (false, true) => base.join(value).ok()?,
        (false, false) => return None,
    };
    (matches!(target.scheme(), "http" | "https") && target.has_host()).then_some(target)
}

/// A piece of a challenge line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    /// A scheme: a new challenge begins.
    Scheme(&'a str),
    /// A parameter of the challenge.
    Param {
        /// As written.
        name: &'a str,
        /// Unescaped.
        value: Cow<'a, str>,
        /// It was a quoted string.
        quoted: bool,
    },
}

/// Hands out the pieces of one `WWW-Authenticate` line in order. Never fails: what makes no sense is passed over.
pub fn parse<'a>(line: &'a str, mut piece: impl FnMut(Part<'a>)) {
    let mut rest = line;
    // A word that no `=` follows is a scheme where a challenge may begin, and a token68 where parameters may.
    let mut may_begin = true;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t']);
        if let Some(after) = trimmed.strip_prefix(',') {
            may_begin = true;
            rest = after;
            continue;
        }
        if trimmed.is_empty() {
            return;
        }
        let end = trimmed.find([' ', '\t', ',', '=', '"']).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let spaced = after.trim_start_matches([' ', '\t']);
        if let Some(value) = spaced.strip_prefix('=') {
            rest = value.trim_start_matches([' ', '\t']);
            let (value, quoted);
            (value, quoted, rest) = take_value(rest);
            piece(Part::Param { name: word, value, quoted });
        } else if word.is_empty() {
            // A quoted string out of place.
            rest = take_value(trimmed).2;
            continue;
        } else {
            if may_begin {
                piece(Part::Scheme(word));
            }
            rest = after;
        }
        may_begin = false;
    }
}

/// A quoted string or a bare value, whether it was quoted, and what follows.
fn take_value(text: &str) -> (Cow<'_, str>, bool, &str) {
    let Some(inner) = text.strip_prefix('"') else {
        let end = text.find([' ', '\t', ',']).unwrap_or(text.len());
        let (value, rest) = text.split_at(end);
        return (Cow::Borrowed(value), false, rest);
    };
    let mut plain = Cow::Borrowed("");
    let mut from = 0;
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                plain += &inner[from..at];
                return (plain, true, &inner[at + 1..]);
            }
            '\\' => {
                plain += &inner[from..at];
                // The escaped character is kept, the backslash goes.
                from = at + 1;
                chars.next();
            }
            _ => {}
        }
    }
    // A string that never ends takes the rest of the line.
    plain += inner.get(from..).unwrap_or_default();
    (plain, true, "")
}

#[cfg(test)]
mod tests;

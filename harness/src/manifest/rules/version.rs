//! `version`, of the server and of each package: one exact version, and what the registry takes for a range.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::view::Field;

/// `version` is absent or empty.
pub(super) static VERSION_MISSING: Rule = Rule {
    id: "version-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/version",
    since: "2025-07-09; empty refused since about v1.7",
    what: "`version` is absent or empty.",
    why: "An entry is one version of a server; without it nothing can be stored.",
    example: r#"{"name": "com.example/weather"}"#,
    repair: "Add the version, for example `1.0.0`.",
    source: "registry pkg/api/v0/types.go",
};

/// A version has more than 255 characters.
pub(super) static VERSION_TOO_LONG: Rule = Rule {
    id: "version-too-long",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/version, /packages/*/version",
    since: "2025-07-09 (package version: registry only)",
    what: "A version has more than 255 characters.",
    why: "The registry refuses it.",
    example: r#"{"version": "1.0.0-aaaa…"}"#,
    repair: "Shorten it.",
    source: "registry pkg/api/v0/types.go",
};

/// The version is the word `latest`.
pub(super) static VERSION_IS_LATEST: Rule = Rule {
    id: "version-is-latest",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/version, /packages/*/version",
    since: "2025-07-09 (package); Sep 2025 (server)",
    what: "The version is the word `latest`.",
    why: "The registry gives `latest` a meaning of its own, so it is no version.",
    example: r#"{"version": "latest"}"#,
    repair: "Write the version that is published.",
    source: "registry internal/validators/validators.go reserved-version-string; registry#505",
};

/// The version reads as a range of versions.
pub(super) static VERSION_IS_RANGE: Rule = Rule {
    id: "version-is-range",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/version, /packages/*/version",
    since: "2025-09-12",
    what: "The version reads as a range of versions.",
    why: "An entry describes one version; the registry refuses comparators, hyphen ranges, `||` lists and wildcards.",
    example: r#"{"version": "^1.2.3"}"#,
    repair: "Write one exact version.",
    source: "registry internal/validators/validators.go version-looks-like-range; registry#435",
};

/// A prerelease tag with an `x` in it.
pub(super) static VERSION_PRERELEASE_HAS_X: Rule = Rule {
    id: "version-prerelease-has-x",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/version, /packages/*/version",
    since: "Sep 2025",
    what: "A prerelease tag with an `x` in it.",
    why: "The registry's wildcard test looks for an `x` anywhere in the text, so it takes `-next`, `-experimental` or `-fix.1` for a range.",
    example: r#"{"version": "1.2.3-next"}"#,
    repair: "Choose a tag without an x, for example `-rc.1` or `-preview.1`.",
    source: "registry internal/validators/validators.go version-looks-like-range (derived)",
};

/// The version is not three numbers without leading zeros.
pub(super) static VERSION_NOT_SEMVER: Rule = Rule {
    id: "version-not-semver",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/version",
    since: "n/a",
    what: "The version is not three numbers without leading zeros.",
    why: "It is accepted, but a version that is not semantic never beats one that is when the latest entry is chosen.",
    example: r#"{"version": "2025.06.18"}"#,
    repair: "Write `MAJOR.MINOR.PATCH`.",
    source: "registry internal/service/versioning.go; registry#858",
};

/// The most characters of a version (the registry's `maxLength`).
const MAX_CHARS: usize = 255;

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let version = manifest.top.field("version");
    if version.is_missing() {
        out.report(&VERSION_MISSING, version.place(), "`version` is missing");
    }
    let sound = one(&version, out);
    if let Some(text) = version.filled().filter(|_| sound)
        && !is_semver(text)
    {
        let message = match text.trim().to_ascii_lowercase().as_str() {
            "latest" => format!("`{text}` reads like `latest`, but it is stored as a version of that name"),
            _ => format!("`{text}` is not a semantic version"),
        };
        out.report(&VERSION_NOT_SEMVER, version.place(), message);
    }
    for package in &manifest.packages {
        one(&package.field("version"), out);
    }
}

/// The rules that hold for every version. Says whether none was broken.
fn one(field: &Field<'_, '_>, out: &mut Findings) -> bool {
    let Some(text) = field.filled() else { return true };
    let length = text.chars().count();
    let (rule, message) = if length > MAX_CHARS {
        (&VERSION_TOO_LONG, format!("the version has {length} characters, at most {MAX_CHARS} are allowed"))
    } else if text == "latest" {
        (&VERSION_IS_LATEST, "`latest` is no version".to_owned())
    } else {
        match range(text) {
            Some(Range::Plain) => (&VERSION_IS_RANGE, format!("`{text}` is a range of versions")),
            Some(Range::Prerelease) => {
                (&VERSION_PRERELEASE_HAS_X, format!("the registry takes the x in `{text}` for a wildcard"))
            }
            None => return true,
        }
    };
    out.report(rule, field.place(), message);
    false
}

/// Why the registry takes a text for a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    /// It is one.
    Plain,
    /// An `x` in the prerelease tag looks like a wildcard.
    Prerelease,
}

/// The registry's range test (`version-looks-like-range`): four patterns, each over the whole trimmed text. Build metadata
/// takes a text out of all of them.
fn range(text: &str) -> Option<Range> {
    let text = text.trim();
    let plain = comparator(text) || hyphen(text) || list(text);
    if plain { Some(Range::Plain) } else { wildcard(text) }
}

/// What is left behind `v?\d+(\.\d+){0,3}(-[0-9A-Za-z.-]+)?`, read greedily.
fn number(text: &str) -> Option<&str> {
    let mut rest = digits(text.strip_prefix('v').unwrap_or(text))?;
    for _ in 0..3 {
        let Some(after) = rest.strip_prefix('.').and_then(digits) else { break };
        rest = after;
    }
    Some(prerelease(rest).unwrap_or(rest))
}

fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

fn prerelease(text: &str) -> Option<&str> {
    let tag = text.strip_prefix('-')?;
    let rest = tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-');
    (rest.len() < tag.len()).then_some(rest)
}

fn comparator(text: &str) -> bool {
    let operators = ["^", "~", ">=", "<=", ">", "<", "="];
    let behind = operators.iter().find_map(|operator| text.strip_prefix(operator));
    behind.and_then(|behind| number(behind.trim_start())) == Some("")
}

/// One blank, a hyphen, any blanks: `1.0 - 2.0`.
fn hyphen(text: &str) -> bool {
    let behind = number(text)
        .and_then(|rest| rest.strip_prefix(char::is_whitespace))
        .and_then(|rest| rest.strip_prefix('-'));
    behind.and_then(|behind| number(behind.trim_start())) == Some("")
}

fn list(text: &str) -> bool {
    let mut items = text.split("||").map(|item| number(item.trim()) == Some(""));
    text.contains("||") && items.all(|sound| sound)
}

/// A two- or three-part number with `x`, `X` or `*` as a part, or an `x` in its prerelease tag.
fn wildcard(text: &str) -> Option<Range> {
    let part = |text| -> Option<(&str, bool)> {
        let star = |text: &'_ str| text.starts_with(['x', 'X', '*']);
        let text: &str = text;
        if star(text) { Some((&text[1..], true)) } else { digits(text).map(|rest| (rest, false)) }
    };
    let (mut rest, mut wild) =
        if let Some(behind) = text.strip_prefix('v') { (digits(behind)?, false) } else { part(text)? };
    let mut parts = 1;
    while parts < 3
        && let Some((after, star)) = rest.strip_prefix('.').and_then(part)
    {
        (rest, wild, parts) = (after, wild || star, parts + 1);
    }
    let tail = if rest.is_empty() { rest } else { prerelease(rest)? };
    if parts < 2 || !tail.is_empty() {
        return None;
    }
    match (wild, rest.contains(['x', 'X'])) {
        (true, _) => Some(Range::Plain),
        (false, true) => Some(Range::Prerelease),
        (false, false) => None,
    }
}

/// Three numbers without leading zeros, an optional `v` before them, prerelease and build behind. The registry's test
/// knows no largest number.
fn is_semver(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (core, build) = text.split_once('+').map_or((text, None), |(core, build)| (core, Some(build)));
    let (core, tag) = core.split_once('-').map_or((core, None), |(core, tag)| (core, Some(tag)));
    let numeric = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let plain = |part: &str| numeric(part) && (part == "0" || !part.starts_with('0'));
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    core.split('.').count() == 3
        && core.split('.').all(plain)
        && tag.is_none_or(|tag| tag.split('.').all(|part| word(part) && (!numeric(part) || plain(part))))
        && build.is_none_or(|build| build.split('.').all(word))
}

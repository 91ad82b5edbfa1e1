//! `description` and `title`.

use super::{Findings, Layer, Manifest, Rule, Severity};

/// `description` is absent or empty.
pub(super) static DESCRIPTION_MISSING: Rule = Rule {
    id: "description-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/description",
    since: "2025-07-09",
    what: "`description` is absent or empty.",
    why: "It is required; 1 to 100 characters.",
    example: r#"{"description": ""}"#,
    repair: "Say in a few words what the server is for.",
    source: "registry pkg/api/v0/types.go; registry#507",
};

/// The description has more than 100 characters (Unicode code points).
pub(super) static DESCRIPTION_TOO_LONG: Rule = Rule {
    id: "description-too-long",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/description",
    since: "2025-07-09",
    what: "The description has more than 100 characters (Unicode code points).",
    why: "The registry refuses it with 422, usually in the release job, when the package is already out.",
    example: r#"{"description": "Everything about the weather, …"}"#,
    repair: "Shorten it to 100 characters; the long text belongs into the README.",
    source: "registry pkg/api/v0/types.go; sapiom/sapiom-js#975",
};

/// The title has more than 100 characters (Unicode code points).
pub(super) static TITLE_TOO_LONG: Rule = Rule {
    id: "title-too-long",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/title",
    since: "2025-10-11",
    what: "The title has more than 100 characters (Unicode code points).",
    why: "The registry refuses it.",
    example: r#"{"title": "Everything about the weather, …"}"#,
    repair: "Shorten it to 100 characters.",
    source: "registry pkg/api/v0/types.go",
};

/// The title is white space only.
pub(super) static TITLE_BLANK: Rule = Rule {
    id: "title-blank",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/title",
    since: "2025-10-11",
    what: "The title is white space only.",
    why: "The registry refuses it; clients would show an empty heading.",
    example: r#"{"title": "   "}"#,
    repair: "Write a title or remove the key.",
    source: "registry internal/validators/validators.go title-whitespace-only",
};

/// The most characters of a description or a title, in Unicode code points (the registry's `maxLength`).
const MAX_CHARS: usize = 100;

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let description = manifest.top.field("description");
    if description.is_missing() {
        out.report(&DESCRIPTION_MISSING, description.place(), "`description` is missing");
    }
    if let Some(length) = too_long(description.text()) {
        let message = format!("the description has {length} characters, at most {MAX_CHARS} are allowed");
        out.report(&DESCRIPTION_TOO_LONG, description.place(), message);
    }
    let title = manifest.top.field("title");
    if let Some(length) = too_long(title.text()) {
        let message = format!("the title has {length} characters, at most {MAX_CHARS} are allowed");
        out.report(&TITLE_TOO_LONG, title.place(), message);
    }
    if title.filled().is_some_and(|text| text.trim().is_empty()) {
        out.report(&TITLE_BLANK, title.place(), "the title is white space only");
    }
}

fn too_long(text: Option<&str>) -> Option<usize> {
    text.map(|text| text.chars().count()).filter(|length| *length > MAX_CHARS)
}

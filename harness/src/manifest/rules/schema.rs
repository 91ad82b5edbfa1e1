//! `$schema`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::diagnostic::Fix;
use crate::manifest::document::{Span, Value};

/// The address of the current schema.
pub const CURRENT: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// The dates the registry holds, the current one last.
const DATES: [&str; 6] = ["2025-07-09", "2025-09-16", "2025-09-29", "2025-10-11", "2025-10-17", "2025-12-11"];

/// `$schema` is absent or empty.
pub(super) static SCHEMA_MISSING: Rule = Rule {
    id: "schema-missing",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "/$schema",
    since: "enforced since about 2025-10",
    what: "`$schema` is absent or empty.",
    why: "The JSON Schemas do not ask for it, the registry does: it decides which schema the file is judged by.",
    example: r#"{"name": "com.example/weather"}"#,
    repair: "Add the address of the current schema as `$schema`; `--fix` does it.",
    source: "registry internal/validators/schema.go schema-field-required; registry#714",
};

/// `$schema` does not contain `/schemas/<version>/server.schema.json`.
pub(super) static SCHEMA_URL_MALFORMED: Rule = Rule {
    id: "schema-url-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/$schema",
    since: "2025-11",
    what: "`$schema` does not contain `/schemas/<version>/server.schema.json`.",
    why: "The registry reads the schema version out of that part of the address and refuses the file when it is not there.",
    example: r#"{"$schema": "2025-12-11"}"#,
    repair: "Write the address of the current schema; `--fix` does it.",
    source: "registry internal/validators/schema.go schema-version-extraction-error",
};

/// The version in `$schema` is not one the registry holds.
pub(super) static SCHEMA_VERSION_UNKNOWN: Rule = Rule {
    id: "schema-version-unknown",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "/$schema",
    since: "2025-11",
    what: "The version in `$schema` is not one the registry holds.",
    why: "Only published dates are accepted; `draft` never is.",
    example: r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/draft/server.schema.json"}"#,
    repair: "Write the address of the current schema; `--fix` does it.",
    source: "registry internal/validators/schema.go schema-version-not-available; registry#875",
};

/// `$schema` names an older date.
pub(super) static SCHEMA_VERSION_OLD: Rule = Rule {
    id: "schema-version-old",
    severity: Severity::Warning,
    layer: Layer::Semantic,
    at: "/$schema",
    since: "v1.4.1",
    what: "`$schema` names an older date.",
    why: "The registry accepts it with a warning and judges the file by today's rules all the same; some builds refused it.",
    example: r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json"}"#,
    repair: "Write the address of the current schema; `--fix` does it.",
    source: "registry internal/validators/schema.go schema-version-deprecated; registry#896",
};

/// `$schema` names the current date, but the address is not the current one letter for letter.
pub(super) static SCHEMA_URL_NOT_CANONICAL: Rule = Rule {
    id: "schema-url-not-canonical",
    severity: Severity::Warning,
    layer: Layer::Semantic,
    at: "/$schema",
    since: "v1.4.1",
    what: "`$schema` names the current date, but the address is not the current one letter for letter.",
    why: r#"The registry compares the whole text and answers with its "not current" warning; editors fetch the schema from the address as written."#,
    example: r#"{"$schema": "http://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"}"#,
    repair: "Write the address of the current schema; `--fix` does it.",
    source: "registry internal/validators/schema.go",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let field = manifest.top.field("$schema");
    let place = field.place();
    let replace = Fix { span: place.span, replacement: format!("\"{CURRENT}\"") };
    if field.is_missing() {
        let there = field.is_there();
        let found = out.report(
            &SCHEMA_MISSING,
            place,
            if there { "`$schema` is empty" } else { "`$schema` is missing" },
        );
        found.fix = if there { Some(replace) } else { insert(manifest) };
        return;
    }
    let Some(text) = field.text() else { return };
    let Some(version) = version(text) else {
        out.report(&SCHEMA_URL_MALFORMED, place, "this is not the address of a schema").fix = Some(replace);
        return;
    };
    let latest = DATES[DATES.len() - 1];
    let (rule, message) = if !DATES.contains(&version) {
        (&SCHEMA_VERSION_UNKNOWN, format!("the registry holds no schema `{version}`"))
    } else if version != latest {
        (&SCHEMA_VERSION_OLD, format!("the schema of {version} is old, the current one is of {latest}"))
    } else if text != CURRENT {
        (
            &SCHEMA_URL_NOT_CANONICAL,
            "this is not letter for letter the address of the current schema".to_owned(),
        )
    } else {
        return;
    };
    let found = out.report(rule, place, message);
    found.repair = Some(format!("Write `{CURRENT}`; `--fix` does it."));
    found.fix = Some(replace);
}

/// The version in `/schemas/<version>/server.schema.json`, wherever that stands in the text; the registry does not anchor it.
fn version(text: &str) -> Option<&str> {
    text.match_indices("/schemas/").find_map(|(at, opening)| {
        let behind = &text[at + opening.len()..];
        let end = behind.find(|c: char| !(c.is_ascii_alphanumeric() || "_~.-".contains(c)))?;
        (end > 0 && behind[end..].starts_with("/server.schema.json")).then(|| &behind[..end])
    })
}

/// The key as the first of the object, with the white space that stands before the one that was first.
fn insert(manifest: &Manifest<'_>) -> Option<Fix> {
    let Value::Object(members) = &manifest.document.root.value else { return None };
    let at = manifest.document.root.span.start + 1;
    let space = manifest.text.get(at..members.first()?.key_span.start)?;
    Some(Fix {
        span: Span { start: at, end: at },
        replacement: format!("{space}\"$schema\": \"{CURRENT}\","),
    })
}

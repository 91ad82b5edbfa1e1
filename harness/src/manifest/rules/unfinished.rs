//! Texts that are there and not done: a script's marker, an example's placeholder, a stray blank, nothing at all.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::diagnostic::Fix;
use crate::manifest::document::Span;
use crate::manifest::view::Field;

/// An optional text is there but empty.
pub(super) static FIELD_EMPTY_STRING: Rule = Rule {
    id: "field-empty-string",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/title, /packages/*/version, /packages/*/fileSha256",
    since: "2025-10-11",
    what: "An optional text is there but empty.",
    why: "The publisher tool leaves it out; a direct POST is refused with 422.",
    example: r#"{"title": ""}"#,
    repair: "Remove the key or give it a value.",
    source: "registry pkg/api/v0/types.go",
};

/// The text still holds a marker that a release script was to replace.
pub(super) static TEMPLATE_MARKER_LEFT: Rule = Rule {
    id: "template-marker-left",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/name, /version, /packages/*/version, /packages/*/identifier",
    since: "n/a",
    what: "The text still holds a marker that a release script was to replace.",
    why: "Published as it is, the marker becomes the name or the version, and a version can never be changed afterwards.",
    example: r#"{"version": "{{VERSION}}"}"#,
    repair: "Run the release script first, and lint the file that it writes.",
    source: "seen in real files",
};

/// A value that the publisher tool's `init` wrote was never replaced.
pub(super) static PLACEHOLDER_LEFT: Rule = Rule {
    id: "placeholder-left",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "/name, /description, /packages/*/identifier, /packages/*/environmentVariables/*/name",
    since: "n/a",
    what: "A value that the publisher tool's `init` wrote was never replaced.",
    why: "It is legal text, so it would be published for everybody to see.",
    example: r#"{"description": "An MCP server that provides [describe what your server does]"}"#,
    repair: "Write the real value.",
    source: "client init",
};

/// The text begins or ends with white space.
pub(super) static VALUE_HAS_OUTER_SPACE: Rule = Rule {
    id: "value-has-outer-space",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "/description, /title, /version, /packages/*/version",
    since: "n/a",
    what: "The text begins or ends with white space.",
    why: "It is stored as it is: the blank counts for the length limit, and a version with a blank is another version.",
    example: r#"{"description": "Weather lookups "}"#,
    repair: "Trim it; `--fix` does it.",
    source: "registry pkg/api/v0/types.go (derived)",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    unfinished(manifest, out);
    outer_space(manifest, out);
    if manifest.top.field("title").text() == Some("") {
        empty(&manifest.top.field("title"), out);
    }
    for package in &manifest.packages {
        // Where the field is required its own "missing" rule speaks.
        let kind = package.field("registryType").text().unwrap_or_default();
        let version = package.field("version");
        if version.text() == Some("") && !super::package::INDEXED.contains(&kind) {
            empty(&version, out);
        }
        let hash = package.field("fileSha256");
        if hash.text() == Some("") && kind != "mcpb" {
            empty(&hash, out);
        }
    }
}

fn empty(field: &Field<'_, '_>, out: &mut Findings) {
    let pointer = field.pointer();
    out.report(&FIELD_EMPTY_STRING, field.place(), format!("`{}` is empty", last(&pointer)));
}

fn last(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap_or_default()
}

/// Texts that a release script or the author was to replace.
fn unfinished(manifest: &Manifest<'_>, out: &mut Findings) {
    let top = &manifest.top;
    let mut fields = vec![top.field("name"), top.field("version")];
    for package in &manifest.packages {
        fields.extend([package.field("version"), package.field("identifier")]);
    }
    for field in fields {
        if let Some(marker) = field.text().and_then(marker) {
            out.report(
                &TEMPLATE_MARKER_LEFT,
                field.place(),
                format!("the marker `{marker}` was not replaced"),
            );
        }
    }
    let report = |field: &Field<'_, '_>, found: bool, out: &mut Findings| {
        if found {
            out.report(&PLACEHOLDER_LEFT, field.place(), "this is still the placeholder that `init` wrote");
        }
    };
    let name = top.field("name");
    report(
        &name,
        name.text()
            .is_some_and(|text| text == "com.example/my-mcp-server" || text.contains("<your-username>")),
        out,
    );
    let description = top.field("description");
    report(
        &description,
        description.text().is_some_and(|text| text.contains("[describe what your server does]")),
        out,
    );
    for package in &manifest.packages {
        let identifier = package.field("identifier");
        let written = |text: &str| {
            text == "your-package"
                || text == "@your-org/your-package"
                || text.starts_with("docker.io/your-image")
                || text.contains("<your-username>")
        };
        report(&identifier, identifier.text().is_some_and(written), out);
        for variable in package.objects("environmentVariables") {
            let name = variable.field("name");
            report(&name, name.text() == Some("YOUR_API_KEY"), out);
        }
    }
}

/// The first release-script marker in a text.
fn marker(text: &str) -> Option<&str> {
    for (open, close) in [("{{", "}}"), ("${", "}"), ("<<", ">>")] {
        if let Some(start) = text.find(open)
            && let Some(length) = text[start + open.len()..].find(close)
        {
            return Some(&text[start..start + open.len() + length + close.len()]);
        }
    }
    if text.contains("0.0.0-placeholder") {
        return Some("0.0.0-placeholder");
    }
    let start = text.find("__")?;
    let behind = &text[start + 2..];
    let name = behind
        .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .unwrap_or(behind.len());
    let word = &text[start..start + 2 + name];
    let inner = word.trim_matches('_');
    (word.ends_with("__") && inner.starts_with(|c: char| c.is_ascii_uppercase())).then_some(word)
}

fn outer_space(manifest: &Manifest<'_>, out: &mut Findings) {
    let top = &manifest.top;
    let mut fields = vec![top.field("description"), top.field("title"), top.field("version")];
    fields.extend(manifest.packages.iter().map(|package| package.field("version")));
    for field in fields {
        let Some(text) = field.text() else { continue };
        let trimmed = text.trim();
        if trimmed.len() == text.len() || trimmed.is_empty() {
            continue;
        }
        let span = field.place().span;
        let found = out.report(&VALUE_HAS_OUTER_SPACE, field.place(), "begins or ends with white space");
        let replacement = as_written(manifest.text, span, trimmed);
        found.fix = Some(Fix { span, replacement });
    }
}

/// The trimmed text as a JSON string, its escapes kept as they are written where the white space itself is not escaped.
fn as_written(text: &str, span: Span, trimmed: &str) -> String {
    let raw = text.get(span.start + 1..span.end.saturating_sub(1)).unwrap_or_default().trim();
    let kept = format!("\"{raw}\"");
    let same = serde_json::from_str::<String>(&kept).is_ok_and(|read| read == trimmed);
    if same { kept } else { serde_json::Value::from(trimmed).to_string() }
}

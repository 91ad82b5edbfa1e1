//! Inputs: environment variables, headers, arguments and the variables inside them.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::view::Object;

/// A header or an environment variable has no `name`.
pub(super) static INPUT_NAME_MISSING: Rule = Rule {
    id: "input-name-missing",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/remotes/*/headers/*/name, /packages/*/transport/headers/*/name, /packages/*/environmentVariables/*/name",
    since: "2025-07-09",
    what: "A header or an environment variable has no `name`.",
    why: "The publisher tool sends an empty name, which passes and is of no use; a direct POST is refused.",
    example: r#"{"remotes": [{"type": "sse", "url": "https://mcp.example.com/sse", "headers": [{"value": "x"}]}]}"#,
    repair: "Name it.",
    source: "registry pkg/model/types.go",
};

/// `format` of an input is none of string, number, boolean and filepath.
pub(super) static INPUT_FORMAT_UNKNOWN: Rule = Rule {
    id: "input-format-unknown",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "any input: environment variables, headers, arguments, variables",
    since: "2025-07-09",
    what: "`format` of an input is none of string, number, boolean and filepath.",
    why: "The registry refuses any other word.",
    example: r#"{"packages": [{"environmentVariables": [{"name": "PORT", "format": "integer"}]}]}"#,
    repair: "Write one of the four, or remove the key (a string is meant then).",
    source: "registry pkg/model/types.go",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for remote in &manifest.remotes {
        transport(remote, out);
    }
    for package in &manifest.packages {
        if let Some(inner) = package.object("transport") {
            transport(&inner, out);
        }
        named(&package.objects("environmentVariables"), "environment variable", out);
        for key in ["runtimeArguments", "packageArguments"] {
            for argument in package.objects(key) {
                format(&argument, out);
            }
        }
    }
}

fn transport(transport: &Object<'_>, out: &mut Findings) {
    named(&transport.objects("headers"), "header", out);
    for (_, variable) in transport.map("variables") {
        format(&variable, out);
    }
}

fn named(inputs: &[Object<'_>], what: &str, out: &mut Findings) {
    for input in inputs {
        let name = input.field("name");
        if name.is_missing() {
            out.report(&INPUT_NAME_MISSING, name.place(), format!("the {what} has no `name`"));
        }
        format(input, out);
    }
}

/// The input itself and the variables in it.
fn format(input: &Object<'_>, out: &mut Findings) {
    let field = input.field("format");
    if let Some(text) =
        field.filled().filter(|text| !["string", "number", "boolean", "filepath"].contains(text))
    {
        out.report(&INPUT_FORMAT_UNKNOWN, field.place(), format!("`{text}` is no format of an input"));
    }
    for (_, variable) in input.map("variables") {
        format(&variable, out);
    }
}

//! `runtimeArguments` and `packageArguments`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::view::Object;

/// `type` of an argument is neither `positional` nor `named`.
pub(super) static ARGUMENT_TYPE_UNKNOWN: Rule = Rule {
    id: "argument-type-unknown",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/packages/*/runtimeArguments/*/type, …/packageArguments/*/type",
    since: "2025-07-09",
    what: "`type` of an argument is neither `positional` nor `named`.",
    why: "The publish call does not look; a validation against the full schema does, and clients cannot tell how to pass it.",
    example: r#"{"packages": [{"packageArguments": [{"type": "flag", "name": "--verbose"}]}]}"#,
    repair: "Write `positional` or `named`.",
    source: "schema 2025-07-09",
};

/// A named argument has no `name`.
pub(super) static ARGUMENT_NAME_MISSING: Rule = Rule {
    id: "argument-name-missing",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "…Arguments/*/name",
    since: "2025-07-09",
    what: "A named argument has no `name`.",
    why: "The name is the flag to write on the command line.",
    example: r#"{"packages": [{"packageArguments": [{"type": "named", "value": "8080"}]}]}"#,
    repair: "Add the flag, or make the argument positional.",
    source: "registry internal/validators/validators.go named-argument-name-required",
};

/// The name of an argument holds a blank, `<`, `>` or `$`.
pub(super) static ARGUMENT_NAME_MALFORMED: Rule = Rule {
    id: "argument-name-malformed",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "…Arguments/*/name",
    since: "Sep 2025",
    what: "The name of an argument holds a blank, `<`, `>` or `$`.",
    why: "The name is the flag alone; its value has fields of its own.",
    example: r#"{"packages": [{"packageArguments": [{"type": "named", "name": "--port <port>"}]}]}"#,
    repair: "Keep the flag in `name` and describe the value with `value`, `default` or `valueHint`.",
    source: "registry internal/validators/validators.go invalid-named-argument-name",
};

/// `value` begins with the argument's own name.
pub(super) static ARGUMENT_VALUE_REPEATS_NAME: Rule = Rule {
    id: "argument-value-repeats-name",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "…Arguments/*/value",
    since: "Sep 2025",
    what: "`value` begins with the argument's own name.",
    why: "Clients write name and value, so the flag would stand twice.",
    example: r#"{"packages": [{"packageArguments": [{"type": "named", "name": "--port", "value": "--port=8080"}]}]}"#,
    repair: "Keep the value alone.",
    source: "registry internal/validators/validators.go argument-value-starts-with-name",
};

/// `default` begins with the argument's own name.
pub(super) static ARGUMENT_DEFAULT_REPEATS_NAME: Rule = Rule {
    id: "argument-default-repeats-name",
    severity: Severity::Error,
    layer: Layer::Semantic,
    at: "…Arguments/*/default",
    since: "Sep 2025",
    what: "`default` begins with the argument's own name.",
    why: "Clients write name and value, so the flag would stand twice.",
    example: r#"{"packages": [{"packageArguments": [{"type": "named", "name": "--port", "default": "--port 8080"}]}]}"#,
    repair: "Keep the value alone.",
    source: "registry internal/validators/validators.go argument-default-starts-with-name",
};

/// A positional argument has neither `value` nor `valueHint`.
pub(super) static ARGUMENT_POSITIONAL_EMPTY: Rule = Rule {
    id: "argument-positional-empty",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "…Arguments/*",
    since: "2025-07-09",
    what: "A positional argument has neither `value` nor `valueHint`.",
    why: "Only the full schema objects; clients cannot tell what to write there.",
    example: r#"{"packages": [{"packageArguments": [{"type": "positional"}]}]}"#,
    repair: "Give the fixed `value`, or a `valueHint` that names it.",
    source: "schema 2025-07-09",
};

pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    for package in &manifest.packages {
        for key in ["runtimeArguments", "packageArguments"] {
            for argument in package.objects(key) {
                one(&argument, out);
            }
        }
    }
}

fn one(argument: &Object<'_>, out: &mut Findings) {
    let kind = argument.field("type");
    match kind.text() {
        Some("named") => named(argument, out),
        Some("positional") => {
            if argument.field("value").is_missing() && argument.field("valueHint").is_missing() {
                let message = "the positional argument has neither `value` nor `valueHint`";
                out.report(&ARGUMENT_POSITIONAL_EMPTY, argument.place(), message);
            }
        }
        None if kind.is_there() => {}
        text => {
            let message = match text {
                None | Some("") => "`type` of the argument is missing".to_owned(),
                Some(text) => format!("`{text}` is neither `positional` nor `named`"),
            };
            out.report(&ARGUMENT_TYPE_UNKNOWN, kind.place(), message);
        }
    }
}

fn named(argument: &Object<'_>, out: &mut Findings) {
    let field = argument.field("name");
    if field.is_missing() {
        out.report(&ARGUMENT_NAME_MISSING, field.place(), "the named argument has no `name`");
        return;
    }
    let Some(name) = field.text() else { return };
    if name.contains([' ', '<', '>', '$']) {
        out.report(
            &ARGUMENT_NAME_MALFORMED,
            field.place(),
            format!("`{name}` is more than the name of a flag"),
        );
    }
    for (key, rule) in [("value", &ARGUMENT_VALUE_REPEATS_NAME), ("default", &ARGUMENT_DEFAULT_REPEATS_NAME)]
    {
        let value = argument.field(key);
        if value.filled().is_some_and(|text| text.starts_with(name)) {
            let found = out.report(rule, value.place(), format!("`{key}` begins with the name `{name}`"));
            found.other = Some((field.place(), "the name".to_owned()));
        }
    }
}

//! Step 1 of a publish: the shape of the body. A closed format as data: types, required keys, lengths, choices.

use serde_json::{Map, Value};

use super::problem::Fault;

/// What a value has to be.
#[derive(Debug, Clone, Copy)]
enum Is {
    /// A string of so many characters.
    Text { min: usize, max: usize },
    /// A name: 3 to 200 characters, one of the shapes of a name.
    Name,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A closed object.
    Object(&'static [Field]),
    /// A list of closed objects.
    List(&'static [Field]),
    /// A list of strings.
    Texts,
    /// Variables by name, each a closed object.
    Map(&'static [Field]),
    /// The publisher's block, the only one that is let in.
    Meta,
}

/// One key of a closed object.
#[derive(Debug, Clone, Copy)]
struct Field {
    key: &'static str,
    required: bool,
    is: Is,
}

const fn must(key: &'static str, is: Is) -> Field {
    Field { key, required: true, is }
}

const fn may(key: &'static str, is: Is) -> Field {
    Field { key, required: false, is }
}

/// The key of the publisher's block.
pub(super) const PUBLISHER_BLOCK: &str = "io.modelcontextprotocol.registry/publisher-provided";

const ANY: Is = Is::Text { min: 0, max: usize::MAX };
const FULL: Is = Is::Text { min: 1, max: usize::MAX };
const VERSION: Is = Is::Text { min: 1, max: 255 };
const FORMATS: Is = Is::OneOf(&["string", "number", "boolean", "filepath"]);

const INPUT: &[Field] = &[
    may("description", ANY),
    may("isRequired", Is::Flag),
    may("format", FORMATS),
    may("value", ANY),
    may("isSecret", Is::Flag),
    may("default", ANY),
    may("placeholder", ANY),
    may("choices", Is::Texts),
];

const NAMED_INPUT: &[Field] = &[
    must("name", ANY),
    may("description", ANY),
    may("isRequired", Is::Flag),
    may("format", FORMATS),
    may("value", ANY),
    may("isSecret", Is::Flag),
    may("default", ANY),
    may("placeholder", ANY),
    may("choices", Is::Texts),
    may("variables", Is::Map(INPUT)),
];

const ARGUMENT: &[Field] = &[
    must("type", ANY),
    may("name", ANY),
    may("valueHint", ANY),
    may("isRepeated", Is::Flag),
    may("description", ANY),
    may("isRequired", Is::Flag),
    may("format", FORMATS),
    may("value", ANY),
    may("isSecret", Is::Flag),
    may("default", ANY),
    may("placeholder", ANY),
    may("choices", Is::Texts),
    may("variables", Is::Map(INPUT)),
];

const TRANSPORT: &[Field] = &[
    must("type", ANY),
    may("url", ANY),
    may("headers", Is::List(NAMED_INPUT)),
    may("variables", Is::Map(INPUT)),
];

const PACKAGE: &[Field] = &[
    must("registryType", FULL),
    may("registryBaseUrl", ANY),
    must("identifier", FULL),
    may("version", VERSION),
    may("fileSha256", Is::Text { min: 64, max: 64 }),
    may("runtimeHint", ANY),
    must("transport", Is::Object(TRANSPORT)),
    may("runtimeArguments", Is::List(ARGUMENT)),
    may("packageArguments", Is::List(ARGUMENT)),
    may("environmentVariables", Is::List(NAMED_INPUT)),
];

const ICON: &[Field] = &[
    must("src", Is::Text { min: 1, max: 255 }),
    may("mimeType", Is::OneOf(&["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"])),
    may("sizes", Is::Texts),
    may("theme", Is::OneOf(&["light", "dark"])),
];

const REPOSITORY: &[Field] = &[may("url", ANY), may("source", ANY), may("id", ANY), may("subfolder", ANY)];

const MANIFEST: &[Field] = &[
    must("$schema", FULL),
    must("name", Is::Name),
    must("description", Is::Text { min: 1, max: 100 }),
    may("title", Is::Text { min: 1, max: 100 }),
    may("repository", Is::Object(REPOSITORY)),
    must("version", VERSION),
    may("websiteUrl", ANY),
    may("icons", Is::List(ICON)),
    may("packages", Is::List(PACKAGE)),
    may("remotes", Is::List(TRANSPORT)),
    may("_meta", Is::Meta),
];

/// Every fault of shape, in the order of the format.
pub(super) fn faults(manifest: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    object(manifest, MANIFEST, "body", &mut faults);
    faults
}

/// A member by its key, letter case aside: that is how the registry decodes.
pub(super) fn member<'value>(object: &'value Map<String, Value>, key: &str) -> Option<&'value Value> {
    object
        .get(key)
        .or_else(|| object.iter().find(|(found, _)| found.eq_ignore_ascii_case(key)).map(|(_, value)| value))
}

fn object(value: &Value, fields: &[Field], at: &str, faults: &mut Vec<Fault>) {
    let Some(members) = value.as_object() else {
        faults.push(Fault::at(at, "expected object", value));
        return;
    };
    for field in fields {
        match member(members, field.key) {
            None | Some(Value::Null) if field.required => {
                let message = format!("expected required property {} to be present", field.key);
                faults.push(Fault::at(at, message, value));
            }
            None | Some(Value::Null) => {}
            Some(inner) => check(inner, field.is, &format!("{at}.{}", field.key), faults),
        }
    }
    for key in members.keys().filter(|key| !fields.iter().any(|field| field.key.eq_ignore_ascii_case(key))) {
        faults.push(Fault::at(format!("{at}.{key}"), "unexpected property", value));
    }
}

fn check(value: &Value, is: Is, at: &str, faults: &mut Vec<Fault>) {
    match is {
        Is::Text { min, max } => text(value, min, max, at, faults),
        Is::Name => {
            text(value, 3, 200, at, faults);
            if value.as_str().is_some_and(|name| !is_name_shaped(name)) {
                let message = "expected string to match pattern ^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$";
                faults.push(Fault::at(at, message, value));
            }
        }
        Is::OneOf(words) => {
            if !value.as_str().is_some_and(|word| words.contains(&word)) {
                let message = format!("expected value to be one of \"{}\"", words.join(", "));
                faults.push(Fault::at(at, message, value));
            }
        }
        Is::Flag if value.is_boolean() => {}
        Is::Flag => faults.push(Fault::at(at, "expected boolean", value)),
        Is::Object(fields) => object(value, fields, at, faults),
        Is::List(fields) => each(value, at, faults, |inner, at, faults| object(inner, fields, at, faults)),
        Is::Texts => each(value, at, faults, |inner, at, faults| text(inner, 0, usize::MAX, at, faults)),
        Is::Map(fields) => match value.as_object() {
            Some(members) => {
                for (key, inner) in members {
                    object(inner, fields, &format!("{at}.{key}"), faults);
                }
            }
            None => faults.push(Fault::at(at, "expected object", value)),
        },
        Is::Meta => match value.as_object() {
            Some(members) => {
                for key in members.keys().filter(|key| *key != PUBLISHER_BLOCK) {
                    faults.push(Fault::at(format!("{at}.{key}"), "unexpected property", value));
                }
            }
            None => faults.push(Fault::at(at, "expected object", value)),
        },
    }
}

fn each(value: &Value, at: &str, faults: &mut Vec<Fault>, check: impl Fn(&Value, &str, &mut Vec<Fault>)) {
    match value.as_array() {
        Some(items) => {
            for (index, item) in items.iter().enumerate() {
                check(item, &format!("{at}[{index}]"), faults);
            }
        }
        None => faults.push(Fault::at(at, "expected array", value)),
    }
}

fn text(value: &Value, min: usize, max: usize, at: &str, faults: &mut Vec<Fault>) {
    let Some(text) = value.as_str() else {
        faults.push(Fault::at(at, "expected string", value));
        return;
    };
    let len = text.chars().count();
    if len < min {
        faults.push(Fault::at(at, format!("expected length >= {min}"), value));
    }
    if len > max {
        faults.push(Fault::at(at, format!("expected length <= {max}"), value));
    }
}

fn is_name_shaped(name: &str) -> bool {
    let part = |part: &str, more: &[u8]| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte))
    };
    name.split_once('/').is_some_and(|(namespace, server)| part(namespace, b".-") && part(server, b"._-"))
}

//! The file as a whole: syntax, types and keys.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::diagnostic::{Fix, Place};
use crate::manifest::document::{Member, Node, Span, Value};
use crate::manifest::shape::{Kind, MANIFEST, OFFICIAL_BLOCK, PUBLISHER_BLOCK, RENAMED, Shape};
use crate::manifest::view::escape;

/// The bytes are not JSON: a trailing comma, a comment, a byte-order mark, a text cut short, or bytes that are not UTF-8.
pub(super) static JSON_UNREADABLE: Rule = Rule {
    id: "json-unreadable",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "(file)",
    since: "all",
    what: "The bytes are not JSON: a trailing comma, a comment, a byte-order mark, a text cut short, or bytes that are not UTF-8.",
    why: "The publisher tool stops before it sends anything, so no other rule can be judged.",
    example: r#"{"name": "com.example/weather",}"#,
    repair: "Write strict JSON (RFC 8259): no comments, no trailing commas, no byte-order mark.",
    source: "client publish",
};

/// The document is JSON, but not an object.
pub(super) static TOP_LEVEL_NOT_OBJECT: Rule = Rule {
    id: "top-level-not-object",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "(file)",
    since: "all",
    what: "The document is JSON, but not an object.",
    why: "Every field of the format is a key of one object at the top.",
    example: "[]",
    repair: "Wrap the fields in `{` and `}`.",
    source: "client publish",
};

/// A known field holds another JSON type than the format gives it.
pub(super) static FIELD_TYPE_WRONG: Rule = Rule {
    id: "field-type-wrong",
    severity: Severity::Error,
    layer: Layer::Schema,
    at: "any known field",
    since: "all",
    what: "A known field holds another JSON type than the format gives it.",
    why: "The publisher tool decodes into typed fields and stops at the first that does not fit. Even numbers and booleans in `value`, `default` and `choices` are written as strings.",
    example: r#"{"remotes": {"type": "sse", "url": "https://mcp.example.com/sse"}}"#,
    repair: "Give the field the type that the message names.",
    source: "registry#694; containers/kubernetes-mcp-server#701",
};

/// A key that the format does not know: a misspelling, or an extra such as `license`, `tags` or `author`.
pub(super) static FIELD_UNKNOWN: Rule = Rule {
    id: "field-unknown",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "any object except publisher-provided and maps keyed by variable name",
    since: "2025-10-11 (a closed object only for packages before)",
    what: "A key that the format does not know: a misspelling, or an extra such as `license`, `tags` or `author`.",
    why: "The publisher tool drops it without a word, and a direct POST of the file is refused, so what it says reaches nobody.",
    example: r#"{"license": "MIT"}"#,
    repair: "Remove it, correct its spelling, or keep it under `_meta` in the publisher's own block.",
    source: "msaad00/agent-bom#320; registry#550",
};

/// A key in the `snake_case` spelling of the first schema.
pub(super) static FIELD_SNAKE_CASE: Rule = Rule {
    id: "field-snake-case",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "any object",
    since: "2025-09-16",
    what: "A key in the snake_case spelling of the first schema.",
    why: "All keys became camelCase on 2025-09-16. The old spelling is an unknown key today: its value is lost, and a required field counts as missing.",
    example: r#"{"website_url": "https://example.com"}"#,
    repair: "Rename the key to its camelCase form; `--fix` does it.",
    source: "registry#523; registry#533; registry#550; registry#741; txn2/kubefwd#470",
};

/// A key that differs from a known one in letter case alone.
pub(super) static FIELD_CASE_DIFFERS: Rule = Rule {
    id: "field-case-differs",
    severity: Severity::Note,
    layer: Layer::Advice,
    at: "any object",
    since: "v1.7.8",
    what: "A key that differs from a known one in letter case alone.",
    why: "The registry matches it without regard to case and stores the right spelling; editors that know the schema and other readers ignore it.",
    example: r#"{"websiteURL": "https://example.com"}"#,
    repair: "Write the key as the format spells it; `--fix` does it.",
    source: "registry shape check; client decoding",
};

/// A key stands twice in one object.
pub(super) static FIELD_REPEATED: Rule = Rule {
    id: "field-repeated",
    severity: Severity::Warning,
    layer: Layer::Advice,
    at: "any object",
    since: "n/a",
    what: "A key stands twice in one object.",
    why: "JSON leaves open which of the two counts (RFC 8259 section 4). The registry takes the last, other readers take the first or refuse the file.",
    example: r#"{"name": "com.example/a", "name": "com.example/b"}"#,
    repair: "Keep one of them.",
    source: "RFC 8259 section 4",
};

/// `status` is a key of the file.
pub(super) static STATUS_IN_MANIFEST: Rule = Rule {
    id: "status-in-manifest",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/status",
    since: "2025-09-29",
    what: "`status` is a key of the file.",
    why: "It left the file on 2025-09-29: the registry keeps it. The publisher tool drops the key, so it deprecates nothing, and a direct POST is refused.",
    example: r#"{"status": "deprecated"}"#,
    repair: "Remove it, and change the status with the registry's status call.",
    source: "server-json CHANGELOG",
};

/// A text that is no JSON.
pub fn unreadable(message: String, span: Span, out: &mut Findings) {
    let bom = message.contains("byte-order mark");
    let found = out.report(&JSON_UNREADABLE, Place { pointer: String::new(), span }, message);
    if bom {
        found.fix = Some(Fix { span, replacement: String::new() });
    }
}

/// The shape of the whole file.
pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let root = &manifest.document.root;
    if !matches!(root.value, Value::Object(_)) {
        let place = Place { pointer: String::new(), span: root.span };
        out.report(
            &TOP_LEVEL_NOT_OBJECT,
            place,
            format!("the document is {}, not an object", root.value.kind()),
        );
        return;
    }
    walk(root, Shape::Object(&MANIFEST), &mut Vec::new(), out);
}

/// One step from an object or array to what is in it.
enum Step<'d> {
    Key(&'d str),
    Index(usize),
}

fn pointer(path: &[Step<'_>]) -> String {
    let mut out = String::new();
    for step in path {
        out.push('/');
        match step {
            Step::Key(key) => out.push_str(&escape(key)),
            Step::Index(index) => out.push_str(&index.to_string()),
        }
    }
    out
}

/// Compares a value with the shape it should have. The depth is that of the format, not of the file.
fn walk<'d>(node: &'d Node<'d>, shape: Shape, path: &mut Vec<Step<'d>>, out: &mut Findings) {
    match (&node.value, shape) {
        (Value::Null, _)
        | (Value::Text(_), Shape::Text)
        | (Value::Bool(_), Shape::Flag)
        | (Value::Object(_), Shape::Free) => {}
        (Value::List(nodes), Shape::List(inner)) => {
            for (index, node) in nodes.iter().enumerate() {
                path.push(Step::Index(index));
                walk(node, *inner, path, out);
                path.pop();
            }
        }
        (Value::Object(members), Shape::Map(inner)) => {
            repeated(members, false, path, out);
            for member in members {
                path.push(Step::Key(&member.key));
                walk(&member.node, *inner, path, out);
                path.pop();
            }
        }
        (Value::Object(members), Shape::Object(kind)) => {
            repeated(members, true, path, out);
            for member in members {
                path.push(Step::Key(&member.key));
                key(member, members, kind, path, out);
                path.pop();
            }
        }
        (value, _) => {
            let place = Place { pointer: pointer(path), span: node.span };
            let what = match path.last() {
                Some(Step::Key(key)) => format!("`{key}`"),
                _ => "this".to_owned(),
            };
            let found = out.report(
                &FIELD_TYPE_WRONG,
                place,
                format!("{what} must be {}, not {}", shape.wanted(), value.kind()),
            );
            found.repair = match (value, shape) {
                (Value::Object(_), Shape::List(_)) => Some(
                    "Put the object into an array, `[` before and `]` after it; a lone one too.".to_owned(),
                ),
                (Value::Number(_) | Value::Bool(_), Shape::Text) => {
                    Some("Put it in double quotes.".to_owned())
                }
                (Value::Text(text), Shape::Flag) if text == "true" || text == "false" => {
                    Some("Remove the quotes.".to_owned())
                }
                _ => None,
            };
        }
    }
}

/// One key of a closed object.
fn key<'d>(
    member: &'d Member<'d>,
    siblings: &[Member<'d>],
    kind: &'static Kind,
    path: &mut Vec<Step<'d>>,
    out: &mut Findings,
) {
    let name: &str = &member.key;
    let place = |path: &[Step<'_>]| Place { pointer: pointer(path), span: member.key_span };
    let rename = |to: &str| Fix { span: member.key_span, replacement: format!("\"{to}\"") };
    // An object with more keys than this is not worth repairing, and looking through it for each of them costs the square.
    let few = siblings.len() <= 256;
    let spelt = |word: &str| siblings.iter().filter(|other| other.key.eq_ignore_ascii_case(word)).count();
    // Of two keys that mean the same only their author knows which one is right.
    let certain = |to: &str, spellings: usize| few && spelt(name) == 1 && spelt(to) == spellings;
    if let Some((_, shape)) = kind.fields.iter().find(|(field, _)| *field == name) {
        walk(&member.node, *shape, path, out);
    } else if let Some((field, shape)) =
        kind.fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name))
    {
        let found = out.report(&FIELD_CASE_DIFFERS, place(path), format!("`{name}` is spelt `{field}`"));
        found.fix = certain(field, 1).then(|| rename(field));
        walk(&member.node, *shape, path, out);
    } else if let Some((_, camel)) = RENAMED.iter().find(|(snake, _)| *snake == name) {
        let found = out.report(
            &FIELD_SNAKE_CASE,
            place(path),
            format!("`{name}` is the old spelling of `{camel}`; its value is lost"),
        );
        let known = kind.fields.iter().any(|(field, _)| field == camel);
        found.fix = (known && certain(camel, 0)).then(|| rename(camel));
    } else if std::ptr::eq(kind, &raw const MANIFEST) && name == "status" {
        out.report(&STATUS_IN_MANIFEST, place(path), "`status` does not belong into the file");
    } else if kind.name == "_meta" {
        if name == OFFICIAL_BLOCK {
            out.report(
                &super::meta::META_OFFICIAL_IN_MANIFEST,
                place(path),
                "this block is the registry's own",
            );
        } else {
            out.report(
                &super::meta::META_KEY_UNKNOWN,
                place(path),
                format!("`_meta` takes no key but `{PUBLISHER_BLOCK}`"),
            );
        }
    } else {
        let found = out.report(&FIELD_UNKNOWN, place(path), format!("{} has no field `{name}`", kind.name));
        found.repair =
            meant(name, kind).map(|field| format!("Write `{field}`, if that is meant; otherwise remove it."));
    }
}

/// What an unknown key was probably meant to be: an old or neighbouring format's word, or the only field one typing
/// mistake away.
fn meant(name: &str, kind: &Kind) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        ("homepage", "websiteUrl"),
        ("website", "websiteUrl"),
        ("displayName", "title"),
        ("transportType", "type"),
        ("transport_type", "type"),
        ("version_detail", "version"),
        ("registry_name", "registryType"),
        ("registry", "registryType"),
        ("name", "identifier"),
        ("sha256", "fileSha256"),
        ("file_hashes", "fileSha256"),
        ("env", "environmentVariables"),
        ("args", "packageArguments"),
        ("required", "isRequired"),
        ("secret", "isSecret"),
        ("package", "packages"),
        ("remote", "remotes"),
        ("icon", "icons"),
    ];
    let known = |word: &str| kind.fields.iter().map(|(field, _)| *field).find(|field| *field == word);
    let word = WORDS.iter().find(|(wrong, _)| *wrong == name).and_then(|(_, right)| known(right));
    word.or_else(|| kind.fields.iter().map(|(field, _)| *field).find(|field| one_mistake(name, field)))
}

/// Whether two words differ by one letter more, less or other.
fn one_mistake(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < 4 || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short.as_bytes()[same..], &long.as_bytes()[same..]);
    if short.len() == long.len() { short.get(1..) == long.get(1..) } else { short == &long[1..] }
}

/// Keys that stand twice in one object.
fn repeated<'d>(members: &'d [Member<'d>], fold_case: bool, path: &mut Vec<Step<'d>>, out: &mut Findings) {
    let mut seen = std::collections::HashMap::new();
    for member in members {
        let name = if fold_case { member.key.to_ascii_lowercase() } else { member.key.to_string() };
        if let Some(first) = seen.insert(name, member) {
            let first: &Member<'_> = first;
            path.push(Step::Key(&member.key));
            let place = Place { pointer: pointer(path), span: member.key_span };
            let other = Place { pointer: place.pointer.clone(), span: first.key_span };
            let found = out.report(&FIELD_REPEATED, place, format!("`{}` stands here twice", member.key));
            found.other = Some((other, "first here; the registry takes the last".to_owned()));
            path.pop();
        }
    }
}

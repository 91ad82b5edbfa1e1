//! `_meta`.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::manifest::document::{Member, Node, Value};
use crate::manifest::shape::PUBLISHER_BLOCK;

/// A key of `_meta` other than the publisher's own block.
pub(super) static META_KEY_UNKNOWN: Rule = Rule {
    id: "meta-key-unknown",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/_meta/*",
    since: "2025-10",
    what: "A key of `_meta` other than the publisher's own block.",
    why: "The publisher tool drops it, a direct POST is refused.",
    example: r#"{"_meta": {"tools": ["forecast"]}}"#,
    repair: "Move it into `io.modelcontextprotocol.registry/publisher-provided`.",
    source: "msaad00/agent-bom#320",
};

/// The registry's own block is copied into the file.
pub(super) static META_OFFICIAL_IN_MANIFEST: Rule = Rule {
    id: "meta-official-in-manifest",
    severity: Severity::Warning,
    layer: Layer::Schema,
    at: "/_meta/io.modelcontextprotocol.registry~1official",
    since: "2025-09-29",
    what: "The registry's own block is copied into the file.",
    why: "It is the registry that writes it, and it is never taken over from a file.",
    example: r#"{"_meta": {"io.modelcontextprotocol.registry/official": {"isLatest": true}}}"#,
    repair: "Remove it.",
    source: "server-json CHANGELOG",
};

/// The publisher's own block has more than 4096 bytes as compact JSON.
pub(super) static META_TOO_LARGE: Rule = Rule {
    id: "meta-too-large",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/_meta/io.modelcontextprotocol.registry~1publisher-provided",
    since: "2025-10",
    what: "The publisher's own block has more than 4096 bytes as compact JSON.",
    why: "The registry refuses it with 400, after the shape and permission checks. `<`, `>` and `&` count six bytes each.",
    example: r#"{"_meta": {"io.modelcontextprotocol.registry/publisher-provided": {"notes": "…"}}}"#,
    repair: "Shorten it, and link to the rest.",
    source: "registry internal/validators/validators.go",
};

/// The most bytes of the publisher's block as compact JSON (the registry's `validators.go`).
const MAX_BYTES: usize = 4096;

/// The unknown keys are found with the shape of the file; here is the size alone.
pub(super) fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    let Some(meta) = manifest.top.object("_meta") else { return };
    let block = meta.field(PUBLISHER_BLOCK);
    let Some(node) = block.node() else { return };
    let bytes = compact(node);
    if bytes > MAX_BYTES {
        let message = format!("the block has {bytes} bytes as compact JSON, at most {MAX_BYTES} are allowed");
        out.report(&META_TOO_LARGE, block.place(), message);
    }
}

/// The bytes of a value as the registry writes it: compact, `<`, `>` and `&` escaped, the last of two equal keys kept.
fn compact(node: &Node<'_>) -> usize {
    match &node.value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(text) => number(text),
        Value::Text(text) => string(text),
        Value::List(nodes) => 2 + nodes.len().saturating_sub(1) + nodes.iter().map(compact).sum::<usize>(),
        Value::Object(members) => {
            let last: std::collections::BTreeMap<&str, &Member<'_>> =
                members.iter().map(|member| (member.key.as_ref(), member)).collect();
            let inner: usize = last.iter().map(|(key, member)| string(key) + 1 + compact(&member.node)).sum();
            2 + last.len().saturating_sub(1) + inner
        }
    }
}

fn string(text: &str) -> usize {
    let escaped = |c: char| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => 6,
        c if c < ' ' => 6,
        c => c.len_utf8(),
    };
    2 + text.chars().map(escaped).sum::<usize>()
}

/// Numbers become 64-bit floats on the way and are written in their shortest form, with an exponent only where it is
/// very small or very large.
fn number(text: &str) -> usize {
    let Ok(value) = text.parse::<f64>() else { return text.len() };
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e21).contains(&size) {
        // `1e21` is written `1e+21`; of a negative exponent below ten the leading zero is cut.
        return format!("{value:e}").len() + usize::from(size >= 1.0);
    }
    format!("{value}").len()
}

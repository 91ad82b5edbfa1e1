//! tools/list as data: pages, names, schemas. No tool is ever called.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::Ask;
use super::super::check::{Check, Ruling, Unheld, not_applicable, not_observed};
use super::super::secrets::quote;
use super::super::seen::{At, Seen, over};
use super::handshake::shown;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "tools.list",
        requirement: "tools.list",
        expected: "a result with an array `tools`",
        asks: ASKS,
        judge: |seen| {
            let pages = pages(seen)?;
            over(pages, none, |at| {
                let listed =
                    at.reply.good().is_some_and(|page| page.get("tools").is_some_and(Value::is_array));
                (!listed).then(|| at.reply.said())
            })
        },
    },
    Check {
        name: "tools.entry",
        requirement: "tools.entry",
        expected: "every entry is an object with a `name` and an `inputSchema`",
        asks: ASKS,
        judge: |seen| {
            every_tool(seen, |tool| {
                let named = tool.get("name").and_then(Value::as_str).is_some_and(|name| !name.is_empty());
                if !named {
                    return Some(format!("an entry without a name: {}", shown(Some(tool))));
                }
                let schema = tool.get("inputSchema");
                let is_object = schema.is_some_and(Value::is_object);
                (!is_object).then(|| format!("`inputSchema` of {} is {}", name(tool), shown(schema)))
            })
        },
    },
    Check {
        name: "tools.schema-type",
        requirement: "tools.schema-type",
        expected: "the root of every `inputSchema` has `\"type\": \"object\"`",
        asks: ASKS,
        judge: |seen| {
            every_tool(seen, |tool| {
                let kind = tool.get("inputSchema").filter(|schema| schema.is_object())?.get("type");
                (kind != Some(&Value::from("object")))
                    .then(|| format!("`inputSchema.type` of {} is {}", name(tool), shown(kind)))
            })
        },
    },
    Check {
        name: "tools.schema-members",
        requirement: "tools.schema-members",
        expected: "`properties` is an object and `required` an array of strings",
        asks: ASKS,
        judge: |seen| every_tool(seen, |tool| odd_schema(tool, "inputSchema")),
    },
    Check {
        name: "tools.output-schema",
        requirement: "tools.output-schema",
        expected: "an `outputSchema`, where there is one, is an object whose root has `\"type\": \"object\"`",
        asks: ASKS,
        judge: |seen| {
            every_tool(seen, |tool| {
                let schema = tool.get("outputSchema")?;
                let fits = schema.get("type") == Some(&Value::from("object"));
                if fits {
                    odd_schema(tool, "outputSchema")
                } else {
                    Some(format!("`outputSchema` of {} is {}", name(tool), shown(Some(schema))))
                }
            })
        },
    },
    Check {
        name: "tools.annotations",
        requirement: "tools.annotations",
        expected: "`annotations`, where there are some: hints are booleans, the title is a string",
        asks: ASKS,
        judge: |seen| every_tool(seen, odd_annotations),
    },
    Check {
        name: "tools.name-characters",
        requirement: "tools.name-characters",
        expected: "1 to 128 characters out of A-Z a-z 0-9 _ - .",
        asks: ASKS,
        judge: |seen| {
            every_tool(seen, |tool| {
                let text = tool.get("name")?.as_str()?;
                let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
                let fits = (1..=128).contains(&text.len()) && text.bytes().all(plain);
                (!fits).then(|| format!("a tool is named {}", name(tool)))
            })
        },
    },
    Check {
        name: "tools.name-unique",
        requirement: "tools.name-unique",
        expected: "no name comes twice",
        asks: ASKS,
        judge: |seen| {
            let mut known = BTreeSet::new();
            every_tool(seen, |tool| {
                let text = tool.get("name")?.as_str()?;
                (!known.insert(text)).then(|| format!("{} comes twice", name(tool)))
            })
        },
    },
    Check {
        name: "tools.cursor",
        requirement: "tools.cursor",
        expected: "`nextCursor` is a string, or is not there",
        asks: ASKS,
        judge: |seen| {
            let pages = pages(seen)?;
            over(pages, none, |at| {
                let cursor = at.reply.good()?.get("nextCursor")?;
                (!cursor.is_string()).then(|| format!("`nextCursor` is {}", shown(Some(cursor))))
            })
        },
    },
    Check {
        name: "tools.cursor-repeats",
        requirement: "tools.cursor-repeats",
        expected: "no cursor comes twice",
        asks: ASKS,
        judge: |seen| {
            let pages: Vec<At<'_>> = pages(seen)?.collect();
            let mut known = BTreeSet::new();
            if !pages.iter().any(|at| cursor(*at).is_some()) {
                return Err(not_applicable("the server never gave a cursor"));
            }
            over(pages, none, |at| {
                let cursor = cursor(at)?;
                (!known.insert(cursor)).then(|| format!("the cursor `{}` comes twice", quote(cursor, 60)))
            })
        },
    },
    Check {
        name: "tools.invalid-cursor",
        requirement: "tools.invalid-cursor",
        expected: "the error -32602 to a cursor that was never given out",
        asks: &[Ask::InvalidCursor, Ask::ToolsList],
        judge: |seen| {
            let at = seen.opened(Ask::InvalidCursor)?;
            at.holds(at.reply.error_code() == Some(-32602))
        },
    },
];

const ASKS: &[Ask] = &[Ask::ToolsList, Ask::ModernToolsList];

fn none() -> Unheld {
    not_observed("there is no list")
}

/// The pages of the list: those of the handshake era, or the first at 2026-07-28 alone.
fn pages(seen: &Seen) -> Result<impl Iterator<Item = At<'_>>, Unheld> {
    let modern = !seen.is_open() && seen.is_modern();
    let ask = if modern { Ask::ModernToolsList } else { Ask::ToolsList };
    if !modern {
        let (_, result) = seen.opening()?;
        let declared = result.get("capabilities").is_some_and(|it| it.get("tools").is_some());
        let listed = seen.first(ask).is_some_and(|at| at.reply.good().is_some());
        if !declared && !listed {
            return Err(not_applicable("the server declares no tools"));
        }
    }
    let first = seen.need(ask)?;
    if matches!(first.reply.status(), 401 | 403) {
        return Err(not_observed(format!("tools/list wants a login (HTTP {})", first.reply.status())));
    }
    Ok(seen.all(ask).take(if modern { 1 } else { usize::MAX }))
}

/// Over all tools of all pages; a tool says what it misses.
fn every_tool<'a>(seen: &'a Seen, mut missed: impl FnMut(&'a Value) -> Option<String>) -> Ruling<'a> {
    let has_tools = |at: &At<'a>| tools(*at).next().is_some();
    let pages = pages(seen)?.filter(has_tools);
    over(pages, || not_observed("no tool was listed"), |at| tools(at).find_map(&mut missed))
}

fn tools(at: At<'_>) -> impl Iterator<Item = &Value> {
    at.reply.good().and_then(|page| page.get("tools")?.as_array()).into_iter().flatten()
}

fn cursor(at: At<'_>) -> Option<&str> {
    at.reply.good()?.get("nextCursor")?.as_str()
}

/// A tool's name as it is shown.
fn name(tool: &Value) -> String {
    match tool.get("name").and_then(Value::as_str) {
        Some(name) => format!("`{}`", quote(name, 60)),
        None => "a tool without a name".to_owned(),
    }
}

fn odd_schema(tool: &Value, key: &str) -> Option<String> {
    let schema = tool.get(key).filter(|schema| schema.is_object())?;
    let odd = |member: &str, fits: &dyn Fn(&Value) -> bool| {
        let value = schema.get(member).filter(|value| !fits(value))?;
        Some(format!("`{key}.{member}` of {} is {}", name(tool), shown(Some(value))))
    };
    let strings = |value: &Value| value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    odd("properties", &Value::is_object).or_else(|| odd("required", &strings))
}

/// The hints of ToolAnnotations, all booleans.
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

fn odd_annotations(tool: &Value) -> Option<String> {
    let annotations = tool.get("annotations")?;
    let said =
        |key: &str, value: &Value| Some(format!("`{key}` of {} is {}", name(tool), shown(Some(value))));
    let Some(members) = annotations.as_object() else { return said("annotations", annotations) };
    members.iter().find_map(|(key, value)| {
        let hint = HINTS.contains(&key.as_str()) && !value.is_boolean();
        let title = key == "title" && !value.is_string();
        if hint || title { said(&format!("annotations.{key}"), value) } else { None }
    })
}

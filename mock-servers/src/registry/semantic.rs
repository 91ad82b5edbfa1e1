//! Step 4 of a publish, and the validate call: the rules behind the shape. Of the registry's many, those that
//! publishers run into: the schema, the name, a version that is `latest`, the repository, the address of a remote.

use serde::Serialize;
use serde_json::{Map, Value};

use super::shape::member;

/// The dates of the schemas that are accepted.
const SCHEMAS: [&str; 6] =
    ["2025-07-09", "2025-09-16", "2025-09-29", "2025-10-11", "2025-10-17", "2025-12-11"];

/// One broken rule, as the validate call tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Issue {
    #[serde(rename = "type")]
    kind: &'static str,
    path: String,
    message: String,
    pub(super) severity: &'static str,
    pub(super) reference: &'static str,
}

fn error(path: impl Into<String>, reference: &'static str, message: impl Into<String>) -> Issue {
    Issue { kind: "semantic", path: path.into(), message: message.into(), severity: "error", reference }
}

/// Every issue of a well-shaped manifest. None of weight error: publishing goes on.
pub(super) fn issues(manifest: &Map<String, Value>) -> Vec<Issue> {
    let mut issues = Vec::new();
    issues.extend(schema(text(manifest, "$schema")));
    issues.extend(name(text(manifest, "name")));
    let reserved = |path: String| error(path, "reserved-version-string", "version 'latest' is reserved");
    if text(manifest, "version") == "latest" {
        issues.push(reserved("version".to_owned()));
    }
    let packages = list(manifest, "packages").enumerate();
    let latest = packages.filter(|(_, package)| text(package, "version") == "latest");
    issues.extend(latest.map(|(index, _)| reserved(format!("packages[{index}].version"))));
    if let Some(Value::Object(object)) = member(manifest, "repository") {
        issues.extend(repository(text(object, "url"), text(object, "source")));
    }
    for (index, entry) in list(manifest, "remotes").enumerate() {
        issues.extend(remote(index, text(entry, "type"), text(entry, "url")));
    }
    issues
}

/// A member that is a string; empty where there is none.
pub(super) fn text<'value>(object: &'value Map<String, Value>, key: &str) -> &'value str {
    member(object, key).and_then(Value::as_str).unwrap_or_default()
}

/// The objects of a member that is a list.
pub(super) fn list<'value>(
    object: &'value Map<String, Value>,
    key: &str,
) -> impl Iterator<Item = &'value Map<String, Value>> {
    member(object, key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

fn schema(address: &str) -> Option<Issue> {
    let version = address
        .split("/schemas/")
        .skip(1)
        .find_map(|rest| rest.split_once("/server.schema.json").map(|(version, _)| version))
        .filter(|version| {
            version.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_~.-".contains(&byte))
        });
    match version {
        None => {
            Some(error("schema", "schema-version-extraction-error", "failed to extract the schema version"))
        }
        Some(version) if SCHEMAS[..5].contains(&version) => Some(Issue {
            severity: "warning",
            ..error(
                "schema",
                "schema-version-deprecated",
                format!("schema version {version} is not the current version"),
            )
        }),
        Some(version) if !SCHEMAS.contains(&version) => Some(error(
            "schema",
            "schema-version-not-available",
            format!("schema version {version} is not available"),
        )),
        Some(_) => None,
    }
}

fn name(name: &str) -> Option<Issue> {
    let wrong = |message: &str| Some(error("name", "invalid-server-name", message));
    let part = |text: &str, more: &[u8]| {
        let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        text.len() >= 2
            && edge(text.as_bytes().first())
            && edge(text.as_bytes().last())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte))
    };
    let Some((namespace, server)) = name.split_once('/') else {
        return wrong("server name must be in format 'dns-namespace/name'");
    };
    if server.contains('/') {
        return wrong("server name cannot contain multiple slashes");
    }
    if !part(namespace, b".-") {
        return wrong("server name namespace part is invalid");
    }
    if part(server, b"._-") { None } else { wrong("server name part is invalid") }
}

fn repository(url: &str, source: &str) -> Option<Issue> {
    if url.is_empty() && source.is_empty() {
        return None;
    }
    let wrong =
        || Some(error("repository", "invalid-repository-url", format!("invalid repository URL: {url}")));
    let host = match source {
        "github" => "github.com",
        "gitlab" => "gitlab.com",
        _ => return wrong(),
    };
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return wrong();
    };
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let Some(path) = rest.strip_prefix(host).and_then(|rest| rest.strip_prefix('/')) else { return wrong() };
    let path = path.strip_suffix('/').unwrap_or(path);
    let segment = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
    };
    let two = path.split_once('/').is_some_and(|(owner, project)| segment(owner) && segment(project));
    if two { None } else { wrong() }
}

fn remote(index: usize, kind: &str, url: &str) -> Option<Issue> {
    let path = format!("remotes[{index}]");
    if !matches!(kind, "streamable-http" | "sse") {
        let message = format!("unsupported transport type: {kind}");
        return Some(error(format!("{path}.type"), "unsupported-transport-type", message));
    }
    let host =
        url.strip_prefix("https://").map(|rest| rest.split(['/', ':', '?', '#']).next().unwrap_or(rest));
    match host {
        Some(host)
            if !host.is_empty()
                && host != "localhost"
                && !host.ends_with(".localhost")
                && host != "127.0.0.1" =>
        {
            None
        }
        _ => Some(error(format!("{path}.url"), "invalid-remote-url", format!("invalid remote URL: {url}"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::issues;

    #[track_caller]
    fn check(change: &Value, references: &[&str]) {
        let mut manifest = json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
            "name": "com.example/weather", "description": "d", "version": "1.0.0",
        });
        let manifest = manifest.as_object_mut().unwrap();
        manifest.extend(change.as_object().unwrap().clone());
        let found: Vec<_> = issues(manifest).into_iter().map(|issue| issue.reference).collect();
        assert_eq!(found, references, "{change}");
    }

    #[test]
    fn each_rule_and_its_twin() {
        check(&json!({}), &[]);
        let schema =
            |version: &str| json!({"$schema": format!("https://a/schemas/{version}/server.schema.json")});
        check(&schema("2025-09-29"), &["schema-version-deprecated"]);
        check(&schema("draft"), &["schema-version-not-available"]);
        check(&json!({"$schema": "https://a/server.schema.json"}), &["schema-version-extraction-error"]);
        check(&json!({"name": "com.example/w"}), &["invalid-server-name"]);
        check(&json!({"name": "com.example/ww"}), &[]);
        check(&json!({"name": "com.example/a/b"}), &["invalid-server-name"]);
        check(&json!({"version": "latest"}), &["reserved-version-string"]);
        check(&json!({"packages": [{"version": "latest"}]}), &["reserved-version-string"]);
        let repository = |url: &str| json!({"repository": {"url": url, "source": "github"}});
        check(&repository("https://github.com/example/weather"), &[]);
        check(&repository("https://www.github.com/example/weather.git/"), &[]);
        check(&repository("https://github.com/example"), &["invalid-repository-url"]);
        check(&repository("https://github.com/example/weather/tree/main"), &["invalid-repository-url"]);
        check(&repository("https://gitlab.com/example/weather"), &["invalid-repository-url"]);
        check(&json!({"repository": {"url": "https://github.com/a/b"}}), &["invalid-repository-url"]);
        check(&json!({"repository": {}}), &[]);
        let remote = |url: &str| json!({"remotes": [{"type": "sse", "url": url}]});
        check(&remote("https://mcp.example.com/sse"), &[]);
        check(&remote("http://mcp.example.com/sse"), &["invalid-remote-url"]);
        check(&remote("https://localhost:8080/sse"), &["invalid-remote-url"]);
        check(
            &json!({"remotes": [{"type": "http", "url": "https://a.b/"}]}),
            &["unsupported-transport-type"],
        );
    }
}

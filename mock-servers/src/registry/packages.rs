//! Step 6 of a publish: whether the packages are the publisher's own. npm is looked up in what was given as
//! [`Outside`]; of the other types the mock takes any package on trust.

use serde_json::{Map, Value};

use super::outside::Outside;
use super::semantic::{list, text};

/// The host of npm's own registry, its labels in reverse.
const NPM: &str = "org.npmjs.registry";
const ON_TRUST: [&str; 5] = ["pypi", "nuget", "cargo", "oci", "mcpb"];

/// The first package that is refused, in the words of the answer.
pub(super) fn refusal(manifest: &Map<String, Value>, outside: &Outside) -> Option<String> {
    let name = text(manifest, "name");
    list(manifest, "packages").enumerate().find_map(|(index, package)| {
        let identifier = text(package, "identifier");
        let why = match text(package, "registryType") {
            "npm" => npm(name, package, outside)?,
            kind if ON_TRUST.contains(&kind) => return None,
            kind => format!("unsupported registry type: {kind}"),
        };
        Some(format!("registry validation failed for package {index} ({identifier}): {why}"))
    })
}

fn npm(name: &str, package: &Map<String, Value>, outside: &Outside) -> Option<String> {
    let (identifier, version) = (text(package, "identifier"), text(package, "version"));
    if version.is_empty() {
        return Some("package version is required for NPM packages".to_owned());
    }
    if !text(package, "fileSha256").is_empty() {
        return Some("NPM packages must not have 'fileSha256' field".to_owned());
    }
    let base = text(package, "registryBaseUrl");
    let reversed = base.strip_prefix("https://").map(|host| host.rsplit('.').collect::<Vec<_>>().join("."));
    if !base.is_empty() && reversed.as_deref() != Some(NPM) {
        return Some(format!(
            "registry type and base URL do not match: '{base}' is not valid for registry type 'npm'"
        ));
    }
    match outside.npm.get(&(identifier.to_owned(), version.to_owned())) {
        None => Some(format!("NPM package '{identifier}' not found (status: 404)")),
        Some(None) => Some(format!(
            "NPM package '{identifier}' is missing required 'mcpName' field. Add this to your package.json: \"mcpName\": \"{name}\""
        )),
        Some(Some(found)) if found != name => {
            Some(format!("NPM package ownership validation failed. Expected mcpName '{name}', got '{found}'"))
        }
        Some(Some(_)) => None,
    }
}

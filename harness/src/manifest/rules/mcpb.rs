//! Addresses of bundles (`registryType` mcpb).

use super::{Findings, Layer, Rule, Severity};
use crate::manifest::address::Address;
use crate::manifest::diagnostic::Place;

/// The address of a bundle does not parse or is not https.
pub(super) static MCPB_URL_MALFORMED: Rule = Rule {
    id: "mcpb-url-malformed",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-09",
    what: "The address of a bundle does not parse or is not https.",
    why: "Clients download it from there.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "http://github.com/example/weather-mcp/releases/download/v1.0.0/weather.mcpb"}]}"#,
    repair: "Write the https address of the release asset.",
    source: "registry internal/validators/registries/mcpb.go",
};

/// A bundle does not lie on github.com or gitlab.com.
pub(super) static MCPB_HOST_UNSUPPORTED: Rule = Rule {
    id: "mcpb-host-unsupported",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-09",
    what: "A bundle does not lie on github.com or gitlab.com.",
    why: "The registry takes bundles from releases on these two alone; a bare name has no host.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "weather-mcp"}]}"#,
    repair: "Attach the bundle to a release and write that address.",
    source: "registry internal/validators/registries/mcpb.go; Servosity/msp-skills#12",
};

/// The address of a bundle is not that of a release asset.
pub(super) static MCPB_NOT_RELEASE_ASSET: Rule = Rule {
    id: "mcpb-not-release-asset",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-09",
    what: "The address of a bundle is not that of a release asset.",
    why: "A file in a branch changes under the same address. A tag with a slash in it cannot be written in this form.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "https://github.com/example/weather-mcp/raw/main/weather.mcpb"}]}"#,
    repair: "Attach the bundle to a release and copy the address of the asset.",
    source: "registry internal/validators/registries/mcpb.go",
};

/// The address of a bundle does not contain `mcp`.
pub(super) static MCPB_URL_WITHOUT_MCP: Rule = Rule {
    id: "mcpb-url-without-mcp",
    severity: Severity::Error,
    layer: Layer::Ownership,
    at: "/packages/*/identifier",
    since: "2025-09",
    what: "The address of a bundle does not contain `mcp`.",
    why: "The registry takes it as a sign that the file is meant for this use.",
    example: r#"{"packages": [{"registryType": "mcpb", "identifier": "https://github.com/example/weather/releases/download/v1.0.0/weather.zip"}]}"#,
    repair: "Name the file `….mcpb`.",
    source: "registry internal/validators/registries/mcpb.go",
};

pub(super) fn check(text: &str, place: Place, out: &mut Findings) {
    let address = match Address::parse(text) {
        Ok(address) => address,
        Err(fault) => {
            out.report(&MCPB_URL_MALFORMED, place, format!("the address {fault}"));
            return;
        }
    };
    let host = address.host.to_ascii_lowercase();
    let forge = host.strip_prefix("www.").unwrap_or(&host);
    if forge != "github.com" && forge != "gitlab.com" {
        let message = match host.as_str() {
            "" => format!("`{text}` is no address: it has no host"),
            host => format!("`{host}` is neither github.com nor gitlab.com"),
        };
        out.report(&MCPB_HOST_UNSUPPORTED, place, message);
        return;
    }
    let asset = if forge == "github.com" { on_github(&address.path) } else { on_gitlab(&address.path) };
    if !asset {
        out.report(&MCPB_NOT_RELEASE_ASSET, place.clone(), "this is not the address of a release asset");
    }
    if address.scheme != "https" {
        out.report(&MCPB_URL_MALFORMED, place.clone(), "the address is not https");
    }
    if !text.to_ascii_lowercase().contains("mcp") {
        out.report(&MCPB_URL_WITHOUT_MCP, place, "the address does not contain `mcp`");
    }
}

/// `/<owner>/<repo>/releases/download/<tag>/<file>`
fn on_github(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let ["", owner, repository, "releases", "download", tag, file] = parts[..] else { return false };
    (1..=39).contains(&owner.len())
        && owner.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && ![repository, tag, file].contains(&"")
}

/// `/<project path>/-/releases/<tag>/downloads/<file>` or `/<project path>/-/package_files/<digits>/download`
fn on_gitlab(path: &str) -> bool {
    let Some((project, behind)) = path.split_once("/-/") else { return false };
    let project =
        project.strip_prefix('/').is_some_and(|project| project.split('/').all(|part| !part.is_empty()));
    let parts: Vec<&str> = behind.split('/').collect();
    let asset = match parts[..] {
        ["releases", tag, "downloads", file] => !tag.is_empty() && !file.is_empty(),
        ["package_files", number, "download"] => {
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        }
        _ => false,
    };
    project && asset
}

//! npm: whether a package and a version are there, and which mark that version carries.

use std::path::Path;

use reqwest::Method;
use serde::Deserialize;
use url::Url;

use super::fetch::{Fetcher, Question, Silence};
use super::npm_config::Places;
use crate::manifest::facts::PackageFact;
use crate::manifest::package_index;
use crate::policy::Reach;

/// The largest description of one version, in bytes. Chosen: one with a long README has some hundred KiB.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The one key of a version's description that counts.
#[derive(Debug, Deserialize)]
struct Version {
    #[serde(rename = "mcpName", default)]
    mcp_name: Option<serde_json::Value>,
}

/// What the index answered, and whom was asked when it was not the official one.
pub(super) async fn look(
    fetcher: &Fetcher,
    places: &Places,
    folder: &Path,
    identifier: &str,
    version: &str,
) -> (Result<PackageFact, Silence>, Option<String>) {
    let configured = places.registry(folder, identifier);
    let official = package_index::base_url("npm").and_then(|base| Url::parse(&base).ok());
    let mut reach = fetcher.reach.clone();
    let (base, told) = match (configured, official) {
        (Some(other), official) if Some(&other.url) != official.as_ref() => {
            // The user's own npm talks to it, wherever it is.
            reach = Reach::local();
            let told = format!(
                "npm package `{identifier}` at {}, which {} says; the registry asks public npm",
                other.url, other.by
            );
            (other.url, Some(told))
        }
        (_, Some(official)) => (official, None),
        (_, None) => return (Err(Silence::Failed("npm has no address".to_owned())), None),
    };
    (ask(fetcher, &reach, &base, identifier, version).await, told)
}

async fn ask(
    fetcher: &Fetcher,
    reach: &Reach,
    base: &Url,
    identifier: &str,
    version: &str,
) -> Result<PackageFact, Silence> {
    let address = |parts: &[&str]| {
        let mut url = base.clone();
        // Pushing encodes the slash of a scoped name, as npm's own client does.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(parts);
        }
        url
    };
    let accept = "application/json";
    let question =
        Question { method: Method::GET, url: address(&[identifier, version]), accept, limit: MAX_BYTES };
    let reply = fetcher.ask_following(question, reach).await?;
    match reply.status {
        200 => {
            let version: Version = serde_json::from_slice(&reply.body).map_err(|error| {
                Silence::Failed(format!("the answer is no description of a version: {error}"))
            })?;
            let mcp_name = version.mcp_name.and_then(|mark| mark.as_str().map(str::to_owned));
            Ok(PackageFact::Npm { package_found: true, version_found: true, mcp_name })
        }
        404 => {
            let question = Question { method: Method::HEAD, url: address(&[identifier]), accept, limit: 0 };
            match fetcher.ask_following(question, reach).await?.status {
                status @ (200 | 404) => Ok(PackageFact::Npm {
                    package_found: status == 200,
                    version_found: false,
                    mcp_name: None,
                }),
                status => Err(Silence::Failed(format!("it answers {status} for the package"))),
            }
        }
        status => Err(Silence::Failed(format!("it answers {status}"))),
    }
}

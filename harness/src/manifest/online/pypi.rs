//! PyPI: whether a project has a version, and what its long description says.

use reqwest::Method;
use serde::Deserialize;
use url::Url;

use super::fetch::{Fetcher, Question, Silence};
use crate::manifest::facts::PackageFact;
use crate::manifest::package_index;

/// The largest description of one version, in bytes. Chosen: the answer also lists every file and known vulnerability.
const MAX_BYTES: usize = 8 * 1024 * 1024;

#[derive(Debug, Deserialize)]
struct Version {
    info: Info,
}

#[derive(Debug, Deserialize)]
struct Info {
    #[serde(default)]
    description: Option<String>,
}

/// What the index answered.
pub(super) async fn look(fetcher: &Fetcher, identifier: &str, version: &str) -> Result<PackageFact, Silence> {
    let base = package_index::base_url("pypi").and_then(|base| Url::parse(&base).ok());
    let mut url = base.ok_or_else(|| Silence::Failed("PyPI has no address".to_owned()))?;
    if let Ok(mut path) = url.path_segments_mut() {
        path.clear().extend(["pypi", identifier, version, "json"]);
    }
    let question = Question { method: Method::GET, url, accept: "application/json", limit: MAX_BYTES };
    let reply = fetcher.ask_following(question, &fetcher.reach).await?;
    match reply.status {
        200 => {
            let version: Version = serde_json::from_slice(&reply.body).map_err(|error| {
                Silence::Failed(format!("the answer is no description of a version: {error}"))
            })?;
            Ok(PackageFact::Pypi { description: Some(version.info.description.unwrap_or_default()) })
        }
        404 => Ok(PackageFact::Pypi { description: None }),
        status => Err(Silence::Failed(format!("it answers {status}"))),
    }
}

//! The facts that a constructed case gives, as facts of the product.

use std::collections::BTreeMap;

use rollcall::manifest::facts::{Facts, PackageFact, Page};
use serde::Deserialize;
use serde_json::Value;

use super::keys::Served;

/// See the words of the data's own description. What a domain serves is read by [`super::keys`].
#[derive(Debug, Default, Deserialize)]
pub(super) struct Given {
    npm: Option<Npm>,
    pypi: Option<Pypi>,
    nuget: Option<Nuget>,
    cargo: Option<Cargo>,
    oci: Option<Oci>,
    mcpb: Option<Mcpb>,
    repository: Option<Repository>,
    registry: Option<Registry>,
    pub(super) package_json: Option<Value>,
    pub(super) proof: Option<Login>,
    pub(super) github: Option<GitHub>,
    pub(super) login: Option<Login>,
    pub(super) key_at: Option<Login>,
    #[serde(flatten)]
    pub(super) served: Served,
}

#[derive(Debug, Deserialize)]
struct Npm {
    package_status: Option<u16>,
    status: u16,
    #[serde(rename = "mcpName")]
    mcp_name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Pypi {
    status: u16,
    #[serde(default)]
    description: String,
}

#[derive(Debug, Deserialize)]
struct Nuget {
    readme_status: u16,
    readme: Option<String>,
    package_found: Option<bool>,
    version_found: Option<bool>,
}

#[derive(Debug, Deserialize)]
struct Cargo {
    readme: String,
}

#[derive(Debug, Deserialize)]
struct Oci {
    status: u16,
    label: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Mcpb {
    head_status: u16,
    location: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Repository {
    status: u16,
}

#[derive(Debug, Deserialize)]
struct Registry {
    #[serde(default)]
    same_version_published: bool,
    remote_url_owner: Option<String>,
    stored_versions: Option<u64>,
}

/// A login by domain.
#[derive(Debug, Deserialize)]
pub(super) struct Login {
    pub(super) method: String,
    pub(super) domain: String,
}

/// A login by GitHub.
#[derive(Debug, Deserialize)]
pub(super) struct GitHub {
    pub(super) login: String,
    #[serde(default)]
    pub(super) orgs: Vec<String>,
}

impl Given {
    /// The facts about this manifest.
    pub(super) fn facts(&self, manifest: &Value) -> Facts {
        let mut facts = Facts::default();
        for (index, package) in manifest["packages"].as_array().into_iter().flatten().enumerate() {
            facts.packages.extend(self.package(package["registryType"].as_str()).map(|fact| (index, fact)));
        }
        facts.repository = self.repository.as_ref().map(|page| match page.status {
            200..=299 => Page::Answers,
            301 | 308 => Page::Moved("https://github.com/example/renamed".to_owned()),
            status => Page::Gone(format!("answers {status}")),
        });
        if let Some(registry) = &self.registry {
            facts.same_version_published = registry.same_version_published;
            facts.stored_versions = registry.stored_versions;
            let urls = manifest["remotes"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|remote| remote["url"].as_str());
            facts.remote_owners = match &registry.remote_url_owner {
                Some(owner) => urls.map(|url| (url.to_owned(), owner.clone())).collect(),
                None => BTreeMap::new(),
            };
        }
        facts
    }

    /// Whether npm has every package of the case at its version; it has where nothing is said.
    pub(super) fn is_on_npm(&self) -> bool {
        self.npm.as_ref().is_none_or(|npm| npm.status == 200)
    }

    /// `mcpName` in the metadata of every npm package of the case: as given, else the right one.
    pub(super) fn mcp_name(&self, right: &str) -> Option<String> {
        match &self.npm {
            None => Some(right.to_owned()),
            Some(npm) => npm.mcp_name.clone().filter(|name| !name.is_empty()),
        }
    }

    /// Whether the same name and version are stored already.
    pub(super) fn is_published(&self) -> bool {
        self.registry.as_ref().is_some_and(|registry| registry.same_version_published)
    }

    /// Whether thousands of versions are stored already.
    pub(super) fn stores_many(&self) -> bool {
        self.registry.as_ref().is_some_and(|registry| registry.stored_versions.is_some())
    }

    /// The name that holds the remote addresses of the case.
    pub(super) fn remote_owner(&self) -> Option<&str> {
        self.registry.as_ref()?.remote_url_owner.as_deref()
    }

    fn package(&self, kind: Option<&str>) -> Option<PackageFact> {
        match kind? {
            "npm" => self.npm.as_ref().map(|fact| PackageFact::Npm {
                package_found: fact.package_status.is_none_or(|status| status == 200),
                version_found: fact.status == 200,
                mcp_name: fact.mcp_name.clone(),
            }),
            "pypi" => self.pypi.as_ref().map(|fact| PackageFact::Pypi {
                description: (fact.status == 200).then(|| fact.description.clone()),
            }),
            "nuget" => self.nuget.as_ref().map(|fact| PackageFact::Nuget {
                version_found: fact.package_found != Some(false) && fact.version_found != Some(false),
                readme: (fact.readme_status == 200).then(|| fact.readme.clone().unwrap_or_default()),
            }),
            "cargo" => self.cargo.as_ref().map(|fact| PackageFact::Cargo { readme: fact.readme.clone() }),
            "oci" => self
                .oci
                .as_ref()
                .map(|fact| PackageFact::Oci { status: fact.status, label: fact.label.clone() }),
            "mcpb" => self.mcpb.as_ref().map(|fact| PackageFact::Mcpb {
                status: fact.head_status,
                location: fact.location.is_some(),
            }),
            _ => None,
        }
    }
}

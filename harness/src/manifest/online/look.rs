//! Asks everything about one manifest, one question after the other.

use std::path::Path;
use std::sync::Arc;

use super::fetch::{Fetcher, Silence};
use super::npm_config::Places;
use super::{npm, pypi, repository};
use crate::manifest::diagnostic::Unchecked;
use crate::manifest::document::{self, Document};
use crate::manifest::facts::Facts;
use crate::manifest::rules::Manifest;
use crate::manifest::view::Object;
use crate::namespace::{Name, Network, NetworkError, NetworkOptions, Proof, look_up};
use crate::policy::Policy;
use crate::probe::resolve::{Overrides, Resolve, ResolverError, SystemResolver};
use crate::probe::{Prober, ProberError};
use crate::target::{Remote, vet_remote};

/// Packages and remotes of one manifest that are asked about. Chosen: the most in a real file seen is 7.
const MAX_LOOK_UPS: usize = 32;

/// Everything that can be asked.
pub struct Outside {
    fetcher: Fetcher,
    prober: Prober,
    network: Network,
    npm: Places,
}

/// The outside cannot be asked at all.
#[derive(Debug, thiserror::Error)]
pub enum OutsideError {
    /// For names.
    #[error(transparent)]
    Resolver(#[from] ResolverError),
    /// For the proof of a namespace.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// For remotes.
    #[error(transparent)]
    Prober(#[from] ProberError),
}

/// What was learnt about one manifest.
#[derive(Debug, Default)]
pub struct Looked {
    /// To be judged.
    pub facts: Facts,
    /// What nobody answered, or nobody here asks.
    pub unchecked: Vec<Unchecked>,
    /// One line for each thing that was looked at.
    pub looked_at: Vec<String>,
}

impl Outside {
    /// Gets ready; nothing is contacted yet.
    ///
    /// # Errors
    /// When the system's resolver configuration or the trusted certificates cannot be used.
    pub fn new(options: NetworkOptions) -> Result<Self, OutsideError> {
        let system: Arc<dyn Resolve> = match options.nameserver {
            Some(server) => Arc::new(SystemResolver::asking(server)?),
            None => Arc::new(SystemResolver::new()?),
        };
        let pairs =
            options.resolve.iter().flat_map(|(host, all)| all.iter().map(move |one| (host.clone(), *one)));
        let resolver: Arc<dyn Resolve> = Arc::new(Overrides::new(pairs, system));
        let roots = Arc::new(options.roots.clone());
        let policy = Policy { reach: options.reach.clone(), ..Policy::default() };
        Ok(Self {
            fetcher: Fetcher {
                resolver: Arc::clone(&resolver),
                tls: crate::trust::client_config(Arc::clone(&roots), &[b"http/1.1"]),
                user_agent: options.user_agent.clone(),
                reach: options.reach.clone(),
            },
            prober: Prober::new(Arc::new(policy), resolver, options.roots.clone())?,
            network: Network::new(options)?,
            npm: Places::of_environment(),
        })
    }

    /// Asks about one manifest. `folder` is where it lies; `proof` is how its author means to log in. Bytes that are no
    /// document give nothing to ask about.
    pub async fn look(&self, bytes: &[u8], folder: &Path, proof: Option<&Proof>) -> Looked {
        let mut looked = Looked::default();
        let Some(text) = document::text(bytes).ok() else { return looked };
        let Ok(document) = Document::parse(text) else { return looked };
        let manifest = Manifest::new(text, &document);
        self.namespace(&manifest, proof, &mut looked).await;
        self.repository(&manifest, &mut looked).await;
        for (count, package) in manifest.packages.iter().enumerate() {
            if count < MAX_LOOK_UPS {
                self.package(package, folder, &mut looked).await;
            } else {
                looked.unasked(
                    "package",
                    &package.pointer,
                    format!("only the first {MAX_LOOK_UPS} are looked up"),
                );
            }
        }
        for (count, remote) in manifest.remotes.iter().enumerate() {
            if count < MAX_LOOK_UPS {
                self.remote(remote, &mut looked).await;
            } else {
                looked.unasked(
                    "remote",
                    &remote.pointer,
                    format!("only the first {MAX_LOOK_UPS} are probed"),
                );
            }
        }
        looked
    }

    async fn namespace(&self, manifest: &Manifest<'_>, proof: Option<&Proof>, looked: &mut Looked) {
        let Some(name) = manifest.name().filter(|name| name.contains('/')) else { return };
        let (report, findings) = look_up(&Name::new(name), proof, None, &self.network).await;
        let silent =
            report.places.iter().find_map(|place| place.unchecked.as_ref().map(|why| (&place.place, why)));
        match (report.proven, silent) {
            (Some(true), _) => {
                looked.looked_at.push(format!("namespace of `{name}`: a key that proves it is served"));
            }
            (Some(false), _) => {
                looked.looked_at.push(format!("namespace of `{name}`: no key that proves it is served"));
            }
            (None, Some((place, why))) => {
                looked.silent("proof of the namespace", "/name", format!("{place}: {why}"));
            }
            (None, None) => {
                let why = "GitHub shows an account at its login only".to_owned();
                looked.unasked("proof of the namespace", "/name", why);
            }
        }
        looked.facts.login = findings;
    }

    async fn repository(&self, manifest: &Manifest<'_>, looked: &mut Looked) {
        let Some(repository) = manifest.top.object("repository") else { return };
        let Some(url) = repository.field("url").filled() else { return };
        if !url.starts_with("https://") && !url.starts_with("http://") {
            return looked.unasked(
                "repository",
                "/repository/url",
                "the address is none that can be asked".to_owned(),
            );
        }
        match repository::look(&self.fetcher, url).await {
            Ok(page) => {
                looked.looked_at.push(format!("repository {url}"));
                looked.facts.repository = Some(page);
            }
            Err(why) => looked.silent("repository", "/repository/url", why.to_string()),
        }
    }

    async fn package(&self, package: &Object<'_>, folder: &Path, looked: &mut Looked) {
        let text = |key| package.field(key).filled();
        let Some(kind) = text("registryType") else { return };
        let Some(identifier) = text("identifier") else { return };
        let what = format!("{kind} package `{identifier}`");
        let version = match (kind, text("version")) {
            ("npm" | "pypi", Some(version)) => version,
            ("npm" | "pypi", None) => {
                return looked.unasked(&what, &package.pointer, "it has no version to look for".to_owned());
            }
            _ => {
                let why = format!("packages of type {kind} are not looked up");
                return looked.unasked(&what, &package.pointer, why);
            }
        };
        let (answer, told): (Result<_, Silence>, _) = if kind == "npm" {
            npm::look(&self.fetcher, &self.npm, folder, identifier, version).await
        } else {
            (pypi::look(&self.fetcher, identifier, version).await, None)
        };
        match answer {
            Ok(fact) => {
                looked.looked_at.push(told.unwrap_or_else(|| format!("{what} {version}")));
                looked.facts.packages.extend(package.index().map(|index| (index, fact)));
            }
            Err(why) => looked.silent(&what, &package.pointer, why.to_string()),
        }
    }

    async fn remote(&self, remote: &Object<'_>, looked: &mut Looked) {
        let (Some(kind), Some(url)) = (remote.field("type").text(), remote.field("url").filled()) else {
            return;
        };
        let what = format!("remote {url}");
        match vet_remote(Remote { kind, url: Some(url), variables: &[] }, None, &self.prober.policy().reach) {
            Err(skip) => looked.unasked(&what, &remote.pointer, format!("not probed: {}", skip.reason)),
            Ok(target) => {
                let record = self.prober.probe(&target).await;
                let verdict = crate::report::text::verdict(&record);
                looked.looked_at.push(format!("{what}: {verdict}"));
                if record.outcome.is_failure() {
                    looked.facts.failed_remotes.extend(remote.index().map(|index| (index, verdict)));
                }
            }
        }
    }
}

impl Looked {
    /// Nobody here asks about this.
    fn unasked(&mut self, what: &str, pointer: &str, why: String) {
        self.push(what, pointer, why, false);
    }

    /// It was asked, and there was no answer that says anything.
    fn silent(&mut self, what: &str, pointer: &str, why: String) {
        self.push(what, pointer, why, true);
    }

    fn push(&mut self, what: &str, pointer: &str, why: String, failed: bool) {
        self.unchecked.push(Unchecked { what: what.to_owned(), pointer: pointer.to_owned(), why, failed });
    }
}

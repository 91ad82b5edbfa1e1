//! What the mock registry answers to the publish of a case, for the rules that it knows.

use std::collections::BTreeMap;

use anyhow::Context as _;
use mock_servers::registry::{Account, KeyAnswer, KeyHost, MockRegistry, Outside};
use rollcall::namespace::{Algorithm, KeyPair, Name, Need};
use serde_json::{Value, json};

use super::case::Case;
use super::given::Login;

/// The rules behind the refusals that the mock registry knows. A case about another rule is published only where the
/// registry takes it, so that the mock refuses nothing that is right.
const KNOWN: &[&str] = &[
    "json-unreadable",
    "top-level-not-object",
    "field-type-wrong",
    "field-unknown",
    "field-snake-case",
    "field-empty-string",
    "status-in-manifest",
    "schema-missing",
    "schema-url-malformed",
    "schema-version-unknown",
    "name-missing",
    "name-too-short",
    "name-too-long",
    "name-slash-missing",
    "name-slash-repeated",
    "name-part-empty",
    "name-namespace-malformed",
    "name-server-part-malformed",
    "namespace-not-covered",
    "namespace-account-case-wrong",
    "namespace-unprovable",
    "domain-malformed",
    "description-missing",
    "description-too-long",
    "title-too-long",
    "version-missing",
    "version-too-long",
    "version-is-latest",
    "repository-incomplete",
    "repository-source-unsupported",
    "repository-url-malformed",
    "icon-src-missing",
    "icon-src-too-long",
    "icon-mime-type-unknown",
    "icon-theme-unknown",
    "remote-url-not-https",
    "remote-url-localhost",
    "package-registry-type-missing",
    "package-registry-type-unsupported",
    "package-identifier-missing",
    "package-transport-missing",
    "input-format-unknown",
    "meta-key-unknown",
    "meta-official-in-manifest",
    "meta-too-large",
    "npm-package-not-found",
    "npm-version-not-found",
    "npm-mcp-name-missing",
    "npm-mcp-name-mismatch",
    "remote-url-taken",
    "version-already-published",
    "login-domain-differs",
    "login-method-differs",
    "argument-type-unknown",
    "field-case-differs",
];

/// How the mock registry's answer differs from the one that the case expects of a direct POST.
pub(super) fn differs(case: &Case) -> Option<String> {
    let expected = case.direct_status()?;
    let known = case.rule.as_deref().is_none_or(|rule| KNOWN.contains(&rule));
    if (!known && expected != 200) || case.given.stores_many() {
        return None;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.context("a runtime").and_then(|runtime| runtime.block_on(publish(case))) {
        Ok((status, _)) if u64::from(status) == expected => None,
        Ok((status, body)) => {
            Some(format!("the publish is answered {expected}, by the mock registry {status}: {body}"))
        }
        Err(why) => Some(format!("the mock registry cannot be asked: {why:#}")),
    }
}

async fn publish(case: &Case) -> anyhow::Result<(u16, Value)> {
    let bytes = case.bytes();
    let manifest: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let registry = MockRegistry::start(Outside { npm: npm(case, &manifest), ..Outside::default() }).await?;
    let anything = registry.token(&["*"]);
    let post = async |token: &str, body: &[u8]| registry.post("/v0/publish", Some(token), body).await;
    if case.given.is_published() {
        post(&anything, &bytes).await;
    }
    if let Some(owner) = case.given.remote_owner() {
        let mut theirs = manifest.clone();
        theirs["name"] = json!(owner);
        theirs["version"] = json!("0.0.1");
        theirs["packages"] = json!([]);
        post(&anything, theirs.to_string().as_bytes()).await;
    }
    let token = match (&case.given.github, case.given.login.as_ref().or(case.given.proof.as_ref())) {
        (Some(github), _) => {
            let account = Account { login: github.login.clone(), organisations: github.orgs.clone() };
            registry.change(|outside| outside.github.extend([("token".to_owned(), account)]));
            let body = json!({"github_token": "token"}).to_string();
            registry.post("/v0/auth/github-at", None, body.as_bytes()).await
        }
        (None, Some(login)) => log_in(&registry, login, case.given.key_at.as_ref().unwrap_or(login)).await?,
        (None, None) => {
            let name = Name::new(manifest["name"].as_str().unwrap_or_default());
            let covering = if name.need() == Need::Unprovable { registry.token(&[]) } else { anything };
            return Ok(post(&covering, &bytes).await);
        }
    };
    match token {
        (200, body) => Ok(post(body["registry_token"].as_str().context("a token")?, &bytes).await),
        refused => Ok(refused),
    }
}

/// Logs in with a key that is published at one place.
async fn log_in(registry: &MockRegistry, login: &Login, key_at: &Login) -> anyhow::Result<(u16, Value)> {
    let pair = KeyPair::generate(Algorithm::Ed25519)?;
    let record = pair.public().record();
    // Kept until the login is over.
    let _host = if key_at.method == "http" {
        let host = KeyHost::start(&["example.com", &key_at.domain], KeyAnswer::file(record)).await;
        if let Ok(host) = &host {
            registry.change(|outside| {
                outside.hosts.insert(key_at.domain.clone(), host.address());
                outside.roots = host.roots();
            });
        }
        host.ok()
    } else {
        registry.change(|outside| outside.txt.extend([(key_at.domain.clone(), vec![record])]));
        None
    };
    let timestamp = registry.clock().now().to_string();
    let signed: String = pair.sign(timestamp.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let body =
        json!({"domain": login.domain, "timestamp": timestamp, "signed_timestamp": signed}).to_string();
    Ok(registry.post(&format!("/v0/auth/{}", login.method), None, body.as_bytes()).await)
}

/// What npm knows: what the case says, else that every package is the publisher's own.
fn npm(case: &Case, manifest: &Value) -> BTreeMap<(String, String), Option<String>> {
    let name = manifest["name"].as_str().unwrap_or_default();
    let packages = manifest["packages"].as_array().into_iter().flatten();
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    packages
        .filter(|_| case.given.is_on_npm())
        .map(|package| ((text(package, "identifier"), text(package, "version")), case.given.mcp_name(name)))
        .collect()
}

//! A publisher's world: a folder, a key host, a name server, a registry, and a client of its own.

use std::path::{Path, PathBuf};

use mock_servers::registry::{KeyAnswer, KeyHost, Known, MockRegistry, NameServer, Outside};
use rollcall::namespace::{KeyPair, read_private};
use serde_json::{Value, json};

/// A publisher: a folder, a key host, a name server and a registry, all of this test alone.
pub(crate) struct Stage {
    folder: tempfile::TempDir,
    pub(crate) host: KeyHost,
    pub(crate) names: NameServer,
    pub(crate) registry: MockRegistry,
    pub(crate) client: reqwest::Client,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        let domains = ["example.com", "www.example.com"];
        let host = KeyHost::start(&domains, KeyAnswer::status(404)).await.unwrap();
        let names = NameServer::start([("example.com".to_owned(), Known::Nothing)]).await.unwrap();
        let outside = Outside {
            hosts: domains.iter().map(|domain| ((*domain).to_owned(), host.address())).collect(),
            roots: host.roots(),
            ..Outside::default()
        };
        let registry = MockRegistry::start(outside).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ca.pem"), host.authority_pem()).unwrap();
        let roots = rollcall::trust::roots(&[folder.path().join("ca.pem")]).unwrap();
        let tls = rollcall::trust::client_config(std::sync::Arc::new(roots), &[]);
        let client = reqwest::Client::builder().no_proxy().tls_backend_preconfigured(tls).build().unwrap();
        Self { folder, host, names, registry, client }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `rollcall` and gives its exit code, stdout and stderr.
    pub(crate) async fn rollcall(&self, args: &[&str]) -> (u8, String, String) {
        let args: Vec<_> = std::iter::once("rollcall").chain(args.iter().copied()).map(Into::into).collect();
        tokio::task::spawn_blocking(move || {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let exit = rollcall::cli::run_to(args, &mut out, &mut err);
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (exit.code(), text(out), text(err))
        })
        .await
        .unwrap()
    }

    /// Runs a verb that looks outside, pointed at the mocks, and gives its exit code and its JSON.
    pub(crate) async fn online(&self, args: &[&str]) -> (u8, Value) {
        let (ca, server) = (self.path("ca.pem"), self.names.address().to_string());
        let resolve: Vec<String> = ["example.com", "www.example.com"]
            .iter()
            .map(|domain| format!("--resolve={domain}={}", self.host.address()))
            .collect();
        let mut all = args.to_vec();
        all.extend(["--allow-local", "--nameserver", &server, "--ca-cert", ca.to_str().unwrap()]);
        all.extend(resolve.iter().map(String::as_str));
        all.extend(["--format", "json"]);
        let (code, out, err) = self.rollcall(&all).await;
        (code, serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}")))
    }

    pub(crate) async fn post(&self, call: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        let mut request = self.client.post(format!("{}/v0/{call}", self.registry.base_url())).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    pub(crate) async fn login(&self, method: &str, domain: &str, pair: &KeyPair) -> (u16, Value) {
        let timestamp = self.registry.clock().now().to_string();
        let signed: String =
            pair.sign(timestamp.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let body = json!({"domain": domain, "timestamp": timestamp, "signed_timestamp": signed});
        self.post(&format!("auth/{method}"), None, &body).await
    }

    pub(crate) async fn token(&self, method: &str, pair: &KeyPair) -> String {
        let (status, body) = self.login(method, "example.com", pair).await;
        assert_eq!(status, 200, "{body}");
        body["registry_token"].as_str().unwrap().to_owned()
    }
}

/// A manifest that the registry takes, with some keys changed.
pub(crate) fn manifest(change: Value) -> Value {
    let mut manifest = json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": "com.example/weather",
        "description": "Weather lookups for any city",
        "version": "1.0.0",
        "repository": {"url": "https://github.com/example/weather", "source": "github"},
        "remotes": [{"type": "streamable-http", "url": "https://mcp.example.com/mcp"}],
    });
    let Value::Object(change) = change else { panic!("a change is an object") };
    manifest.as_object_mut().unwrap().extend(change);
    manifest
}

pub(crate) fn rules(report: &Value) -> Vec<&str> {
    report["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect()
}

pub(crate) fn reason(body: &Value) -> &str {
    body["errors"][0]["message"].as_str().unwrap_or_else(|| panic!("no reason in {body}"))
}

pub(crate) async fn new_key(stage: &Stage, file: &Path, algorithm: &str) -> (KeyPair, String) {
    let path = file.to_str().unwrap();
    let args = [
        "key",
        "new",
        "--domain",
        "example.com",
        "--out",
        path,
        "--algorithm",
        algorithm,
        "--format",
        "json",
    ];
    let (code, out, err) = stage.rollcall(&args).await;
    assert_eq!((code, err.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&out).unwrap();
    let private = std::fs::read_to_string(file).unwrap();
    assert!(!out.contains(private.trim()), "the private key is never printed");
    (read_private(file).unwrap(), report["record"].as_str().unwrap().to_owned())
}

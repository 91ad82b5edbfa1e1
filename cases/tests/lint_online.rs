//! `lint --online` against mocks over TLS: what each host answers, and what is then said. Every host of the test has a mock
//! of its own name; nothing outside this machine is asked.

#![expect(clippy::unwrap_used, reason = "in a test a surprise is a failure")]

use std::path::PathBuf;

use mock_servers::registry::NameServer;
use mock_servers::script::{Listen, Reply, Script, Serve, Tls, When};
use mock_servers::{Mock, ca_pem};
use rollcall::manifest::package_index::host;
use serde_json::{Value, json};

/// A folder with a manifest, and the mocks that stand for the hosts it names.
struct Stage {
    folder: tempfile::TempDir,
    mocks: Vec<(String, Mock)>,
    /// Knows no name: without a mock nothing resolves, and nothing outside is asked.
    names: NameServer,
}

/// An answer of a mock: the request line's method and path, status, a header, the body.
struct Page(&'static str, String, u16, Option<(&'static str, String)>, String);

fn page(method: &'static str, path: &str, status: u16, body: &str) -> Page {
    Page(method, path.to_owned(), status, None, body.to_owned())
}

impl Stage {
    async fn new(manifest: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("server.json"), manifest.to_string()).unwrap();
        std::fs::write(folder.path().join("ca.pem"), ca_pem()).unwrap();
        Self { folder, mocks: Vec::new(), names: NameServer::start([]).await.unwrap() }
    }

    async fn host(mut self, name: &str, pages: Vec<Page>) -> Self {
        let serve = pages.into_iter().map(|Page(method, path, status, header, body)| Serve {
            when: When { method: Some(method.to_owned()), path: Some(path), ..When::default() },
            reply: Reply {
                status: Some(status),
                headers: header.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
                content_type: Some("application/json".to_owned()),
                body: Some(body),
                ..Reply::default()
            },
            ..Serve::default()
        });
        let script =
            Script { listen: Some(Listen::Tls(Tls::default())), serve: serve.collect(), ..Script::default() };
        let mock = Mock::of(script).named(name).start().await.unwrap();
        self.mocks.push((name.to_owned(), mock));
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `lint --online --format json` and gives the exit code and the one file's report.
    async fn lint(&self, more: &[&str]) -> (u8, Value) {
        let mut args: Vec<String> =
            ["rollcall", "lint", "--online", "--allow-local", "--format", "json"].map(str::to_owned).to_vec();
        args.push(format!("--nameserver={}", self.names.address()));
        args.extend(["--ca-cert".to_owned(), self.path("ca.pem").display().to_string()]);
        args.extend(self.mocks.iter().map(|(name, mock)| format!("--resolve={name}={}", mock.address())));
        args.extend(more.iter().map(|arg| (*arg).to_owned()));
        args.push(self.path("server.json").display().to_string());
        tokio::task::spawn_blocking(move || {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let exit = rollcall::cli::run_to(args.into_iter().map(Into::into), &mut out, &mut err);
            let report: Value = serde_json::from_slice(&out)
                .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&err)));
            (exit.code(), report["files"][0].clone())
        })
        .await
        .unwrap()
    }

    /// The request lines that a host has seen.
    fn seen(&self, name: &str) -> Vec<String> {
        let (_, mock) = self.mocks.iter().find(|(host, _)| host == name).unwrap();
        mock.journal()
            .requests()
            .iter()
            .map(|request| format!("{} {}", request.method, request.target))
            .collect()
    }
}

/// A manifest of a GitHub account with nothing wrong in it, some keys changed.
fn manifest(change: Value) -> Value {
    let mut manifest = json!({
        "$schema": rollcall::manifest::rules::CURRENT_SCHEMA,
        "name": "io.github.tidewater/tides",
        "description": "Tide tables for every harbour",
        "version": "1.4.0",
    });
    let Value::Object(change) = change else { panic!("a change is an object") };
    manifest.as_object_mut().unwrap().extend(change);
    manifest
}

fn rules(report: &Value) -> Vec<&str> {
    let heavy = report["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] != "note");
    heavy.map(|finding| finding["rule"].as_str().unwrap()).collect()
}

fn unchecked(report: &Value) -> String {
    report["unchecked"].to_string()
}

fn repository() -> Value {
    json!({"url": "https://github.com/tidewater/tides", "source": "github"})
}

fn package(kind: &str, identifier: &str) -> Value {
    json!([{"registryType": kind, "identifier": identifier, "version": "1.4.0", "transport": {"type": "stdio"}}])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repository_that_answers_is_gone_or_has_moved() {
    let manifest = manifest(json!({"repository": repository()}));
    for (status, location, expected, code) in [
        (200, None, None, 0),
        (404, None, Some("repository-unreachable"), 0),
        (410, None, Some("repository-unreachable"), 0),
        (301, Some("https://github.com/tidewater/currents"), Some("repository-moved"), 0),
        (301, Some("https://github.com/TideWater/tides.git"), None, 0),
        (302, Some("https://github.com/login"), None, 3),
        (500, None, None, 3),
    ] {
        let header = location.map(|to| ("Location", to.to_owned()));
        let pages = vec![
            Page("HEAD", "/tidewater/tides".to_owned(), status, header, String::new()),
            page("HEAD", "/TideWater/tides.git", 200, ""),
        ];
        let stage = Stage::new(&manifest).await.host("github.com", pages).await;
        let (exit, report) = stage.lint(&[]).await;
        let found: Vec<&Value> = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["rule"].as_str().unwrap().starts_with("repository-"))
            .collect();
        assert_eq!(
            found.iter().map(|one| one["rule"].as_str().unwrap()).next(),
            expected,
            "{status}: {report}"
        );
        assert_eq!(exit, code, "{status}: {report}");
        assert_eq!(code == 3, unchecked(&report).contains("\"failed\":true"), "{status}: {report}");
        assert_eq!(stage.seen("github.com")[0], "HEAD /tidewater/tides");
    }
    let (_, report) = Stage::new(&manifest).await.lint(&[]).await;
    assert_eq!(rules(&report), ["repository-unreachable"]);
    assert!(report["findings"].to_string().contains("does not resolve"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_npm_package_carries_its_mark_or_not() {
    let index = host("org.npmjs.registry");
    let manifest = manifest(json!({"packages": package("npm", "@tidewater/tides")}));
    let (version, name) = ("/@tidewater%2Ftides/1.4.0", "/@tidewater%2Ftides");
    let mark = |mark: &str| format!(r#"{{"name": "@tidewater/tides", "mcpName": "{mark}"}}"#);
    for (pages, expected) in [
        (vec![page("GET", version, 200, &mark("io.github.tidewater/tides"))], None),
        (vec![page("GET", version, 200, &mark("io.github.TideWater/tides"))], Some("npm-mcp-name-mismatch")),
        (vec![page("GET", version, 200, "{}")], Some("npm-mcp-name-missing")),
        (vec![page("GET", version, 200, r#"{"mcpName": 7}"#)], Some("npm-mcp-name-missing")),
        (vec![page("GET", version, 404, "{}"), page("HEAD", name, 200, "")], Some("npm-version-not-found")),
        (vec![page("GET", version, 404, "{}"), page("HEAD", name, 404, "")], Some("npm-package-not-found")),
    ] {
        let stage = Stage::new(&manifest).await.host(&index, pages).await;
        let (code, report) = stage.lint(&[]).await;
        assert_eq!(rules(&report).first().copied(), expected, "{report} {:?}", stage.seen(&index));
        assert_eq!(code, u8::from(expected.is_some()), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn npms_own_configuration_says_whom_to_ask() {
    let manifest = manifest(json!({"packages": package("npm", "@tidewater/tides")}));
    let body = r#"{"mcpName": "io.github.tidewater/tides"}"#;
    let stage = Stage::new(&manifest)
        .await
        .host("npm.example.com", vec![page("GET", "/mirror/@tidewater%2Ftides/1.4.0", 200, body)])
        .await;
    std::fs::write(stage.path(".npmrc"), "@tidewater:registry=https://npm.example.com/mirror\n").unwrap();
    let (code, report) = stage.lint(&[]).await;
    assert_eq!((code, rules(&report)), (0, vec![]), "{report}");
    assert!(report["looked_at"].to_string().contains("npm.example.com"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pypi_project_carries_its_mark_or_not() {
    let index = host("org.pypi");
    let manifest = manifest(json!({"packages": package("pypi", "tides")}));
    let path = "/pypi/tides/1.4.0/json";
    let described = |text: &str| json!({"info": {"description": text}}).to_string();
    for (status, body, expected) in [
        (200, described("# Tides\n<!-- mcp-name: io.github.tidewater/tides -->"), None),
        (200, described("# Tides\nmcp-name: io.github.tidewater/tides-pro"), Some("pypi-marker-missing")),
        (200, r#"{"info": {"description": null}}"#.to_owned(), Some("pypi-marker-missing")),
        (404, "{}".to_owned(), Some("pypi-version-not-found")),
    ] {
        let stage = Stage::new(&manifest).await.host(&index, vec![page("GET", path, status, &body)]).await;
        let (code, report) = stage.lint(&[]).await;
        assert_eq!(rules(&report).first().copied(), expected, "{report}");
        assert_eq!(code, u8::from(expected.is_some()), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_answers_is_unchecked_and_never_passed() {
    let index = host("org.pypi");
    let manifest = manifest(json!({"packages": package("pypi", "tides")}));
    let too_long = json!({"info": {"description": "x".repeat(9 * 1024 * 1024)}}).to_string();
    for (status, body) in [(500, ""), (200, "no json"), (302, ""), (200, too_long.as_str())] {
        let stage = Stage::new(&manifest)
            .await
            .host(&index, vec![page("GET", "/pypi/tides/1.4.0/json", status, body)])
            .await;
        let (code, report) = stage.lint(&[]).await;
        assert_eq!(code, 3, "{status}");
        assert_eq!(rules(&report), Vec::<&str>::new(), "{status}");
        assert!(unchecked(&report).contains("pypi package `tides`"), "{status}: {}", unchecked(&report));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_packages_are_said_to_be_unchecked() {
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let manifest = manifest(json!({"packages": [
        {"registryType": "oci", "identifier": "ghcr.io/tidewater/tides:1.4.0", "transport": {"type": "stdio"}},
        {"registryType": "nuget", "identifier": "Tidewater.Tides", "version": "1.4.0", "transport": {"type": "stdio"}},
        {"registryType": "cargo", "identifier": "tides", "version": "1.4.0", "transport": {"type": "stdio"}},
        {"registryType": "mcpb", "identifier": "https://github.com/tidewater/tides/releases/download/v1/tides.mcpb", "fileSha256": hash, "transport": {"type": "stdio"}},
    ]}));
    let (code, report) = Stage::new(&manifest).await.lint(&[]).await;
    assert_eq!((code, rules(&report)), (0, vec![]), "{report}");
    for kind in ["oci", "nuget", "cargo", "mcpb"] {
        assert!(
            unchecked(&report).contains(&format!("packages of type {kind} are not looked up")),
            "{kind}: {report}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn remotes_are_probed_and_the_record_is_summarised() {
    let remote = |url: &str| json!({"remotes": [{"type": "streamable-http", "url": url}]});
    let stage = Stage::new(&manifest(remote("https://tides.example.com/mcp")))
        .await
        .host("tides.example.com", vec![])
        .await;
    let (code, report) = stage.lint(&[]).await;
    assert_eq!((code, rules(&report)), (0, vec![]), "{report}");
    assert!(
        report["looked_at"].to_string().contains("remote https://tides.example.com/mcp: answered"),
        "{report}"
    );

    let stage = Stage::new(&manifest(remote("https://tides.example.com/wrong")))
        .await
        .host("tides.example.com", vec![])
        .await;
    let (code, report) = stage.lint(&[]).await;
    assert_eq!((code, rules(&report)), (0, vec!["remote-probe-failed"]), "{report}");
    assert!(report["findings"].to_string().contains("http-4xx"), "{report}");

    let templated = json!({"remotes": [{"type": "sse", "url": "https://{bay}.example.com/sse", "variables": {"bay": {}}}]});
    let (code, report) = Stage::new(&manifest(templated)).await.lint(&[]).await;
    assert_eq!((code, rules(&report)), (0, vec![]), "{report}");
    assert!(unchecked(&report).contains("not probed: placeholder"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_proof_of_the_namespace_is_looked_for() {
    let key = "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
    let manifest = manifest(json!({"name": "com.example/tides"}));
    let place = "/.well-known/mcp-registry-auth";
    let stage = Stage::new(&manifest).await.host("example.com", vec![page("GET", place, 200, key)]).await;
    let (code, report) = stage.lint(&["--proof", "http:example.com"]).await;
    assert_eq!((code, rules(&report)), (0, vec![]), "{report}");
    assert!(report["looked_at"].to_string().contains("a key that proves it is served"), "{report}");

    let stage = Stage::new(&manifest).await.host("example.com", vec![page("GET", place, 404, "")]).await;
    let (code, report) = stage.lint(&["--proof", "http:example.com"]).await;
    assert!(rules(&report).contains(&"key-file-status"), "{report}");
    assert_eq!(code, 1, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn private_addresses_are_not_contacted_without_leave() {
    let stage =
        Stage::new(&manifest(json!({"repository": repository()}))).await.host("github.com", vec![]).await;
    let path = stage.path("server.json").display().to_string();
    let nameserver = format!("--nameserver={}", stage.names.address());
    let (ca, resolve) = (
        stage.path("ca.pem").display().to_string(),
        format!("--resolve=github.com={}", stage.mocks[0].1.address()),
    );
    let args = ["rollcall", "lint", "--online", &nameserver, "--ca-cert", &ca, &resolve, &path]
        .map(std::ffi::OsString::from);
    let (code, out) = tokio::task::spawn_blocking(move || {
        let mut out = Vec::new();
        let exit = rollcall::cli::run_to(args, &mut out, &mut Vec::new());
        (exit.code(), String::from_utf8(out).unwrap())
    })
    .await
    .unwrap();
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("no public address, so it was not contacted"), "{out}");
    assert_eq!(stage.seen("github.com"), Vec::<String>::new());
}

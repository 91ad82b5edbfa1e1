//! A publisher's whole way: make a key, serve it, see that it is served, log in, publish, and meet every refusal.
//!
//! The command line is the product's, the registry is the mock; neither knows the other, and they verify signatures
//! with different libraries.

use std::path::{Path, PathBuf};

use mock_servers::registry::{Account, KeyAnswer, KeyHost, Known, MockRegistry, NameServer, Outside, Status};
use rollcall::namespace::{KeyPair, read_private};
use serde_json::{Value, json};

/// A publisher: a folder, a key host, a name server and a registry, all of this test alone.
struct Stage {
    folder: tempfile::TempDir,
    host: KeyHost,
    names: NameServer,
    registry: MockRegistry,
    client: reqwest::Client,
}

impl Stage {
    async fn set() -> Self {
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

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `rollcall` and gives its exit code, stdout and stderr.
    async fn rollcall(&self, args: &[&str]) -> (u8, String, String) {
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
    async fn online(&self, args: &[&str]) -> (u8, Value) {
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

    async fn post(&self, call: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        let mut request = self.client.post(format!("{}/v0/{call}", self.registry.base_url())).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    async fn login(&self, method: &str, domain: &str, pair: &KeyPair) -> (u16, Value) {
        let timestamp = self.registry.clock().now().to_string();
        let signed: String =
            pair.sign(timestamp.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let body = json!({"domain": domain, "timestamp": timestamp, "signed_timestamp": signed});
        self.post(&format!("auth/{method}"), None, &body).await
    }

    async fn token(&self, method: &str, pair: &KeyPair) -> String {
        let (status, body) = self.login(method, "example.com", pair).await;
        assert_eq!(status, 200, "{body}");
        body["registry_token"].as_str().unwrap().to_owned()
    }
}

/// A manifest that the registry takes, with some keys changed.
fn manifest(change: Value) -> Value {
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

fn rules(report: &Value) -> Vec<&str> {
    report["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect()
}

fn reason(body: &Value) -> &str {
    body["errors"][0]["message"].as_str().unwrap_or_else(|| panic!("no reason in {body}"))
}

async fn new_key(stage: &Stage, file: &Path, algorithm: &str) -> (KeyPair, String) {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_a_new_key_to_an_entry_and_every_refusal() {
    let stage = Stage::set().await;
    let file = stage.path("example.key");
    let (pair, record) = new_key(&stage, &file, "ed25519").await;
    let key = file.to_str().unwrap();
    let look = ["namespace", "com.example/weather", "--online", "--key", key];
    let check = ["key", "check", "--domain", "example.com", "--key", key];

    // Nothing is served yet: said by us, and by the registry.
    let (code, report) = stage.online(&look).await;
    assert_eq!((code, rules(&report)), (1, vec!["key-record-missing", "key-file-status"]), "{report:#}");
    let (status, body) = stage.login("http", "example.com", &pair).await;
    assert_eq!((status, reason(&body)), (401, "HTTP 404: failed to fetch key"));
    assert_eq!(body["detail"], "HTTP authentication failed");

    // The file is served.
    stage.host.answer(KeyAnswer::file(format!("{record}\r\n")));
    let (code, report) = stage.online(&look).await;
    assert_eq!((code, rules(&report), &report["online"]["proven"]), (0, vec![], &json!(true)), "{report:#}");
    let (code, report) = stage.online(&check).await;
    assert_eq!((code, &report["online"]["proven"]), (0, &json!(true)), "{report:#}");
    let token = stage.token("http", &pair).await;

    // Published: 200 with the stored entry.
    let (status, entry) = stage.post("publish", Some(&token), &manifest(json!({}))).await;
    assert_eq!((status, &entry["server"]["version"]), (200, &json!("1.0.0")), "{entry}");
    let official = &entry["_meta"]["io.modelcontextprotocol.registry/official"];
    assert_eq!((&official["status"], &official["isLatest"]), (&json!("active"), &json!(true)));

    // The first refusal: a description over 100 characters. The shape is looked at before the token.
    let long = "d".repeat(101);
    let (status, body) =
        stage.post("publish", Some("no token"), &manifest(json!({"description": long}))).await;
    assert_eq!((status, reason(&body)), (422, "expected length <= 100"));
    assert_eq!(body["errors"][0]["location"], "body.description");

    // The second: no mcpName in the published package, or another one.
    let package = json!({"version": "1.0.1", "packages": [
        {"registryType": "npm", "identifier": "@example/weather", "version": "1.0.1", "transport": {"type": "stdio"}}
    ]});
    let npm = ("@example/weather".to_owned(), "1.0.1".to_owned());
    let publish = async || stage.post("publish", Some(&token), &manifest(package.clone())).await;
    for (published, words) in [
        (None, "not found"),
        (Some(None), "missing required 'mcpName'"),
        (
            Some(Some("com.example/Weather")),
            "Expected mcpName 'com.example/weather', got 'com.example/Weather'",
        ),
    ] {
        stage.registry.change(|outside| {
            outside.npm.clear();
            outside.npm.extend(published.map(|name| (npm.clone(), name.map(str::to_owned))));
        });
        let (status, body) = publish().await;
        assert_eq!((status, &body["detail"]), (400, &json!("Failed to publish server")));
        assert!(reason(&body).contains(words), "{body}");
    }
    stage.registry.change(|outside| {
        outside.npm.insert(npm.clone(), Some("com.example/weather".to_owned()));
    });
    assert_eq!(publish().await.0, 200);

    // The third: a namespace other than the proven domain. We say it before; the registry answers 403.
    for name in ["org.example/weather", "com.example.api/weather"] {
        let (code, out, _) = stage.rollcall(&["namespace", name, "--proof", "http:example.com"]).await;
        assert_eq!(code, 1);
        assert!(out.contains("namespace-not-covered"), "{out}");
        let (status, body) = stage.post("publish", Some(&token), &manifest(json!({"name": name}))).await;
        let detail = body["detail"].as_str().unwrap();
        assert_eq!((status, body.get("errors")), (403, None));
        assert!(detail.contains("com.example/*") && detail.contains(name), "{detail}");
    }

    // The fourth: a repository that leads nowhere the registry knows. It points to the validate call.
    let nowhere = manifest(json!({"version": "1.0.2", "repository": {
        "url": "https://github.com/example/weather/tree/main/server", "source": "github"}}));
    let (status, body) = stage.post("publish", Some(&token), &nowhere).await;
    assert_eq!((status, body.get("errors")), (422, None));
    assert!(body["detail"].as_str().unwrap().contains("/validate"));
    let (status, body) = stage.post("validate", None, &nowhere).await;
    assert_eq!((status, &body["valid"]), (200, &json!(false)));
    assert_eq!(body["issues"][0]["reference"], "invalid-repository-url");
    assert_eq!(body["issues"][0]["path"], "repository");

    // The same version twice, and an address that another name holds.
    let (status, body) = stage.post("publish", Some(&token), &manifest(json!({}))).await;
    assert_eq!((status, reason(&body)), (400, "invalid version: cannot publish duplicate version"));
    let other = manifest(json!({"name": "com.example/forecast"}));
    let (status, body) = stage.post("publish", Some(&token), &other).await;
    assert_eq!(status, 400);
    assert!(
        reason(&body).contains("https://mcp.example.com/mcp is already used by server com.example/weather")
    );
    for version in ["1.0.0", "1.0.1"] {
        assert!(stage.registry.set_status("com.example/weather", version, Status::Deleted));
    }
    assert_eq!(
        stage.post("publish", Some(&token), &other).await.0,
        200,
        "a deleted entry lets go of its address"
    );

    // The token counts for five minutes.
    let next = manifest(json!({"version": "2.0.0", "remotes": []}));
    stage.registry.clock().advance(301);
    let (status, body) = stage.post("publish", Some(&token), &next).await;
    assert_eq!(status, 401);
    assert!(reason(&body).contains("expired"), "{body}");
    let token = stage.token("http", &pair).await;
    assert_eq!(stage.post("publish", Some(&token), &next).await.0, 200);
    let published =
        stage.registry.journal().into_iter().filter(|call| call.path == "/v0/publish" && call.status == 200);
    assert_eq!(published.count(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_record_in_the_dns_covers_subdomains() {
    let stage = Stage::set().await;
    let file = stage.path("example.key");
    let (pair, record) = new_key(&stage, &file, "ecdsap384").await;
    let key = file.to_str().unwrap();
    let look =
        ["namespace", "com.example.api/weather", "--online", "--key", key, "--proof", "dns:example.com"];

    // Beside the domain: said by us with the way out, and by the registry in its error.
    stage.registry.change(|outside| {
        outside.txt.insert("_mcp-registry.example.com".into(), vec![record.clone()]);
    });
    stage.names.set("_mcp-registry.example.com", Known::texts(&[&record]));
    let (code, report) = stage.online(&look).await;
    assert_eq!((code, rules(&report)), (1, vec!["key-record-misplaced"]), "{report:#}");
    assert_eq!(report["findings"][0]["suggestion"], record.as_str());
    let (status, body) = stage.login("dns", "example.com", &pair).await;
    assert_eq!((status, &body["detail"]), (401, &json!("DNS authentication failed")));
    assert!(reason(&body).contains("_mcp-registry.example.com"), "{body}");

    // At the domain, in two strings, beside an SPF record and the former key.
    let former = KeyPair::generate(rollcall::namespace::Algorithm::Ed25519).unwrap().public().record();
    let (front, back) = record.split_at(40);
    let strings = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>();
    let records = [strings(&["v=spf1 -all"]), strings(&[&former]), strings(&[front, back])];
    stage.names.set("example.com", Known::Txt(records.to_vec()));
    stage.registry.change(|outside| {
        outside.txt.insert("example.com".into(), vec!["v=spf1 -all".into(), former.clone(), record.clone()]);
    });
    let (code, report) = stage.online(&look).await;
    assert_eq!((code, rules(&report)), (0, vec!["key-record-stale"]), "{report:#}");
    assert_eq!(report["online"]["proven"], true);
    let token = stage.token("dns", &pair).await;
    let (status, body) =
        stage.post("publish", Some(&token), &manifest(json!({"name": "com.example.api/weather"}))).await;
    assert_eq!(status, 200, "{body}");

    // The method that does not match the place, and the key that is not the one published.
    let (code, report) = stage
        .online(&[
            "namespace",
            "com.example/weather",
            "--online",
            "--key",
            key,
            "--proof",
            "http:example.com",
        ])
        .await;
    assert_eq!(
        (code, rules(&report)),
        (1, vec!["login-method-differs", "key-record-stale", "key-file-status"]),
        "{report:#}"
    );
    let other = stage.path("other.key");
    let (wrong, _) = new_key(&stage, &other, "ed25519").await;
    let (code, report) = stage
        .online(&[
            "key",
            "check",
            "--domain",
            "example.com",
            "--key",
            other.to_str().unwrap(),
            "--method",
            "dns",
        ])
        .await;
    assert_eq!((code, rules(&report)), (1, vec!["key-mismatch"]), "{report:#}");
    let (status, body) = stage.login("dns", "example.com", &wrong).await;
    assert_eq!(status, 401);
    assert!(reason(&body).contains(&pair.public().short()), "the answer names the published keys: {body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_not_served_plainly() {
    let stage = Stage::set().await;
    let file = stage.path("example.key");
    let (pair, record) = new_key(&stage, &file, "ed25519").await;
    let args =
        ["key", "check", "--domain", "example.com", "--key", file.to_str().unwrap(), "--method", "http"];
    let large = format!("{record}{}", " ".repeat(4097 - record.len()));
    let answers = [
        (
            KeyAnswer::redirect(301, "https://www.example.com/.well-known/mcp-registry-auth"),
            "key-file-redirected",
        ),
        (KeyAnswer::status(403), "key-file-status"),
        (KeyAnswer::file(large), "key-file-too-large"),
        (KeyAnswer::file("<!doctype html>"), "key-record-missing"),
        (KeyAnswer::file(record.replace("k=ed25519", "k=Ed25519")), "key-algorithm-unsupported"),
        (KeyAnswer::file(record.trim_end_matches('=')), "key-base64-malformed"),
    ];
    for (answer, rule) in answers {
        stage.host.answer(answer);
        let (code, report) = stage.online(&args).await;
        assert_eq!((code, rules(&report)), (1, vec![rule]), "{report:#}");
        let (status, body) = stage.login("http", "example.com", &pair).await;
        assert_eq!(status, 401, "{rule}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_answers_is_unchecked() {
    let stage = Stage::set().await;
    stage.names.set("example.com", Known::Failure);
    let file = stage.path("example.key");
    let (_, record) = new_key(&stage, &file, "ed25519").await;
    let (code, report) = stage
        .online(&["key", "check", "--domain", "example.com", "--record", &record, "--method", "dns"])
        .await;
    assert_eq!((code, rules(&report), &report["online"]["proven"]), (3, vec![], &Value::Null), "{report:#}");
    assert!(
        report["online"]["places"][0]["unchecked"].as_str().unwrap().contains("Server Failure"),
        "{report:#}"
    );

    // Without --allow-local neither the registry nor we connect to a private address.
    stage.names.set("private.example.com", Known::Address(vec![[10, 0, 0, 5].into()]));
    let server = stage.names.address().to_string();
    let (code, out, _) = stage
        .rollcall(&[
            "key",
            "check",
            "--domain",
            "private.example.com",
            "--record",
            &record,
            "--method",
            "http",
            "--nameserver",
            &server,
        ])
        .await;
    assert_eq!(code, 1);
    assert!(out.contains("key-host-private") && out.contains("10.0.0.5"), "{out}");

    // An address that the registry would try and we do not: unchecked, not refused.
    stage.names.set("document.example.com", Known::Address(vec![[192, 0, 2, 1].into()]));
    let (code, out, _) = stage
        .rollcall(&[
            "key",
            "check",
            "--domain",
            "document.example.com",
            "--record",
            &record,
            "--method",
            "http",
            "--nameserver",
            &server,
        ])
        .await;
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("unchecked") && out.contains("192.0.2.1"), "{out}");

    // A large answer comes over TCP.
    let padding: Vec<String> = (0..20).map(|at| format!("{at}{}", "x".repeat(120))).collect();
    let mut texts: Vec<&str> = padding.iter().map(String::as_str).collect();
    texts.push(&record);
    stage.names.set("example.com", Known::texts(&texts));
    let (code, report) = stage
        .online(&["key", "check", "--domain", "example.com", "--record", &record, "--method", "dns"])
        .await;
    assert_eq!((code, &report["online"]["proven"]), (0, &json!(true)), "{report:#}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_registry_s_own_order_of_refusals() {
    let stage = Stage::set().await;
    stage.registry.change(|outside| {
        let account = Account { login: "AcmeCorp".into(), organisations: vec!["acme-labs".into()] };
        outside.github.insert("a token".into(), account);
    });
    let (status, body) = stage.post("auth/github-at", None, &json!({"github_token": "another"})).await;
    assert_eq!((status, &body["detail"]), (401, &json!("Token exchange failed")));
    let (status, body) = stage.post("auth/github-at", None, &json!({"github_token": "a token"})).await;
    assert_eq!(status, 200);
    let token = body["registry_token"].as_str().unwrap();

    for (name, status) in
        [("io.github.AcmeCorp/w1", 200), ("io.github.acme-labs/w1", 200), ("io.github.acmecorp/w1", 403)]
    {
        let body = manifest(json!({"name": name, "remotes": []}));
        assert_eq!(stage.post("publish", Some(token), &body).await.0, status, "{name}");
    }
    let (code, out, _) =
        stage.rollcall(&["namespace", "io.github.acmecorp/w1", "--proof", "github:AcmeCorp"]).await;
    assert_eq!(code, 1);
    assert!(out.contains("namespace-account-case-wrong"), "{out}");

    // Unreadable, misshapen, without a header, without a bearer, without a permission, without a rule kept.
    let url = format!("{}/v0.1/publish", stage.registry.base_url());
    let raw = stage.client.post(&url).bearer_auth(token).body("{").send().await.unwrap();
    let (status, body) = (raw.status().as_u16(), raw.json::<Value>().await.unwrap());
    assert_eq!((status, &body["errors"][0]["location"]), (400, &json!("body")));
    let wrong = json!({"name": "io.github.AcmeCorp/w1", "remotes": {"type": "sse"}, "tags": []});
    let (status, body) = stage.post("publish", None, &wrong).await;
    let places: Vec<_> =
        body["errors"].as_array().unwrap().iter().map(|fault| fault["location"].as_str().unwrap()).collect();
    assert_eq!(status, 422);
    assert_eq!(places, ["header.Authorization", "body", "body", "body", "body.remotes", "body.tags"]);
    assert_eq!(stage.post("publish", None, &manifest(json!({}))).await.0, 422);
    let basic =
        stage.client.post(&url).basic_auth("a", Some("b")).json(&manifest(json!({}))).send().await.unwrap();
    assert_eq!(basic.status().as_u16(), 401);
    let bad_everything = manifest(json!({"name": "com.other/w1", "version": "latest"}));
    assert_eq!(
        stage.post("publish", Some(token), &bad_everything).await.0,
        403,
        "permission comes before the rules"
    );
    let large = json!({"io.modelcontextprotocol.registry/publisher-provided": {"text": "<".repeat(700)}});
    let body = manifest(json!({"name": "io.github.AcmeCorp/w2", "version": "latest", "_meta": large}));
    assert_eq!(
        stage.post("publish", Some(token), &body).await.0,
        422,
        "the rules come before the publisher's block"
    );
    let body = manifest(json!({"name": "io.github.AcmeCorp/w2", "remotes": [], "_meta": large}));
    let (status, body) = stage.post("publish", Some(token), &body).await;
    assert_eq!(status, 400);
    assert!(reason(&body).contains("4096"), "{body}");
    assert_eq!(stage.post("nothing", None, &json!({})).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logins_are_refused_in_order() {
    let stage = Stage::set().await;
    let (pair, record) = new_key(&stage, &stage.path("key"), "ed25519").await;
    stage.host.answer(KeyAnswer::file(record));
    let now = stage.registry.clock().now();
    let signed =
        |text: &str| pair.sign(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let late = (now - jiff::SignedDuration::from_secs(20)).to_string();
    for (domain, timestamp, signature, words) in [
        ("https://example.com", "never", "zz".to_owned(), "domain"),
        ("example.com", "never", "zz".to_owned(), "timestamp format"),
        ("example.com", late.as_str(), signed(&late), "window"),
        ("example.com", &now.to_string(), "zz".to_owned(), "hex"),
        ("example.com", &now.to_string(), "00".to_owned(), "verification"),
        ("example.com", &now.to_string(), signed("another text"), "verification"),
        ("nowhere.example", &now.to_string(), signed(&now.to_string()), "no such host"),
    ] {
        let body = json!({"domain": domain, "timestamp": timestamp, "signed_timestamp": signature});
        let (status, body) = stage.post("auth/http", None, &body).await;
        assert_eq!(status, 401, "{body}");
        assert!(reason(&body).contains(words), "{words}: {body}");
    }
    let (status, body) = stage.post("auth/http", None, &json!({"domain": 1, "extra": 1})).await;
    assert_eq!((status, body["errors"].as_array().unwrap().len()), (422, 4), "{body}");
}

//! From a new key to an entry, and what the registry refuses on the way, in its own order.

use mock_servers::registry::{Account, KeyAnswer, Status};
use serde_json::{Value, json};

use crate::stage::{Stage, manifest, new_key, reason, rules};

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

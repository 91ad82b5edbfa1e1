//! Where a key can be, and what is said when it is not there.

use mock_servers::registry::{KeyAnswer, Known};
use rollcall::namespace::KeyPair;
use serde_json::{Value, json};

use crate::stage::{Stage, manifest, new_key, reason, rules};

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

//! What the registry refuses before it looks at any manifest.

use mock_servers::registry::KeyAnswer;
use serde_json::json;

use crate::stage::{Stage, new_key, reason};

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

//! `rollcall conform` with forms in files and with a baseline, as its users run it.

use std::path::Path;
use std::process::Output;

use crate::conform::{rollcall, told};
use crate::peer::{Peer, answering, reply};

/// A run against the peer with further arguments, `FOLDER` in which stands for the folder.
async fn run(peer: &Peer, folder: &Path, args: &[&str]) -> Output {
    let url = format!("http://{}/mcp", peer.address);
    let mut words = vec!["conform".to_owned(), url, "--allow-local".to_owned()];
    words.extend(args.iter().map(|arg| arg.replace("FOLDER", folder.to_str().unwrap())));
    let run =
        tokio::task::spawn_blocking(move || rollcall(&words.iter().map(String::as_str).collect::<Vec<_>>()));
    run.await.unwrap()
}

/// A server that is none: some checks fail, the others see nothing.
async fn not_mcp() -> Peer {
    Peer::playing(vec![answering(vec![reply("404 Not Found", "text/html", "<p>"); 8])]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_baseline_is_written_filled_in_and_held() {
    let (peer, folder) = (not_mcp().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("known.toml");
    let baseline = ["--baseline", "FOLDER/known.toml"];

    let missing = run(&peer, folder.path(), &baseline).await;
    assert_eq!(missing.status.code(), Some(3), "{}", told(&missing));
    assert!(told(&missing).contains("--write-baseline"), "{}", told(&missing));

    let written = run(&peer, folder.path(), &["--baseline", "FOLDER/known.toml", "--write-baseline"]).await;
    assert_eq!(written.status.code(), Some(0), "{}", told(&written));
    assert!(told(&written).contains("to fill in"), "{}", told(&written));

    let refused = run(&peer, folder.path(), &baseline).await;
    assert_eq!(refused.status.code(), Some(2), "{}", told(&refused));
    assert!(
        told(&refused).contains("known.toml:") && told(&refused).contains("placeholder"),
        "{}",
        told(&refused)
    );

    let filled = std::fs::read_to_string(&file).unwrap().replace("TODO", "issue 12");
    std::fs::write(&file, &filled).unwrap();
    let held = run(&peer, folder.path(), &baseline).await;
    assert_eq!(held.status.code(), Some(0), "{}", told(&held));
    assert!(told(&held).contains("\nknown\n") && told(&held).contains("issue 12"), "{}", told(&held));

    for (entry, word) in [
        ("[[known]]\ncheck = \"handshake.never\"\nreason = \"a\"\n", "unknown"),
        ("[[known]]\ncheck = \"handshake.ping\"\nreason = \"a\"\nuntil = 2020-01-01\n", "expired"),
    ] {
        std::fs::write(&file, format!("{filled}{entry}")).unwrap();
        let wrong = run(&peer, folder.path(), &baseline).await;
        let line = filled.lines().count() + 2;
        assert_eq!(wrong.status.code(), Some(1), "{}", told(&wrong));
        assert!(told(&wrong).contains(&format!("known.toml:{line}: {word}")), "{}", told(&wrong));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_an_end_is_no_baseline() {
    let (peer, folder) = (not_mcp().await, tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("known.toml"), "#\n".repeat(600_000)).unwrap();
    let refused = run(&peer, folder.path(), &["--baseline", "FOLDER/known.toml", "--write-baseline"]).await;
    assert_eq!(refused.status.code(), Some(3), "{}", told(&refused));
    assert!(told(&refused).contains("known.toml: over 1 MiB"), "{}", told(&refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_run_writes_every_form() {
    let (peer, folder) = (not_mcp().await, tempfile::tempdir().unwrap());
    let forms = ["junit", "sarif", "markdown", "badge", "json"];
    let args: Vec<String> =
        forms.iter().flat_map(|form| ["--format".to_owned(), format!("{form}=FOLDER/{form}")]).collect();
    let output = run(&peer, folder.path(), &args.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains("fail handshake.result"), "text goes to standard output");
    let read = |form: &str| std::fs::read_to_string(folder.path().join(form)).unwrap();
    assert!(read("junit").contains("<testcase name=\"handshake.result\""));
    assert!(read("markdown").contains("#### fail: `handshake.result`"));
    for form in ["sarif", "badge", "json"] {
        let value: serde_json::Value = serde_json::from_str(&read(form)).unwrap();
        assert!(value.is_object(), "{form}");
    }
    let nowhere = run(&peer, folder.path(), &["--format", "junit=FOLDER/missing/conform.xml"]).await;
    assert_eq!(nowhere.status.code(), Some(3), "{}", told(&nowhere));
}

/// A peer that greets, and is then asked for less.
async fn greets_then_429() -> Peer {
    let hello = r#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"a"}}}"#;
    let mut replies = vec![
        reply("200 OK", "application/json", hello),
        reply("202 Accepted", "text/plain", ""),
        reply("429 Too Many Requests", "text/plain", "slow down"),
    ];
    replies.extend(replies.clone());
    Peer::playing(vec![answering(replies)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_ended_early_writes_no_baseline() {
    let (peer, folder) = (greets_then_429().await, tempfile::tempdir().unwrap());
    let file = folder.path().join("known.toml");
    let old = "# mine\n[[known]]\ncheck = \"session.ended-404\"\nreason = \"issue 12\"\n";
    for (before, is_there) in [(None, false), (Some(old), true)] {
        if let Some(before) = before {
            std::fs::write(&file, before).unwrap();
        }
        let output =
            run(&peer, folder.path(), &["--baseline", "FOLDER/known.toml", "--write-baseline"]).await;
        let text = told(&output);
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(text.contains("fail handshake.server-info"), "a miss was seen: {text}");
        assert!(
            text.contains("ended early") && text.contains("HTTP 429") && text.contains("left as it is"),
            "{text}"
        );
        assert_eq!(file.exists(), is_there);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), old);
}

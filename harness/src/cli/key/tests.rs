//! `rollcall key` from the outside: streams, exit codes, and the file.

use std::path::Path;

use serde_json::Value;

use crate::cli::run_to;

/// RFC 8032 section 7.1, test 1.
const PRIVATE: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const RECORD: &str = "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

fn rollcall(args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("rollcall").chain(args.iter().copied()).map(Into::into);
    let exit = run_to(args, &mut out, &mut err);
    (exit.code(), String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("key");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn new_writes_the_private_half_and_prints_the_public_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made");
    let path = path.to_str().unwrap();
    let new = ["key", "new", "--domain", "example.com", "--out", path];
    let (code, out, err) = rollcall(&new);
    assert_eq!((code, err.as_str()), (0, ""));
    let private = std::fs::read_to_string(path).unwrap();
    assert!(!out.contains(private.trim()), "{out}");
    let (_, shown, _) = rollcall(&["key", "show", "--key", path]);
    assert_eq!(out.matches(shown.trim()).count(), 2, "the record for each of the two places: {out}");

    let (code, out, err) = rollcall(&new);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("never overwritten") && err.contains("hint: choose another file"), "{err}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), private);
}

#[test]
fn new_names_the_algorithm_at_login_where_the_default_would_be_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's a key");
    let path = path.to_str().unwrap();
    let (code, out, err) = rollcall(&[
        "key",
        "new",
        "--domain",
        "Example.com",
        "--algorithm",
        "ecdsap384",
        "--out",
        path,
        "--format",
        "json",
    ]);
    assert_eq!(code, 0);
    assert!(err.contains("use example.com in both"), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["schema"], "rollcall.key.v1");
    let login = report["places"]["login"][0].as_str().unwrap();
    assert!(login.contains(" --algorithm ecdsap384 "), "{login}");
    assert!(login.contains("it'\\''s a key"), "the file name is quoted for a shell: {login}");
}

#[test]
fn show_derives_the_record_and_warns_of_other_readers() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), PRIVATE);
    let (code, out, err) = rollcall(&["key", "show", "--key", &path]);
    assert_eq!((code, out.trim()), (0, RECORD));
    #[cfg(unix)]
    assert!(err.contains("chmod 600"), "{err}");
    let (_, out, _) = rollcall(&["key", "show", "--key", &path, "--domain", "example.com"]);
    assert!(out.contains("TXT record at example.com") && out.contains(RECORD), "{out}");
    assert!(!out.contains(PRIVATE));
}

#[test]
fn what_cannot_be_used_is_said_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = rollcall(&["key", "show", "--key", folder.path().join("none").to_str().unwrap()]);
    assert_eq!(code, 3);
    assert!(err.contains("none") && err.contains("hint: check the path"), "{err}");
    let path = written(folder.path(), RECORD);
    let (code, _, err) = rollcall(&["key", "show", "--key", &path]);
    assert_eq!(code, 3);
    assert!(err.contains("this is a public key"), "{err}");
    let (code, _, err) = rollcall(&["key", "new", "--domain", "https://example.com/"]);
    assert_eq!(code, 2);
    assert!(err.contains("give `example.com`"), "{err}");
    let (code, _, err) = rollcall(&["key", "check", "--domain", "example.com"]);
    assert_eq!(code, 2);
    assert!(err.contains("--key"), "{err}");
    let stale = ["key", "check", "--domain", "example.com", "--record", "v=MCPv1; k=rsa; p=AAAA"];
    let (code, _, err) = rollcall(&stale);
    assert_eq!(code, 2);
    assert!(err.contains("k=rsa"), "{err}");
}

#[test]
fn text_of_others_is_never_printed_raw() {
    let (code, out, _) = rollcall(&["namespace", "com.example\u{1b}[2J\u{202e}/w1"]);
    assert_eq!(code, 1);
    assert!(!out.contains('\u{1b}') && !out.contains('\u{202e}'), "{out:?}");
}

//! Where a name's key is looked for, and what the whole of it means; the outside is given.

use std::collections::BTreeMap;

use super::{look, look_up};
use crate::namespace::{
    Algorithm, Domain, FileAnswer, KeyPair, Mine, Name, Outside, Proof, Severity, TxtAnswer,
};

/// Answers given by the test; everything else does not exist.
#[derive(Default)]
struct Given {
    txt: BTreeMap<String, TxtAnswer>,
    files: BTreeMap<String, FileAnswer>,
    asked: std::sync::Mutex<Vec<String>>,
}

impl Outside for Given {
    async fn txt(&self, name: &str) -> TxtAnswer {
        self.asked.lock().unwrap().push(format!("txt {name}"));
        self.txt.get(name).cloned().unwrap_or(TxtAnswer::Records(Vec::new()))
    }

    async fn file(&self, domain: &Domain) -> FileAnswer {
        self.asked.lock().unwrap().push(format!("file {domain}"));
        self.files.get(domain.as_str()).cloned().unwrap_or(FileAnswer::NoAddress)
    }
}

impl Given {
    fn txt(mut self, name: &str, text: &str) -> Self {
        self.txt.insert(name.into(), TxtAnswer::Records(vec![text.into()]));
        self
    }

    fn file(mut self, domain: &str, status: u16, text: &str) -> Self {
        let answer = FileAnswer::Answered { status, location: None, body: text.into() };
        self.files.insert(domain.into(), answer);
        self
    }
}

fn pair(seed: u8) -> KeyPair {
    KeyPair::from_bytes(Algorithm::Ed25519, &[seed; 32]).unwrap()
}

fn record(seed: u8) -> String {
    pair(seed).public().record()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

#[track_caller]
fn check(
    outside: &Given,
    name: &str,
    login: Option<&str>,
    mine: Option<u8>,
    proven: Option<bool>,
    rules: &[(&str, Severity)],
) {
    let login = login.map(|text| text.parse::<Proof>().unwrap());
    let mine = mine.map(|seed| Mine::from(&pair(seed)));
    let (report, findings) = block_on(look_up(&Name::new(name), login.as_ref(), mine.as_ref(), outside));
    let found: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.severity)).collect();
    assert_eq!((report.proven, found.as_slice()), (proven, rules), "{report:#?}");
    for place in &report.places {
        assert_eq!(place.grants.is_empty(), place.keys.is_empty());
    }
}

const ERROR: Severity = Severity::Error;
const WARNING: Severity = Severity::Warning;

#[test]
fn any_place_proves_the_name() {
    let by_txt = Given::default().txt("example.com", &record(1));
    check(&by_txt, "com.example/w", None, None, Some(true), &[]);
    check(&by_txt, "com.example.api/w", None, None, Some(true), &[]);
    let by_file = Given::default().file("example.com", 200, &record(1));
    check(&by_file, "com.example/w", None, None, Some(true), &[]);
    // The file proves the exact domain only.
    check(
        &by_file,
        "com.example.api/w",
        None,
        None,
        Some(false),
        &[("key-record-missing", ERROR), ("key-file-status", ERROR)],
    );
}

#[test]
fn nothing_served_is_told_at_the_name_s_own_places() {
    let empty = Given::default().file("api.example.com", 404, "");
    let rules = [("key-record-missing", ERROR), ("key-file-status", ERROR)];
    check(&empty, "com.example.api/w", None, None, Some(false), &rules);
}

#[test]
fn another_key_proves_nothing_for_mine() {
    let outside = Given::default().txt("example.com", &record(2));
    let rules = [("key-mismatch", ERROR), ("key-file-status", ERROR)];
    check(&outside, "com.example/w", None, Some(1), Some(false), &rules);
    let both = outside.file("example.com", 200, &record(1));
    check(&both, "com.example/w", None, Some(1), Some(true), &[("key-mismatch", WARNING)]);
}

#[test]
fn a_login_that_looks_elsewhere_is_told() {
    let by_file = || Given::default().file("example.com", 200, &record(1));
    check(
        &by_file(),
        "com.example/w",
        Some("dns:example.com"),
        Some(1),
        Some(false),
        &[("login-method-differs", ERROR), ("key-record-missing", ERROR)],
    );
    check(&by_file(), "com.example/w", Some("http:example.com"), Some(1), Some(true), &[]);
    check(
        &by_file(),
        "com.example/w",
        Some("http:www.example.com"),
        Some(1),
        Some(false),
        &[("login-domain-differs", ERROR), ("key-file-status", ERROR)],
    );
}

#[test]
fn silence_is_neither_yes_nor_no() {
    let mut outside = Given::default().file("example.com", 404, "");
    outside.txt.insert("example.com".into(), TxtAnswer::Failed("timed out".into()));
    check(&outside, "com.example/w", None, None, None, &[("key-file-status", ERROR)]);
    check(&Given::default(), "io.github.acme/w", None, None, None, &[]);
}

#[test]
fn a_leaked_private_key_stays_an_error() {
    let private = "v=MCPv1; k=ed25519; p=MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g";
    let outside = Given::default().file("example.com", 200, &record(1)).txt("example.com", private);
    check(&outside, "com.example/w", None, None, Some(true), &[("key-length-wrong", ERROR)]);
}

#[test]
fn asks_no_more_than_it_has_to() {
    let outside = Given::default().txt("example.co.uk", &record(1));
    let name = Name::new("uk.co.example.a.b/w");
    let (report, _) = block_on(look_up(&name, None, None, &outside));
    assert_eq!(report.proven, Some(true));
    let asked = outside.asked.lock().unwrap().clone();
    assert_eq!(
        asked,
        [
            "txt b.a.example.co.uk",
            "txt _mcp-auth.b.a.example.co.uk",
            "txt _mcp-registry.b.a.example.co.uk",
            "txt www.b.a.example.co.uk",
            "file b.a.example.co.uk",
            "txt a.example.co.uk",
            "txt example.co.uk",
        ],
        "neither the public suffix nor a file above the domain is asked for"
    );
}

#[test]
fn a_github_login_leaves_nothing_to_look_at() {
    let proof: Proof = "github:acme".parse().unwrap();
    assert_eq!(block_on(look(&proof, None, &Given::default())), None);
}

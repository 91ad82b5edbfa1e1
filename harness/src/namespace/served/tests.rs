//! What a domain may serve, and what a login would meet.

use super::{FileAnswer, Mine, Served, TxtAnswer, judge_file, judge_txt};
use crate::namespace::{Algorithm, Domain, Finding, KeyPair, Severity};

fn domain() -> Domain {
    "example.com".parse().unwrap()
}

fn pair(seed: u8) -> KeyPair {
    KeyPair::from_bytes(Algorithm::Ed25519, &[seed; 32]).unwrap()
}

fn record(seed: u8) -> String {
    pair(seed).public().record()
}

fn txt(records: &[String], elsewhere: &[(&str, String)], mine: Option<u8>) -> Served {
    let elsewhere: Vec<_> = elsewhere
        .iter()
        .map(|(name, text)| ((*name).to_owned(), TxtAnswer::Records(vec![text.clone()])))
        .collect();
    let mine = mine.map(|seed| Mine::from(&pair(seed)));
    judge_txt(&domain(), &TxtAnswer::Records(records.to_vec()), &elsewhere, mine.as_ref())
}

fn file(body: impl AsRef<[u8]>, mine: Option<u8>) -> Served {
    let answer = FileAnswer::Answered { status: 200, location: None, body: body.as_ref().to_vec() };
    judge_file(&domain(), &answer, mine.map(|seed| Mine::from(&pair(seed))).as_ref())
}

#[track_caller]
fn check(served: &Served, keys: usize, rules: &[(&str, Severity)]) {
    let found: Vec<_> = served.findings.iter().map(|finding| (finding.rule, finding.severity)).collect();
    assert_eq!((served.keys.len(), found.as_slice()), (keys, rules), "{served:?}");
}

const ERROR: Severity = Severity::Error;
const NOTE: Severity = Severity::Note;

#[test]
fn txt_records_in_the_right_place() {
    let spf = "v=spf1 -all".to_owned();
    check(&txt(&[record(1)], &[], Some(1)), 1, &[]);
    check(&txt(&[spf.clone(), record(1)], &[], Some(1)), 1, &[]);
    check(&txt(&[record(2), record(1)], &[], Some(1)), 2, &[("key-record-stale", NOTE)]);
    check(&txt(&[record(2), record(1)], &[], None), 2, &[("key-record-stale", NOTE)]);
    check(&txt(&[record(2), record(3)], &[], Some(1)), 2, &[("key-mismatch", ERROR)]);
    check(&txt(&[record(2)], &[], Some(1)), 1, &[("key-mismatch", ERROR)]);
    check(&txt(&[spf], &[], Some(1)), 0, &[("key-record-missing", ERROR)]);
    check(&txt(&[], &[], None), 0, &[("key-record-missing", ERROR)]);
}

#[test]
fn an_unreadable_record_alone_is_an_error_and_beside_a_key_a_note() {
    let bad = record(2).replace("ed25519", "rsa");
    check(&txt(std::slice::from_ref(&bad), &[], None), 0, &[("key-algorithm-unsupported", ERROR)]);
    check(&txt(&[bad, record(1)], &[], Some(1)), 1, &[("key-algorithm-unsupported", NOTE)]);
}

#[test]
fn wrong_places_are_told_only_when_the_right_one_is_empty() {
    let elsewhere = [("_mcp-auth.example.com", record(1))];
    check(&txt(&[], &elsewhere, None), 0, &[("key-record-misplaced", ERROR)]);
    check(&txt(&[record(1)], &elsewhere, None), 1, &[]);
    let nothing = [("_mcp-auth.example.com", "v=spf1".to_owned())];
    check(&txt(&[], &nothing, None), 0, &[("key-record-missing", ERROR)]);
}

#[test]
fn a_record_cut_in_two_is_put_together() {
    let whole = record(1);
    for at in [30, 24, 50] {
        let (front, back) = whole.split_at(at);
        for records in [[front, back, "v=spf1 -all"], ["v=spf1 -all", back, front]] {
            let served = txt(&records.map(str::to_owned), &[], None);
            check(&served, 0, &[(served.findings[0].rule, ERROR)]);
            assert_eq!(served.findings[0].suggestion.as_ref(), Some(&whole), "cut at {at}: {served:?}");
        }
    }
}

#[test]
fn nobody_answering_is_unchecked_and_not_missing() {
    let served = judge_txt(&domain(), &TxtAnswer::Failed("timed out".into()), &[], None);
    assert_eq!(served.unchecked.as_deref(), Some("timed out"));
    check(&served, 0, &[]);
    let served = judge_file(&domain(), &FileAnswer::Failed("refused".into()), None);
    assert_eq!(served.unchecked.as_deref(), Some("refused"));
    check(&served, 0, &[]);
    check(&judge_txt(&domain(), &TxtAnswer::NoSuchName, &[], None), 0, &[("key-record-missing", ERROR)]);
    check(&judge_file(&domain(), &FileAnswer::NoAddress, None), 0, &[("key-file-status", ERROR)]);
}

#[test]
fn the_file() {
    check(&file(record(1), Some(1)), 1, &[]);
    check(&file(format!(" \r\n{}\r\n", record(1)), Some(1)), 1, &[]);
    check(&file(record(2), Some(1)), 1, &[("key-mismatch", ERROR)]);
    let two = format!("{}\n{}\n", record(1), record(2));
    check(&file(&two, Some(1)), 1, &[("key-file-several-records", Severity::Warning)]);
    let served = file(&two, Some(2));
    check(&served, 1, &[("key-file-several-records", Severity::Warning), ("key-mismatch", ERROR)]);
    assert!(served.findings[1].repair.contains("to the front"));
    check(&file("v=MCPv1; k=ed25519; p=", None), 0, &[("key-record-malformed", ERROR)]);
    check(&file("", None), 0, &[("key-record-missing", ERROR)]);
    check(&file(vec![b' '; 4097], None), 0, &[("key-file-too-large", ERROR)]);
    check(&file([vec![b' '; 4000], record(1).into_bytes()].concat(), Some(1)), 1, &[]);
}

#[test]
fn what_stands_in_the_file_instead_is_named() {
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(record(1).encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (body, words) in [(utf16, "UTF-16"), (b"<!DOCTYPE html><p>".to_vec(), "HTML"), (vec![], "empty")] {
        let served = file(body, None);
        assert!(served.findings[0].message.contains(words), "{served:?}");
    }
}

#[test]
fn other_answers() {
    let answered = |status, location: Option<&str>| {
        let location = location.map(str::to_owned);
        judge_file(&domain(), &FileAnswer::Answered { status, location, body: record(1).into_bytes() }, None)
    };
    check(&answered(404, None), 0, &[("key-file-status", ERROR)]);
    check(&answered(201, None), 0, &[("key-file-status", ERROR)]);
    check(&answered(301, Some("https://www.example.com/")), 0, &[("key-file-redirected", ERROR)]);
    check(&answered(307, None), 0, &[("key-file-redirected", ERROR)]);
    let private = FileAnswer::NotPublic(vec!["10.0.0.5".parse().unwrap()]);
    check(&judge_file(&domain(), &private, None), 0, &[("key-host-private", ERROR)]);
}

#[test]
fn a_published_private_key_is_told_as_what_it_is() {
    use base64::Engine as _;
    let seed = base64::engine::general_purpose::STANDARD.encode([1; 32]);
    let served = txt(&[format!("v=MCPv1; k=ed25519; p={seed}")], &[], Some(1));
    check(&served, 1, &[("key-mismatch", ERROR)]);
    assert!(served.findings[0].message.contains("PRIVATE"));
    assert_eq!(served.findings[0].suggestion, None::<String>);
    let _: &Finding = &served.findings[0];
}

proptest::proptest! {
    /// Whatever is served, judging it neither panics nor finds a key without a record.
    #[test]
    fn any_answer_is_judged(
        records in proptest::collection::vec("\\PC{0,30}|v=MCPv1; k=ed25519; p=[A-Za-z0-9+/=]{0,48}", 0..6),
        status in 0_u16..1000,
        body in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
    ) {
        let served = judge_txt(&domain(), &TxtAnswer::Records(records.clone()), &[], None);
        proptest::prop_assert!(!served.keys.is_empty() || !served.findings.is_empty());
        let served = judge_file(&domain(), &FileAnswer::Answered { status, location: None, body }, None);
        proptest::prop_assert!(!served.keys.is_empty() || !served.findings.is_empty());
    }
}

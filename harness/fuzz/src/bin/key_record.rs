//! Key records: whatever a domain serves, no panic, a bounded number of findings, and a key only where a record is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rollcall::namespace::{Domain, FileAnswer, TxtAnswer, judge_file, judge_txt, read_all, read_first};

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    let first = read_first(&text);
    assert_eq!(read_all(&text).first(), first.as_ref());
    if let Some(key) = first.as_ref().and_then(|record| record.key()) {
        assert_eq!(read_first(&key.record()), first, "a key is read again from its own record");
    }
    let domain: Domain = "example.com".parse().expect("a domain");
    let records: Vec<String> = text.split('\0').map(str::to_owned).collect();
    let count = records.len();
    let served = judge_txt(&domain, &TxtAnswer::Records(records), &[], None);
    assert!(!served.keys.is_empty() || !served.findings.is_empty(), "no key is always a finding");
    assert!(served.findings.len() <= count + 2);
    let answer = FileAnswer::Answered { status: 200, location: None, body: input.to_vec() };
    let served = judge_file(&domain, &answer, None);
    assert!(!served.keys.is_empty() || !served.findings.is_empty(), "no key is always a finding");
    assert!(served.keys.len() <= 1 && served.findings.len() <= 2);
});

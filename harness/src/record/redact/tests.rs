use proptest::prelude::*;

use super::*;
use crate::outcome::outcome;
use crate::record::arbitrary::{PORTS, SESSION as ID, record};
use crate::record::{Finding, FindingId, Session, Step};
use crate::target::Transport;

/// A record with this detail in it.
fn with(url: &str, session: &str, detail: &str) -> Record {
    let mut record = Record::new(url.to_owned(), Transport::Auto, None);
    record.session = Some(Session { id: session.to_owned() });
    record.findings.push(Finding {
        id: FindingId::Redirected,
        step: Some(Step::Initialize),
        detail: Some(detail.to_owned()),
    });
    record
}

#[track_caller]
fn check(url: &str, session: &str, detail: &str, expected: &str) {
    let redacted = Redact::SNAPSHOT.record(&with(url, session, detail));
    assert_eq!(redacted.findings[0].detail.as_deref(), Some(expected));
}

#[test]
fn ports() {
    let url = "http://127.0.0.1:43210/mcp";
    check(url, "", "http://127.0.0.1:43210/x", "http://127.0.0.1:1/x");
    check(url, "", "h:43210 [::1]:43210, h:50000.", "h:1 [::1]:1, h:0.");
    check(url, "", "12:30 h:443 x:432101 a:43210b :43210", "12:30 h:443 x:432101 a:43210b :43210");
    check("http://127.0.0.1:443/mcp", "", "h:443", "h:1");
    let redacted = Redact::SNAPSHOT.record(&with(url, "", ""));
    assert_eq!(redacted.target.url, "http://127.0.0.1:1/mcp");
}

#[test]
fn a_digest_is_no_port() {
    let mut record = with("http://h:5/", "", "");
    record.tools.digest = Some("sha256:43210abc".to_owned());
    assert_eq!(Redact::SNAPSHOT.record(&record).tools, record.tools);
}

#[test]
fn dates() {
    check("", "", "at 2026-11-30T13:27:38.5+01:00.", "at 1970-01-01T00:00:00Z.");
    check("", "", "Mon, 30 Nov 2026 13:27:38 GMT", "Thu, 01 Jan 1970 00:00:00 GMT");
    check("", "", "2025-06-18", "2025-06-18");
}

#[test]
fn sessions() {
    check("", "abcdefgh", "id abcdefgh, abcdefgh", "id [session], [session]");
    check("", "short", "short", "short");
    check("", "abcdefgh…", "id=abcdefghijkl; x", "id=[session]; x");
    let record = with("http://h:50000/", "abcdefgh", "abcdefgh");
    let traced = Redact::TRACE.record(&record);
    assert_eq!(traced.session.unwrap().id, SESSION);
    assert_eq!(traced.findings[0].detail.as_deref(), Some(SESSION));
    assert_eq!(traced.target, record.target);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn again_changes_nothing(record in record()) {
        for redact in [Redact::SNAPSHOT, Redact::TRACE] {
            let once = redact.record(&record);
            prop_assert_eq!(&redact.record(&once), &once);
        }
    }

    #[test]
    fn nothing_survives(record in record()) {
        let text = serde_json::to_string(&Redact::SNAPSHOT.record(&record)).unwrap();
        for port in PORTS {
            let port = format!(":{port}");
            let found = text.match_indices(&port).any(|(at, _)| {
                !text[..at].ends_with('"') && !text[at + port.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
            });
            prop_assert!(!found, "{}", text);
        }
        if record.session.is_some() {
            prop_assert!(!text.contains(ID), "{}", text);
        }
        prop_assert!(!text.contains("127.0.0.1:4") && !text.contains("13:27"), "{}", text);
    }

    #[test]
    fn the_verdict_stays(record in record()) {
        let redacted = Redact::SNAPSHOT.record(&record);
        prop_assert_eq!(outcome(&redacted), outcome(&record));
    }

    #[test]
    fn two_runs_look_alike(record in record(), from in 2000_u16..30_000) {
        // The same conversation on other ports, at another time.
        let (first, second) = (from + 30_000, from);
        let other = serde_json::to_string(&record).unwrap();
        let other = ["1", "]"].iter().fold(other, |text, host| {
            let text = text.replace(&format!("{host}:43210"), &format!("{host}:{first}"));
            text.replace(&format!("{host}:51515"), &format!("{host}:{second}"))
        });
        let mut other: Record = serde_json::from_str(&other).unwrap();
        other.elapsed_us += 5;
        for exchange in &mut other.exchanges {
            exchange.timing.total_us += 7;
        }
        prop_assert_eq!(Redact::SNAPSHOT.record(&other), Redact::SNAPSHOT.record(&record));
    }
}

//! Each check can fail: a run that is as expected, held against expectations that are wrong in one place.
#![expect(clippy::unwrap_used, reason = "a test stops where it is surprised")]

use mock_servers::Breach;
use rollcall::outcome::{Outcome, Stage};
use rollcall::record::{FindingId, OauthMetadata, PlainReason, ToolsStatus};
use rollcall::target::{SkipDetail, SkipReason};
use rollcall_cases::case::{Case, ExpectModern, ServerFact};
use rollcall_cases::check::{check, explain};
use rollcall_cases::load;
use rollcall_cases::run::{Over, Run, run};

async fn good() -> (Case, Run) {
    let case = load::case("good/json").unwrap();
    let run = run("good/json", &case, Over::Plain).await.unwrap();
    assert_eq!(check(&case, &run), []);
    (case, run)
}

#[tokio::test]
async fn every_expectation_is_compared() {
    let (case, run) = good().await;
    let wrong = |what: &str, change: &dyn Fn(&mut Case)| {
        let mut case = case.clone();
        change(&mut case);
        let found = check(&case, &run);
        assert!(found.iter().any(|mismatch| mismatch.what == what), "{what}: {found:?}");
    };
    wrong("outcome", &|case| case.expect.outcome = Outcome::RateLimited);
    wrong("reason", &|case| case.expect.reason = Some(PlainReason::HtmlBody.into()));
    wrong("skip", &|case| case.expect.skip = Some(SkipReason::PlainHttp));
    wrong("connections", &|case| case.expect.skip = Some(SkipReason::PlainHttp));
    wrong("names looked up", &|case| case.expect.skip = Some(SkipReason::PlainHttp));
    wrong("detail", &|case| case.expect.detail = Some(SkipDetail::Declared));
    wrong("stage", &|case| case.expect.stage = Some(Stage::ToolsList));
    wrong("status", &|case| case.expect.status = Some(201));
    wrong("findings", &|case| case.expect.findings = vec![FindingId::Retried]);
    wrong("sent", &|case| case.expect.sent = vec!["initialize".to_owned()]);
    wrong("tools.status", &|case| case.expect.tools.status = Some(ToolsStatus::Refused));
    wrong("tools.reason", &|case| case.expect.tools.reason = Some(PlainReason::Body.into()));
    wrong("tools.count", &|case| case.expect.tools.count = Some(3));
    wrong("tools.distinct", &|case| case.expect.tools.distinct = Some(3));
    wrong("tools.malformed", &|case| case.expect.tools.malformed = Some(3));
    wrong("tools.pages", &|case| case.expect.tools.pages = Some(3));
    wrong("tools.complete", &|case| case.expect.tools.complete = Some(false));
    wrong("tools.names", &|case| case.expect.tools.names = Some(vec!["b".to_owned(), "a".to_owned()]));
    wrong("login.oauth-metadata", &|case| case.expect.login.oauth_metadata = Some(OauthMetadata::Challenge));
    wrong("login.schemes", &|case| case.expect.login.schemes = Some(Vec::new()));
    wrong("login.metadata-url", &|case| case.expect.login.metadata_url = Some(String::new()));
    wrong("server.name", &|case| case.expect.server.name = Some(String::new()));
    wrong("server.title", &|case| case.expect.server.title = Some(String::new()));
    wrong("server.version", &|case| case.expect.server.version = Some(String::new()));
    wrong("server without Name", &|case| case.expect.server.absent = vec![ServerFact::Name]);
    wrong("server without All", &|case| case.expect.server.absent = vec![ServerFact::All]);
    wrong("protocol-version", &|case| case.expect.protocol_version = Some(String::new()));
    wrong("rpc-error", &|case| case.expect.rpc_error = Some(-32601));
    wrong("retry-after", &|case| case.expect.retry_after = Some(1));
    wrong("modern", &|case| case.expect.modern = Some(ExpectModern::default()));
    wrong("alpn", &|case| case.expect.alpn = Some("h2".to_owned()));
    wrong("details.retried", &|case| {
        case.expect.details.insert(FindingId::Retried, "x".to_owned());
    });
}

/// What came can be copied into the case: words as in the file, not as in the code.
#[tokio::test]
async fn a_verdict_is_spelled_as_a_case_spells_it() {
    let (mut case, run) = good().await;
    case.expect.outcome = Outcome::RateLimited;
    case.expect.reason = Some(PlainReason::HtmlBody.into());
    case.expect.findings = vec![FindingId::EventNameNotMessage];
    let told: Vec<String> = check(&case, &run).iter().map(ToString::to_string).collect();
    let told = told.concat();
    for word in ["\"rate-limited\"", "\"answered\"", "\"html-body\"", "[\"event-name-not-message\"]"] {
        assert!(told.contains(word), "{word} is not in {told}");
    }
}

#[tokio::test]
async fn a_breach_fails_a_case_and_is_explained() {
    let (case, mut run) = good().await;
    run.breaches.push(Breach { demand: "no-get".to_owned(), evidence: "GET".to_owned() });
    let found = check(&case, &run);
    let text = explain("good/json", &case, &run, &found);
    for part in
        [&case.title, "demand no-get", "actual:   GET", "evidence:", case.spec.url, "--exact good/json"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[tokio::test]
async fn a_case_runs_over_tls_as_well() {
    let case = load::case("good/session").unwrap();
    let run = run("good/session", &case, Over::Tls).await.unwrap();
    assert_eq!(check(&case, &run), []);
    assert!(run.journal.requests().iter().all(|request| request.tls));
}

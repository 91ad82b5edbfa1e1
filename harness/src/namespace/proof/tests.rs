//! What each login grants, and what it does not.

use super::{Proof, ProofFault, judge_login};

#[track_caller]
fn rule(proof: &str, name: &str) -> Option<&'static str> {
    proof.parse::<Proof>().unwrap().judge(name).map(|finding| finding.rule)
}

#[test]
fn dns_covers_subdomains_and_the_file_does_not() {
    for name in ["com.example/x1", "com.example.api/x1", "com.example.v1.api/x1"] {
        assert_eq!(rule("dns:example.com", name), None, "{name}");
    }
    for name in ["com.example-other/x1", "com/x1", "com.otherdomain/x1", "com.example", "com.Example/x1"] {
        assert_eq!(rule("dns:example.com", name), Some("namespace-not-covered"), "{name}");
    }
    assert_eq!(rule("http:example.com", "com.example/x1"), None);
    assert_eq!(rule("http:example.com", "com.example.api/x1"), Some("namespace-not-covered"));
    assert_eq!(rule("http:v1.api.example.com", "com.example.api.v1/x1"), None);
    assert_eq!(rule("http:v1.api.example.com", "com.example.api.v1.beta/x1"), Some("namespace-not-covered"));
    assert_eq!(rule("http:www.example.com", "com.example/x1"), Some("namespace-not-covered"));
    assert_eq!(rule("dns:api.example.co.uk", "uk.co.example.api/x1"), None);
}

#[test]
fn the_repair_of_a_file_that_would_do_as_a_record_says_so() {
    let finding = "http:example.com".parse::<Proof>().unwrap().judge("com.example.api/x1").unwrap();
    assert!(finding.repair.contains("TXT record at example.com"), "{}", finding.repair);
}

#[test]
fn github_compares_letter_case() {
    assert_eq!(rule("github:AcmeCorp", "io.github.AcmeCorp/x1"), None);
    assert_eq!(rule("github:me,AcmeCorp", "io.github.AcmeCorp/x1"), None);
    assert_eq!(rule("github:me", "io.github.other/x1"), Some("namespace-not-covered"));
    let finding = "github:AcmeCorp".parse::<Proof>().unwrap().judge("io.github.acmecorp/Weather").unwrap();
    assert_eq!(finding.rule, "namespace-account-case-wrong");
    assert_eq!(finding.suggestion.as_deref(), Some("io.github.AcmeCorp/Weather"));
    // Neither a shorter name nor one that is cut inside a character may panic.
    assert_eq!(rule("github:AcmeCorp", "io.github.acmé"), Some("namespace-not-covered"));
    assert_eq!(rule("github:AcmeCorp", ""), Some("namespace-not-covered"));
}

#[test]
fn a_login_must_name_the_place_of_the_key() {
    let rules = |login: &str, key_at: &str| -> Vec<_> {
        let findings = judge_login(&login.parse().unwrap(), &key_at.parse().unwrap());
        findings.into_iter().map(|finding| finding.rule).collect()
    };
    assert_eq!(rules("dns:www.example.com", "dns:example.com"), ["login-domain-differs"]);
    assert_eq!(rules("dns:example.com", "http:example.com"), ["login-method-differs"]);
    assert_eq!(
        rules("dns:www.example.com", "http:example.com"),
        ["login-domain-differs", "login-method-differs"]
    );
    assert_eq!(rules("dns:Example.com", "dns:example.com"), [""; 0]);
}

#[test]
fn reads_and_writes_itself() {
    for text in ["dns:example.com", "http:Example.com", "github:a,b-c"] {
        assert_eq!(text.parse::<Proof>().unwrap().to_string(), text);
    }
    assert_eq!("ftp:example.com".parse::<Proof>(), Err(ProofFault::Method("ftp".into())));
    assert_eq!("example.com".parse::<Proof>(), Err(ProofFault::Method("example.com".into())));
    assert_eq!("github:a b".parse::<Proof>(), Err(ProofFault::Account("a b".into())));
    assert!(matches!("dns:https://example.com".parse::<Proof>(), Err(ProofFault::Domain(_))));
}

proptest::proptest! {
    /// No name panics, and a covered name never gets a finding.
    #[test]
    fn any_name_is_judged(name in "\\PC{0,40}") {
        for proof in ["dns:example.com", "http:a.b", "github:Acme,b"] {
            let proof: Proof = proof.parse().unwrap();
            proptest::prop_assert_eq!(proof.judge(&name).is_none(), proof.covers(&name));
        }
    }
}

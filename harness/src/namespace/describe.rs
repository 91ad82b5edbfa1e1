//! What a name needs, told without looking at anything: the offline half of `rollcall namespace`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Finding, Name, Need, OnlineReport, Proof, Severity};
use crate::manifest::{Options, lint};

/// The version of [`NamespaceReport`] in its JSON form.
pub const NAMESPACE_SCHEMA: &str = "rollcall.namespace.v1";

/// The path of the key file on a domain.
pub const WELL_KNOWN_PATH: &str = "/.well-known/mcp-registry-auth";

/// What any proof shows.
const SHOWS: &str = "who published the entry controlled this account or this domain at that time";

/// What no proof shows.
const DOES_NOT_SHOW: [&str; 3] = [
    "that the owner of the named product or trade mark stands behind the entry",
    "that the remotes or the packages belong to the same domain or account",
    "that the repository is theirs",
];

/// `rollcall namespace` as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamespaceReport {
    /// Always [`NAMESPACE_SCHEMA`].
    pub schema: &'static str,
    /// The name as given.
    pub name: String,
    /// The part of it that has to be proven.
    pub namespace: String,
    /// What kind of proof it needs.
    pub needs: Needs,
    /// Every proof that grants the name, the narrowest first.
    pub proofs: Vec<ProofReport>,
    /// What such a proof shows.
    pub shows: &'static str,
    /// What it does not show.
    pub does_not_show: [&'static str; 3],
    /// What is wrong, offline and online.
    pub findings: Vec<Finding>,
    /// What is served today; only after `--online`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online: Option<OnlineReport>,
}

crate::words::words! {
    /// The kind of proof a name needs.
    pub enum Needs: "kind of proof" {
        /// A GitHub login.
        GitHub = "github",
        /// A key published for a domain.
        Domain = "domain",
        /// No proof grants such a name.
        Impossible = "impossible",
    }
}

/// One way to be granted the name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofReport {
    /// `dns`, `http` or `github`.
    pub method: &'static str,
    /// The domain or the account.
    pub who: String,
    /// Where the key has to be, or which account logs in.
    pub place: String,
    /// The patterns of names granted.
    pub grants: Vec<String>,
    /// The command that logs in.
    pub login: String,
}

impl ProofReport {
    fn of(proof: &Proof) -> Self {
        let (who, place, login) = match proof {
            Proof::Dns(domain) => (
                domain.to_string(),
                format!("a TXT record at {domain}"),
                format!("mcp-publisher login dns --domain {domain} --private-key KEY"),
            ),
            Proof::Http(domain) => (
                domain.to_string(),
                format!("the file https://{domain}{WELL_KNOWN_PATH}"),
                format!("mcp-publisher login http --domain {domain} --private-key KEY"),
            ),
            Proof::GitHub { accounts } => (
                accounts.join(","),
                format!(
                    "the GitHub account {}, or a workflow in a repository of the organisation",
                    accounts.join(",")
                ),
                "mcp-publisher login github (in Actions: login github-oidc)".to_owned(),
            ),
        };
        Self { method: proof.method(), who, place, grants: proof.grants(), login }
    }
}

/// Says which proof a name needs, and what is wrong with the name or with the login that is meant for it.
#[must_use]
pub fn describe(name: &Name, login: Option<&Proof>) -> NamespaceReport {
    let need = name.need();
    let (needs, proofs) = match &need {
        Need::GitHub { account } => (Needs::GitHub, vec![Proof::GitHub { accounts: vec![account.clone()] }]),
        Need::Domain(domains) => {
            (Needs::Domain, domains.iter().flat_map(super::DomainProof::proofs).collect())
        }
        Need::NoAccount { .. } | Need::Unprovable => (Needs::Impossible, Vec::new()),
    };
    let mut findings = name_findings(name);
    findings.extend(login.and_then(|login| login.judge(&name.publishable())));
    NamespaceReport {
        schema: NAMESPACE_SCHEMA,
        name: name.as_str().to_owned(),
        namespace: name.namespace().to_owned(),
        needs,
        proofs: proofs.iter().map(ProofReport::of).collect(),
        shows: SHOWS,
        does_not_show: DOES_NOT_SHOW,
        findings,
        online: None,
    }
}

/// What is wrong with the name itself: the rules of the manifest about it, asked of a manifest that holds nothing else.
fn name_findings(name: &Name) -> Vec<Finding> {
    let manifest = serde_json::json!({ "name": name.publishable() }).to_string();
    let Ok(checked) = lint("name", manifest.as_bytes(), Options::default()) else { return Vec::new() };
    let about_name = checked.findings.into_iter().filter(|found| {
        found.place.pointer == "/name"
            && found.rule.id.starts_with("name")
            && found.rule.severity != Severity::Note
    });
    about_name
        .map(|found| Finding {
            rule: found.rule.id,
            severity: found.rule.severity,
            at: name.as_str().to_owned(),
            message: found.message,
            repair: found.repair.unwrap_or_else(|| found.rule.repair.to_owned()),
            suggestion: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Needs, describe};
    use crate::namespace::{Name, Proof};

    #[track_caller]
    fn check(name: &str, login: Option<&str>, needs: Needs, proofs: &[&str], rules: &[&str]) {
        let login = login.map(|text| text.parse::<Proof>().unwrap());
        let report = describe(&Name::new(name), login.as_ref());
        assert_eq!(report.needs, needs, "{name}");
        let found: Vec<_> =
            report.proofs.iter().map(|proof| format!("{}:{}", proof.method, proof.who)).collect();
        assert_eq!(found, proofs, "{name}");
        let found: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(found, rules, "{name}");
    }

    #[test]
    fn names_and_their_proofs() {
        check("com.example/weather", None, Needs::Domain, &["dns:example.com", "http:example.com"], &[]);
        check(
            "com.example.api/weather",
            None,
            Needs::Domain,
            &["dns:api.example.com", "http:api.example.com", "dns:example.com"],
            &[],
        );
        check("io.github.Acme/weather", None, Needs::GitHub, &["github:Acme"], &[]);
        check(
            "io.github.my.account/w1",
            None,
            Needs::Impossible,
            &[],
            &["namespace-github-account-malformed"],
        );
        check("weather", None, Needs::Impossible, &[], &["namespace-unprovable"]);
        let upper = ["dns:Example.com", "http:Example.com"];
        check("com.Example/weather", None, Needs::Domain, &upper, &["namespace-uppercase-domain"]);
        let proofs = ["dns:example.com", "http:example.com"];
        check("com.example", None, Needs::Domain, &proofs, &[]);
        check("com.example/", None, Needs::Domain, &proofs, &["name-part-empty"]);
        check("com.example/a/b", None, Needs::Domain, &proofs, &["name-slash-repeated"]);
    }

    #[test]
    fn a_login_that_does_not_fit_is_told() {
        let proofs = ["dns:example.com", "http:example.com"];
        check("com.example", Some("http:example.com"), Needs::Domain, &proofs, &[]);
        check(
            "com.example/w1",
            Some("http:www.example.com"),
            Needs::Domain,
            &proofs,
            &["namespace-not-covered"],
        );
        check(
            "io.github.acme/w1",
            Some("github:Acme"),
            Needs::GitHub,
            &["github:acme"],
            &["namespace-account-case-wrong"],
        );
    }

    #[test]
    fn every_proof_offered_covers_the_name() {
        for name in [
            "com.example/w1",
            "com.example.api/w1",
            "com.example..api/w1",
            "io.github.Acme/w1",
            "uk.co.example/w1",
        ] {
            for proof in describe(&Name::new(name), None).proofs {
                let proof: Proof = format!("{}:{}", proof.method, proof.who).parse().unwrap();
                assert!(proof.covers(name), "{proof} {name}");
            }
        }
    }
}

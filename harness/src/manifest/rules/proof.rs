//! Whether the login that is meant covers the name, and whether its key is served. The rules themselves belong to
//! `namespace`, and so does the judgement.

use std::sync::LazyLock;

use super::{Findings, Layer, Manifest, Rule};
use crate::namespace::{self, Finding, Proof};

/// The rules of logins, domains and keys as rules about a manifest.
static LOGIN: LazyLock<Vec<Rule>> = LazyLock::new(|| namespace::RULES.iter().map(known).collect());

fn known(rule: &namespace::Rule) -> Rule {
    Rule {
        id: rule.id,
        severity: rule.severity,
        layer: Layer::Ownership,
        at: "/name",
        since: "all",
        what: rule.what,
        why: rule.why,
        example: rule.example,
        repair: rule.repair,
        source: rule.source,
    }
}

/// What the name runs into after this login; nothing where it is covered.
pub(in crate::manifest) fn check(manifest: &Manifest<'_>, proof: &Proof, out: &mut Findings) {
    let found = manifest.name().and_then(|name| proof.judge(name));
    report(manifest, found.iter(), out);
}

/// Findings of the namespace, told at the name.
pub(super) fn report<'f>(
    manifest: &Manifest<'_>,
    findings: impl Iterator<Item = &'f Finding>,
    out: &mut Findings,
) {
    for finding in findings {
        let Some(rule) = LOGIN.iter().find(|rule| rule.id == finding.rule) else { continue };
        let at_name = manifest.name() == Some(&finding.at);
        let message =
            if at_name { finding.message.clone() } else { format!("{}: {}", finding.at, finding.message) };
        let found = out.report(rule, manifest.top.field("name").place(), message);
        found.severity = finding.severity;
        found.repair = Some(match &finding.suggestion {
            Some(right) => format!("{}: `{right}`", finding.repair),
            None => finding.repair.clone(),
        });
    }
}

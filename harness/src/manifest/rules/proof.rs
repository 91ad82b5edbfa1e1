//! Whether the login that is meant covers the name. The rules themselves belong to `namespace`, and so does the judgement.

use super::{Findings, Layer, Manifest, Rule, Severity};
use crate::namespace;

/// See [`namespace::RULES`].
static NAMESPACE_NOT_COVERED: Rule = known("namespace-not-covered", &namespace::RULES[1]);
/// See [`namespace::RULES`].
static NAMESPACE_ACCOUNT_CASE_WRONG: Rule = known("namespace-account-case-wrong", &namespace::RULES[2]);

/// A rule of the namespace module as a rule for a manifest.
const fn known(id: &'static str, rule: &namespace::Rule) -> Rule {
    Rule {
        id,
        severity: Severity::Error,
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
pub(in crate::manifest) fn check(manifest: &Manifest<'_>, proof: &namespace::Proof, out: &mut Findings) {
    let field = manifest.top.field("name");
    let Some(finding) = field.filled().and_then(|name| proof.judge(name)) else { return };
    let case = finding.rule == NAMESPACE_ACCOUNT_CASE_WRONG.id;
    let rule = if case { &NAMESPACE_ACCOUNT_CASE_WRONG } else { &NAMESPACE_NOT_COVERED };
    let found = out.report(rule, field.place(), finding.message);
    found.repair = Some(match finding.suggestion {
        Some(right) => format!("{}: `{right}`", finding.repair),
        None => finding.repair,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_those_of_the_namespace() {
        for rule in [&NAMESPACE_NOT_COVERED, &NAMESPACE_ACCOUNT_CASE_WRONG] {
            let theirs = namespace::rule(rule.id).unwrap();
            assert_eq!((rule.what, rule.severity.word()), (theirs.what, theirs.severity.word()));
        }
    }
}

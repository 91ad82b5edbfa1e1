//! What a rule is: its name, its weight and its explanation.

use serde::Serialize;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Advice.
    Note,
    /// Publishing succeeds, but a value is lost, a stricter reader refuses the file, or users will be hurt.
    Warning,
    /// Publishing with the current client ends in a refusal.
    Error,
}

/// Who enforces a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// The shape check of the publish call, or the published JSON Schema.
    Schema,
    /// The registry's rules behind the shape, run on every publish.
    Semantic,
    /// Packages, permission and uniqueness, decided at publish, partly from outside facts.
    Ownership,
    /// Nobody but us.
    Advice,
}

/// One rule, with everything that its documentation needs.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The name, kebab-case, stable.
    pub id: &'static str,
    /// The weight of every finding of this rule.
    pub severity: Severity,
    /// Who enforces it.
    pub layer: Layer,
    /// Where it can fire: JSON Pointers, `*` for any index or key.
    pub at: &'static str,
    /// Since which schema date, month or registry release; `n/a` where nobody enforces it.
    pub since: &'static str,
    /// What it finds.
    pub what: &'static str,
    /// Why that matters.
    pub why: &'static str,
    /// A fragment that breaks it.
    pub example: &'static str,
    /// The way out.
    pub repair: &'static str,
    /// Where it comes from. `registry` is modelcontextprotocol/registry, read at v1.7.8; `#n` an issue or pull request.
    pub source: &'static str,
}

impl Severity {
    /// The word for people and machines.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

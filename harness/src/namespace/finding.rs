//! One thing worth telling about a name, a login or a published key.

use schemars::JsonSchema;
use serde::Serialize;

use super::rules::rule;
pub use crate::manifest::Severity;

/// A rule that fired, where, and the way out. Plain data: every format renders the same value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The rule's id, as `rollcall explain` takes it.
    pub rule: &'static str,
    /// How bad it is here; a rule's usual severity unless the circumstances soften it.
    pub severity: Severity,
    /// The place: a name, a DNS name, an address or a flag.
    pub at: String,
    /// What is wrong. May quote text that somebody else wrote: escape before printing.
    pub message: String,
    /// What to do about it.
    pub repair: String,
    /// The text to put there instead, where that is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Finding {
    /// A finding of a rule of [`super::RULES`], with the rule's own severity.
    ///
    /// # Panics
    /// On an id that the table does not hold, which is a bug.
    #[must_use]
    pub fn new(
        id: &str,
        at: impl Into<String>,
        message: impl Into<String>,
        repair: impl Into<String>,
    ) -> Self {
        let rule = rule(id).expect("a finding names a rule of the table");
        Self {
            rule: rule.id,
            severity: rule.severity,
            at: at.into(),
            message: message.into(),
            repair: repair.into(),
            suggestion: None,
        }
    }

    /// The same finding with the text to put there instead.
    #[must_use]
    pub fn suggest(mut self, text: Option<String>) -> Self {
        self.suggestion = text;
        self
    }

    /// The same finding, weighed differently because of what else is known.
    #[must_use]
    pub const fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

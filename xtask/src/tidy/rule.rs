//! What a house rule is, and what breaking one looks like.

use super::tree::Tree;

/// One house rule.
pub(crate) struct Rule {
    /// Its name, in kebab-case.
    pub(crate) name: &'static str,
    /// What it asks, as one sentence.
    pub(crate) description: &'static str,
    /// How to mend a violation, starting with a verb.
    pub(crate) fix: &'static str,
    /// Finds every violation.
    pub(crate) check: fn(&Tree) -> Vec<Violation>,
}

/// One place where a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// The file or folder, from the top of the workspace.
    pub(crate) path: String,
    /// The line, counted from 1, where one line is to blame.
    pub(crate) line: Option<usize>,
    /// What is there that should not be, or the reverse.
    pub(crate) what: String,
}

impl Violation {
    /// A violation by a whole file or folder.
    pub(crate) fn of(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, what: what.into() }
    }

    /// A violation at a line, counted from 0 as iterators do.
    pub(crate) fn at(path: impl Into<String>, index: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line: Some(index + 1), what: what.into() }
    }
}

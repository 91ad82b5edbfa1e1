//! Why a verb could not do its work, and what to do about it: the operational errors, never a finding about a target.

use crate::exit::Exit;

/// An operational error on its way to stderr.
#[derive(Debug)]
pub struct Failure {
    /// The exit code it maps to.
    pub exit: Exit,
    /// What went wrong and where: lower case, reads after `rollcall: `, names the path, the flag or the line.
    pub message: String,
    /// The way out, starting with a verb.
    pub hint: Option<String>,
}

impl Failure {
    /// A flag or a configuration value that cannot be used (exit 2).
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into(), hint: None }
    }

    /// An input, an output or a source that let us down (exit 3).
    pub fn could_not_check(message: impl Into<String>) -> Self {
        Self { exit: Exit::CouldNotCheck, message: message.into(), hint: None }
    }

    /// An empty selection (exit 4).
    pub fn nothing_selected(message: impl Into<String>) -> Self {
        Self { exit: Exit::NothingSelected, message: message.into(), hint: None }
    }

    /// The same failure with the way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

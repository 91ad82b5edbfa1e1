//! What a check says of a server.

crate::words::words! {
    /// The verdict of one check.
    pub enum Verdict: "verdict" {
        /// Seen, and as required.
        Pass = "pass",
        /// A MUST was missed.
        Fail = "fail",
        /// A SHOULD was missed.
        Warn = "warn",
        /// The requirement does not reach this server: a revision it does not speak, a capability it does not declare.
        NotApplicable = "not-applicable",
        /// What the requirement is about could not be seen. Never a pass.
        NotObserved = "not-observed",
    }
}

impl Verdict {
    /// Something was seen and judged.
    #[must_use]
    pub const fn is_judged(self) -> bool {
        matches!(self, Self::Pass | Self::Fail | Self::Warn)
    }
}

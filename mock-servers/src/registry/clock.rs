//! A clock that can be moved, so that nothing has to be waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// The system's clock and how far it was moved. Clones are the same clock.
#[derive(Debug, Clone, Default)]
pub struct Clock(Arc<AtomicI64>);

impl Clock {
    /// Moves the clock by whole seconds, back when negative.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }

    /// The time that the registry believes.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::now() + SignedDuration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

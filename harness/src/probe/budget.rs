//! What a probe may still spend: requests, retries, hops and time. Bytes
//! are granted one reply at a time, by [`super::reader::Caps`].

use std::time::Duration;

use crate::policy::Policy;

/// Requests beside the pages of the list: initialize, initialized, DELETE, and the one GET of `auto`.
const BESIDE_PAGES: u32 = 4;
/// What `--modern` adds: server/discover and one tools/list.
const MODERN: u32 = 2;

/// The budget of one probe. Nothing is ever handed out twice, and nothing comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    requests: u32,
    /// Of the request under way.
    retries: u8,
    hops: u8,
    time: Duration,
    per_request: (u8, u8),
}

impl Budget {
    /// All that a policy grants.
    #[must_use]
    pub fn new(policy: &Policy) -> Self {
        let lookups =
            if policy.oauth_lookup { u32::try_from(policy.lookup_candidates).unwrap_or(u32::MAX) } else { 0 };
        let modern = if policy.modern { MODERN } else { 0 };
        Self {
            requests: policy.pages.saturating_add(BESIDE_PAGES + modern).saturating_add(lookups),
            retries: 0,
            hops: 0,
            time: policy.probe_deadline,
            per_request: (policy.retries, policy.hops),
        }
    }

    /// Takes one request, with its retries and hops. False when there is none left, or no time.
    pub fn request(&mut self) -> bool {
        if self.requests == 0 || self.is_out_of_time() {
            return false;
        }
        self.requests -= 1;
        (self.retries, self.hops) = self.per_request;
        true
    }

    /// Takes one retry of the request under way. False when there is none left, or no time.
    pub fn retry(&mut self) -> bool {
        let granted = self.retries > 0 && !self.is_out_of_time();
        self.retries -= u8::from(granted);
        granted
    }

    /// Takes one redirect hop of the request under way. False when there is none left, or no time.
    pub fn hop(&mut self) -> bool {
        let granted = self.hops > 0 && !self.is_out_of_time();
        self.hops -= u8::from(granted);
        granted
    }

    /// Says how much of the whole has passed since the probe began. Time never runs back.
    pub fn elapsed(&mut self, policy: &Policy, since_start: Duration) {
        self.time = self.time.min(policy.probe_deadline.saturating_sub(since_start));
    }

    /// The whole probe's time is used up.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        self.time.is_zero()
    }
}

#[cfg(test)]
mod tests;

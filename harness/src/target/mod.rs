//! What may be contacted: URL vetting, address policy, skip reasons.

mod skip;
mod transport;

pub use skip::{Skip, SkipDetail, SkipReason};
pub use transport::Transport;

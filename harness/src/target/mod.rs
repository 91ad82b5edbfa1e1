//! What may be contacted: URL vetting, address policy, skip reasons.

mod address;
mod placeholder;
mod skip;
#[cfg(test)]
mod tests;
mod transport;
mod vet;

pub(crate) use address::Lead;
pub use address::{is_allowed, is_global};
pub use placeholder::placeholder;
pub use skip::{Skip, SkipDetail, SkipReason};
pub use transport::Transport;
pub use vet::{Remote, Target, host_key, vet, vet_remote};
pub(crate) use vet::{is_local_name, normalised};

//! What happened: everything observed in a probe, as plain data that later stages read.

#[cfg(test)]
pub(crate) mod arbitrary;
mod clean;
mod digest;
mod exchange;
mod facts;
mod finding;
mod reason;
#[expect(clippy::module_inception, reason = "the record is the module's one subject")]
mod record;
mod redact;

pub use clean::{clean, hides, is_control, is_zero_width, sample, shorten};
pub use digest::{hex, sha256};
pub use exchange::{Answer, Connection, End, Exchange, Method, RpcError, Step, Timing};
pub use facts::{
    EntryFacts, Login, Modern, OauthMetadata, ServerFacts, Session, TargetFacts, Tools, ToolsStatus,
};
pub use finding::{DETAIL_KEPT, Finding, FindingId, NAMED_IN_DETAIL};
pub use reason::{PlainReason, Reason};
pub use record::{RECORD_SCHEMA, Record};
pub use redact::Redact;

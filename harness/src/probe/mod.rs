//! How we talk: reading replies (pure, here), and the machine and driver that ask for them.

pub mod budget;
mod caller;
pub mod challenge;
pub(crate) mod compose;
mod decode;
mod dial;
mod driver;
mod evidence;
mod fault;
pub mod head;
pub mod initialize;
mod json;
mod jsonrpc;
mod link;
mod lookup;
pub mod machine;
pub mod modern;
pub mod reader;
mod replay;
mod reply;
pub mod resolve;
mod said;
mod socket;
pub mod sse;
mod steps;
mod stream;
mod talk;
mod tls;
pub mod tools;

pub(crate) use caller::{Call, Caller, Heard, Line, Wait};
pub use compose::Voice;
pub use driver::{Prober, ProberError, Trace};
pub(crate) use lookup::{covers, is_downgrade, well_known};

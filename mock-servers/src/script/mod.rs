//! What a mock does, as data.
//!
//! A script is a list of rules over a server that is otherwise good. It has no conditionals, loops, variables or
//! templates: a behaviour that needs one is a [`Program`](crate::program::Program), written in Rust and named here.

mod demand;
mod fault;
mod listen;
mod reply;
#[expect(clippy::module_inception, reason = "the script is the module's one subject")]
mod script;
mod serve;
mod units;

pub use demand::Demand;
pub use fault::{End, Fault, Place};
pub use listen::{Address, Alpn, Answer, Certificate, Dns, Handshake, Listen, Tls};
pub use reply::{
    Charset, Coding, Envelope, Fill, Heartbeat, HttpVersion, IdForm, LineEnd, Padding, Reply, RpcError, Sse,
    Transfer,
};
pub use script::Script;
pub use serve::{Serve, When};
pub use units::{Size, Span};

//! Misbehaving MCP servers.

mod accept;
mod behaviour;
mod demand;
mod dns;
mod http1;
mod http2;
mod journal;
pub mod program;
pub mod registry;
mod reply;
mod request;
mod route;
pub mod script;
mod server;
mod socket;
mod tls;

pub use dns::{CANARY, Lookup, Zone};
pub use journal::{Breach, Journal};
pub use request::{Message, Request};
pub use server::{Mock, Start, ca_pem};

//! Misbehaving MCP servers, for testing clients, probers and monitors: what badssl.com is for TLS.
//!
//! A [`Mock`] does what a [`script`](script::Script) says: rules over a server that is otherwise good, down to the byte
//! and the TCP reset. It keeps a [`Journal`] of every request, written before the request is judged. It speaks bytes and
//! shares no protocol types with any client: one misreading of the specification must not sit on both sides.
//!
//! ```no_run
//! use mock_servers::Mock;
//! use mock_servers::script::Script;
//!
//! # async fn test() -> Result<(), Box<dyn std::error::Error>> {
//! let script = Script::from_toml(
//!     r#"
//!     demand = ["no-origin"]
//!     [[serve]]
//!     when = { rpc = "tools/list" }
//!     fault = { at = "in-body", how = "close" }
//!     "#,
//! )?;
//! let mock = Mock::start(script).await?;
//! // ... point the client under test at mock.url() ...
//! assert_eq!(mock.journal().requests().len(), 3);
//! mock.finish().map_err(|breaches| breaches[0].to_string())?;
//! # Ok(())
//! # }
//! ```

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
mod site;
mod socket;
mod tls;

pub use dns::{CANARY, Lookup, Zone};
pub use journal::{Breach, Journal};
pub use request::{Message, Request};
pub use server::{Mock, Start, ca_pem};
pub use site::{ANEW_AFTER, Exhibits, Site};

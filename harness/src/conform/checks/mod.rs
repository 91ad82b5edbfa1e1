//! The checks, one file a family. Each is a pure function over what was seen.

mod auth;
mod family;
mod guard;
mod handshake;
mod jsonrpc;
mod legacy;
mod modern;
mod session;
mod sse;
mod tools;
mod transport;
mod version;

pub(super) use family::FAMILIES;
pub(super) use legacy::is_endpoint_stream;

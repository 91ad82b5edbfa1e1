//! The checks, one file a family. Each is a pure function over what was seen.

mod family;
mod handshake;
mod legacy;

pub(super) use family::FAMILIES;
pub(super) use legacy::is_endpoint_stream;

//! The families, in the order in which they are told.

use super::super::Check;
use super::{auth, guard, handshake, jsonrpc, legacy, modern, session, sse, tools, transport, version};

/// Every family.
pub(in crate::conform) const FAMILIES: &[&[Check]] = &[
    handshake::CHECKS,
    jsonrpc::CHECKS,
    transport::CHECKS,
    version::CHECKS,
    session::CHECKS,
    sse::CHECKS,
    guard::CHECKS,
    tools::CHECKS,
    auth::CHECKS,
    modern::CHECKS,
    legacy::CHECKS,
];

//! `MCP-Protocol-Version` (2025-06-18 and 2025-11-25).

use super::super::Ask;
use super::super::check::Check;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "version.header-unsupported",
        requirement: "version.header-unsupported",
        expected: "HTTP 400 to a version header that names no revision",
        asks: &[Ask::WrongVersionHeader],
        judge: |seen| {
            let at = seen.opened(Ask::WrongVersionHeader)?;
            at.holds(at.reply.status() == 400)
        },
    },
    Check {
        name: "version.header-missing",
        requirement: "version.header-missing",
        expected: "a request without the version header is answered",
        asks: &[Ask::NoVersionHeader],
        judge: |seen| {
            let at = seen.opened(Ask::NoVersionHeader)?;
            at.holds(at.reply.good().is_some())
        },
    },
];

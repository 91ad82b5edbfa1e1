//! Guards against DNS rebinding: a foreign Origin, a foreign Host. Sent to the named URL alone.

use super::super::Ask;
use super::super::check::{Check, Ruling, not_observed};
use super::super::seen::{At, Seen};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "guard.origin",
        requirement: "guard.origin",
        expected: "an error status to a foreign Origin",
        asks: &[Ask::ForeignOrigin, Ask::Ping],
        judge: |seen| guarded(seen, Ask::ForeignOrigin, |status| (400..500).contains(&status)),
    },
    Check {
        name: "guard.origin-403",
        requirement: "guard.origin-403",
        expected: "HTTP 403 to a foreign Origin",
        asks: &[Ask::ForeignOrigin, Ask::Ping],
        judge: |seen| guarded(seen, Ask::ForeignOrigin, |status| status == 403),
    },
    Check {
        name: "guard.host",
        requirement: "guard.host",
        expected: "an error status to a foreign Host",
        asks: &[Ask::ForeignHost, Ask::Ping],
        judge: |seen| guarded(seen, Ask::ForeignHost, |status| (400..500).contains(&status)),
    },
];

/// The reply to the foreign request, where the same request without it is answered.
fn guarded(seen: &Seen, ask: Ask, refused: impl Fn(u16) -> bool) -> Ruling<'_> {
    let at = seen.need(ask)?;
    let twin =
        if at.exchange.call.body.windows(4).any(|part| part == b"ping") { Ask::Ping } else { Ask::Discover };
    if !seen.first(twin).is_some_and(|twin: At<'_>| twin.reply.is_success()) {
        return Err(not_observed(format!("{twin} is not answered without it either")));
    }
    at.holds(refused(at.reply.status()))
}

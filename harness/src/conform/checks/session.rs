//! Sessions (2025-03-26 to 2025-11-25): ids, and what becomes of requests without one or with a stale one.

use std::collections::BTreeSet;

use super::super::Ask;
use super::super::check::{Check, Ruling, Unheld, not_applicable, not_observed};
use super::super::compose::SESSION_ID;
use super::super::seen::{At, Seen};

/// Characters below which an id can be guessed: 16 of 4 bits each are 64 bits.
const SHORT: usize = 16;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "session.id-characters",
        requirement: "session.id-characters",
        expected: "visible ASCII (0x21 to 0x7E)",
        asks: &[],
        judge: |seen| {
            let (at, id) = session(seen)?;
            match id.iter().find(|byte| !byte.is_ascii_graphic()) {
                None => at.kept(),
                Some(byte) => at.missed(format!("the id has the byte 0x{byte:02x} in it")),
            }
        },
    },
    Check {
        name: "session.id-guessable",
        requirement: "session.id-guessable",
        expected: "ids of at least 16 characters, and another one for each session",
        asks: &[Ask::InitializeUnknown],
        judge: |seen| {
            let (at, id) = session(seen)?;
            if id.len() < SHORT {
                return at.missed(format!("the id has {} characters", id.len()));
            }
            let opened = [Ask::Initialize, Ask::InitializeUnknown, Ask::InitializeOther];
            let ids: Vec<&[u8]> = opened
                .into_iter()
                .flat_map(|ask| seen.all(ask))
                .filter(|at| at.reply.good().is_some())
                .filter_map(|at| Some(at.reply.head.headers.get(SESSION_ID)?.as_bytes()))
                .collect();
            let distinct: BTreeSet<&[u8]> = ids.iter().copied().collect();
            if ids.len() == distinct.len() {
                at.kept()
            } else {
                at.missed(format!("{} sessions share {} ids", ids.len(), distinct.len()))
            }
        },
    },
    Check {
        name: "session.missing-id",
        requirement: "session.missing-id",
        expected: "HTTP 400 to a request without the session id",
        asks: &[Ask::NoSession],
        judge: |seen| {
            let at = seen.opened(Ask::NoSession)?;
            if at.reply.good().is_some() {
                return Err(not_applicable("the server does not require its session id"));
            }
            at.holds(at.reply.status() == 400)
        },
    },
    Check {
        name: "session.unknown-id",
        requirement: "session.unknown-id",
        expected: "HTTP 404 to a session id that the server does not know",
        asks: &[Ask::UnknownSession],
        judge: |seen| {
            let at = seen.opened(Ask::UnknownSession)?;
            at.holds(at.reply.status() == 404)
        },
    },
    Check {
        name: "session.delete",
        requirement: "session.delete",
        expected: "a 2xx status, or HTTP 405",
        asks: &[],
        judge: |seen| {
            let at = seen.opened(Ask::Delete)?;
            at.holds(at.reply.is_success() || at.reply.status() == 405)
        },
    },
    Check {
        name: "session.ended-404",
        requirement: "session.ended-404",
        expected: "HTTP 404 to the id of an ended session",
        asks: &[Ask::EndedSession],
        judge: |seen| -> Ruling<'_> {
            let at = seen.opened(Ask::EndedSession)?;
            at.holds(at.reply.status() == 404)
        },
    },
];

/// The opening, and the session id that it gave.
fn session(seen: &Seen) -> Result<(At<'_>, &[u8]), Unheld> {
    let (at, _) = seen.opening()?;
    let given = at.reply.head.headers.get(SESSION_ID);
    match given.map(http::HeaderValue::as_bytes) {
        None => Err(not_applicable("the server gives no session id")),
        Some([]) => Err(not_observed("the session id is empty")),
        Some(id) => Ok((at, id)),
    }
}

//! What it means: the closed list of outcomes, and the one function that decides, over the stored record alone.
//!
//! Pure and total: the same record always gives the same verdict, so a better rule needs no new crawl.

use crate::record::{Answer, End, Exchange, PlainReason, Reason, Record, Step};

crate::words::words! {
    /// What a target did, in one word. The order is that of the published tallies.
    pub enum Outcome: "outcome" {
        /// The initialize handshake succeeded, or the `endpoint` event of legacy SSE came.
        Answered = "answered",
        /// 401 or 403 on initialize, tools/list or the legacy GET.
        LoginRequired = "login-required",
        /// Any other 4xx.
        Http4xx = "http-4xx",
        /// No complete HTTP reply.
        ConnectionFailed = "connection-failed",
        /// Any 5xx.
        Http5xx = "http-5xx",
        /// No complete answer within the deadline.
        TimedOut = "timed-out",
        /// A complete answer that is not MCP.
        NotMcp = "not-mcp",
        /// 429.
        RateLimited = "rate-limited",
        /// A 2xx whose answer to initialize is a JSON-RPC error.
        HandshakeRefused = "handshake-refused",
        /// Skipped before contact.
        NotProbed = "not-probed",
    }
}

impl Outcome {
    /// Counted in the failure tally.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Answered | Self::LoginRequired | Self::NotProbed)
    }
}

crate::words::words! {
    /// The request that decided.
    pub enum Stage: "stage" {
        /// `initialize`.
        Initialize = "initialize",
        /// `tools/list`.
        ToolsList = "tools/list",
        /// The legacy GET.
        OpenStream = "open-stream",
    }
}

/// The decision over one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The finer word; present exactly for `connection-failed`, `timed-out` and `not-mcp`.
    pub reason: Option<Reason>,
    /// The request that decided; absent when nothing was contacted.
    pub stage: Option<Stage>,
    /// The index, in `record.exchanges`, of the exchange that decided.
    pub deciding: Option<usize>,
}

/// Decides. Total: a record without any exchange was not probed.
#[must_use]
pub fn outcome(record: &Record) -> Verdict {
    let opening = last(record, Step::Initialize);
    let stream = last(record, Step::OpenStream);
    // With `auto`, the legacy GET decides only when it brought the event: without it the first outcome stands.
    let (index, stage) = match (opening, stream) {
        (Some(_), Some(index)) if record.exchanges[index].answer == Some(Answer::Endpoint) => {
            (index, Stage::OpenStream)
        }
        (Some(index), _) => (index, Stage::Initialize),
        (None, Some(index)) => (index, Stage::OpenStream),
        (None, None) => {
            return Verdict { outcome: Outcome::NotProbed, reason: None, stage: None, deciding: None };
        }
    };
    let (outcome, reason) = of_exchange(&record.exchanges[index]);
    if outcome == Outcome::Answered && stage == Stage::Initialize {
        let listing = last(record, Step::ToolsList);
        if let Some(listing) = listing.filter(|&listing| asks_for_login(record.exchanges[listing].status)) {
            return Verdict {
                outcome: Outcome::LoginRequired,
                reason: None,
                stage: Some(Stage::ToolsList),
                deciding: Some(listing),
            };
        }
    }
    Verdict { outcome, reason, stage: Some(stage), deciding: Some(index) }
}

/// The exchange that settled a step: its last attempt, at the end of its redirects.
fn last(record: &Record, step: Step) -> Option<usize> {
    record.exchanges.iter().rposition(|exchange| exchange.step == step)
}

fn asks_for_login(status: Option<u16>) -> bool {
    matches!(status, Some(401 | 403))
}

/// What one settled exchange means. The status decides before the body; the body before the way it ended.
#[must_use]
pub fn of_exchange(exchange: &Exchange) -> (Outcome, Option<Reason>) {
    match exchange.status {
        Some(429) => return (Outcome::RateLimited, None),
        Some(401 | 403) => return (Outcome::LoginRequired, None),
        Some(400..500) => return (Outcome::Http4xx, None),
        Some(500..600) => return (Outcome::Http5xx, None),
        Some(status @ 300..400) => return (Outcome::NotMcp, Some(redirect(exchange, status))),
        _ => {}
    }
    match (&exchange.answer, exchange.end) {
        (Some(Answer::Result | Answer::Endpoint), _) => (Outcome::Answered, None),
        (Some(Answer::Error(_)), _) => (Outcome::HandshakeRefused, None),
        (Some(Answer::NotMcp(reason)), _) => (Outcome::NotMcp, Some(*reason)),
        (_, End::Failed(reason)) => (Outcome::ConnectionFailed, Some(reason)),
        (_, End::Deadline(phase)) => (Outcome::TimedOut, Some(phase)),
        (_, End::Unreadable(reason)) => (Outcome::NotMcp, Some(reason)),
        // A status that HTTP does not know, or a body that nobody read.
        (_, End::Complete | End::Stopped) => (Outcome::NotMcp, Some(PlainReason::NotHttp.into())),
    }
}

/// A redirect that was not followed: to elsewhere, or of a kind that is never followed.
fn redirect(exchange: &Exchange, status: u16) -> Reason {
    let elsewhere = matches!(status, 307 | 308)
        && exchange.location.as_deref().is_some_and(|location| leaves_origin(&exchange.url, location));
    if elsewhere { PlainReason::RedirectElsewhere.into() } else { Reason::Redirect(status) }
}

/// Whether a Location, resolved against the URL that sent it, is on another origin. An unusable one is nowhere.
fn leaves_origin(url: &str, location: &str) -> bool {
    let Ok(base) = url::Url::parse(url) else { return false };
    base.join(location).is_ok_and(|to| to.origin() != base.origin())
}

#[cfg(test)]
mod tests;

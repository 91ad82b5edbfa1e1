//! A look that costs nothing, so that what is measured is the census alone.

use rollcall::census::Look;
use rollcall::record::{Answer, End, Exchange, Method, Record, Step, Timing};
use rollcall::target::Target;

/// Answers at once with a record of ordinary size.
pub(super) struct StandIn;

impl Look for StandIn {
    async fn look(&self, target: Target) -> Record {
        record(&target)
    }
}

/// A record of four exchanges.
pub(super) fn record(target: &Target) -> Record {
    let mut record = Record::new(target.url.to_string(), target.transport, None);
    record.started_at.push_str("2026-01-01T00:00:00Z");
    for (step, method) in [
        (Step::Initialize, Method::Post),
        (Step::Initialized, Method::Post),
        (Step::ToolsList, Method::Post),
        (Step::Delete, Method::Delete),
    ] {
        record.exchanges.push(Exchange {
            step,
            attempt: 1,
            hop: 0,
            method,
            url: target.url.to_string(),
            status: Some(200),
            content_type: Some("application/json".to_owned()),
            location: None,
            retry_after: None,
            bytes: 200,
            end: End::Complete,
            answer: Some(Answer::Result),
            sample: None,
            timing: Timing { total_us: 400_000, ..Timing::default() },
            connection: None,
        });
    }
    record.tools.names = (0..12).map(|number| format!("tool_{number}")).collect();
    record.decide();
    record
}

//! A run's counters in the Prometheus text format, for a node exporter's textfile folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::outcome::Outcome;

/// The counters of a run at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counters {
    /// Probes planned.
    pub planned: usize,
    /// Probes made.
    pub probed: usize,
    /// Probes in flight.
    pub in_flight: usize,
    /// Probes by outcome.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Requests sent, retries and redirect hops included.
    pub requests: usize,
    /// Body bytes read, decoded.
    pub bytes: u64,
}

/// The text, one metric with its help and type after the other.
#[must_use]
pub fn prometheus(counters: &Counters) -> String {
    let mut text = String::new();
    let mut plain = |name: &str, kind: &str, help: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    };
    plain("rollcall_probes_planned", "gauge", "Probes of this run.", &counters.planned);
    plain("rollcall_probes_in_flight", "gauge", "Probes under way.", &counters.in_flight);
    plain("rollcall_requests_total", "counter", "Requests sent.", &counters.requests);
    plain("rollcall_body_bytes_total", "counter", "Body bytes read, decoded.", &counters.bytes);
    text.push_str(
        "# HELP rollcall_probes_total Probes made, by outcome.\n# TYPE rollcall_probes_total counter\n",
    );
    for outcome in Outcome::ALL {
        let count = counters.outcomes.get(outcome).copied().unwrap_or_default();
        let _ = writeln!(text, "rollcall_probes_total{{outcome=\"{outcome}\"}} {count}");
    }
    text
}

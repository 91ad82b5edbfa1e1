//! A plan in words (`census --dry-run`): who would be contacted, how often, and who would not and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;

use super::Failure;
use super::output::{Format, print, print_json};
use crate::census::{Plan, Planned, Skipped};
use crate::record::clean;

/// Hosts named one by one.
const HOSTS_SHOWN: usize = 10;

/// A plan: who would be contacted, and who not and why.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlanLines<'a> {
    schema: &'static str,
    entries: usize,
    listed: usize,
    digest: &'a str,
    probes: &'a [Planned],
    skipped: &'a [Skipped],
}

pub(super) fn write(plan: &Plan, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
    if format == Format::Json {
        let Plan { probes, skipped, listed, entries, digest } = plan;
        let (entries, listed) = (*entries, *listed);
        return print_json(
            out,
            &PlanLines { schema: "rollcall.plan.v1", entries, listed, digest, probes, skipped },
        );
    }
    let mut hosts: BTreeMap<String, usize> = BTreeMap::new();
    for probe in &plan.probes {
        *hosts.entry(probe.host_key()).or_default() += 1;
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for skipped in &plan.skipped {
        *reasons.entry(skipped.skip.reason.to_string()).or_default() += 1;
    }
    let mut text = format!(
        "entries {}, remotes listed {}: {} records from {} probes on {} hosts, {} skipped\n",
        plan.entries,
        plan.listed,
        plan.records(),
        plan.probes.len(),
        hosts.len(),
        plan.skipped.len()
    );
    for (reason, count) in reasons {
        let _ = writeln!(text, "{count:>8}  {reason}");
    }
    let mut longest: Vec<(String, usize)> = hosts.into_iter().collect();
    longest.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    text.push_str("the longest queues:\n");
    for (host, count) in longest.iter().take(HOSTS_SHOWN) {
        let _ = writeln!(text, "{count:>8}  {}", clean(host, 100));
    }
    print(out, &text)
}

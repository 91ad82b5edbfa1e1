//! The limits and the pace of a run, as a table.

use maud::{Markup, html};

use super::page::Frame;
use crate::census::{LONGEST_WAIT, REFUSALS};

/// The limits that were in force, and how fast the run went.
pub(super) fn section(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let run = &frame.site.run;
    let policy = &run.policy;
    let count = |number: u64| t.number(number);
    let rows = [
        ("limit-request", t.duration(policy.request_deadline)),
        ("limit-endpoint", t.duration(policy.endpoint_deadline)),
        ("limit-probe", t.duration(policy.probe_deadline)),
        ("limit-evidence", t.duration(policy.evidence_deadline)),
        ("limit-retries", count(policy.retries.into())),
        ("limit-hops", count(policy.hops.into())),
        ("limit-pages", count(policy.pages.into())),
        ("limit-names", count(policy.names_kept as u64)),
        ("limit-initialize", t.size(policy.initialize_cap)),
        ("limit-page", t.size(policy.page_cap)),
        ("limit-head", t.size(policy.head_cap)),
        ("limit-evidence-size", t.size(policy.evidence_cap)),
    ];
    html! {
        section {
            h2 { (t.get("checked-limits")) }
            table {
                caption { (t.get("checked-limits")) }
                thead { tr { th scope="col" { (t.get("column-limit")) } th scope="col" class="number" { (t.get("column-value")) } } }
                tbody {
                    @for (id, value) in rows { tr { th scope="row" { (t.get(id)) } td class="number" { (value) } } }
                }
            }
            p { (t.get("limit-deadline-absolute")) }
            p { (t.get("limit-retry-rule")) }
            h3 { (t.get("pace-title")) }
            ul {
                li { (t.get("pace-host")) }
                @if let Some(pace) = &run.pace {
                    li { (t.fill("pace-hosts", &[("count", pace.concurrency.into())])) }
                    @if pace.host_gap > 0 { li { (t.rich("pace-gap", &[], &[("gap", html! { (t.duration(std::time::Duration::from_millis(pace.host_gap))) })])) } }
                    li { (t.get(if pace.recheck { "pace-recheck" } else { "pace-no-recheck" })) }
                }
                li { (t.rich("pace-retry-after", &[], &[("wait", html! { (t.duration(LONGEST_WAIT)) })])) }
                li { (t.fill("pace-refusals", &[("count", REFUSALS.into())])) }
            }
        }
    }
}

//! The run with a stand-in for the prober: what is written, when it stops, and that time is never wasted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::run_dir::run as new_run;
use super::{entry, run_dir};
use crate::census::{
    Ended, Listed, Look, OptOut, Pace, Plan, RunDir, Shard, read_records, read_skipped, run,
};
use crate::outcome::Outcome;
use crate::policy::Reach;
use crate::record::{End, Exchange, Method, PlainReason, Record, Step, Timing};
use crate::target::Target;

/// Answers every target at once with one status, or one failure.
struct Stand {
    status: Option<u16>,
    end: End,
    looks: AtomicUsize,
}

impl Stand {
    fn new(status: Option<u16>, end: End) -> Arc<Self> {
        Arc::new(Self { status, end, looks: AtomicUsize::new(0) })
    }
}

impl Look for Stand {
    async fn look(&self, target: Target) -> Record {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let mut record = Record::new(target.url.to_string(), target.transport, None);
        record.exchanges.push(Exchange {
            step: Step::Initialize,
            attempt: 1,
            hop: 0,
            method: Method::Post,
            url: target.url.to_string(),
            status: self.status,
            content_type: None,
            location: None,
            retry_after: None,
            bytes: 0,
            end: self.end,
            answer: None,
            sample: None,
            timing: Timing::default(),
            connection: None,
        });
        record.decide();
        record
    }
}

const PACE: Pace = Pace { concurrency: 4, host_gap: std::time::Duration::ZERO };

fn many(hosts: usize, each: usize) -> Plan {
    let urls: Vec<String> = (0..hosts)
        .flat_map(|host| (0..each).map(move |path| format!("https://h{host}.example.com/{path}")))
        .collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let listed = Listed { reach: &Reach::default(), opt_out: &OptOut::default(), shard: Shard::WHOLE };
    Plan::new(&[entry("com.example/a", &urls)], listed)
}

async fn call(stand: &Arc<Stand>, plan: &Plan, interrupt: impl Future<Output = ()>) -> (Ended, usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut dir = RunDir::create(folder.path(), new_run(plan, Shard::WHOLE), plan).expect("a new run");
    let ended = run(Arc::clone(stand), plan.probes.clone(), &mut dir, PACE, interrupt, |_| {})
        .await
        .expect("writable");
    let (mut records, mut skipped) = (0, 0);
    read_records(folder.path(), |_| records += 1).expect("readable");
    read_skipped(folder.path(), |_| skipped += 1).expect("readable");
    assert_eq!(records, dir.run.counts.records);
    (ended, records, skipped)
}

#[tokio::test]
async fn every_probe_gets_its_records() {
    let stand = Stand::new(Some(404), End::Complete);
    let plan = run_dir::plan(&["https://one.example/mcp", "https://two.example/mcp"]);
    let (ended, records, skipped) = call(&stand, &plan, std::future::pending()).await;
    assert_eq!((ended, records, skipped), (Ended::Complete, 4, 0));
    assert_eq!(stand.looks.load(Ordering::Relaxed), 2, "one probe a URL");
}

#[tokio::test]
async fn a_host_that_refuses_five_times_is_left_alone() {
    let stand = Stand::new(Some(429), End::Complete);
    let plan = many(2, 9);
    let (ended, records, skipped) = call(&stand, &plan, std::future::pending()).await;
    assert_eq!((ended, records, skipped), (Ended::Complete, 10, 8));
}

#[tokio::test]
async fn trouble_on_our_side_is_no_result() {
    let ours = End::Failed(PlainReason::DnsFailed.into());
    let stand = Stand::new(None, ours);
    let plan = many(60, 1);
    let (ended, records, _) = call(&stand, &plan, std::future::pending()).await;
    assert_eq!(ended, Ended::OurSide);
    assert!((30..=34).contains(&records), "stops as soon as it can be told: {records}");
    let theirs = End::Failed(PlainReason::DnsNotFound.into());
    let (ended, records, _) = call(&Stand::new(None, theirs), &plan, std::future::pending()).await;
    assert_eq!((ended, records), (Ended::Complete, 60), "names that do not exist are a result");
}

#[tokio::test]
async fn an_interrupt_finishes_what_was_begun() {
    let stand = Stand::new(Some(500), End::Complete);
    let plan = many(50, 1);
    let (ended, records, _) = call(&stand, &plan, std::future::ready(())).await;
    assert_eq!(ended, Ended::Interrupted);
    assert_eq!(records, stand.looks.load(Ordering::Relaxed), "every probe that was begun has its record");
    assert!(records < 50);
}

#[test]
fn the_stand_in_is_decided_like_any_record() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let target = run_dir::plan(&["https://one.example/mcp"]).probes[0].target();
    let record = runtime.block_on(Stand::new(Some(503), End::Complete).look(target));
    assert_eq!(record.outcome, Outcome::Http5xx);
}

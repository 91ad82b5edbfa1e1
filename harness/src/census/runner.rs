//! The run itself: takes what the queue gives, probes side by side, writes records as they come.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{Next, Planned, Queue, Refused, RunDir, RunDirError, SKIPPED_SCHEMA, Skipped};
use crate::outcome::Outcome;
use crate::probe::Prober;
use crate::record::{PlainReason, Reason, Record};
use crate::target::{Skip, SkipReason, Target};

/// Probes after which a run may be judged to be our own trouble.
pub const HEALTH_AFTER: usize = 30;
/// The share of `dns-failed` and `unreachable`, in percent, above which the trouble is on our side.
pub const HEALTH_PERCENT: usize = 60;

/// Whoever looks at a target: the prober, or a stand-in that answers at once.
pub trait Look: Send + Sync + 'static {
    /// One probe. A broken server is data, so this never fails.
    fn look(&self, target: Target) -> impl Future<Output = Record> + Send;
}

impl Look for Prober {
    async fn look(&self, target: Target) -> Record {
        self.probe(&target).await
    }
}

/// How a run is made.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Hosts side by side; 1 gives one host after another.
    pub concurrency: usize,
    /// The pause between two probes of one host.
    pub host_gap: Duration,
}

/// What the observer of a run is told after every probe.
#[derive(Debug)]
pub struct Step<'a> {
    /// What it saw.
    pub record: &'a Record,
    /// Entries that got this record.
    pub entries: usize,
    /// Probes in flight.
    pub in_flight: usize,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every probe was made or given up by rule.
    Complete,
    /// The caller asked to stop; what was in flight was finished.
    Interrupted,
    /// Too many resolver and routing failures: the trouble is on our side, and this is no result.
    OurSide,
}

/// Probes everything pending, writing records and skips as they come.
///
/// `interrupt` resolves when the run should stop taking up new probes.
///
/// # Errors
/// When the run directory cannot be written; everything written before is kept.
pub async fn run<L: Look>(
    look: Arc<L>,
    pending: Vec<Planned>,
    dir: &mut RunDir,
    pace: Pace,
    interrupt: impl Future<Output = ()>,
    mut observe: impl FnMut(&Step<'_>),
) -> Result<Ended, RunDirError> {
    let mut health = Health::default();
    let hosts = pending.iter().enumerate().map(|(index, planned)| (planned.host_key(), index));
    let queue = Queue::new(hosts, pace.host_gap);
    // The plan stays whole to the end. Letting go of it piece by piece, in the order of the probes, leaves holes all over the
    // memory, and filling those made the 100,000th probe of a census cost twice the first (measured).
    let target = |index: usize| pending[index].target();
    let mut ended = drive(look, target, queue, pace.concurrency, interrupt, |index, event| match event {
        Event::Probed(record, in_flight) => {
            health.count(&record);
            let records = for_entries(*record, &pending[index]);
            dir.append(&records)?;
            observe(&Step { record: &records[0], entries: records.len(), in_flight });
            Ok(!health.is_ours())
        }
        Event::GivenUp => {
            dir.skip(&host_stopped(&pending[index]))?;
            Ok(true)
        }
    })
    .await?;
    if health.is_ours() {
        ended = Ended::OurSide;
    }
    Ok(ended)
}

/// Looks a second time at these targets and writes what was seen beside the records.
///
/// # Errors
/// As for [`run`].
pub async fn recheck<L: Look>(
    look: Arc<L>,
    targets: Vec<Target>,
    dir: &mut RunDir,
    pace: Pace,
    interrupt: impl Future<Output = ()>,
) -> Result<Ended, RunDirError> {
    let hosts = targets.iter().enumerate().map(|(index, target)| (target.host_key(), index));
    let queue = Queue::new(hosts, pace.host_gap);
    let target = |index: usize| targets[index].clone();
    drive(look, target, queue, pace.concurrency, interrupt, |_, event| {
        if let Event::Probed(record, _) = event {
            dir.recheck(&record)?;
        }
        Ok(true)
    })
    .await
}

enum Event {
    Probed(Box<Record>, usize),
    GivenUp,
}

/// Works a queue off. `settle` is told of every probe and says whether to go on.
async fn drive<L: Look>(
    look: Arc<L>,
    target: impl Fn(usize) -> Target,
    mut queue: Queue,
    concurrency: usize,
    interrupt: impl Future<Output = ()>,
    mut settle: impl FnMut(usize, Event) -> Result<bool, RunDirError>,
) -> Result<Ended, RunDirError> {
    let started = Instant::now();
    let mut flying = JoinSet::new();
    let mut ended = Ended::Complete;
    let mut open = true;
    tokio::pin!(interrupt);
    loop {
        let mut wait = None;
        while open && flying.len() < concurrency.max(1) {
            match queue.next(started.elapsed()) {
                Next::Probe { probe, host } => {
                    let (look, target) = (Arc::clone(&look), target(probe));
                    flying.spawn(async move { (probe, host, Box::new(look.look(target).await)) });
                }
                Next::Wait(time) => {
                    wait = Some(time);
                    break;
                }
                Next::Idle | Next::Finished => break,
            }
        }
        if flying.is_empty() && wait.is_none() {
            return Ok(ended);
        }
        let timer = tokio::time::sleep(wait.unwrap_or_default());
        tokio::select! {
            Some(joined) = flying.join_next() => {
                // A panic in a probe is a bug; it must not pass for a result.
                let (probe, host, record) = joined.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
                let given_up = queue.done(host, started.elapsed(), refused(&record));
                let mut go_on = settle(probe, Event::Probed(record, flying.len()))?;
                for index in given_up {
                    go_on &= settle(index, Event::GivenUp)?;
                }
                if !go_on && open {
                    open = false;
                    queue.drain();
                }
            }
            () = timer, if wait.is_some() => {}
            () = &mut interrupt, if open => {
                open = false;
                ended = Ended::Interrupted;
                queue.drain();
            }
        }
    }
}

/// An answer that asks for fewer requests: 429, or 503 with a Retry-After; with the wait it asks for.
fn refused(record: &Record) -> Option<Refused> {
    let wait = record.retry_after.map(|seconds| Duration::from_secs(seconds.into()));
    match record.status {
        Some(429) => Some(Refused { wait }),
        Some(503) if wait.is_some() => Some(Refused { wait }),
        _ => None,
    }
}

fn for_entries(mut record: Record, planned: &Planned) -> Vec<Record> {
    let Some((last, others)) = planned.entries.split_last() else { return vec![record] };
    let mut records: Vec<Record> = others.iter().map(|entry| record.attributed(entry.clone())).collect();
    record.entry = Some(last.clone());
    record.note_declared_headers();
    records.push(record);
    records
}

/// The skips that settle a probe of a host that is left alone.
pub(super) fn host_stopped(planned: &Planned) -> Vec<Skipped> {
    let Planned { url, transport, entries } = planned;
    entries
        .iter()
        .map(|entry| Skipped {
            schema: SKIPPED_SCHEMA.to_owned(),
            entry: entry.clone(),
            url: Some(url.to_string()),
            transport: Some(transport.to_string()),
            skip: Skip { reason: SkipReason::HostStopped, detail: None },
        })
        .collect()
}

/// Whether what goes wrong goes wrong on our side.
#[derive(Debug, Default)]
struct Health {
    probes: usize,
    ours: usize,
}

impl Health {
    fn count(&mut self, record: &Record) {
        self.probes += 1;
        let reason =
            matches!(record.reason, Some(Reason::Plain(PlainReason::DnsFailed | PlainReason::Unreachable)));
        self.ours += usize::from(record.outcome == Outcome::ConnectionFailed && reason);
    }

    fn is_ours(&self) -> bool {
        self.probes >= HEALTH_AFTER && self.ours * 100 > self.probes * HEALTH_PERCENT
    }
}

//! A census of the crowd, one with a stand-in for the prober, planning, and resuming.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rollcall::census::{self, Pace, RunDir, Shard, SourceFacts, read_records};
use rollcall::policy::{Policy, Reach};
use rollcall::probe::Prober;
use rollcall::probe::resolve::{Answer, Resolve};
use serde::{Deserialize, Serialize};

use super::shape::{self, ENDPOINTS, entries};
use super::stand_in::{StandIn, record};
use crate::usage::{cpu, peak_kib};

/// The deadline of one request here; the crowd's silent hosts cost so much each.
const DEADLINE: Duration = Duration::from_millis(400);

/// What a process measured, as a line on stdout.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub struct Told {
    /// Seconds from the first to the last probe, or of the part that was asked for.
    pub seconds: f64,
    /// The lower bound: the longest host's own time, or the total divided by the hosts side by side.
    pub bound: f64,
    /// Peak memory.
    pub peak_kib: u64,
    /// CPU a probe, in microseconds.
    pub cpu_us: f64,
}

struct Everywhere(SocketAddr);

impl Resolve for Everywhere {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(std::future::ready(Ok(vec![self.0])))
    }
}

/// Planning.
pub(crate) fn plan(endpoints: usize) -> anyhow::Result<Told> {
    let entries = entries(endpoints);
    let begun = Instant::now();
    let plan = shape::plan(&entries);
    let seconds = begun.elapsed().as_secs_f64();
    anyhow::ensure!(plan.records() == endpoints, "every endpoint is planned");
    Ok(Told { seconds, peak_kib: peak_kib()?, ..Told::default() })
}

/// A census of the crowd behind this port.
pub(crate) async fn real(port: u16, concurrency: usize, folder: &Path) -> anyhow::Result<Told> {
    let policy = Policy { request_deadline: DEADLINE, reach: Reach::local(), ..Policy::default() };
    let plan = shape::plan(&entries(ENDPOINTS));
    let run = census::Run::new(&policy, SourceFacts::default(), Shard::WHOLE, &plan);
    let mut dir = RunDir::create(folder, run, &plan)?;
    let resolver = Arc::new(Everywhere(([127, 0, 0, 1], port).into()));
    let look = Prober::new(Arc::new(policy), resolver, rollcall::trust::roots::<&str>(&[])?)?;
    let pace = Pace { concurrency, host_gap: Duration::ZERO };
    let probes = plan.probes.len();
    let begun = Instant::now();
    census::run(Arc::new(look), plan.probes, &mut dir, pace, std::future::pending(), |_| {}).await?;
    let seconds = begun.elapsed().as_secs_f64();
    let (peak_kib, cpu_us) = (peak_kib()?, micros(cpu(), probes));
    let mut hosts: BTreeMap<String, u64> = BTreeMap::new();
    read_records(folder, |record| {
        let host = record.target.url.split('/').nth(2).unwrap_or_default().to_owned();
        *hosts.entry(host).or_default() += record.elapsed_us;
    })?;
    let longest = hosts.values().max().copied().unwrap_or_default();
    let total: u64 = hosts.values().sum();
    Ok(Told { seconds, bound: bound(longest, total, concurrency), peak_kib, cpu_us })
}

#[expect(clippy::cast_precision_loss, reason = "microseconds of a bench are far below 2^52")]
fn bound(longest: u64, total: u64, concurrency: usize) -> f64 {
    (longest as f64).max(total as f64 / concurrency as f64) / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "probes of a bench are far below 2^52")]
fn micros(time: Duration, probes: usize) -> f64 {
    time.as_secs_f64() * 1e6 / probes as f64
}

/// A census with a stand-in for the prober.
pub(crate) async fn alone(endpoints: usize, folder: &Path) -> anyhow::Result<Told> {
    // What a process costs once is no cost of a probe.
    let _warm = alone_once(1000, &folder.join("warm")).await?;
    alone_once(endpoints, &folder.join("run")).await
}

async fn alone_once(endpoints: usize, folder: &Path) -> anyhow::Result<Told> {
    let plan = shape::plan(&entries(endpoints));
    let run = census::Run::new(&Policy::default(), SourceFacts::default(), Shard::WHOLE, &plan);
    let mut dir = RunDir::create(folder, run, &plan)?;
    let pace = Pace { concurrency: 64, host_gap: Duration::ZERO };
    let before = cpu();
    let begun = Instant::now();
    census::run(Arc::new(StandIn), plan.probes, &mut dir, pace, std::future::pending(), |_| {}).await?;
    let cpu_us = micros(cpu().saturating_sub(before), endpoints);
    Ok(Told { seconds: begun.elapsed().as_secs_f64(), peak_kib: peak_kib()?, cpu_us, ..Told::default() })
}

/// Resuming a run that is complete.
pub(crate) fn resume(records: usize, folder: &Path) -> anyhow::Result<Told> {
    let plan = shape::plan(&entries(records));
    let run = census::Run::new(&Policy::default(), SourceFacts::default(), Shard::WHOLE, &plan);
    let mut dir = RunDir::create(folder, run, &plan)?;
    for planned in &plan.probes {
        let seen = record(&planned.target());
        dir.append(&planned.entries.iter().map(|entry| seen.attributed(entry.clone())).collect::<Vec<_>>())?;
    }
    drop((dir, plan));
    let begun = Instant::now();
    let (_, done) = RunDir::resume(folder)?;
    let seconds = begun.elapsed().as_secs_f64();
    anyhow::ensure!(done.pending.is_empty(), "everything was finished");
    Ok(Told { seconds, peak_kib: peak_kib()?, ..Told::default() })
}

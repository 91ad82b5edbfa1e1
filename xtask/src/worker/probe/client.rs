//! What both clients have in common: how many probes at once, and what is told at the end.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tokio::task::LocalSet;

use crate::usage;

/// Probes at once.
pub(super) const AT_ONCE: usize = 64;

/// What one run of a client came to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cost {
    /// CPU time a probe, in microseconds.
    pub cpu_us: f64,
    /// Probes a second.
    pub rate: f64,
    /// The most memory held, in KiB.
    pub peak_kib: u64,
}

/// Runs `count` probes, so many at once, on this thread, and tells what they cost. `probe` is told its number.
#[expect(clippy::cast_precision_loss, reason = "counts of probes are far below 2^52")]
pub(super) async fn run<F, P>(count: usize, probe: P) -> anyhow::Result<Cost>
where
    P: Fn(usize) -> F + Clone + 'static,
    F: Future<Output = anyhow::Result<()>> + 'static,
{
    let next = Rc::new(Cell::new(0));
    let tasks = LocalSet::new();
    let (cpu, started) = (usage::cpu(), Instant::now());
    let lanes: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (next, probe) = (Rc::clone(&next), probe.clone());
            tasks.spawn_local(async move {
                loop {
                    let number = next.get();
                    if number >= count {
                        return anyhow::Ok(());
                    }
                    next.set(number + 1);
                    probe(number).await?;
                }
            })
        })
        .collect();
    tasks.await;
    for lane in lanes {
        lane.await??;
    }
    let (elapsed, used) = (started.elapsed(), usage::cpu().saturating_sub(cpu));
    Ok(Cost {
        cpu_us: used.as_secs_f64() * 1e6 / count as f64,
        rate: count as f64 / elapsed.as_secs_f64(),
        peak_kib: usage::peak_kib()?,
    })
}

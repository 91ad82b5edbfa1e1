//! How far a census is: a bar on a terminal, a plain line every few seconds elsewhere, and the counters in a file.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::Instant;

use crate::census::Step;
use crate::report::metrics::{Counters, prometheus};

/// Between two plain lines, and between two writes of the counters.
const EVERY: Duration = Duration::from_secs(5);

/// What the operator sees of a run under way.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    plain: bool,
    metrics: Option<PathBuf>,
    counters: Counters,
    started: Instant,
    told: Instant,
}

impl Progress {
    /// Shows a run of this many probes; `quiet` shows nothing.
    pub(super) fn new(planned: usize, quiet: bool, metrics: Option<PathBuf>) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = (terminal && !quiet).then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(planned as u64), ProgressDrawTarget::stderr_with_hz(8));
            let style = "{bar:30} {pos}/{len} {per_sec} {eta} left  {msg}";
            bar.with_style(ProgressStyle::with_template(style).expect("the template is a constant"))
        });
        let now = Instant::now();
        let counters = Counters { planned, ..Counters::default() };
        Self { bar, plain: !terminal && !quiet, metrics, counters, started: now, told: now }
    }

    /// One probe is over.
    pub(super) fn step(&mut self, step: &Step<'_>) {
        self.counters.probed += 1;
        self.counters.in_flight = step.in_flight;
        *self.counters.outcomes.entry(step.record.outcome).or_default() += 1;
        self.counters.requests += step.record.exchanges.len();
        self.counters.bytes += step.record.exchanges.iter().map(|exchange| exchange.bytes).sum::<u64>();
        if let Some(bar) = &self.bar {
            bar.set_position(self.counters.probed as u64);
            bar.set_message(self.outcomes());
        }
        if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            self.line();
            self.write_metrics();
        }
    }

    /// The run is over: the last line, and the last counters.
    pub(super) fn finish(&mut self) {
        self.counters.in_flight = 0;
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.line();
        self.write_metrics();
    }

    fn line(&self) {
        if !self.plain {
            return;
        }
        let Counters { probed, planned, in_flight, .. } = &self.counters;
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = *probed as f64 / seconds;
        #[expect(clippy::cast_precision_loss, reason = "an estimate for people")]
        let left = if rate > 0.0 { (planned - probed) as f64 / rate } else { 0.0 };
        let mut stderr = std::io::stderr().lock();
        // Progress that nobody can read must not end a run.
        let _ = writeln!(
            stderr,
            "{probed}/{planned} probed, {rate:.1}/s, {in_flight} in flight, about {left:.0} s left: {}",
            self.outcomes()
        );
    }

    fn outcomes(&self) -> String {
        let mut text = String::new();
        for (outcome, count) in &self.counters.outcomes {
            let _ = write!(text, "{}{outcome} {count}", if text.is_empty() { "" } else { ", " });
        }
        text
    }

    /// The counters, in one step; a file that cannot be written is not worth a run.
    fn write_metrics(&self) {
        let Some(path) = &self.metrics else { return };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written = tempfile::NamedTempFile::new_in(folder.unwrap_or(std::path::Path::new("."))).and_then(
            |mut file| {
                file.write_all(prometheus(&self.counters).as_bytes())?;
                file.persist(path).map(drop).map_err(Into::into)
            },
        );
        if let Err(error) = written {
            tracing::warn!(path = %path.display(), %error, "the metrics cannot be written");
        }
    }
}

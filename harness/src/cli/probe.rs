//! `rollcall probe URL...`: what would a directory say of this server, and why?

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use clap::Args;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::Failure;
use super::contact::block_on;
use super::output::{Format, print, print_json, unwritable};
use super::prober::ProberArgs;
use crate::exit::Exit;
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::probe::Prober;
use crate::record::Record;
use crate::report;
use crate::target::{Skip, Target, Transport, vet};

/// Hosts probed side by side; each of them one request at a time.
const HOSTS: usize = 64;

/// Probes endpoints and says what a directory would say, and why.
#[derive(Debug, Args)]
pub(super) struct Probe {
    /// What to probe
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,
    /// How the servers speak: streamable-http, sse or auto
    #[arg(long, default_value = "auto")]
    transport: Transport,
    #[command(flatten)]
    how: ProberArgs,
    /// Show every exchange
    #[arg(long)]
    trace: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Probe {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        let policy = Arc::new(self.how.policy());
        let prober = Arc::new(self.how.prober(Arc::clone(&policy))?);
        let vetted: Vec<Result<Target, Skip>> =
            self.urls.iter().map(|url| vet(url, self.transport, &policy.reach)).collect();
        let records = block_on(self.call_the_roll(&prober, &policy, vetted, out))??;
        if records.len() < self.urls.len() {
            let _ = writeln!(err, "rollcall: interrupted; {} of {} probed", records.len(), self.urls.len());
            return Ok(Exit::Interrupted);
        }
        if self.format == Format::Text && records.len() > 1 {
            let mut text = Vec::new();
            report::text::summary(&mut text, &records).map_err(unwritable)?;
            print(out, &String::from_utf8_lossy(&text))?;
        }
        Ok(exit(&records))
    }

    /// Probes side by side and writes each record as soon as all before it are written.
    async fn call_the_roll(
        &self,
        prober: &Arc<Prober>,
        policy: &Policy,
        vetted: Vec<Result<Target, Skip>>,
        out: &mut dyn Write,
    ) -> Result<Vec<Record>, Failure> {
        let mut waiting: BTreeMap<usize, Record> = BTreeMap::new();
        let mut by_host: BTreeMap<String, Vec<(usize, Target)>> = BTreeMap::new();
        for (index, vetted) in vetted.into_iter().enumerate() {
            match vetted {
                Ok(target) => by_host.entry(target.host_key()).or_default().push((index, target)),
                Err(skip) => {
                    let mut record = Record::not_probed(self.urls[index].clone(), self.transport, None, skip);
                    record.started_at = format!("{:.0}", jiff::Timestamp::now());
                    waiting.insert(index, record);
                }
            }
        }
        let (done, mut arrived) = tokio::sync::mpsc::unbounded_channel();
        let side_by_side = Arc::new(Semaphore::new(HOSTS));
        let mut flying = JoinSet::new();
        for targets in by_host.into_values() {
            let (prober, done, side_by_side) = (Arc::clone(prober), done.clone(), Arc::clone(&side_by_side));
            flying.spawn(async move {
                let _turn = side_by_side.acquire_owned().await;
                for (index, target) in targets {
                    // The receiver is gone when the roll is broken off; nobody wants the record then.
                    let _ = done.send((index, prober.probe(&target).await));
                }
            });
        }
        drop(done);
        let mut records = Vec::new();
        loop {
            while let Some(record) = waiting.remove(&records.len()) {
                self.write(&record, policy, out)?;
                records.push(record);
            }
            tokio::select! {
                next = arrived.recv() => {
                    let Some((index, record)) = next else { break };
                    waiting.insert(index, record);
                }
                _ = tokio::signal::ctrl_c() => {
                    for record in waiting.into_values() {
                        self.write(&record, policy, out)?;
                        records.push(record);
                    }
                    return Ok(records);
                }
            }
        }
        // A panic in a probe is a bug, and must not pass for an interrupt.
        while let Some(joined) = flying.join_next().await {
            joined.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        }
        Ok(records)
    }

    fn write(&self, record: &Record, policy: &Policy, out: &mut dyn Write) -> Result<(), Failure> {
        match self.format {
            Format::Json => print_json(out, record),
            Format::Text => {
                let mut text = Vec::new();
                report::text::record(&mut text, record, policy, &self.how.curl_words(), self.trace)
                    .map_err(unwritable)?;
                text.push(b'\n');
                print(out, &String::from_utf8_lossy(&text))
            }
        }
    }
}

/// 1 when one failed, 4 when nobody was contacted, else 0.
fn exit(records: &[Record]) -> Exit {
    if records.iter().any(|record| record.outcome.is_failure()) {
        Exit::Findings
    } else if records.iter().all(|record| record.outcome == Outcome::NotProbed) {
        Exit::NothingSelected
    } else {
        Exit::Clean
    }
}

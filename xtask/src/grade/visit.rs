//! One prober sent to every case: a mock of its own for each, several side by side, stopped by Ctrl-C.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use mock_servers::Mock;
use mock_servers::script::{Demand, Listen};
use rollcall::policy::REQUEST_DEADLINE;
use rollcall::record::clean;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::call::call;
use super::judge::{Output, Silence, Verdict};
use super::launch::{Launcher, Visit};
use super::matrix::Seen;
use super::run::Setting;
use super::select::Exhibit;

/// Characters kept of what a prober wrote, from its end, where errors stand.
const WROTE: usize = 600;
/// Characters kept of the evidence of a breach.
const EVIDENCE: usize = 200;

/// How the visits came to their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// All were made.
    Done,
    /// Somebody pressed Ctrl-C; what was seen until then is kept.
    Interrupted,
}

/// Sends the prober to every case; what was seen, by id.
pub(super) async fn visit(
    launcher: &Launcher,
    exhibits: &[Exhibit],
    setting: &Setting,
) -> anyhow::Result<(Vec<Seen>, Ended)> {
    let room = Arc::new(Semaphore::new(usize::from(setting.jobs)));
    let launcher = Arc::new(launcher.clone());
    let mut tasks = JoinSet::new();
    for exhibit in exhibits {
        let (room, launcher) = (Arc::clone(&room), Arc::clone(&launcher));
        let (exhibit, setting) = (exhibit.clone(), setting.clone());
        tasks.spawn(async move {
            let _held = room.acquire().await?;
            one(&launcher, &exhibit, &setting).await.with_context(|| format!("case {}", exhibit.id))
        });
    }
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    let (mut seen, mut ended) = (Vec::new(), Ended::Done);
    loop {
        tokio::select! {
            done = tasks.join_next() => match done {
                Some(done) => seen.push(done??),
                None => break,
            },
            _ = &mut interrupted => {
                ended = Ended::Interrupted;
                tasks.shutdown().await;
                break;
            }
        }
    }
    seen.sort_by(|a, b| a.id.cmp(&b.id));
    Ok((seen, ended))
}

async fn one(launcher: &Launcher, exhibit: &Exhibit, setting: &Setting) -> anyhow::Result<Seen> {
    let Exhibit { id, case } = exhibit;
    let mock = Mock::of(case.mock.clone()).observing([Demand::NoCall]).start().await?;
    let mut mock = Standing(Some(mock));
    let scheme = if matches!(case.mock.listen, Some(Listen::Tls(_))) { "https" } else { "http" };
    let url = format!("{scheme}://{}:{}/mcp", Ipv4Addr::LOCALHOST, mock.port());
    let home = tempfile::tempdir().context("failed to make a folder for the prober")?;
    let visit = Visit {
        url: &url,
        transport: case.entry.transport,
        // The rest is for its start, which takes some probers seconds; no directory waits longer than the limit.
        patience: (setting.deadline * 2 / 5).min(REQUEST_DEADLINE),
        home: home.path(),
    };
    let called = match call(launcher.command(&visit), setting.deadline).await {
        Ok(called) => called,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("failed to start `{}`: there is no such program", launcher.words.join(" "))
        }
        Err(error) => bail!("failed to start `{}`: {error}", launcher.words.join(" ")),
    };
    let verdict =
        if called.late { Verdict::None(Silence::Deadline) } else { launcher.adapter.verdict(&called.output) };
    Ok(Seen {
        id: id.clone(),
        title: case.title.clone(),
        expected: case.expect.outcome,
        verdict,
        exit: called.output.exit,
        millis: called.took.as_millis(),
        broke: mock.finish(),
        wrote: end_of(&called.output),
    })
}

/// The end of what it wrote, standard error last.
fn end_of(output: &Output) -> String {
    let both = format!("{}\n{}", output.stdout.trim(), output.stderr.trim());
    let skipped = both.chars().count().saturating_sub(WROTE);
    let end: String = both.trim().chars().skip(skipped).collect();
    clean(&end, 2 * WROTE).into_owned()
}

/// A mock that may be given up at any moment: what its client broke is told, and never a panic.
struct Standing(Option<Mock>);

impl Standing {
    fn port(&self) -> u16 {
        self.0.as_ref().map(|mock| mock.address().port()).unwrap_or_default()
    }

    fn finish(&mut self) -> Vec<String> {
        let breaches = self.0.take().and_then(|mock| mock.finish().err()).unwrap_or_default();
        breaches.iter().map(|breach| clean(&breach.to_string(), EVIDENCE).into_owned()).collect()
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.finish();
    }
}

//! The product's client: the probe as a census makes it, its record serialised.

use std::hint::black_box;
use std::io::BufRead as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use rollcall::outcome::Outcome;
use rollcall::policy::{Policy, Reach};
use rollcall::probe::Prober;
use rollcall::probe::resolve::{Answer, Resolve};
use rollcall::target::{Target, Transport, vet};
use rollcall::trust;
use tokio::task::LocalSet;

use super::client::{Cost, run};
use super::names::host;

/// Nobody waits this long; the deadline must not end the wait of the probes that are held.
const FOR_EVER: Duration = Duration::from_secs(3600);

/// Every name of the bench is this machine, at the server's port.
struct Here(u16);

impl Resolve for Here {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(std::future::ready(Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, self.0))])))
    }
}

fn prober(port: u16, ca: Option<&Path>, policy: Policy) -> anyhow::Result<Arc<Prober>> {
    let roots = trust::roots(ca.as_slice())?;
    let policy = Policy { reach: Reach::local(), ..policy };
    Ok(Arc::new(Prober::new(Arc::new(policy), Arc::new(Here(port)), roots)?))
}

fn target(number: usize, tls: bool) -> anyhow::Result<Target> {
    let scheme = if tls { "https" } else { "http" };
    let url = format!("{scheme}://{}/mcp", host(number));
    vet(&url, Transport::StreamableHttp, &Reach::local()).ok().context("the bench's URLs may be contacted")
}

/// Runs `count` probes against a port of this machine.
pub(crate) async fn probes(port: u16, ca: Option<&Path>, count: usize) -> anyhow::Result<Cost> {
    let prober = prober(port, ca, Policy::default())?;
    let tls = ca.is_some();
    run(count, move |number| {
        let prober = Arc::clone(&prober);
        async move {
            let record = prober.probe(&target(number, tls)?).await;
            ensure!(
                record.outcome == Outcome::Answered
                    && record.tools.count == Some(12)
                    && record.exchanges.len() == 4,
                "the bench's server is answered by four requests and twelve tools, not by {record:?}"
            );
            // As the census writes it.
            let mut line = Vec::with_capacity(2048);
            serde_json::to_writer(&mut line, &record)?;
            black_box(line);
            Ok(())
        }
    })
    .await
}

/// Says that it is ready, waits for a line, then holds `count` probes open at once until it is killed.
pub(crate) async fn held(port: u16, count: usize) -> anyhow::Result<()> {
    let policy = Policy {
        request_deadline: FOR_EVER,
        endpoint_deadline: FOR_EVER,
        probe_deadline: FOR_EVER,
        ..Policy::default()
    };
    let prober = prober(port, None, policy)?;
    println!("ready");
    std::io::stdin().lock().read_line(&mut String::new())?;
    let tasks = LocalSet::new();
    for number in 0..count {
        let (prober, target) = (Arc::clone(&prober), target(number, false)?);
        tasks.spawn_local(async move { prober.probe(&target).await });
    }
    tasks.await;
    Ok(())
}

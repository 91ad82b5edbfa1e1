//! `mock --grade`: our own prober held against the served cases, as anybody else's would be: by their addresses alone.

use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use anyhow::Context as _;
use mock_servers::ca_pem;
use rollcall::probe::Prober;
use rollcall::probe::resolve::{Answer, Resolve};
use rollcall::trust;
use rollcall_cases::case::Case;
use rollcall_cases::check::check_record;
use rollcall_cases::plan::{policy, target};
use rustls::RootCertStore;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Cases at a time: most of a case is waiting.
const AT_A_TIME: usize = 32;

/// Every name is this machine.
struct Here;

impl Resolve for Here {
    fn resolve<'a>(&'a self, _: &'a str, port: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(std::future::ready(Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))])))
    }
}

/// Probes these cases at these URLs and tells what is not as expected; how many those are.
pub(super) async fn grade(served: Vec<(String, Case, String)>) -> anyhow::Result<usize> {
    let room = Arc::new(Semaphore::new(AT_A_TIME));
    let mut tasks = JoinSet::new();
    for (id, case, url) in served {
        let room = Arc::clone(&room);
        tasks.spawn(async move {
            let _held = room.acquire().await?;
            let wrong = one(&id, &case, &url).await.with_context(|| format!("case {id}"))?;
            anyhow::Ok((id, url, wrong))
        });
    }
    let mut differ = Vec::new();
    while let Some(done) = tasks.join_next().await {
        let (id, url, wrong) = done??;
        if !wrong.is_empty() {
            differ.push(format!("{id}  {url}{}", wrong.concat()));
        }
    }
    differ.sort();
    for told in &differ {
        println!("{told}");
    }
    Ok(differ.len())
}

async fn one(id: &str, case: &Case, url: &str) -> anyhow::Result<Vec<String>> {
    let policy = policy(case, Ipv4Addr::LOCALHOST.into());
    let Ok(target) = target(id, case, url, &policy.reach) else {
        return Ok(vec!["\n  is served, and may not be contacted".to_owned()]);
    };
    let mut roots = RootCertStore::empty();
    trust::add_pem(&mut roots, ca_pem().as_bytes()).map_err(anyhow::Error::msg)?;
    let record = Prober::new(Arc::new(policy), Arc::new(Here), roots)?.probe(&target).await;
    let wrong = check_record(&case.expect, case.entry.transport, &record);
    Ok(wrong.iter().map(|mismatch| format!("\n  {mismatch}")).collect())
}

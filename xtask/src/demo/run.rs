//! The order of the show, and what is printed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use mock_servers::registry::{Listing, MockListing};
use rollcall::census::{
    self, Ended, Listed, Look, OptOut, Pace, PaceFacts, Plan, Run, RunDir, Shard, SourceFacts,
};
use rollcall::exit::Exit;
use rollcall::policy::{Policy, Reach};
use rollcall::registry::{Api, ApiLimits};
use rollcall::report::lang::Lang;
use rollcall::report::tally;
use rollcall::tally::Tally;
use serde_json::Value;

use super::{cases, page, population};
use crate::process;
use crate::root::target_dir;

/// `demo`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// The folder of the two runs. Without it `target/demo`, emptied first.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only the cases whose id begins like this, and no population.
    #[arg(long, value_name = "PREFIX")]
    only: Option<String>,
    /// Accept the tallies as they are now.
    #[arg(long)]
    bless: bool,
    /// Open the site of the run.
    #[arg(long)]
    open: bool,
}

/// Hosts side by side: a census' default.
const CONCURRENCY: usize = 64;

/// Takes both censuses and prints their tallies.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(exit) = process::blessed(args.bless)? {
        return Ok(exit);
    }
    let ids = cases::chosen(args.only.as_deref())?;
    if ids.is_empty() {
        println!("demo: no case begins like that");
        return Ok(Exit::NothingSelected);
    }
    let folder = args.out.clone().unwrap_or_else(|| target_dir().join("demo"));
    if args.out.is_none() && folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("failed to empty {}", folder.display()))?;
    }
    let started = Instant::now();
    let runtime = tokio::runtime::Runtime::new()?;
    let mut differs = Vec::new();
    if args.only.is_none() {
        differs = runtime.block_on(population::show(&folder.join("population")))?;
        println!("{:.1} s so far\n", started.elapsed().as_secs_f64());
    }
    differs.extend(runtime.block_on(cases::show(&folder.join("cases"), ids, args.only.is_none()))?);
    let show = if args.only.is_none() { "population" } else { "cases" };
    println!("\nThe runs are in {}. Look into one with:", folder.display());
    println!("  cargo rollcall tally {} --lang it", folder.join(show).display());
    page::show(&folder.join(show), &folder.join("site"), args.open)?;
    println!("{:.1} s in all", started.elapsed().as_secs_f64());
    for line in &differs {
        println!("NOT AS EXPECTED: {line}");
    }
    Ok(if differs.is_empty() { Exit::Clean } else { Exit::Findings })
}

/// Reads a mock registry over TLS, plans, and takes the census with this look.
pub(crate) async fn take<L: Look>(
    folder: &Path,
    entries: Vec<Value>,
    policy: &Policy,
    look: L,
) -> anyhow::Result<(Tally, Duration)> {
    let registry = MockListing::start(Listing::of(entries)).await?;
    let roots = rollcall_cases::run::roots();
    let base = format!("https://{}:{}", MockListing::NAME, registry.https().port());
    let api = Api::new(&base, &policy.user_agent(), ApiLimits::default(), None, roots, |builder| {
        builder.resolve(MockListing::NAME, registry.https())
    })?;
    let listing = api.read(|_, _| {}).await?;
    let opt_out = OptOut::default();
    let plan =
        Plan::new(&listing.entries, Listed { reach: &policy.reach, opt_out: &opt_out, shard: Shard::WHOLE });
    let source = SourceFacts { place: format!("https://{}", MockListing::NAME), ..SourceFacts::default() };
    let run = Run::new(policy, source, Shard::WHOLE, &plan);
    let mut dir = RunDir::create(folder, run, &plan)?;
    let started = Instant::now();
    let pace = Pace { concurrency: CONCURRENCY, host_gap: Duration::ZERO };
    dir.run.pace = Some(PaceFacts::of(pace, false));
    let ended =
        census::run(Arc::new(look), plan.probes, &mut dir, pace, std::future::pending(), |_| {}).await?;
    if ended != Ended::Complete {
        bail!("the census ended as {ended:?}");
    }
    let took = started.elapsed();
    dir.run.end(ended);
    dir.save()?;
    let mut tally = Tally::default();
    census::read_records(folder, |record| tally.add(&record))?;
    census::read_skipped(folder, |skipped| tally.add_skipped(&skipped))?;
    Ok((tally, took))
}

/// The tally in one language, headed by its name.
pub(super) fn tell(tally: &Tally, lang: Lang) {
    match lang {
        Lang::En => println!("{}", tally::text(tally, lang)),
        Lang::It | Lang::Ru => println!("{}\n", tally::sentence(tally, lang)),
    }
}

/// What may be contacted in a demonstration: the mocks, over TLS.
pub(crate) fn reach() -> Reach {
    Reach { plain_http: false, local: false, addresses: vec![std::net::Ipv4Addr::LOCALHOST.into()] }
}

//! Which benches there are, and what a missed goal does to the exit code.

use anyhow::ensure;
use clap::Subcommand;
use rollcall::exit::Exit;

use super::figure::{Figure, table};
use super::{categorize, census, lint, probe, report, suite};
use crate::process;

/// `bench NAME`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    bench: Bench,
}

/// One variant a bench, one file a variant; each returns `anyhow::Result<Vec<Figure>>`.
#[derive(Debug, Subcommand)]
enum Bench {
    /// CPU and memory of a probe against the leanest client there can be; memory of 10,000 held probes; the suite.
    Probe,
    /// The time of a census of the registry's shape against its lower bound, its memory, planning, resuming.
    Census,
    /// The speed of the offline check of manifests, and its memory under hostile JSON.
    Lint,
    /// The time of the whole suite of cases.
    Suite,
    /// A registry of 100,000 entries, categorised on one core.
    Categorize,
    /// The site of 20,000 servers in one language: time, memory, and what the first page loads.
    Report,
}

/// Measures and prints the table. A debug build measures nothing worth telling, so it hands over to a
/// build as it is shipped (`dist`).
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if cfg!(debug_assertions) {
        let built = ["build", "--quiet", "--profile", "dist", "--package", "xtask"];
        ensure!(process::succeeds(process::cargo().args(built))?, "the bench does not build");
        let mut dist = process::cargo();
        let ran = ["run", "--quiet", "--profile", "dist", "--package", "xtask", "--"];
        let status = dist.args(ran).args(std::env::args_os().skip(1)).status()?;
        return Ok(if status.success() {
            Exit::Clean
        } else if status.code() == Some(i32::from(Exit::Findings.code())) {
            Exit::Findings
        } else {
            Exit::CouldNotCheck
        });
    }
    let figures: Vec<Figure> = match args.bench {
        Bench::Probe => probe::measure()?,
        Bench::Census => census::measure()?,
        Bench::Lint => lint::measure()?,
        Bench::Suite => suite::measure()?,
        Bench::Categorize => categorize::measure()?,
        Bench::Report => report::measure()?,
    };
    println!("{}", table(&figures));
    Ok(if figures.iter().all(Figure::holds) { Exit::Clean } else { Exit::Findings })
}

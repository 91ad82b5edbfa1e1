//! `bench census`: the time of a census of the registry's shape against its lower bound, its memory, and what planning and
//! resuming cost. The crowd of hosts and the census are processes of their own.

use std::path::Path;

use anyhow::Context as _;
use worker::census::Told;
use worker::usage::mib;

use super::child::Talking;
use super::figure::{Figure, Goal, median};

/// The run's time over its lower bound.
const OVER_BOUND: f64 = 1.05;
/// Peak memory of a run: so much, and so much more for each probe in flight.
const PEAK_MIB: f64 = 64.0;
const PEAK_KIB_A_PROBE: f64 = 40.0;
/// 100,000 endpoints are planned in so many seconds and so much memory, and resumed in so many seconds.
const PLAN_SECONDS: f64 = 2.0;
const PLAN_MIB: f64 = 200.0;
const RESUME_SECONDS: f64 = 2.0;
/// Runs of each size of the census alone; the middle one counts.
const ROUNDS: usize = 5;
/// Cost per probe at 100,000 entries over that at 1,000.
const GROWTH: f64 = 1.2;

/// Measures everything that `bench census` promises.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let place = |name: &str| folder.path().join(name).display().to_string();
    let mut crowd = Talking::start(&["crowd"])?;
    let port = crowd.line()?;
    let mut figures = Vec::new();
    for side_by_side in [64_u16, 256, 1024] {
        eprintln!("bench: a census with {side_by_side} hosts side by side");
        let concurrency = side_by_side.to_string();
        let told = told(&["census", &port, &concurrency, &place(&concurrency)])?;
        let what = |what: &str| format!("{what}, {side_by_side} hosts side by side");
        figures.push(figure(
            &what("time of a census"),
            "s",
            told.seconds,
            Some(told.bound),
            Goal::RatioAtMost(OVER_BOUND),
        ));
        let peak = PEAK_MIB + f64::from(side_by_side) * PEAK_KIB_A_PROBE / 1024.0;
        figures.push(figure(&what("peak memory"), "MiB", mib(told.peak_kib), None, Goal::AtMost(peak)));
        figures.push(figure(&what("CPU a probe"), "µs", told.cpu_us, None, Goal::Told));
    }
    drop(crowd);
    let planned = told(&["plan", "100000"])?;
    figures.push(figure(
        "planning 100,000 endpoints",
        "s",
        planned.seconds,
        None,
        Goal::AtMost(PLAN_SECONDS),
    ));
    figures.push(figure(
        "peak memory of planning",
        "MiB",
        mib(planned.peak_kib),
        None,
        Goal::AtMost(PLAN_MIB),
    ));
    let resumed = told(&["resume", "100000", &place("resume")])?;
    figures.push(figure(
        "resuming 100,000 records",
        "s",
        resumed.seconds,
        None,
        Goal::AtMost(RESUME_SECONDS),
    ));
    figures.extend(alone(folder.path())?);
    Ok(figures)
}

/// What the census costs a probe beside the probe itself, at three sizes: round by round, so that a slow moment of the
/// machine meets all of them, and the middle one counts.
fn alone(folder: &Path) -> anyhow::Result<Vec<Figure>> {
    const SIZES: [&str; 3] = ["1000", "10000", "100000"];
    let mut costs = SIZES.map(|_| Vec::new());
    for round in 0..ROUNDS {
        eprintln!("bench: the census alone, round {} of {ROUNDS}", round + 1);
        for (size, costs) in SIZES.iter().zip(&mut costs) {
            let run = folder.join("alone");
            costs.push(told(&["alone", size, &run.display().to_string()])?.cpu_us);
            std::fs::remove_dir_all(run)?;
        }
    }
    let costs = costs.map(median);
    Ok(SIZES
        .iter()
        .zip(costs)
        .enumerate()
        .map(|(at, (size, cost))| {
            let goal = if at == 0 { Goal::Told } else { Goal::RatioAtMost(GROWTH) };
            figure(
                &format!("CPU a probe of the census alone, {size} entries"),
                "µs",
                cost,
                Some(costs[0]),
                goal,
            )
        })
        .collect())
}

fn told(args: &[&str]) -> anyhow::Result<Told> {
    serde_json::from_str(&Talking::start(args)?.line()?).context("a worker tells its figures as JSON")
}

fn figure(what: &str, unit: &'static str, measured: f64, floor: Option<f64>, goal: Goal) -> Figure {
    Figure { what: what.to_owned(), unit, measured, floor, goal }
}

//! `bench probe`: what a probe costs its client, against the leanest client there can be. Server and client are
//! processes of their own, so that each one's figures are its own. Here they are started, alternated, and medians taken.

use anyhow::Context as _;
use worker::probe::Cost;
use worker::usage::{mib, resident_kib};

use super::child::Talking;
use super::figure::{Figure, Goal, median};
use super::suite;

/// Runs of each client; the middle one counts. A slow moment of a shared machine lasts for several of them.
const ROUNDS: usize = 11;
/// Probes a run over plain HTTP: a second of the floor.
const PLAIN: usize = 10_000;
/// Probes a run over TLS, where each costs about ten times as much.
const TLS: usize = 2_000;
/// Probes held open at once; two processes, because the limit of open files is about 20,000.
const HELD: usize = 10_000;
/// Client CPU over the floor's, plain HTTP.
const RATIO_PLAIN: f64 = 1.6;
/// Client CPU over the floor's, TLS.
const RATIO_TLS: f64 = 1.3;
/// Peak memory over plain HTTP, in MiB.
const PEAK_MIB: f64 = 16.0;
/// Memory of a probe that is held open, in KiB.
const HELD_KIB: f64 = 40.0;

/// Measures everything that `bench probe` promises.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let mut figures = side_by_side("HTTP", None, PLAIN, RATIO_PLAIN)?;
    let folder = tempfile::tempdir()?;
    let ca = folder.path().join("ca.pem");
    figures.extend(side_by_side("TLS", ca.to_str(), TLS, RATIO_TLS)?);
    figures.push(held()?);
    figures.extend(suite::measure()?);
    Ok(figures)
}

/// Both clients against one server, one after the other, round by round.
fn side_by_side(over: &str, ca: Option<&str>, count: usize, ratio: f64) -> anyhow::Result<Vec<Figure>> {
    let start = |args: &[&str]| {
        let mut args = args.to_vec();
        args.extend(ca.into_iter().flat_map(|ca| ["--ca", ca]));
        Talking::start(&args)
    };
    let mut server = start(&["server"])?;
    let port = server.line()?;
    let client = |kind: &str| -> anyhow::Result<Cost> {
        let line = start(&["client", kind, &port, &count.to_string()])?.line()?;
        serde_json::from_str(&line).context("a client tells its cost as JSON")
    };
    let (mut floor, mut ours) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        eprintln!("bench: probe over {over}, round {} of {ROUNDS}", round + 1);
        floor.push(client("floor")?);
        ours.push(client("ours")?);
    }
    let middle = |costs: &[Cost], of: fn(&Cost) -> f64| median(costs.iter().map(of).collect());
    let figure = |what: &str, unit, of: fn(&Cost) -> f64, goal| Figure {
        what: format!("{what}, {over}"),
        unit,
        measured: middle(&ours, of),
        floor: Some(middle(&floor, of)),
        goal,
    };
    let peak = if ca.is_none() { Goal::AtMost(PEAK_MIB) } else { Goal::Told };
    Ok(vec![
        figure("client CPU a probe", "µs", |cost| cost.cpu_us, Goal::RatioAtMost(ratio)),
        figure("probes a second", "/s", |cost| cost.rate, Goal::Told),
        figure("peak memory", "MiB", |cost| mib(cost.peak_kib), peak),
    ])
}

/// Memory of our client with every probe waiting, less what it held before, shared among them.
#[expect(clippy::cast_precision_loss, reason = "memory of a process in KiB is far below 2^52")]
fn held() -> anyhow::Result<Figure> {
    let all = HELD.to_string();
    let mut server = Talking::start(&["server", "--hold", &all])?;
    let port = server.line()?;
    let mut client = Talking::start(&["held", &port, &all])?;
    client.line()?;
    let before = resident_kib(client.id())?;
    client.go()?;
    server.line()?;
    let grown = resident_kib(client.id())?.saturating_sub(before);
    Ok(Figure {
        what: format!("memory of one of {HELD} probes held open"),
        unit: "KiB",
        measured: grown as f64 / HELD as f64,
        floor: None,
        goal: Goal::AtMost(HELD_KIB),
    })
}

//! Probes every peer and compares: first what was written by hand, then the snapshot of the whole record; then `conform` with the
//! peer's baseline, and the schemas of what it wrote.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use rollcall::conform::Conform;
use rollcall::exit::Exit;
use rollcall::policy::{Policy, Reach};
use rollcall::probe::Prober;
use rollcall::probe::resolve::SystemResolver;
use rollcall::record::{Exchange, Method, Record};
use rollcall::target::vet;
use rollcall::trust;
use rollcall_cases::check::check_record;
use rollcall_cases::snapshot;

use super::conform;
use super::install::missing;
use super::peer::{Peer, Runtime, folder, peers};
use super::schemas::{Schemas, written};
use super::serve::{log, serve};
use super::witness::{scenarios, witness};
use crate::process;

/// `interop`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Only peers, and scenarios of the official runner, whose name begins like this; repeatable.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Accept the snapshots as they are now, and write the baselines anew.
    #[arg(long)]
    bless: bool,
    /// Only list the peers and the scenarios.
    #[arg(long)]
    list: bool,
}

/// Installs, starts, probes and compares.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let (mut peers, mut scenarios) = (peers()?, scenarios()?);
    let chosen = |name: &str| args.only.is_empty() || args.only.iter().any(|only| name.starts_with(only));
    peers.retain(|peer| chosen(&peer.name));
    scenarios.retain(|scenario| chosen(&scenario.label()));
    if peers.is_empty() && scenarios.is_empty() {
        println!("interop: no peer is called {}", args.only.join(" or "));
        return Ok(Exit::NothingSelected);
    }
    if args.list {
        for peer in &peers {
            println!("{:<26} {}", peer.name, peer.stack);
        }
        for scenario in &scenarios {
            println!("{}", scenario.label());
        }
        return Ok(Exit::Clean);
    }
    if let Some(exit) = process::blessed(args.bless)? {
        return Ok(exit);
    }
    if let Some(missing) = missing() {
        bail!("{missing} is not installed: interop needs Node with npm, and Python 3 with venv");
    }
    let runtimes: BTreeSet<Runtime> = peers.iter().map(|peer| peer.runtime).collect();
    for runtime in runtimes {
        runtime.install().with_context(|| format!("failed to install {runtime:?}"))?;
    }
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (prober, conform) = (prober()?, conform::conform()?);
    // Old reports are of peers that may be gone.
    let _ = std::fs::remove_dir_all(conform::reports());
    let mut wrong = 0;
    for peer in &peers {
        let told = match looked_at(peer, &tokio, &prober, &conform, args.bless) {
            Ok(conform) => format!("ok      {}; conform: {conform}", peer.expect.outcome),
            Err(error) => {
                wrong += 1;
                format!("WRONG   {error:#}\n  its output: {}", log(peer).display())
            }
        };
        println!("{:<26} {told}", peer.name);
    }
    let stacks: BTreeSet<&str> = peers.iter().map(|peer| peer.stack.as_str()).collect();
    if wrong > 0 {
        println!(
            "a snapshot that is right is accepted by `cargo xtask interop --bless`, which writes baselines anew too"
        );
    }
    println!("interop: {} peers of {} stacks, {wrong} wrong", peers.len(), stacks.len());
    let held = peers.is_empty() || schemas();
    if !scenarios.is_empty()
        && let Some(against) = witness(&scenarios, &tokio)
    {
        println!(
            "interop: {} scenarios of the official runner, {against} not as written down",
            scenarios.len()
        );
        wrong += against;
    }
    Ok(if wrong == 0 && held { Exit::Clean } else { Exit::Findings })
}

fn prober() -> anyhow::Result<Prober> {
    let policy = Policy { reach: Reach::local(), ..Policy::default() };
    let none: [&str; 0] = [];
    Ok(Prober::new(Arc::new(policy), Arc::new(SystemResolver::new()?), trust::roots(&none)?)?)
}

/// Starts the peer, probes it as `--allow-local` does, holds it against the specification, and stops it.
fn looked_at(
    peer: &Peer,
    tokio: &tokio::runtime::Runtime,
    prober: &Prober,
    conform: &Conform,
    bless: bool,
) -> anyhow::Result<String> {
    let serving = serve(peer)?;
    let url = format!("http://127.0.0.1:{}{}", serving.port, peer.path);
    let target =
        vet(&url, peer.transport, &Reach::local()).ok().context("one's own server may be contacted")?;
    let seen = judged(peer, &tokio.block_on(prober.probe(&target)));
    let held = tokio.block_on(conform::held(peer, target, conform, bless));
    match (seen, held) {
        (Ok(()), held) => held,
        (Err(seen), Ok(_)) => Err(seen),
        (Err(seen), Err(held)) => bail!("{seen:#}\n  {held:#}"),
    }
}

/// Holds what was written for the peers against the published schemas.
fn schemas() -> bool {
    let schemas = match Schemas::ready() {
        Ok(schemas) => schemas,
        Err(error) => {
            println!("schemas: SKIPPED, the packages that hold them cannot be installed: {error:#}");
            return true;
        }
    };
    let mut held = true;
    for (form, ending) in [("junit", ".junit.xml"), ("sarif", ".sarif")] {
        let files = written(&conform::reports(), ending);
        if files.is_empty() {
            println!("schemas: no {form} document was written");
            continue;
        }
        match schemas.hold(form, &files) {
            Ok(()) => println!("schemas: {} {form} documents hold", files.len()),
            Err(error) => {
                held = false;
                println!("schemas: {form} WRONG\n{error:#}");
            }
        }
    }
    held
}

fn judged(peer: &Peer, record: &Record) -> anyhow::Result<()> {
    let mut wrong: Vec<String> = check_record(&peer.expect, peer.transport, record)
        .iter()
        .map(|mismatch| format!("\n  {mismatch}"))
        .collect();
    let sent: Vec<String> = record.exchanges.iter().map(label).collect();
    if sent != peer.expect.sent {
        wrong.push(format!("\n  sent\n    expected: {:?}\n    actual:   {sent:?}", peer.expect.sent));
    }
    ensure!(wrong.is_empty(), "{}", wrong.concat());
    let file = folder().join("peers").join(format!("{}.toml", peer.name));
    snapshot::compare(&format!("interop/{}", peer.name), &file, &peer.stack, record)?;
    Ok(())
}

/// A request as `[expect]` spells it: the JSON-RPC method of a POST, else the HTTP method; the path unless it is `/mcp`.
fn label(exchange: &Exchange) -> String {
    let what =
        if exchange.method == Method::Post { exchange.step.as_str() } else { exchange.method.as_str() };
    let path = exchange.url.splitn(4, '/').nth(3).map(|path| format!("/{path}")).unwrap_or_default();
    if path == "/mcp" { what.to_owned() } else { format!("{what} {path}") }
}

//! Every peer through `rollcall conform --allow-local --strict`, with the baseline that states its real deviations.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rollcall::conform::baseline::{Baseline, hold, rewrite};
use rollcall::conform::{Conform, Order, Report, Selection};
use rollcall::policy::{Policy, Reach};
use rollcall::probe::resolve::SystemResolver;
use rollcall::report::conform::{junit, sarif, text};
use rollcall::target::Target;
use rollcall::trust;

use super::peer::{Peer, folder};
use crate::root::target_dir;

/// No run takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// Holds peers against the specification.
pub(super) fn conform() -> anyhow::Result<Conform> {
    let policy = Policy { reach: Reach::local(), ..Policy::default() };
    let none: [&str; 0] = [];
    Ok(Conform::new(Arc::new(policy), Arc::new(SystemResolver::new()?), trust::roots(&none)?)?)
}

/// Where the reports are written, in each form.
pub(super) fn reports() -> PathBuf {
    target_dir().join("interop/conform")
}

/// The known deviations of a peer.
fn baseline(peer: &Peer) -> PathBuf {
    folder().join("baselines").join(format!("{}.toml", peer.name))
}

/// Holds a peer that listens there; with `bless` its baseline is written anew, and reasons are asked for.
pub(super) async fn held(
    peer: &Peer,
    target: Target,
    conform: &Conform,
    bless: bool,
) -> anyhow::Result<String> {
    let order =
        Order { target, revision: None, own: Vec::new(), selection: Selection::whole(), ways: Vec::new() };
    let began = Instant::now();
    let report = conform.run(&order).await;
    let took = began.elapsed();
    let mut report = Report { strict: true, ..report };
    ensure!(report.is_judged(), "conform: nothing could be judged\n{}", text::text(&report));
    let path = baseline(peer);
    // A peer that deviates nowhere has no file.
    let written = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("failed to read {}", path.display()))?,
    };
    let place = |error: rollcall::conform::baseline::BaselineError| {
        anyhow::anyhow!("{}:{}: {}; {}", path.display(), error.line, error.says, error.advice)
    };
    let mut known: Baseline = written.parse().map_err(place)?;
    if bless && !is_clean(&report, &known) {
        let new = rewrite(&report, &known);
        std::fs::create_dir_all(folder().join("baselines"))?;
        std::fs::write(&path, &new.text)?;
        known = new.text.parse().map_err(place)?;
    }
    hold(&mut report, &known, &path.display().to_string());
    write(peer, &report)?;
    known.finished().map_err(place)?;
    let mut wrong = String::new();
    for missed in report.misses() {
        let actual = missed.actual.as_deref().unwrap_or_default();
        let _ = write!(wrong, "\n  {} {}: {actual}", missed.verdict, missed.check);
    }
    for entry in report.wrong_entries() {
        let _ = write!(wrong, "\n  {}:{}: {}; {}", path.display(), entry.line, entry.says, entry.advice);
    }
    ensure!(wrong.is_empty(), "conform:{wrong}\n  all of it: {}.txt", reports().join(&peer.name).display());
    ensure!(took < LIMIT, "conform took {} s", took.as_secs());
    let counts = &report.counts;
    let known = report.baseline.as_ref().map_or(0, |baseline| baseline.known);
    Ok(format!(
        "{} pass, {known} known, {} not observed, {:.1} s",
        counts.pass,
        counts.not_observed,
        took.as_secs_f64()
    ))
}

fn is_clean(report: &Report, known: &Baseline) -> bool {
    let mut report = report.clone();
    hold(&mut report, known, "");
    report.misses().next().is_none() && report.wrong_entries().is_empty()
}

fn write(peer: &Peer, report: &Report) -> anyhow::Result<()> {
    let folder = reports();
    std::fs::create_dir_all(&folder)?;
    for (ending, form) in
        [("txt", text::text(report)), ("junit.xml", junit::junit(report)), ("sarif", sarif::sarif(report))]
    {
        std::fs::write(folder.join(format!("{}.{ending}", peer.name)), form)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interop::peer::peers;

    #[test]
    fn every_baseline_is_of_a_peer_and_says_which_version_was_measured() {
        let peers = peers().unwrap();
        let mut files = 0;
        for entry in std::fs::read_dir(folder().join("baselines")).unwrap() {
            let path = entry.unwrap().path();
            let peer = peers.iter().find(|peer| baseline(peer) == path);
            assert!(peer.is_some(), "{} is of no peer", path.display());
            let known: Baseline = std::fs::read_to_string(&path).unwrap().parse().unwrap();
            let known = known.finished().unwrap();
            assert!(!known.entries.is_empty(), "{} is empty", path.display());
            for entry in known.entries {
                assert!(
                    rollcall::conform::named(&entry.check).is_some(),
                    "{}: {}",
                    path.display(),
                    entry.check
                );
                assert!(
                    entry.reason.contains(|c: char| c.is_ascii_digit()),
                    "{}: {}",
                    path.display(),
                    entry.check
                );
            }
            files += 1;
        }
        assert!(files > 0);
    }
}

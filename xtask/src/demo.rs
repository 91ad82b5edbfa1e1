//! `demo`: every mock, every verdict, in under a minute.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use rollcall::exit::Exit;
use rollcall::outcome::Outcome;
use rollcall::record::Record;
use rollcall_cases::case::Case;
use rollcall_cases::check::check;
use rollcall_cases::load;
use rollcall_cases::run::{Over, run as run_case};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::root::target_dir;

/// Cases at a time: most of a case is waiting.
const AT_A_TIME: usize = 32;

/// `demo`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the records go, one a line, in the order of the cases' ids. Without it `target/demo/records.jsonl`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only cases whose id begins like this.
    #[arg(long, value_name = "PREFIX")]
    only: Option<String>,
}

/// A case that was run.
struct Seen {
    id: String,
    record: Record,
    /// What is not as the case expects.
    wrong: Vec<String>,
}

/// Runs every case over TLS where it leaves that open, prints a line each and the tally, and writes the records.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let ids = load::ids()?;
    let chosen = |id: &String| args.only.as_ref().is_none_or(|prefix| id.starts_with(prefix.as_str()));
    let ids: Vec<String> = ids.into_iter().filter(chosen).collect();
    if ids.is_empty() {
        println!("demo: no case begins like that");
        return Ok(Exit::NothingSelected);
    }
    let started = Instant::now();
    let mut seen = tokio::runtime::Runtime::new()?.block_on(all(ids))?;
    seen.sort_by(|a, b| a.id.cmp(&b.id));
    let wrong = seen.iter().filter(|seen| !seen.wrong.is_empty()).count();
    for Seen { id, record, wrong } in &seen {
        let reason = record.reason.map(|reason| reason.to_string());
        let skip = record.skip.as_ref().map(|skip| skip.reason.to_string());
        let finer = reason.or(skip).map(|word| format!(": {word}")).unwrap_or_default();
        let findings: Vec<&str> = record.findings.iter().map(|finding| finding.id.as_str()).collect();
        let findings =
            if findings.is_empty() { String::new() } else { format!("  [{}]", findings.join(", ")) };
        println!("{id:<60} {}{finer}{findings}", record.outcome);
        for mismatch in wrong {
            println!("  NOT AS EXPECTED: {mismatch}");
        }
    }
    let path = args.out.clone().unwrap_or_else(|| target_dir().join("demo/records.jsonl"));
    store(&path, &seen)?;
    println!("\n{}", tally(&seen));
    println!("{} records in {}; {:.1} s", seen.len(), path.display(), started.elapsed().as_secs_f64());
    if wrong > 0 {
        println!("{wrong} cases are not as expected");
    }
    Ok(if wrong == 0 { Exit::Clean } else { Exit::Findings })
}

async fn all(ids: Vec<String>) -> anyhow::Result<Vec<Seen>> {
    let room = Arc::new(Semaphore::new(AT_A_TIME));
    let mut tasks = JoinSet::new();
    for id in ids {
        let room = Arc::clone(&room);
        tasks.spawn(async move {
            let _held = room.acquire().await?;
            let case = load::case(&id)?;
            one(id, &case).await
        });
    }
    let mut seen = Vec::new();
    while let Some(done) = tasks.join_next().await {
        seen.push(done??);
    }
    Ok(seen)
}

async fn one(id: String, case: &Case) -> anyhow::Result<Seen> {
    let run = run_case(&id, case, Over::Tls)
        .await
        .with_context(|| format!("the mock of {id} could not be started"))?;
    let wrong = check(case, &run).iter().map(ToString::to_string).collect();
    // A known failure is told by the suite; here it is only another line.
    let wrong = if case.known_failure.is_some() { Vec::new() } else { wrong };
    Ok(Seen { id, record: run.record, wrong })
}

/// How many of each outcome, every outcome named.
fn tally(seen: &[Seen]) -> String {
    let line = |outcome: &Outcome| {
        let count = seen.iter().filter(|seen| seen.record.outcome == *outcome).count();
        format!("{outcome:<18} {count:>5}")
    };
    let lines: Vec<String> = Outcome::ALL.iter().map(line).collect();
    format!("{}\n{:<18} {:>5}", lines.join("\n"), "together", seen.len())
}

fn store(path: &std::path::Path, seen: &[Seen]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("failed to create {}", folder.display()))?;
    }
    let failed = || format!("failed to write {}", path.display());
    let mut file = BufWriter::new(File::create(path).with_context(failed)?);
    for Seen { record, .. } in seen {
        serde_json::to_writer(&mut file, record).with_context(failed)?;
        file.write_all(b"\n").with_context(failed)?;
    }
    file.flush().with_context(failed)
}

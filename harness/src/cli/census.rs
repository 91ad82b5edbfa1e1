//! `rollcall census`: probe a registry, politely and resumably.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::contact::block_on;
use super::output::{Format, print, print_json};
use super::prober::{ProberArgs, duration};
use super::progress::Progress;
use crate::census::{
    self, Ended, Listed, OptOut, Pace, PaceFacts, Plan, Planned, Run, RunDir, RunDirError, Shard,
    SourceFacts, Told,
};
use crate::exit::Exit;
use crate::policy::Policy;
use crate::probe::Prober;
use crate::record::clean;
use crate::registry::{Api, ApiLimits, Listing, read_path};
use crate::report;
use crate::report::lang::Lang;
use crate::tally::Tally;
use crate::target::Target;

/// Unreadable places told one by one; the rest is counted.
const TOLD: usize = 5;

/// Probes all targets of a registry and keeps a record of each.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(super) struct Census {
    /// The registry's API, for example `https://registry.example.com`
    #[arg(long, value_name = "URL", conflicts_with_all = ["from", "resume"])]
    registry: Option<String>,
    /// A file of entries: API pages, a JSON array, or JSON Lines; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Only entries changed after this moment (RFC 3339; with --registry)
    #[arg(long, value_name = "TIME", requires = "registry")]
    updated_since: Option<jiff::Timestamp>,
    /// The directory of the run
    #[arg(long, value_name = "DIR", required_unless_present = "dry_run")]
    out: Option<PathBuf>,
    /// Go on with the run in --out
    #[arg(long, conflicts_with_all = ["dry_run", "exclude", "shard"])]
    resume: bool,
    /// Print the plan and contact nobody (with --from)
    #[arg(long, conflicts_with = "registry")]
    dry_run: bool,
    /// Names and hosts that asked not to be probed, one a line
    #[arg(long, value_name = "FILE")]
    exclude: Option<PathBuf>,
    /// Part I of N, I from 0; else JOB_COMPLETION_INDEX of JOB_COMPLETIONS, else the whole
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Hosts side by side
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    concurrency: u32,
    /// The pause between two probes of one host
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    host_gap: Option<Duration>,
    /// Probe the failures once more at the end and mark those that changed as flaky
    #[arg(long)]
    recheck: bool,
    /// Write the run's counters there in the Prometheus text format
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    how: ProberArgs,
    /// How to write the tally, or the plan
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Census {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        if self.how.way.contact.is_none() && !self.how.way.allow_local && !self.dry_run && !self.resume {
            return Err(Failure::usage(
                "a census needs --contact: its User-Agent has to say how to reach you",
            )
            .hint("give the page that tells what you do, as --contact https://example.com/how-we-check; for your own servers: --allow-local"));
        }
        let policy = self.how.policy();
        if self.dry_run {
            return self.plan_only(&policy, out, err);
        }
        let path = self.out.as_deref().expect("clap requires --out here");
        if self.resume {
            let (dir, done) = RunDir::resume(path).map_err(|error| run_dir_failure(&error))?;
            if done.torn > 0 {
                let _ = writeln!(err, "rollcall: {} bytes of unfinished lines were cut off", done.torn);
            }
            // The rules of a run do not change half-way.
            let policy = dir.run.policy.clone();
            return self.probe_all(policy, dir, done.pending, out, err);
        }
        let shard = self.shard()?;
        let (listing, source) = self.source(&policy, err)?;
        let plan = self.plan(&listing, &policy, shard)?;
        // A shard to which nothing falls is still a part of the whole, and merge wants to see it.
        if plan.listed == 0 && shard == Shard::WHOLE {
            return Err(Failure::nothing_selected("the source lists nothing for this census"));
        }
        let run = Run::new(&policy, source, shard, &plan);
        let dir = RunDir::create(path, run, &plan).map_err(|error| run_dir_failure(&error))?;
        self.probe_all(policy, dir, plan.probes, out, err)
    }

    fn plan_only(&self, policy: &Policy, out: &mut dyn Write, err: &mut dyn Write) -> Result<Exit, Failure> {
        let shard = self.shard()?;
        let (listing, _) = self.source(policy, err)?;
        let plan = self.plan(&listing, policy, shard)?;
        super::plan::write(&plan, self.format, out)?;
        if plan.probes.is_empty() { Ok(Exit::NothingSelected) } else { Ok(Exit::Clean) }
    }

    /// The shard, by flag or as a Kubernetes Indexed Job says it.
    fn shard(&self) -> Result<Shard, Failure> {
        if let Some(shard) = self.shard {
            return Ok(shard);
        }
        match (std::env::var("JOB_COMPLETION_INDEX"), std::env::var("JOB_COMPLETIONS")) {
            (Ok(index), Ok(count)) => format!("{index}/{count}").parse().map_err(|error| {
                Failure::usage(format!("JOB_COMPLETION_INDEX and JOB_COMPLETIONS: {error}"))
            }),
            _ => Ok(Shard::WHOLE),
        }
    }

    fn plan(&self, listing: &Listing, policy: &Policy, shard: Shard) -> Result<Plan, Failure> {
        let opt_out = match &self.exclude {
            Some(path) => OptOut::read(path).map_err(|error| {
                Failure::could_not_check(format!("--exclude {error}"))
                    .hint("write one name (`namespace/name`) or host a line; `#` begins a comment")
            })?,
            None => OptOut::default(),
        };
        Ok(Plan::new(&listing.entries, Listed { reach: &policy.reach, opt_out: &opt_out, shard }))
    }

    /// Reads the source and tells what could not be read.
    fn source(&self, policy: &Policy, err: &mut dyn Write) -> Result<(Listing, SourceFacts), Failure> {
        let (listing, place) = match (&self.registry, &self.from) {
            (Some(base), _) => (self.read_registry(base, policy)?, base.clone()),
            (None, Some(path)) => {
                let listing = read_path(path).map_err(|error| {
                    Failure::could_not_check(format!("--from {error}"))
                        .hint(
                            "give API pages, a JSON array, or JSON Lines of entries or manifests: {\"name\":\"com.example/a\",\
                             \"remotes\":[{\"type\":\"streamable-http\",\"url\":\"https://...\"}]}; bare URLs go to `rollcall probe`",
                        )
                })?;
                (listing, path.display().to_string())
            }
            (None, None) => {
                return Err(Failure::usage("no source").hint("name one with --registry URL or --from FILE"));
            }
        };
        for unreadable in listing.unreadable.iter().take(TOLD) {
            let _ = writeln!(err, "rollcall: {}: {}", unreadable.place, clean(&unreadable.why, 200));
        }
        if listing.unreadable.len() > TOLD {
            let _ = writeln!(err, "rollcall: {} more could not be read", listing.unreadable.len() - TOLD);
        }
        if let Some(why) = &listing.cut_short {
            let _ = writeln!(
                err,
                "rollcall: the source ended early, {} entries are kept: {why}",
                listing.entries.len()
            );
        }
        let facts = SourceFacts {
            place,
            updated_since: self.updated_since.map(|time| time.to_string()),
            cut_short: listing.cut_short.clone(),
            unreadable: listing.unreadable.clone(),
        };
        Ok((listing, facts))
    }

    fn read_registry(&self, base: &str, policy: &Policy) -> Result<Listing, Failure> {
        let roots = crate::trust::roots(self.how.ca_certs()).map_err(|error| {
            Failure::could_not_check(format!("--ca-cert {error}")).hint("give a PEM file of certificates")
        })?;
        let since = self.updated_since.map(|time| time.to_string());
        let api = Api::new(base, &policy.user_agent(), ApiLimits::default(), since, roots, |mut builder| {
            for (host, address) in self.how.overrides() {
                builder = builder.resolve(host, address);
            }
            builder
        })
        .map_err(|error| Failure::usage(format!("--registry: {error}")))?;
        block_on(api.read(|_, _| {}))?.map_err(|error| {
            Failure::could_not_check(format!("the registry gave nothing: {error}"))
                .hint("check the URL; a copy of the registry can be read with --from FILE")
        })
    }

    fn probe_all(
        &self,
        policy: Policy,
        mut dir: RunDir,
        pending: Vec<Planned>,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let prober = Arc::new(self.how.prober(Arc::new(policy))?);
        let pace =
            Pace { concurrency: self.concurrency as usize, host_gap: self.host_gap.unwrap_or_default() };
        dir.run.paced(PaceFacts::of(pace, self.recheck));
        let mut progress =
            Progress::new(pending.len(), self.quiet || pending.is_empty(), self.metrics.clone());
        let ended = block_on(async {
            let look = Arc::clone(&prober);
            let ended =
                census::run(look, pending, &mut dir, pace, interrupt(), |step| progress.step(step)).await?;
            if ended == Ended::Complete && self.recheck {
                return second_look(prober, &mut dir, pace).await;
            }
            Ok::<Ended, RunDirError>(ended)
        })?;
        progress.finish();
        let ended = ended.map_err(|error| run_dir_failure(&error))?;
        dir.run.end(ended);
        dir.save().map_err(|error| run_dir_failure(&error))?;
        let go_on = || format!("go on with: rollcall census --resume --out {}", dir.path().display());
        match ended {
            Ended::OurSide => Err(Failure::could_not_check(format!(
                "more than {} % of the probes failed in our own resolver or network: this is no result",
                census::HEALTH_PERCENT
            ))
            .hint(format!("repair the resolver or the network, then {}", go_on()))),
            Ended::Interrupted => {
                let _ = writeln!(
                    err,
                    "rollcall: interrupted; {} records are kept; {}",
                    dir.run.counts.records,
                    go_on()
                );
                Ok(Exit::Interrupted)
            }
            Ended::Complete => self.tell(&dir, out),
        }
    }

    /// The tally of the finished run.
    fn tell(&self, dir: &RunDir, out: &mut dyn Write) -> Result<Exit, Failure> {
        let tally = tally_of(dir.path())?;
        match self.format {
            Format::Json => print_json(out, &tally.figures()),
            Format::Text => print(out, &report::tally::text(&tally, Lang::En)),
        }?;
        let failed = !tally.failures().is_empty() || dir.run.source.cut_short.is_some();
        Ok(if failed { Exit::Findings } else { Exit::Clean })
    }
}

/// Looks once more at what failed, and marks what changed.
async fn second_look(prober: Arc<Prober>, dir: &mut RunDir, pace: Pace) -> Result<Ended, RunDirError> {
    let done = dir.rechecked()?;
    let mut targets: Vec<Target> = Vec::new();
    census::read_records(dir.path(), |record| {
        let key = (record.target.url.clone(), record.target.declared);
        let known = done.contains(&key) || targets.iter().any(|target| target.key() == key);
        if record.outcome.is_failure()
            && !known
            && let Ok(url) = url::Url::parse(&record.target.url)
        {
            targets.push(Target { url, transport: record.target.declared, entry: None });
        }
    })?;
    let ended = census::recheck(prober, targets, dir, pace, interrupt()).await?;
    if ended == Ended::Complete {
        dir.mark_flaky()?;
    }
    Ok(ended)
}

async fn interrupt() {
    if tokio::signal::ctrl_c().await.is_err() {
        // No handler could be set: the run goes on until it is done or killed, and can be resumed either way.
        std::future::pending::<()>().await;
    }
}

/// The tally over a run's files.
pub(super) fn tally_of(path: &std::path::Path) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    // The tally sums to the input: a run whose files say something else was damaged, and its counts would be wrong.
    census::read_whole(path, |told| match told {
        Told::Record(record, _) => tally.add(record),
        Told::Skipped(skipped) => tally.add_skipped(skipped),
    })
    .map_err(|error| run_dir_failure(&error))?;
    Ok(tally)
}

/// A run directory's trouble, with the way out.
pub(super) fn run_dir_failure(error: &RunDirError) -> Failure {
    let failure = Failure::could_not_check(error.to_string());
    match error {
        RunDirError::Occupied(_) => failure.hint("go on with --resume, or choose another --out"),
        RunDirError::NoRunFile(_) => {
            failure.hint("put the run.json back, or move the file away, or choose another --out")
        }
        RunDirError::Missing(_) => failure.hint("name the --out of a census"),
        RunDirError::Locked(_) => failure.hint("wait for it, or stop it first"),
        RunDirError::Lines(lines) if lines.source.kind() == std::io::ErrorKind::StorageFull => {
            failure.hint("free some space, then go on with --resume; everything written is kept")
        }
        RunDirError::Damaged { .. } => failure.hint("restore the files of the run, or take the census anew"),
        RunDirError::OtherVersion { .. } => {
            failure.hint("read it with the rollcall that wrote it, or take the census anew with this one")
        }
        RunDirError::Lines(_) | RunDirError::NotARun { .. } => {
            failure.hint("everything written before is kept; repair the file, then go on with --resume")
        }
    }
}

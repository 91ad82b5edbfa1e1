//! `bench report`: how long the site of a registry of 20,000 servers takes in one language, and how much memory.

use std::time::Instant;

use anyhow::{Context as _, ensure};
use rollcall::category::Subject;
use rollcall::census::{Plan, Run, RunDir, Shard, SourceFacts};
use rollcall::outcome::Outcome;
use rollcall::policy::Policy;
use rollcall::record::{
    Answer, End, EntryFacts, Exchange, Finding, FindingId, Login, Method, OauthMetadata, PlainReason, Record,
    ServerFacts, Step, Timing, ToolsStatus,
};
use rollcall::report::lang::Lang;
use rollcall::report::site::{Options, write};
use rollcall::target::Transport;
use worker::usage::{mib, peak_kib};

use super::figure::{Figure, Goal};
use crate::evaluate;

/// More than the largest registry listed in 2026.
const SERVERS: usize = 20_000;
/// The goals of the issue that asked for the site, on two cores.
const SECONDS: f64 = 10.0;
const MIB: f64 = 300.0;
/// What the first page may load, by the same issue.
const FIRST_PAGE_KIB: f64 = 200.0;

/// Writes a made-up run, then its site.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let run = folder.path().join("run");
    let tools = made_up(&run)?;
    let before = mib(peak_kib()?);
    let options = Options { out: folder.path().join("site"), langs: vec![Lang::En], base: None };
    let begun = Instant::now();
    let written = write(&[&run], &options)?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(written.servers == SERVERS, "every server has a page");
    let first = first_page(&options.out)?;
    let figure = |what: String, unit, measured, goal| Figure { what, unit, measured, floor: None, goal };
    Ok(vec![
        figure(
            format!("{SERVERS} servers with {tools} tools, one language"),
            "s",
            seconds,
            Goal::AtMost(SECONDS),
        ),
        figure("the most memory held".into(), "MiB", mib(peak_kib()?), Goal::AtMost(MIB)),
        figure("of it to make the run up".into(), "MiB", before, Goal::Told),
        figure("the first page with what it loads".into(), "KiB", first, Goal::AtMost(FIRST_PAGE_KIB)),
    ])
}

/// The start page and the files that it names.
fn first_page(site: &std::path::Path) -> anyhow::Result<f64> {
    let page = std::fs::read_to_string(site.join("en/index.html"))?;
    let named = page.split('"').filter_map(|word| word.strip_prefix("../assets/"));
    let mut bytes = page.len() as u64;
    for name in named {
        let asset = site.join("assets").join(name);
        bytes += asset.metadata().with_context(|| format!("the start page names {}", asset.display()))?.len();
    }
    #[expect(clippy::cast_precision_loss, reason = "a page is far below 2^52 bytes")]
    let kib = bytes as f64 / 1024.0;
    Ok(kib)
}

/// A run whose servers have the words and the tools of real ones; gives the number of tools.
fn made_up(folder: &std::path::Path) -> anyhow::Result<usize> {
    let subjects = evaluate::subjects()?;
    let mut run = Run::new(&Policy::default(), SourceFacts::default(), Shard::WHOLE, &Plan::default());
    run.entries = SERVERS;
    run.listed = SERVERS;
    run.probes = SERVERS;
    let mut dir = RunDir::create(folder, run, &Plan::default())?;
    let mut tools = 0;
    let numbers: Vec<usize> = (0..SERVERS).collect();
    for part in numbers.chunks(500) {
        let records: Vec<Record> =
            part.iter().map(|number| record(*number, &subjects[number % subjects.len()])).collect();
        tools += records.iter().map(|record| record.tools.names.len()).sum::<usize>();
        dir.append(&records)?;
    }
    dir.run.complete = true;
    dir.save()?;
    Ok(tools)
}

/// What a server of this number did: six in ten answer, a quarter asks for a login, the others fail.
fn record(number: usize, subject: &Subject) -> Record {
    // 7,000 different hosts, one of them with many entries, as in a real registry.
    let host = if number.is_multiple_of(15) { 0 } else { number % 7_000 };
    let url = format!("https://host-{host}.example.com/{number}/mcp");
    let entry = EntryFacts {
        name: format!("com.example.host-{host}/server-{number}"),
        title: subject.title.clone(),
        description: subject.description.clone(),
        version: Some(format!("1.{}.0", number % 40)),
        status: Some("active".to_owned()),
        repository: Some(format!("https://github.com/example/server-{number}")),
        required_headers: Vec::new(),
    };
    let mut record = Record::new(url, Transport::StreamableHttp, Some(entry));
    record.started_at.push_str("2026-01-01T00:00:00Z");
    let (status, answer, end) = match number % 20 {
        0..12 => (Some(200), Some(Answer::Result), End::Complete),
        12..17 => (Some(401), Some(Answer::Unread), End::Complete),
        17 => (Some(404), Some(Answer::Unread), End::Complete),
        18 => (None, None, End::Failed(PlainReason::DnsNotFound.into())),
        _ => (None, None, End::Deadline(PlainReason::Headers.into())),
    };
    record.exchanges.push(exchange(&record, Step::Initialize, Method::Post, status, answer, end, number));
    record.decide();
    match record.outcome {
        Outcome::Answered => answered(&mut record, number, subject),
        Outcome::LoginRequired => {
            record.login = Some(Login {
                oauth_metadata: OauthMetadata::Challenge,
                schemes: vec!["bearer".to_owned()],
                metadata_url: Some(format!(
                    "https://host-{host}.example.com/.well-known/oauth-protected-resource"
                )),
            });
        }
        _ => {}
    }
    record
}

fn answered(record: &mut Record, number: usize, subject: &Subject) {
    for (step, method) in
        [(Step::Initialized, Method::Post), (Step::ToolsList, Method::Post), (Step::Delete, Method::Delete)]
    {
        let next = exchange(record, step, method, Some(200), Some(Answer::Result), End::Complete, number);
        record.exchanges.push(next);
    }
    record.decide();
    record.server = Some(ServerFacts {
        name: Some(subject.name.clone()),
        title: None,
        version: Some("1.0.0".to_owned()),
    });
    record.protocol_version = Some("2025-06-18".to_owned());
    record.findings.push(Finding::new(FindingId::InitializedNot202, Step::Initialized));
    let known = subject.tools.iter().flat_map(|list| &list.names);
    let own = number % 3;
    record.tools.names = known
        .take(50)
        .map(|name| if own == 0 { name.clone() } else { format!("{name}_{}", number % 97) })
        .collect();
    record.tools.status = ToolsStatus::Listed;
    record.tools.complete = true;
    record.tools.pages = 1;
    record.tools.count = Some(record.tools.names.len() as u64);
    record.tools.digest = Some(format!("sha256:{}", if own == 0 { number % 400 } else { number }));
}

fn exchange(
    record: &Record,
    step: Step,
    method: Method,
    status: Option<u16>,
    answer: Option<Answer>,
    end: End,
    number: usize,
) -> Exchange {
    Exchange {
        step,
        attempt: 1,
        hop: 0,
        method,
        url: record.target.url.clone(),
        status,
        content_type: status.map(|_| "application/json".to_owned()),
        location: None,
        retry_after: None,
        bytes: 200,
        end,
        answer,
        sample: None,
        timing: Timing { total_us: (number as u64 % 900) * 1_000, ..Timing::default() },
        connection: None,
    }
}

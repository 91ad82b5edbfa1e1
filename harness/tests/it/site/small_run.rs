//! A run with one of each: what a page has to show, and what must not harm it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rollcall::census::{Plan, Planned, Run, RunDir, SKIPPED_SCHEMA, Shard, Skipped, SourceFacts};
use rollcall::policy::Policy;
use rollcall::record::{
    Answer, End, EntryFacts, Exchange, Finding, FindingId, Login, Method, OauthMetadata, PlainReason, Record,
    ServerFacts, Step, Timing, ToolsStatus,
};
use rollcall::report::lang::Lang;
use rollcall::report::site::{Options, write};
use rollcall::target::{Skip, SkipDetail, SkipReason, Transport};

/// HTML, bidi, control and tag characters, and a quote to leave an attribute by.
pub(super) const HOSTILE: &str = "\"><script>alert(1)</script>\u{202e}gpj\u{0}\u{1b}[31m\u{e0041}'&amp;";

/// A written site, and what it was written from.
pub(super) struct Written {
    pub(super) folder: tempfile::TempDir,
    pub(super) site: PathBuf,
}

/// The site of both runs in three languages.
pub(super) fn site() -> Written {
    let folder = tempfile::tempdir().unwrap();
    let before = earlier(folder.path());
    let run = later(folder.path());
    let site = folder.path().join("site");
    write_site(&[&run, &before], &site);
    Written { folder, site }
}

pub(super) fn write_site(runs: &[&Path], out: &Path) {
    let options = Options { out: out.to_owned(), langs: Lang::ALL.to_vec(), base: None };
    write(runs, &options).unwrap();
}

/// Every file of a site by its path with `/`.
pub(super) fn files(site: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![site.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(site).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The run of the day before: a server that fails, and one that is gone a day later.
pub(super) fn earlier(folder: &Path) -> PathBuf {
    let mut flights = probed("com.example/flights", "https://flights.example.com/mcp");
    no_reply(&mut flights, End::Failed(PlainReason::TlsExpired.into()));
    let mut gone = probed("com.example/gone", "https://gone.example.com/mcp");
    replied(&mut gone, 503);
    run(&folder.join("before"), "2026-07-27T08:00:00Z", &[flights, gone], &[])
}

/// The run that is shown.
pub(super) fn later(folder: &Path) -> PathBuf {
    let mut flights = probed("com.example/flights", "https://flights.example.com/mcp");
    answered(&mut flights, &["search_flights", "book_hotel", "airport_info", "list_airlines"]);
    flights.findings.push(Finding::new(FindingId::InitializedNot202, Step::Initialized));

    let mut hostile =
        probed(&format!("com.example/{HOSTILE}"), &format!("https://hostile.example.com/{HOSTILE}"));
    let entry = hostile.entry.as_mut().unwrap();
    entry.title = Some(HOSTILE.into());
    entry.description = Some(HOSTILE.into());
    entry.version = Some(HOSTILE.into());
    entry.status = Some(HOSTILE.into());
    entry.repository = Some(format!("javascript:{HOSTILE}"));
    answered(&mut hostile, &[HOSTILE, "plain_tool"]);
    hostile.server = Some(ServerFacts {
        name: Some(HOSTILE.into()),
        title: Some(HOSTILE.into()),
        version: Some(String::new()),
    });
    hostile.protocol_version = Some(HOSTILE.into());

    let mut login = probed("io.github.Acme/files", "https://files.example.net/mcp");
    replied(&mut login, 401);
    login.login = Some(Login {
        oauth_metadata: OauthMetadata::Challenge,
        schemes: vec!["bearer".into()],
        metadata_url: Some("https://files.example.net/.well-known/oauth-protected-resource".into()),
    });

    let mut page = probed("com.example.shop/cart", "https://shop.example.com/mcp");
    let mut reply = exchange(&page, Step::Initialize, Some(200));
    reply.answer = Some(Answer::NotMcp(PlainReason::HtmlBody.into()));
    reply.content_type = Some("text/html".into());
    reply.sample = Some("<!doctype html> <title>Our shop</title>".into());
    page.exchanges.push(reply);
    page.decide();

    // Two remotes: the better one is told first.
    let mut moved = probed("com.example.shop/cart", "https://shop.example.com/old");
    replied(&mut moved, 404);

    let mut bare = probed("", "https://bare.example.org/mcp");
    bare.entry = None;
    no_reply(&mut bare, End::Failed(PlainReason::DnsNotFound.into()));

    let mut slow = probed("weather", "https://slow.example.org/mcp");
    no_reply(&mut slow, End::Deadline(PlainReason::Headers.into()));
    slow.flaky = true;

    let skipped = [
        skip(
            "com.example/tenants",
            Some("https://{tenant}.example.com/mcp"),
            SkipReason::Placeholder,
            Some(SkipDetail::Undeclared),
        ),
        skip("com.example/package", None, SkipReason::NoRemote, None),
        skip("com.example/flights", Some("https://flights.example.com/v1"), SkipReason::NotLatest, None),
    ];
    run(
        &folder.join("run"),
        "2026-07-28T08:00:00Z",
        &[flights, hostile, login, moved, page, bare, slow],
        &skipped,
    )
}

/// Writes a finished run.
pub(super) fn run(folder: &Path, began: &str, records: &[Record], skipped: &[Skipped]) -> PathBuf {
    let source = SourceFacts { place: "https://registry.example.com".into(), ..SourceFacts::default() };
    let mut run = Run::new(&Policy::default(), source, Shard::WHOLE, &Plan::default());
    run.prober = "0.0.0".into();
    run.entries = records.len() + skipped.len();
    run.listed = records.len() + skipped.len();
    run.probes = records.len();
    run.started_at = began.into();
    run.ended_at = Some(began.replace("08:00", "08:30"));
    // A host is stopped during a run: what is left of it was planned.
    let (stopped, skipped): (Vec<Skipped>, Vec<Skipped>) =
        skipped.iter().cloned().partition(|skipped| skipped.skip.reason == SkipReason::HostStopped);
    let probed = records.iter().map(|record| Planned {
        url: record.target.url.parse().unwrap(),
        transport: record.target.declared,
        entries: record.entry.clone().into_iter().collect(),
    });
    let left = stopped.iter().map(|skipped| Planned {
        url: skipped.url.as_ref().unwrap().parse().unwrap(),
        transport: Transport::StreamableHttp,
        entries: vec![skipped.entry.clone()],
    });
    let plan = Plan { probes: probed.chain(left).collect(), skipped, ..Plan::default() };
    let mut dir = RunDir::create(folder, run, &plan).unwrap();
    dir.skip(&stopped).unwrap();
    dir.append(records).unwrap();
    dir.run.complete = true;
    dir.save().unwrap();
    folder.to_owned()
}

pub(super) fn probed(name: &str, url: &str) -> Record {
    let entry = EntryFacts {
        name: name.into(),
        description: Some(format!("What {} is for", name.rsplit('/').next().unwrap())),
        version: Some("1.0.0".into()),
        status: Some("active".into()),
        repository: Some("https://github.com/example/server".into()),
        ..EntryFacts::default()
    };
    let mut record = Record::new(url.into(), Transport::StreamableHttp, Some(entry));
    record.prober = "0.0.0".into();
    record.started_at = "2026-07-28T08:10:00Z".into();
    record
}

pub(super) fn exchange(record: &Record, step: Step, status: Option<u16>) -> Exchange {
    Exchange {
        step,
        attempt: 1,
        hop: 0,
        method: Method::Post,
        url: record.target.url.clone(),
        status,
        content_type: status.map(|_| "application/json".into()),
        location: None,
        retry_after: None,
        bytes: 1_234,
        end: End::Complete,
        answer: None,
        sample: None,
        timing: Timing { total_us: 45_678, ..Timing::default() },
        connection: None,
    }
}

pub(super) fn replied(record: &mut Record, status: u16) {
    let mut reply = exchange(record, Step::Initialize, Some(status));
    reply.answer = Some(Answer::Unread);
    record.exchanges.push(reply);
    record.decide();
}

pub(super) fn no_reply(record: &mut Record, end: End) {
    let mut reply = exchange(record, Step::Initialize, None);
    reply.end = end;
    reply.bytes = 0;
    record.exchanges.push(reply);
    record.decide();
}

pub(super) fn answered(record: &mut Record, tools: &[&str]) {
    for step in [Step::Initialize, Step::ToolsList] {
        let mut reply = exchange(record, step, Some(200));
        reply.answer = Some(Answer::Result);
        record.exchanges.push(reply);
    }
    record.decide();
    record.server =
        Some(ServerFacts { name: Some("example".into()), title: None, version: Some("2.1".into()) });
    record.protocol_version = Some("2025-06-18".into());
    record.tools.status = ToolsStatus::Listed;
    record.tools.complete = true;
    record.tools.pages = 1;
    record.tools.names = tools.iter().map(|&tool| tool.to_owned()).collect();
    record.tools.count = Some(tools.len() as u64);
    record.tools.digest = Some(format!("sha256:{}", tools.len()));
}

pub(super) fn skip(name: &str, url: Option<&str>, reason: SkipReason, detail: Option<SkipDetail>) -> Skipped {
    let mut entry = probed(name, "").entry.unwrap();
    if reason == SkipReason::NotLatest {
        entry.version = Some("0.9.0".into());
    }
    Skipped {
        schema: SKIPPED_SCHEMA.into(),
        entry,
        url: url.map(str::to_owned),
        transport: url.map(|_| "streamable-http".into()),
        skip: Skip { reason, detail },
    }
}

//! A site of any size, made of numbers: the same number always gives the same servers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::category::Category;
use crate::census::{Plan, Run, Shard, SourceFacts};
use crate::namespace::Needs;
use crate::outcome::Outcome;
use crate::policy::Policy;
use crate::report::site::model::{CategoryRule, Cause, Remote, Server, Site};
use crate::report::site::slug::slug;
use crate::tally::Tally;

/// Words of names, descriptions and tools.
const WORDS: [&str; 24] = [
    "weather", "flights", "search", "invoice", "hotel", "city", "order", "menu", "route", "stock", "film",
    "music", "health", "record", "agent", "memory", "issue", "table", "query", "deploy", "image", "video",
    "price", "news",
];

fn word(number: usize, salt: usize) -> &'static str {
    WORDS[number.wrapping_mul(2_654_435_761).wrapping_add(salt * 40_503) / 7 % WORDS.len()]
}

/// A site of that many servers, each with a remote and ten tools.
pub(in crate::report::site) fn site(servers: usize) -> Site {
    let mut run = Run::new(&Policy::default(), SourceFacts::default(), Shard::WHOLE, &Plan::default());
    run.started_at = "2026-01-02T03:04:05Z".to_owned();
    run.ended_at = Some("2026-01-02T04:00:00Z".to_owned());
    run.complete = true;
    let mut site = Site {
        run,
        folder: PathBuf::new(),
        earlier: Vec::new(),
        tally: Tally::default(),
        figures: Tally::default().figures(),
        servers: (0..servers).map(server).collect(),
        categories: BTreeMap::new(),
        category_rule: CategoryRule { lexicon: String::new(), identical_at: 10, left_out: Vec::new() },
        outcomes: BTreeMap::new(),
        causes: BTreeMap::new(),
        remotes_by_cause: BTreeMap::new(),
        hosts: BTreeMap::new(),
        tool_sets: Vec::new(),
        changes: None,
    };
    site.servers.sort_by(|one, other| one.name.cmp(&other.name));
    for (id, server) in (0..).zip(&site.servers) {
        site.outcomes.entry(server.outcome).or_default().push(id);
        if let Some(cause) = server.cause {
            site.causes.entry((server.outcome, cause)).or_default().push(id);
        }
    }
    site
}

fn server(number: usize) -> Server {
    let [one, two, three] = [1, 2, 3].map(|salt| word(number, salt));
    let name = format!("com.example-{}/{one}-{two}-{number}", number % 4_000);
    let (outcome, cause) = match number % 7 {
        0 => (Outcome::Http4xx, Some(Cause::Status(u16::try_from(400 + number % 30).unwrap()))),
        1 => (Outcome::LoginRequired, Some(Cause::Login(crate::record::OauthMetadata::Challenge))),
        _ => (Outcome::Answered, None),
    };
    let tools: Vec<String> =
        (0..10).map(|tool| format!("{}_{}", word(number, tool + 4), word(number + tool, 5))).collect();
    Server {
        slug: slug(&name).into(),
        name: name.into(),
        title: Some(format!("The {one} server").into()),
        description: Some(
            format!(
                "Gives an agent {one}, {two} and {three} for every {} in {}, with history and alerts.",
                word(number, 9),
                word(number, 11)
            )
            .into(),
        ),
        version: Some("1.0.0".into()),
        outcome,
        cause,
        category: Category::ALL.get(number % 12).copied(),
        basis: None,
        namespace: Some(Needs::ALL[number % 2]),
        tools: Some(10),
        tool_names: tools.join("\n").into(),
        tool_set: None,
        remotes: vec![Remote {
            url: Some(format!("https://{number}.example.com/mcp").into()),
            host: Some(format!("{number}.example.com").into()),
            transport: Some(if number.is_multiple_of(5) { "sse" } else { "streamable-http" }.into()),
            version: Some("1.0.0".into()),
            outcome,
            cause,
            detail: None,
            login: (outcome == Outcome::LoginRequired).then_some(crate::record::OauthMetadata::Challenge),
            flaky: false,
            answered_in: u32::try_from(number % 900).ok(),
            tools: Some(10),
            at: Some("2026-01-02T03:30:00Z".into()),
            history: Vec::new(),
            place: None,
        }],
    }
}

//! The first census: a registry in miniature, whose failures are the published ones.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use mock_servers::script::Script;
use rollcall::category::{Categories, Collector, IDENTICAL_AT, Lexicon, built_in_text};
use rollcall::policy::Policy;
use rollcall::probe::Prober;
use rollcall::report::lang::Lang;
use rollcall::{census, report};
use rollcall_cases::load;
use rollcall_cases::snapshot::compare_text;
use serde_json::{Value, json};

use super::run::{reach, take, tell};
use super::shelves::{SERVERS, Server};
use super::site::Hosts;

/// One request of the population may take so long: a fifth of the real 15 s, since 181 servers never answer.
const DEADLINE: Duration = Duration::from_secs(3);

/// Cases whose server stands in the population, and how often. The failures add up to the published figures (4xx 786,
/// connection 491, 5xx 243, timeout 181, not MCP 41, 429 20, refused 12); their inner split follows the public censuses
/// (402: 143, most 4xx dead paths, half of the connections names that do not exist). Servers that answer and servers that
/// ask for a login stand to them as in those censuses: 58.5 and 25.4 in a hundred of all that are listed.
const SERVED: &[(&str, usize)] = &[
    ("good/json", 2_700),
    ("good/sse", 1_900),
    ("good/session", 1_000),
    ("tools/cursor-two-pages", 300),
    ("tools/fifty-one", 120),
    ("legacy-sse/path", 91),
    ("auth/challenge", 2_100),
    ("auth/bare", 360),
    ("auth/403", 120),
    ("auth/basic", 82),
    ("status/404-html", 300),
    ("status/404-empty", 120),
    ("status/405", 150),
    ("status/402", 143),
    ("status/410", 40),
    ("status/400-text", 33),
    ("fault/refused", 100),
    ("tls/expired", 41),
    ("tls/name-mismatch", 20),
    ("fault/reset-twice", 50),
    ("fault/short-body", 26),
    ("status/500-rpc", 63),
    ("status/502", 100),
    ("status/503", 50),
    ("status/530", 30),
    ("fault/silent", 150),
    ("sse/silent", 31),
    ("json/html-app-shell", 25),
    ("json/health-json", 9),
    ("redirect/302-sign-in", 7),
    ("status/429-seconds", 20),
    ("handshake/refused-json", 8),
    ("handshake/refused-auth-words", 4),
];
/// Names that do not exist.
const NAMELESS: usize = 254;
/// Remotes that are never contacted: URL, and how often.
const UNPROBED: &[(&str, usize)] = &[
    ("https://{tenant}.example.com/mcp", 70),
    ("https://api.example.com/<workspace>/mcp", 5),
    ("http://plain.example.com/mcp", 60),
    ("https://localhost:8080/mcp", 12),
    ("https://192.168.1.20/mcp", 9),
    ("example.com/mcp", 6),
];
/// Entries without a remote: packages alone.
const PACKAGES: usize = 120;

/// Takes the census and prints its tally in three languages, and its shelves. Gives what is not as accepted.
pub(super) async fn show(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut hosts = Hosts::default();
    let mut entries = Vec::new();
    for (id, count) in SERVED {
        let case = load::case(id).with_context(|| format!("the population needs the case {id}"))?;
        let kind = id.replace('/', "-");
        // The demands of a case are about its one probe.
        let script = Script { demand: Vec::new(), ..case.mock };
        for _ in 0..*count {
            let host = hosts.add(entries.len(), &kind, &script).await?;
            entries.push(entry(entries.len(), case.entry.transport.as_str(), &format!("https://{host}/mcp")));
        }
    }
    for server in SERVERS {
        let host = hosts.add(entries.len(), server.name, &shelved(server)?).await?;
        entries.push(named(server, &format!("https://{host}/mcp")));
    }
    for _ in 0..NAMELESS {
        let url = format!("https://{}.nowhere.test/mcp", entries.len());
        entries.push(entry(entries.len(), "streamable-http", &url));
    }
    for (url, count) in UNPROBED {
        for _ in 0..*count {
            entries.push(entry(entries.len(), "streamable-http", url));
        }
    }
    for _ in 0..PACKAGES {
        let mut package = entry(entries.len(), "", "");
        package["server"]["remotes"] = json!([]);
        entries.push(package);
    }
    let policy = Policy {
        request_deadline: DEADLINE,
        endpoint_deadline: DEADLINE,
        reach: reach(),
        ..Policy::default()
    };
    let street = Arc::new(hosts.open().await?);
    let prober = Prober::new(Arc::new(policy.clone()), street, rollcall_cases::run::roots())?;
    println!("A census of a mock registry over TLS: {} entries.", entries.len());
    println!(
        "One request may take {} s here instead of 15, so that nobody has to wait.\n",
        DEADLINE.as_secs()
    );
    let (tally, took) = take(folder, entries, &policy, prober).await?;
    for lang in Lang::ALL {
        tell(&tally, *lang);
    }
    println!("{} probes in {:.1} s\n", tally.total(), took.as_secs_f64());
    let categories = shelves(folder)?;
    println!("{}", report::categories::text(&categories, false));
    let texts: Vec<String> = Lang::ALL.iter().map(|lang| report::tally::text(&tally, *lang)).collect();
    // The crowd without a name of its own is on no shelf, which the counts say.
    let named = |line: &&str| !line.contains("test.mock/server-");
    let outline = categories.outline();
    let outline: Vec<&str> = outline.lines().filter(named).collect();
    let shelved = format!("{}\n{}\n", outline.join("\n"), report::categories::text(&categories, false));
    Ok([
        compare_text("demo/population", "the tally of the demonstration's population", &texts.join("\n")),
        compare_text("demo/categories", "the shelves of the demonstration's population", &shelved),
    ]
    .into_iter()
    .filter_map(Result::err)
    .map(|differs| differs.to_string())
    .collect())
}

/// Which shelf each of them belongs on.
fn shelves(folder: &Path) -> anyhow::Result<Categories> {
    let mut collector = Collector::default();
    census::read_records(folder, |record| collector.add(&record))?;
    census::read_skipped(folder, |skipped| {
        collector.add_entry(&skipped.entry);
    })?;
    Ok(Categories::of(&collector.into_subjects(), Lexicon::built_in(), built_in_text(), IDENTICAL_AT))
}

fn entry(number: usize, kind: &str, url: &str) -> Value {
    json!({
        "server": {
            "name": format!("test.mock/server-{number}"),
            "description": "A server of the demonstration",
            "version": "1.0.0",
            "remotes": [{ "type": kind, "url": url }],
        },
        "_meta": { "io.modelcontextprotocol.registry/official": { "status": "active", "isLatest": true } },
    })
}

fn named(server: &Server, url: &str) -> Value {
    let mut listed = entry(0, "streamable-http", url);
    listed["server"]["name"] = json!(format!("test.mock/{}", server.name));
    listed["server"]["title"] = json!(server.title);
    listed["server"]["description"] = json!(server.description);
    listed
}

/// A good server with these tools.
fn shelved(server: &Server) -> anyhow::Result<Script> {
    let tools: Vec<Value> = server
        .tools
        .iter()
        .map(|tool| json!({ "name": tool, "inputSchema": { "type": "object" } }))
        .collect();
    let script = json!({
        "serve": [{
            "when": { "rpc": "tools/list" },
            "reply": { "result": json!({ "tools": tools }).to_string() },
        }],
    });
    Ok(serde_json::from_value(script)?)
}

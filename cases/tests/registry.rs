//! Reading a registry: each file in `registry/` is a registry that misbehaves, and what has to be made of it.

use std::path::Path;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use mock_servers::registry::{Listing, MockListing, Trouble};
use rollcall::registry::{Api, ApiLimits};
use serde::Deserialize;
use serde_json::{Value, json};

/// The number of files that have to be found: a run that finds fewer proves less than it says.
const FLOOR: usize = 24;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    /// The claim.
    #[expect(dead_code, reason = "for the reader")]
    title: String,
    /// Good entries on the registry.
    entries: usize,
    #[serde(default = "default_page_size")]
    page_size: usize,
    #[serde(default)]
    old_path_only: bool,
    #[serde(default)]
    trouble: Vec<Trouble>,
    expect: Expect,
}

fn default_page_size() -> usize {
    30
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Expect {
    /// Entries read; absent only where the registry is down.
    entries: Option<usize>,
    /// Pages read.
    pages: Option<u32>,
    /// Requests on the path that is served.
    requests: Option<usize>,
    /// How the sentence about an early end begins.
    cut_short: Option<String>,
    /// What is told of entries that cannot be read: how each begins.
    #[serde(default)]
    unreadable: Vec<String>,
    /// The registry is down, and this is in the message.
    down: Option<String>,
}

fn main() -> std::process::ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("registry");
    let mut trials: Vec<Trial> = std::fs::read_dir(&folder)
        .expect("the folder of the cases")
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(format!("registry/{id}"), move || run(&path))
        })
        .collect();
    assert!(trials.len() >= FLOOR, "{} cases found, at least {FLOOR} expected", trials.len());
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(path: &Path) -> Result<(), Failed> {
    let case: Case = toml::from_str(&std::fs::read_to_string(path)?)?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(check(case))
}

async fn check(case: Case) -> Result<(), Failed> {
    let entries: Vec<Value> = (0..case.entries).map(entry).collect();
    let Case { page_size, old_path_only, trouble, expect, .. } = case;
    let registry = MockListing::start(Listing { entries, page_size, old_path_only, trouble }).await?;
    let limits = ApiLimits {
        pages: 20,
        page_bytes: 1024 * 1024,
        request: Duration::from_secs(1),
        tries: 3,
        first_wait: Duration::from_millis(1),
        longest_wait: Duration::from_millis(2),
    };
    let roots = rustls::RootCertStore::empty();
    let api = Api::new(&registry.base_url(), "test", limits, None, roots, |builder| builder)?;
    let mut pages = 0;
    let read = api.read(|_, page| pages = page).await;
    let listing = match (read, &expect.down) {
        (Err(error), Some(told)) => return contains(&error.to_string(), told),
        (Err(error), None) => return Err(format!("the registry should be readable: {error}").into()),
        (Ok(_), Some(_)) => return Err("the registry should count as down".into()),
        (Ok(listing), None) => listing,
    };
    same("entries", &listing.entries.len(), &expect.entries.ok_or("`entries` is missing")?)?;
    if let Some(expected) = expect.pages {
        same("pages", &pages, &expected)?;
    }
    let asked = registry.asked();
    let served: Vec<&String> =
        asked.iter().filter(|path| !old_path_only || path.starts_with("/v0/")).collect();
    if let Some(expected) = expect.requests {
        same("requests", &served.len(), &expected)?;
    }
    if let Some(wrong) =
        asked.iter().find(|path| !path.contains("limit=100") || !path.contains("version=latest"))
    {
        return Err(format!("asked for {wrong}: the latest versions, a hundred a page, are wanted").into());
    }
    match (&listing.cut_short, &expect.cut_short) {
        (None, None) => {}
        (Some(told), Some(expected)) => contains(told, expected)?,
        (told, expected) => return Err(format!("cut short: {told:?}, expected {expected:?}").into()),
    }
    same("unreadable entries", &listing.unreadable.len(), &expect.unreadable.len())?;
    for (told, expected) in listing.unreadable.iter().zip(&expect.unreadable) {
        contains(&format!("{}: {}", told.place, told.why), expected)?;
    }
    Ok(())
}

fn entry(index: usize) -> Value {
    json!({
        "server": {
            "name": format!("com.example/server-{index}"),
            "description": "An entry of a test",
            "version": "1.0.0",
            "remotes": [{ "type": "streamable-http", "url": format!("https://{index}.example.com/mcp") }],
        },
        "_meta": { "io.modelcontextprotocol.registry/official": { "status": "active", "isLatest": true } },
    })
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: &T, expected: &T) -> Result<(), Failed> {
    if got == expected { Ok(()) } else { Err(format!("{what}: {got:?}, expected {expected:?}").into()) }
}

fn contains(text: &str, part: &str) -> Result<(), Failed> {
    if text.contains(part) { Ok(()) } else { Err(format!("`{text}` does not say `{part}`").into()) }
}

//! The second census: a registry with an entry for every case; a line a family.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rollcall::census;
use rollcall::outcome::Outcome;
use rollcall::policy::Policy;
use rollcall::report;
use rollcall::report::lang::Lang;
use rollcall_cases::load;
use rollcall_cases::snapshot::compare_text;
use serde_json::{Value, json};

use super::look::Staged;
use super::run::{reach, take, tell};

/// The cases whose id begins like this, or all.
pub(super) fn chosen(only: Option<&str>) -> anyhow::Result<Vec<String>> {
    let begins = |id: &String| only.is_none_or(|prefix| id.starts_with(prefix));
    Ok(load::ids()?.into_iter().filter(begins).collect())
}

/// Takes the census of these cases and prints a line a family and the tally. Gives what is not as expected; the tally of
/// all cases is held against the accepted one.
pub(super) async fn show(folder: &Path, ids: Vec<String>, all: bool) -> anyhow::Result<Vec<String>> {
    let wrong = Arc::new(Mutex::new(Vec::new()));
    let mut staged = Staged { cases: BTreeMap::new(), wrong: Arc::clone(&wrong) };
    let mut entries = Vec::new();
    for id in ids {
        let case = load::case(&id)?;
        let host = rollcall_cases::plan::host(&id);
        let transport = case.entry.transport.as_str().replace("auto", "streamable-http");
        entries.push(entry(&id, &case.title, &transport, &format!("https://{host}/mcp")));
        staged.cases.insert(host, (id, case));
    }
    println!(
        "A census of a mock registry that lists every case: {} entries, each on a mock of its own.\n",
        entries.len()
    );
    let policy = Policy { reach: reach(), ..Policy::default() };
    let (tally, took) = take(folder, entries, &policy, staged).await?;
    families(folder)?;
    tell(&tally, Lang::En);
    println!("{} probes in {:.1} s", tally.total(), took.as_secs_f64());
    let mut wrong = wrong.lock().expect("nobody panics while holding it").clone();
    if all {
        let text = report::tally::text(&tally, Lang::En);
        let held = compare_text("demo/cases", "the tally of a registry that lists every case", &text);
        wrong.extend(held.err().map(|differs| differs.to_string()));
    }
    Ok(wrong)
}

fn entry(id: &str, title: &str, transport: &str, url: &str) -> Value {
    json!({
        "server": {
            "name": format!("test.mock/{}", id.replace('/', ".")),
            "description": title,
            "version": "1.0.0",
            "remotes": [{ "type": transport, "url": url }],
        },
    })
}

/// A line a family: how many cases, and what they came to.
fn families(folder: &Path) -> anyhow::Result<()> {
    let mut families: BTreeMap<String, BTreeMap<Outcome, usize>> = BTreeMap::new();
    census::read_records(folder, |record| {
        let name = record.entry.map(|entry| entry.name).unwrap_or_default();
        let family = name.trim_start_matches("test.mock/").split('.').next().unwrap_or_default().to_owned();
        *families.entry(family).or_default().entry(record.outcome).or_default() += 1;
    })?;
    for (family, outcomes) in families {
        let total: usize = outcomes.values().sum();
        let parts: Vec<String> =
            outcomes.iter().map(|(outcome, count)| format!("{outcome} {count}")).collect();
        println!("{family:<12} {total:>4}  {}", parts.join(", "));
    }
    println!();
    Ok(())
}

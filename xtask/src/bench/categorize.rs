//! `bench categorize`: how long a registry of 100,000 entries takes on one core, once its records are read.

use std::time::Instant;

use rollcall::category::{Categories, IDENTICAL_AT, Lexicon, Subject, ToolList, built_in_text};

use super::figure::{Figure, Goal, median};
use crate::evaluate;

/// A registry far larger than any there is.
const ENTRIES: usize = 100_000;

/// The goal of the project's issue, on one core.
const SECONDS: f64 = 3.0;

/// How much more than twice as long twice as many may take: hashing and the caches of the machine, but no square.
const LINEAR_UP_TO: f64 = 1.25;

/// How often each is measured.
const ROUNDS: usize = 3;

/// Categorises made-up registries of two sizes.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let servers: Vec<Subject> = evaluate::subjects()?;
    let all = registry(&servers);
    // The lexicon is read once a process and is no part of what a larger registry costs.
    let _built = Lexicon::built_in();
    let half = median((0..ROUNDS).map(|_| seconds(&all[..ENTRIES / 2])).collect());
    let whole = median((0..ROUNDS).map(|_| seconds(&all)).collect());
    let tools: usize =
        all.iter().filter_map(|subject| subject.tools.as_ref()).map(|list| list.names.len()).sum();
    Ok(vec![
        Figure {
            what: format!("{ENTRIES} entries with {tools} tools, one core"),
            unit: "s",
            measured: whole,
            floor: None,
            goal: Goal::AtMost(SECONDS),
        },
        Figure {
            what: "the same against twice the time of half of them".into(),
            unit: "s",
            measured: whole,
            floor: Some(2.0 * half),
            goal: Goal::RatioAtMost(LINEAR_UP_TO),
        },
    ])
}

fn seconds(subjects: &[Subject]) -> f64 {
    let started = Instant::now();
    let categories = Categories::of(subjects, Lexicon::built_in(), built_in_text(), IDENTICAL_AT);
    let elapsed = started.elapsed().as_secs_f64();
    assert_eq!(categories.entries.len(), subjects.len(), "every entry is assigned");
    elapsed
}

/// Entries with the words of real ones: the text of one labelled server and the tools of two, under a number of their
/// own. Every second one says nothing in its description, so that its tools are asked.
fn registry(servers: &[Subject]) -> Vec<Subject> {
    let names = |at: usize| servers[at % servers.len()].tools.iter().flat_map(|list| list.names.iter());
    (0..ENTRIES)
        .map(|n| {
            let own: Vec<String> =
                names(n).chain(names(n * 7 + 3)).map(|name| format!("{name}_{}", n % 50)).collect();
            let subject = &servers[n % servers.len()];
            let said = n % 2 == 0;
            Subject {
                name: if said { format!("{}-{n}", subject.name) } else { format!("com.example/server-{n}") },
                title: subject.title.clone().filter(|_| said),
                description: subject.description.clone().filter(|_| said),
                tools: Some(ToolList {
                    count: own.len() as u64,
                    names: own,
                    digest: Some(format!("sha256:{}", n % 60_000)),
                    complete: true,
                }),
            }
        })
        .collect()
}

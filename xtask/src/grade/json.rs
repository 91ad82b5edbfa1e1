//! What came out, for programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::judge::{Silence, Verdict};
use super::matrix::{Graded, Mark, Seen};
use super::run::Setting;

/// The version of the format.
const SCHEMA: &str = "rollcall.grade.v1";

/// One document about all probers of a run.
pub(super) fn json(probers: &[Graded], refused: &BTreeMap<String, String>, setting: &Setting) -> Value {
    json!({
        "schema": SCHEMA,
        "date": setting.date,
        "deadline_ms": setting.deadline.as_millis(),
        "jobs": setting.jobs,
        "probers": probers.iter().map(prober).collect::<Vec<_>>(),
        "not_gradable": refused,
    })
}

fn prober(graded: &Graded) -> Value {
    let counts: BTreeMap<&str, usize> =
        Mark::ALL.iter().map(|mark| (mark.word(), graded.count(*mark))).collect();
    let confusion: Vec<Value> = graded
        .confusion()
        .into_iter()
        .flat_map(|(expected, row)| {
            row.into_iter().map(move |(verdict, cases)| {
                let mut cell = json!({ "expected": expected, "cases": cases });
                told(&mut cell, verdict);
                cell
            })
        })
        .collect();
    let apart: Vec<Value> = graded
        .apart()
        .iter()
        .map(|pair| json!({ "outcomes": [pair.one, pair.other], "told_apart": pair.told, "of": pair.of }))
        .collect();
    json!({
        "name": graded.name,
        "prober": graded.prober,
        "command": graded.command,
        "counts": counts,
        "confusion": confusion,
        "pairs": apart,
        "cases": graded.seen.iter().map(case).collect::<Vec<_>>(),
    })
}

fn case(seen: &Seen) -> Value {
    let mut case = json!({
        "id": seen.id,
        "expected": seen.expected,
        "mark": seen.mark().word(),
        "exit": seen.exit,
        "took_ms": seen.millis,
        "broke": seen.broke,
        "wrote": seen.wrote,
    });
    told(&mut case, &seen.verdict);
    case
}

/// `said`, a list; or `no_verdict`, why.
fn told(object: &mut Value, verdict: &Verdict) {
    match verdict {
        Verdict::Said(outcomes) => object["said"] = json!(outcomes),
        Verdict::None(Silence::Deadline) => object["no_verdict"] = json!("deadline"),
        Verdict::None(Silence::NoRule) => object["no_verdict"] = json!("no-rule"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrix::tests::graded;
    use super::*;

    #[test]
    fn counts_cases_confusion_and_pairs_are_told() {
        let refused = [("a/dns".to_owned(), "names".to_owned())].into();
        let document = json(&[graded()], &refused, &Setting::of_a_test());
        let prober = &document["probers"][0];
        assert_eq!(document["schema"], SCHEMA);
        assert_eq!(document["not_gradable"]["a/dns"], "names");
        assert_eq!(prober["counts"], json!({ "right": 1, "undecided": 2, "wrong": 1, "no-verdict": 1 }));
        assert_eq!(prober["cases"][1]["said"], json!(["http-4xx", "http-5xx"]));
        assert_eq!(prober["cases"][2]["no_verdict"], "no-rule");
        assert_eq!(prober["pairs"].as_array().unwrap().len(), 6);
        assert_eq!(prober["confusion"].as_array().unwrap().len(), 5);
    }
}

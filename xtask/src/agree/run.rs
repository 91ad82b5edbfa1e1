//! Runs every manifest and prints the agreement by rule.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rollcall::exit::Exit;
use rollcall::manifest::beside::Beside;
use rollcall::manifest::{Checked, Options, Severity, lint};
use rollcall::namespace::{Finding, Proof, ProofFault, judge_login};

use super::case::{Case, Expected, Real, read, with_hosts};
use crate::root;

/// Our own rules, which the shared judgement does not know.
const OWN_RULES: [&str; 3] = ["field-repeated", "remote-not-probed", "remote-probe-failed"];

/// `agree`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder with `manifest-cases.json` and `server-json/`; where it is absent there is nothing to do.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Agreement on one rule.
#[derive(Debug, Default)]
struct Row {
    agreed: usize,
    differ: Vec<String>,
    uncertain_agreed: usize,
    uncertain_differ: Vec<String>,
}

/// Compares, prints the table, and says by the exit code whether every certain verdict is ours.
pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let data = args.data.clone().unwrap_or_else(|| root::root().join("../shared/data"));
    if !data.is_dir() {
        println!("agree: {} is not there, nothing to compare with", data.display());
        return Ok(Exit::NothingSelected);
    }
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let cases: Vec<Case> = read(&data.join("manifest-cases.json"))?;
    for case in &cases {
        let rule = case.rule.clone().unwrap_or_else(|| "(whole files)".to_owned());
        let row = rows.entry(rule).or_default();
        match (judge(case), case.is_certain()) {
            (None, true) => row.agreed += 1,
            (None, false) => row.uncertain_agreed += 1,
            (Some(difference), true) => row.differ.push(format!("{}: {difference}", case.id)),
            (Some(difference), false) => row.uncertain_differ.push(format!("{}: {difference}", case.id)),
        }
    }
    let real = data.join("server-json");
    let index: Vec<Real> = read(&real.join("index.json"))?;
    for file in &index {
        let bytes = std::fs::read(real.join(&file.file))?;
        let row = rows.entry("(real files)".to_owned()).or_default();
        match judge_real(file, &bytes) {
            None => row.agreed += 1,
            Some(difference) => row.differ.push(format!("{}: {difference}", file.file)),
        }
    }
    print(&rows);
    let all = rows.values().all(|row| row.differ.is_empty());
    Ok(if all { Exit::Clean } else { Exit::Findings })
}

/// How our verdict differs from the case's.
fn judge(case: &Case) -> Option<String> {
    let bytes = case.bytes();
    let manifest = serde_json::from_slice(&bytes).unwrap_or_default();
    let facts = case.given.facts(&manifest);
    let beside = case
        .given
        .package_json
        .as_ref()
        .map(|json| Beside::from_texts(Some(("package.json".to_owned(), json.to_string())), None, None));
    let mut namespace: Vec<Finding> = Vec::new();
    let proof = proof(case, &mut namespace);
    if case.given.served.is_given() {
        match case.given.served.findings() {
            Ok(findings) => namespace.extend(findings),
            Err(why) => return Some(format!("cannot be judged: {why:#}")),
        }
        if let Some(difference) = login_differs(case) {
            return Some(difference);
        }
    }
    let options = Options { beside: beside.as_ref(), facts: Some(&facts), proof: proof.as_ref() };
    let checked = match lint("server.json", &bytes, options) {
        Ok(checked) => checked,
        Err(refused) => return Some(format!("refused: {refused}")),
    };
    let mut heavy: BTreeMap<&str, &str> = BTreeMap::new();
    let mut all: BTreeMap<&str, &str> = BTreeMap::new();
    let ours = checked.findings.iter().map(|found| (found.rule.id, found.severity.word()));
    let theirs = namespace.iter().map(|found| (found.rule, found.severity.word()));
    for (id, severity) in ours.chain(theirs).filter(|(id, _)| !OWN_RULES.contains(id)) {
        all.insert(id, severity);
        if severity != "note" {
            heavy.insert(id, severity);
        }
    }
    if !case.given.served.is_given()
        && let Some(difference) = super::publish::differs(case)
    {
        return Some(difference);
    }
    if let Some(rule) = &case.rule {
        let fired = all.get(rule.as_str());
        if fired.is_some() != case.fires {
            return Some(format!(
                "{} fire; ours: {}",
                if case.fires { "must" } else { "must not" },
                words(&all)
            ));
        }
        if let (Some(ours), Some(theirs)) = (fired, &case.severity)
            && ours != theirs
        {
            return Some(format!("is {theirs}, ours {ours}"));
        }
    }
    let mut expected: BTreeSet<&str> = case.also.iter().map(String::as_str).collect();
    if case.fires && case.severity.as_deref() != Some("note") {
        expected.extend(case.rule.as_deref());
    }
    let got: BTreeSet<&str> = heavy.keys().copied().collect();
    if got != expected {
        let (missing, more) =
            (expected.difference(&got).collect::<Vec<_>>(), got.difference(&expected).collect::<Vec<_>>());
        return Some(format!("beside it missing {missing:?}, too many {more:?}"));
    }
    let valid = !heavy.values().any(|severity| *severity == "error");
    (valid != case.valid).then(|| format!("valid {}, ours {valid}", case.valid))
}

/// How the mock registry's answer to the login differs from the case's; a publish comes after a login that succeeds.
fn login_differs(case: &Case) -> Option<String> {
    let ours = match case.given.served.login_status() {
        Ok(status) => u64::from(status?),
        Err(why) => return Some(format!("the mock registry cannot be asked: {why:#}")),
    };
    let theirs = case.status()?;
    (ours != theirs).then(|| format!("the login is answered {theirs}, by the mock registry {ours}"))
}

/// The login of the case; what is wrong with the login itself is found by the way.
fn proof(case: &Case, findings: &mut Vec<Finding>) -> Option<Proof> {
    let mut parse = |method: &str, domain: &str| match format!("{method}:{domain}").parse::<Proof>() {
        Ok(proof) => Some(proof),
        Err(ProofFault::Domain(fault)) => {
            findings.push(fault.finding());
            None
        }
        Err(_) => None,
    };
    if let Some(github) = &case.given.github {
        let accounts = std::iter::once(github.login.clone()).chain(github.orgs.clone()).collect();
        return Some(Proof::GitHub { accounts });
    }
    let login = case.given.login.as_ref().or(case.given.proof.as_ref())?;
    let proof = parse(&login.method, &login.domain)?;
    if let Some(place) = &case.given.key_at
        && let Some(key_at) = parse(&place.method, &place.domain)
    {
        findings.extend(judge_login(&proof, &key_at));
    }
    Some(proof)
}

/// How our findings differ from those expected of a real file, place by place.
fn judge_real(file: &Real, bytes: &[u8]) -> Option<String> {
    let text = with_hosts(&String::from_utf8_lossy(bytes));
    let checked = match lint(&file.file, text.as_bytes(), Options::default()) {
        Ok(checked) => checked,
        Err(refused) => return Some(format!("refused: {refused}")),
    };
    let of = |severity| found(&checked, severity);
    let mut differences = Vec::new();
    for (word, severity, expected) in [
        ("errors", Severity::Error, &file.errors),
        ("warnings", Severity::Warning, &file.warnings),
        ("notes", Severity::Note, &file.notes),
    ] {
        let ours = of(severity);
        let theirs: BTreeSet<Expected> = expected.iter().cloned().collect();
        let doubtful = |one: &&Expected| !file.uncertain.iter().any(|two| two.rule == one.rule);
        let missing: Vec<_> = theirs.difference(&ours).filter(doubtful).map(show).collect();
        let more: Vec<_> = ours.difference(&theirs).filter(doubtful).map(show).collect();
        if !missing.is_empty() || !more.is_empty() {
            differences.push(format!("{word}: missing {missing:?}, too many {more:?}"));
        }
    }
    (!differences.is_empty()).then(|| differences.join("; "))
}

fn found(checked: &Checked, severity: Severity) -> BTreeSet<Expected> {
    let ours = checked.findings.iter().filter(|found| found.severity == severity);
    ours.filter(|found| !OWN_RULES.contains(&found.rule.id))
        .map(|found| Expected { rule: found.rule.id.to_owned(), pointer: found.place.pointer.clone() })
        .collect()
}

fn show(expected: &Expected) -> String {
    format!("{} at {}", expected.rule, expected.pointer)
}

fn words(all: &BTreeMap<&str, &str>) -> String {
    if all.is_empty() { "nothing".to_owned() } else { all.keys().copied().collect::<Vec<_>>().join(", ") }
}

fn print(rows: &BTreeMap<String, Row>) {
    let width = rows.keys().map(String::len).max().unwrap_or(0);
    let (mut agreed, mut differ) = (0, 0);
    for (rule, row) in rows {
        let certain = row.agreed + row.differ.len();
        let uncertain = row.uncertain_agreed + row.uncertain_differ.len();
        let note = if uncertain > 0 {
            format!("   uncertain {}/{uncertain}", row.uncertain_agreed)
        } else {
            String::new()
        };
        println!("{rule:<width$}  {:>3}/{certain:<3}{note}", row.agreed);
        for difference in &row.differ {
            println!("    {difference}");
        }
        for difference in &row.uncertain_differ {
            println!("    (uncertain) {difference}");
        }
        agreed += row.agreed;
        differ += row.differ.len();
    }
    let total = agreed + differ;
    println!("\nagreement on what is certain: {agreed} of {total}");
}

//! The official conformance runner as a witness: it is run against rollcall's probe and against our mocks, and what it says of each check is
//! compared with what was written down, in `xtask/interop/witness.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use mock_servers::Mock;
use mock_servers::script::Script;
use serde::Deserialize;

use super::install::node22;
use super::peer::folder;
use crate::grade::call;
use crate::process;

/// One scenario; the runner's own limit is 30 s.
const DEADLINE: Duration = Duration::from_secs(90);

/// One scenario of the runner.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Scenario {
    /// The package.
    runner: String,
    /// Its name there.
    name: String,
    /// The runner is the server; rollcall is called with these words.
    #[serde(default)]
    client: Option<Vec<String>>,
    /// The runner is the client; the mock does this.
    #[serde(default)]
    server: Option<Script>,
    /// What each check comes to.
    checks: BTreeMap<String, Status>,
    /// Why a check comes to neither success nor info.
    #[serde(default)]
    why: BTreeMap<String, String>,
}

/// What a check comes to, the worst last: of several results of one check the worst is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    #[serde(alias = "INFO")]
    Info,
    #[serde(alias = "SUCCESS")]
    Success,
    #[serde(alias = "SKIPPED")]
    Skipped,
    #[serde(alias = "WARNING")]
    Warning,
    #[serde(alias = "FAILURE")]
    Failure,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenario: Vec<Scenario>,
}

/// One result, as the runner writes it.
#[derive(Deserialize)]
struct Check {
    id: String,
    status: Status,
}

impl Scenario {
    /// What people call it.
    pub(super) fn label(&self) -> String {
        format!("{} {}", self.runner, self.name)
    }
}

/// All scenarios, in the order of the file.
pub(super) fn scenarios() -> anyhow::Result<Vec<Scenario>> {
    let path = folder().join("witness.toml");
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let file: File = toml::from_str(&text).with_context(|| path.display().to_string())?;
    for scenario in &file.scenario {
        sound(scenario).with_context(|| format!("{}: {}", path.display(), scenario.label()))?;
    }
    Ok(file.scenario)
}

fn sound(scenario: &Scenario) -> anyhow::Result<()> {
    ensure!(scenario.client.is_some() != scenario.server.is_some(), "state either `client` or `server`");
    for (check, status) in &scenario.checks {
        let needs = *status > Status::Success;
        ensure!(
            needs == scenario.why.contains_key(check),
            "{check}: a reason under `why` belongs to what is neither success nor info, and to nothing else"
        );
    }
    let stray = scenario.why.keys().find(|check| !scenario.checks.contains_key(*check));
    ensure!(stray.is_none(), "`why` names {stray:?}, which is none of the checks");
    Ok(())
}

/// Runs the scenarios and prints a line for each; how many are not as written down. Nothing where Node 22 cannot be had.
pub(super) fn witness(scenarios: &[Scenario], tokio: &tokio::runtime::Runtime) -> Option<usize> {
    let home = match node22() {
        Ok(home) => home,
        Err(error) => {
            println!("the official runner is left out: {error:#}");
            return None;
        }
    };
    let mut wrong = 0;
    for scenario in scenarios {
        let told = match tokio.block_on(ran(scenario, &home)).map(|found| differences(scenario, &found)) {
            Ok(differences) if differences.is_empty() => told(scenario),
            Ok(differences) => {
                wrong += 1;
                format!("WRONG   {}", differences.join("; "))
            }
            Err(error) => {
                wrong += 1;
                format!("WRONG   {error:#}")
            }
        };
        println!("{:<40} {told}", scenario.label());
    }
    Some(wrong)
}

/// A scenario that came out as written down.
fn told(scenario: &Scenario) -> String {
    let passed = scenario.checks.values().filter(|status| **status <= Status::Success).count();
    let mut text = format!("ok      {passed} of {} checks passed", scenario.checks.len());
    for (check, why) in &scenario.why {
        let status = scenario.checks.get(check).map(|status| format!("{status:?}").to_lowercase());
        // Writing to a String cannot fail.
        let _ = write!(text, "\n    {check}: {}, as expected: {why}", status.unwrap_or_default());
    }
    text
}

/// Runs one; what its checks came to.
async fn ran(scenario: &Scenario, home: &Path) -> anyhow::Result<BTreeMap<String, Status>> {
    let results = tempfile::tempdir()?;
    let mut command = tokio::process::Command::new(home.join("node_modules/.bin/node"));
    command.arg(home.join("node_modules").join(&scenario.runner).join("dist/index.js"));
    let mut standing = None;
    match (&scenario.client, &scenario.server) {
        (Some(words), _) => {
            let this = process::this()?;
            command.args(["client", "--command"]);
            command.arg(format!("{} rollcall {}", this.display(), words.join(" ")));
        }
        (None, Some(script)) => {
            let mock = Mock::start(script.clone()).await?;
            command.args(["server", "--url", &format!("http://localhost:{}/mcp", mock.address().port())]);
            standing = Some(mock);
        }
        (None, None) => bail!("neither client nor server"),
    }
    command.args(["--scenario", &scenario.name, "--output-dir"]).arg(results.path());
    let called = call(command, DEADLINE).await.context("failed to start the runner")?;
    if let Some(mock) = standing {
        // What the runner breaks of a mock's demands is its own affair.
        let _ = mock.finish();
    }
    ensure!(!called.late, "the runner was not done after {} s", DEADLINE.as_secs());
    let Some(path) = checks_file(results.path())? else {
        bail!("the runner wrote no checks:\n{}\n{}", called.output.stdout, called.output.stderr);
    };
    read(&std::fs::read_to_string(&path)?).with_context(|| path.display().to_string())
}

/// `checks.json`, in the one folder that the runner makes.
fn checks_file(results: &Path) -> anyhow::Result<Option<PathBuf>> {
    for entry in std::fs::read_dir(results)? {
        let path = entry?.path().join("checks.json");
        if path.is_file() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

fn read(text: &str) -> anyhow::Result<BTreeMap<String, Status>> {
    let checks: Vec<Check> = serde_json::from_str(text)?;
    let mut found = BTreeMap::new();
    for Check { id, status } in checks {
        let worst = found.entry(id).or_insert(status);
        *worst = status.max(*worst);
    }
    Ok(found)
}

/// What is not as written down.
fn differences(scenario: &Scenario, found: &BTreeMap<String, Status>) -> Vec<String> {
    let wanted = &scenario.checks;
    let mut differences = Vec::new();
    for (check, status) in wanted {
        match found.get(check) {
            Some(actual) if actual == status => {}
            Some(actual) => differences.push(format!("{check}: expected {status:?}, came to {actual:?}")),
            None => differences.push(format!("{check}: expected {status:?}, was not run")),
        }
    }
    let new = found.iter().filter(|(check, _)| !wanted.contains_key(*check));
    differences
        .extend(new.map(|(check, actual)| format!("{check}: {actual:?}, and nothing is written down")));
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(text: &str) -> Scenario {
        toml::from_str(&format!("runner = 'r'\nname = 'n'\n{text}")).unwrap()
    }

    #[test]
    fn the_file_is_sound_and_the_witness_says_no_twice() {
        let scenarios = scenarios().unwrap();
        let fails = |scenario: &&Scenario| {
            scenario.server.is_some() && scenario.checks.values().any(|status| *status == Status::Failure)
        };
        assert_eq!(scenarios.iter().filter(fails).count(), 2);
        assert_eq!(scenarios.len(), 8);
    }

    #[test]
    fn every_difference_is_told() {
        let scenario = scenario("server = {}\nchecks = { a = 'success', b = 'success', c = 'info' }");
        let found = r#"[{"id":"a","status":"SUCCESS"},{"id":"a","status":"FAILURE"},{"id":"c","status":"INFO"},{"id":"d","status":"WARNING"}]"#;
        assert_eq!(
            differences(&scenario, &read(found).unwrap()),
            [
                "a: expected Success, came to Failure",
                "b: expected Success, was not run",
                "d: Warning, and nothing is written down"
            ]
        );
        let good =
            r#"[{"id":"a","status":"SUCCESS"},{"id":"b","status":"SUCCESS"},{"id":"c","status":"INFO"}]"#;
        assert!(differences(&scenario, &read(good).unwrap()).is_empty());
    }

    #[test]
    fn what_is_no_success_needs_a_reason() {
        assert!(sound(&scenario("server = {}\nchecks = { a = 'failure' }")).is_err());
        assert!(sound(&scenario("server = {}\nchecks = { a = 'success' }\nwhy = { a = 'x' }")).is_err());
        assert!(sound(&scenario("checks = { a = 'success' }")).is_err());
        assert!(sound(&scenario("server = {}\nchecks = { a = 'failure' }\nwhy = { a = 'x' }")).is_ok());
    }
}

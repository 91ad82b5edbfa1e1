//! `bench suite`: how long all cases take, once built.

use std::time::Instant;

use anyhow::ensure;

use super::figure::{Figure, Goal};
use crate::process;

/// The whole suite on two cores (chosen: what a developer waits for without looking away).
const SUITE_SECONDS: f64 = 20.0;

/// Builds the suite, then times one run of it.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let test = || {
        let mut cargo = process::cargo();
        cargo.args(["test", "--quiet", "--package", "mcp-rollcall-cases", "--test", "suite"]);
        cargo
    };
    ensure!(process::succeeds(test().arg("--no-run"))?, "the suite does not build");
    let started = Instant::now();
    ensure!(
        process::succeeds(test().args(["--", "--quiet"]).stdout(std::process::Stdio::null()))?,
        "the suite is red: its time says nothing"
    );
    let measured = started.elapsed().as_secs_f64();
    Ok(vec![Figure {
        what: "the whole suite of cases".into(),
        unit: "s",
        measured,
        floor: None,
        goal: Goal::AtMost(SUITE_SECONDS),
    }])
}

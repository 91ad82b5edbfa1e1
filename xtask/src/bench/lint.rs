//! `bench lint`: the speed of the offline check, and what hostile JSON can make it allocate.

use std::time::Instant;

use anyhow::{Context as _, ensure};
use rollcall::manifest::{Options, lint};

use super::figure::{Figure, Goal, median};

/// How many manifests: about a third of what the largest registry lists.
const MANIFESTS: usize = 10_000;
/// What they may take on one core (the promise of the issue that asked for lint).
const SECONDS: f64 = 1.0;
/// The size of the hostile text.
const HOSTILE_BYTES: usize = 16 * 1024 * 1024;
/// What a refused text may add to the process. Chosen: the limit of a manifest, the report of a full list, and room.
const HOSTILE_MIB: f64 = 64.0;

/// Lints different manifests of a usual size, then hostile texts, on this one thread.
pub(crate) fn measure() -> anyhow::Result<Vec<Figure>> {
    let manifests: Vec<String> = (0..MANIFESTS).map(manifest).collect();
    let bytes: usize = manifests.iter().map(String::len).sum();
    let mut runs = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        let mut findings = 0;
        for text in &manifests {
            findings += lint("server.json", text.as_bytes(), Options::default())?.findings.len();
        }
        runs.push(started.elapsed().as_secs_f64());
        ensure!(findings > MANIFESTS, "the manifests have faults, and {findings} were found");
    }
    let (grown, slowest) = hostile()?;
    let figure =
        |what: &str, unit, measured, goal| Figure { what: what.into(), unit, measured, floor: None, goal };
    #[expect(clippy::cast_precision_loss, reason = "a size for people")]
    let kib = bytes as f64 / 1024.0 / MANIFESTS as f64;
    Ok(vec![
        figure("10,000 manifests, one core", "s", median(runs), Goal::AtMost(SECONDS)),
        figure("mean size of one", "KiB", kib, Goal::Told),
        figure("memory grown by hostile JSON of 16 MiB", "MiB", grown, Goal::AtMost(HOSTILE_MIB)),
        figure("the slowest hostile text", "s", slowest, Goal::AtMost(SECONDS)),
    ])
}

/// A manifest with everything in it and a few faults, different from every other.
fn manifest(index: usize) -> String {
    let variables: Vec<String> = (0..6)
        .map(|n| format!(r#"{{"name": "TIDES_{index}_{n}", "description": "Setting number {n} of the server", "isRequired": true, "format": "string"}}"#))
        .collect();
    format!(
        r#"{{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json",
  "name": "io.github.example/tides-{index}",
  "title": "Tides {index}",
  "description": "Tide tables, currents and harbour depths of the coast number {index}",
  "version": "1.{index}.0",
  "websiteUrl": "https://tides-{index}.example.com/about",
  "repository": {{"url": "https://github.com/example/tides-{index}", "source": "github", "subfolder": "packages/server"}},
  "packages": [
    {{"registryType": "npm", "identifier": "@example/tides-{index}", "version": "1.{index}.0", "transport": {{"type": "stdio"}},
      "environmentVariables": [{variables}]}},
    {{"registryType": "oci", "identifier": "ghcr.io/example/tides-{index}:1.{index}.0", "transport": {{"type": "streamable-http", "url": "http://localhost:{{port}}/mcp"}},
      "packageArguments": [{{"type": "named", "name": "--port", "default": "8080", "valueHint": "port"}}]}}
  ],
  "remotes": [{{"type": "streamable-http", "url": "https://{{coast}}.tides-{index}.example.com/mcp", "variables": {{"coast": {{"isRequired": true}}}},
    "headers": [{{"name": "X-Api-Key", "isSecret": true}}]}}],
  "license": "MIT"
}}"#,
        variables = variables.join(", ")
    )
}

/// Texts of 16 MiB, refused unread, and such of the largest size that is read; how far the process has grown by all of
/// them, and the slowest.
fn hostile() -> anyhow::Result<(f64, f64)> {
    let pieces = ["[", "{\"a\":", "\"", "[1,", "{\"\":0,", "\\", "\u{feff}", "{\"remotes\":[", "é", " "];
    let texts = pieces.iter().flat_map(|piece| {
        [HOSTILE_BYTES, rollcall::manifest::document::MAX_BYTES].map(|size| piece.repeat(size / piece.len()))
    });
    let read: Vec<String> = texts.collect();
    let largest = rollcall::manifest::document::MAX_BYTES;
    let keys: String = (0..100_000).map(|n| format!("\"{n}\":0,")).collect();
    let listed = format!("{{\"remotes\":[{}{{}}]}}", "{\"type\":1},".repeat(largest / 16));
    let deep = format!("{}{}", "[".repeat(largest / 2), "]".repeat(largest / 2));
    let before = peak_mib()?;
    let mut slowest: f64 = 0.0;
    for text in read.iter().chain([&format!("{{{keys}\"name\":\"\"}}"), &listed, &deep]) {
        let started = Instant::now();
        // A refusal is as good an answer as a finding.
        let _ = lint("server.json", text.as_bytes(), Options::default());
        slowest = slowest.max(started.elapsed().as_secs_f64());
    }
    Ok((peak_mib()? - before, slowest))
}

/// The most memory this process ever had, as the kernel counts it.
fn peak_mib() -> anyhow::Result<f64> {
    let status =
        std::fs::read_to_string("/proc/self/status").context("this bench reads /proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM in it")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse().context("VmHWM is no number")?;
    Ok(kib / 1024.0)
}

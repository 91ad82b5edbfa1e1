//! What `conform` writes as JUnit XML and SARIF, held against the schemas that others publish. Both come out of packages at
//! this moment, by pip and npm; nothing of them is kept in the project.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;

use super::install::{npm, pip, quiet, sources};
use super::peer::folder;
use crate::root::target_dir;

/// Where a schema of SARIF 2.1.0 is in its package.
const SARIF: &str = "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";

/// The schemas, and the Python that reads them.
#[derive(Debug)]
pub(super) struct Schemas {
    python: PathBuf,
    junit: PathBuf,
    sarif: PathBuf,
}

impl Schemas {
    /// Fetches what is not there yet.
    pub(super) fn ready() -> anyhow::Result<Self> {
        let home = target_dir().join("interop/schemas");
        let environment = home.join("python");
        pip(&environment, &folder().join("python/schemas.txt"))?;
        let junit = sources(&environment, &home.join("junit"), &folder().join("python/junit.txt"))?;
        npm(&home.join("node"), &folder().join("schemas"))?;
        let sarif = home.join("node").join(SARIF);
        ensure!(sarif.is_file(), "the package no longer holds {SARIF}");
        Ok(Self { python: environment.join("bin/python"), junit, sarif })
    }

    /// Holds files against them: `junit` or `sarif`.
    pub(super) fn hold(&self, form: &str, files: &[PathBuf]) -> anyhow::Result<()> {
        let schema = if form == "junit" { &self.junit } else { &self.sarif };
        let mut command = Command::new(&self.python);
        command.arg(folder().join("python/validate.py")).arg(form).arg(schema).args(files);
        quiet(&mut command)
    }
}

/// The files of a folder that end like this; none where there is no such folder.
pub(super) fn written(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_str().is_some_and(|name| name.ends_with(ending)))
        .collect();
    files.sort();
    files
}

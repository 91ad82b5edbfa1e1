//! What runs the shipped probers: ourselves, or a public package, pinned and installed once by its ordinary client.

use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;

use super::adapter::folder;
use crate::interop::{node22, pip};
use crate::process;
use crate::root::target_dir;

/// What runs a prober.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Runtime {
    /// The first word of its command.
    #[default]
    Path,
    /// This very program, which has rollcall's command line inside.
    Rollcall,
    /// Node 22, in the folder of what `xtask/interop/node22` pins.
    Node22,
    /// A Python environment made from `xtask/grade/python/mcpscore.txt`.
    Mcpscore,
    /// A Python environment made from `xtask/grade/python/mcpcheck.txt`.
    Mcpcheck,
}

impl Runtime {
    /// A program that is needed for the installation and not there.
    pub(super) fn missing(self) -> Option<&'static str> {
        let needed = match self {
            Self::Path | Self::Rollcall => return None,
            Self::Node22 => "npm",
            Self::Mcpscore | Self::Mcpcheck => "python3",
        };
        (!process::is_installed(needed)).then_some(needed)
    }

    /// Installs it, where it is not there yet, and puts what runs the command before its words. With Node the first word is
    /// a script, by its place in `node_modules`.
    pub(super) fn ready(self, command: &[String]) -> anyhow::Result<Vec<String>> {
        if let Some(missing) = self.missing() {
            bail!("{missing} is not installed, and the prober is installed by it");
        }
        let (runs, rest) = match self {
            Self::Path => (Vec::new(), command),
            Self::Rollcall => (vec![process::this()?, PathBuf::from("rollcall")], command),
            Self::Node22 => {
                let modules = node22()?.join("node_modules");
                let (script, rest) = command.split_first().context("`command` names no script")?;
                (vec![modules.join(".bin/node"), modules.join(script)], rest)
            }
            Self::Mcpscore => (vec![python("mcpscore")?], command),
            Self::Mcpcheck => (vec![python("mcpcheck")?], command),
        };
        Ok(runs.iter().map(|path| path.display().to_string()).chain(rest.iter().cloned()).collect())
    }
}

/// The program that a pinned package of this name brings.
fn python(name: &str) -> anyhow::Result<PathBuf> {
    let home = target_dir().join("grade").join(name);
    pip(&home, &folder().join("python").join(format!("{name}.txt")))
        .with_context(|| format!("failed to install {name}"))?;
    let program = home.join("bin").join(name);
    ensure!(program.is_file(), "the package brought no {}", program.display());
    Ok(program)
}

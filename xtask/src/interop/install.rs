//! Installs the pinned packages with the ordinary clients of npm, PyPI and cargo, once: a stamp beside each environment
//! holds the pins it was made from.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};

use super::peer::{Runtime, folder};
use crate::process;
use crate::root::target_dir;

/// The Python that makes the environments.
const PYTHON: &str = "python3";

/// What is not installed on this machine and has to be, or nothing.
pub(crate) fn missing() -> Option<&'static str> {
    ["npm", "node", PYTHON].into_iter().find(|program| !process::is_installed(program))
}

impl Runtime {
    /// Its environment.
    fn home(self) -> PathBuf {
        target_dir().join("interop").join(match self {
            Self::Node => "node",
            Self::Mcp1 => "mcp1",
            Self::Mcp2 => "mcp2",
            Self::Fastmcp => "fastmcp",
            Self::Rmcp => "rmcp",
        })
    }

    /// The command that its peers' arguments are added to.
    pub(super) fn command(self) -> Command {
        match self {
            Self::Node => {
                let mut node = Command::new("node");
                node.current_dir(self.home());
                node
            }
            Self::Mcp1 | Self::Mcp2 | Self::Fastmcp => {
                let mut python = Command::new(self.home().join("bin/python"));
                python.current_dir(folder().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
                python.env("PYTHONUNBUFFERED", "1");
                python
            }
            Self::Rmcp => Command::new(self.home().join("debug/rollcall-interop-rmcp")),
        }
    }

    /// Makes its environment, where it is not there or was made from other pins.
    pub(super) fn install(self) -> anyhow::Result<()> {
        let home = self.home();
        match self {
            Self::Node => npm(&home, &folder().join("node")),
            Self::Mcp1 => pip(&home, &folder().join("python/mcp1.txt")),
            Self::Mcp2 => pip(&home, &folder().join("python/mcp2.txt")),
            Self::Fastmcp => pip(&home, &folder().join("python/fastmcp.txt")),
            Self::Rmcp => cargo(&home),
        }
    }
}

/// Runs `make` unless the stamp says that `home` was made from these pins.
fn once(home: &Path, pins: &Path, make: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let stamp = home.join("pins");
    let wanted = std::fs::read(pins).with_context(|| format!("failed to read {}", pins.display()))?;
    if std::fs::read(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(());
    }
    eprintln!("installing {}", pins.display());
    // What other pins left there must not be found beside what these bring.
    match std::fs::remove_dir_all(home) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("failed to empty {}", home.display()));
        }
        _ => {}
    }
    std::fs::create_dir_all(home)?;
    make()?;
    std::fs::write(&stamp, wanted).with_context(|| format!("failed to write {}", stamp.display()))
}

pub(super) fn quiet(command: &mut Command) -> anyhow::Result<()> {
    let shown = process::shown(command);
    let done = command.stdin(Stdio::null()).output().with_context(|| format!("failed to start {shown}"))?;
    ensure!(
        done.status.success(),
        "{shown} failed:\n{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(())
}

/// Programs that need Node 22, and Node 22 itself, which npm has as a package: the folder they are in.
pub(crate) fn node22() -> anyhow::Result<PathBuf> {
    let home = target_dir().join("interop/node22");
    npm(&home, &folder().join("node22")).context("failed to install Node 22 and what needs it")?;
    let node = home.join("node_modules/.bin/node");
    ensure!(
        process::is_installed(&node),
        "npm has no Node 22 for this machine; {} is not there",
        node.display()
    );
    Ok(home)
}

/// Installs what a `package-lock.json` pins.
pub(crate) fn npm(home: &Path, from: &Path) -> anyhow::Result<()> {
    once(home, &from.join("package-lock.json"), || {
        for name in ["package.json", "package-lock.json"] {
            std::fs::copy(from.join(name), home.join(name))?;
        }
        // No script of a package runs at installation.
        quiet(Command::new("npm").current_dir(home).args([
            "ci",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
        ]))
    })?;
    // Node finds packages beside the script that asks for them, so the scripts go where the packages are.
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        if let Some(name) =
            path.file_name().filter(|_| path.extension().is_some_and(|extension| extension == "mjs"))
        {
            std::fs::copy(&path, home.join(name))?;
        }
    }
    Ok(())
}

/// Installs what a list of pip pins, into an environment of its own.
pub(crate) fn pip(home: &Path, pins: &Path) -> anyhow::Result<()> {
    once(home, pins, || {
        quiet(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(home))?;
        let mut pip = Command::new(home.join("bin/pip"));
        quiet(pip.args(["install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(pins))
    })
}

/// Downloads the one source archive that a list of pip pins, by the pip of an environment.
pub(super) fn sources(environment: &Path, home: &Path, pins: &Path) -> anyhow::Result<PathBuf> {
    once(home, pins, || {
        let mut pip = Command::new(environment.join("bin/pip"));
        pip.args(["download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest"]).arg(home);
        quiet(pip.arg("--requirement").arg(pins))
    })?;
    for entry in std::fs::read_dir(home)? {
        let path = entry?.path();
        if path.to_str().is_some_and(|name| name.ends_with(".tar.gz")) {
            return Ok(path);
        }
    }
    bail!("pip brought no source archive for {}", pins.display())
}

fn cargo(home: &Path) -> anyhow::Result<()> {
    let manifest = folder().join("rmcp/Cargo.toml");
    // Cargo knows by itself what is fresh.
    quiet(
        process::cargo()
            .args(["build", "--quiet", "--locked", "--manifest-path"])
            .arg(manifest)
            .arg("--target-dir")
            .arg(home),
    )
}

//! What the checks need and a fresh machine lacks: Chromium and its driver from Debian, axe-core and html-validate from
//! npm. Installed where that can be done, told in a plain word where it can't.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;

use crate::root::{root, target_dir};
use crate::{interop, process};

/// Debian's browser.
pub(super) const CHROMIUM: &str = "/usr/bin/chromium";
/// Its driver, of the same version.
pub(super) const CHROMEDRIVER: &str = "/usr/bin/chromedriver";

/// What the checks work with.
#[derive(Debug)]
pub(super) struct Tools {
    /// Where npm put the packages.
    node: PathBuf,
    /// The text of axe-core.
    pub(super) axe: String,
}

/// The tools, or why there are none here.
pub(super) fn tools() -> anyhow::Result<Result<Tools, String>> {
    if let Some(program) = ["node", "npm"].into_iter().find(|program| !process::is_installed(program)) {
        return Ok(Err(format!("{program} is not installed here")));
    }
    if let Err(why) = browser() {
        return Ok(Err(why));
    }
    let home = target_dir().join("interop/browser");
    if let Err(error) = interop::npm(&home, &folder()) {
        return Ok(Err(format!("npm cannot install the packages: {error:#}")));
    }
    let path = home.join("node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    Ok(Ok(Tools { node: home, axe }))
}

/// Our own files for the packages of npm: the pins and the settings.
fn folder() -> PathBuf {
    root().join("xtask/browser")
}

impl Tools {
    /// html-validate with its recommended rules and our settings, its report into a file; the pages are added to it.
    pub(super) fn html_validate(&self, report: &Path) -> Command {
        let mut command = Command::new("node");
        command.arg(self.node.join("node_modules/html-validate/bin/html-validate.mjs"));
        command.arg("--config").arg(folder().join("html-validate.json"));
        command.arg("--formatter").arg(format!("json={}", report.display())).stdin(Stdio::null());
        command
    }
}

/// Sees to Chromium and its driver; the error is the plain word.
fn browser() -> Result<(), String> {
    let missing = || [CHROMIUM, CHROMEDRIVER].into_iter().find(|program| !process::is_installed(program));
    let Some(first) = missing() else { return Ok(()) };
    if !process::is_installed("apt-get") || !is_root() {
        return Err(format!("{first} is not installed here, and only root can install it, with apt-get"));
    }
    eprintln!("browser: installing chromium and its driver");
    let install = || apt(&["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"]);
    // The lists of a fresh machine are empty or old; they are fetched only where that helps.
    if !(install() || apt(&["update"]) && install()) {
        return Err("apt-get cannot install chromium and chromium-driver".to_owned());
    }
    missing().map_or(Ok(()), |program| Err(format!("{program} is missing although apt-get installed it")))
}

fn apt(args: &[&str]) -> bool {
    Command::new("apt-get")
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|done| done.stdout.trim_ascii() == b"0")
}

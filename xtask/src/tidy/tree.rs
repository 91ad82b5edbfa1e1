//! The files that the rules look at: all that git tracks or would track, so ignored folders never count.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context as _, ensure};
use rollcall_cases::load::NO_FAMILIES;

use crate::root::root;

/// Every file by its path from the top of the workspace, `/` between folders. Bytes that are no text are replaced.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Reads the working tree.
    pub(crate) fn read() -> anyhow::Result<Self> {
        let listed = Command::new("git")
            .current_dir(root())
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()
            .context("failed to start git")?;
        ensure!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr).trim());
        let names = String::from_utf8(listed.stdout).context("a path in this repository is not UTF-8")?;
        let mut files = BTreeMap::new();
        for name in names.split_terminator('\0') {
            let path = root().join(name);
            // Deleted but still in the index: gone as far as the rules are concerned.
            if path.is_file() {
                let bytes =
                    std::fs::read(&path).with_context(|| format!("failed to read {}", path.display()))?;
                files.insert(name.to_owned(), String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok(Self { files })
    }

    /// A tree made up by a test.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect() }
    }

    /// All files, path and text, in the order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// All Rust sources.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(|(path, _)| has_extension(path, "rs"))
    }

    /// The ids of all cases: `cases/<id>.toml`, in a folder that is a family, and neither part of the crate nor the rows of lint.
    pub(crate) fn cases(&self) -> impl Iterator<Item = &str> {
        self.files.keys().filter_map(|path| {
            let id = path.strip_prefix("cases/")?.strip_suffix(".toml")?;
            let (family, _) = id.split_once('/')?;
            (!NO_FAMILIES.contains(&family)).then_some(id)
        })
    }

    /// Whether there is such a file.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

/// Whether a path ends in `.extension`.
pub(crate) fn has_extension(path: &str, extension: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|found| found == extension)
}

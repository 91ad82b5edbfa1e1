//! From files to cases: the path is the id.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::case::Case;

/// The longest id.
pub const LONGEST_ID: usize = 60;

/// Folders beside the families of cases: code, and cases of other formats, which have runners of their own.
pub const NO_FAMILIES: [&str; 7] = ["src", "tests", "target", "manifest", "registry", "labelled", "conform"];

/// The folder of the cases.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The file of a case.
#[must_use]
pub fn path(id: &str) -> PathBuf {
    root().join(format!("{id}.toml"))
}

/// Why a case could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A folder or file could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The text is no case.
    #[error("{} is no case", path.display())]
    Parse {
        /// Which.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// The path is no id.
    #[error("`{id}` is no id: family/name in kebab-case, at most {LONGEST_ID} characters, no dash at an end")]
    Id {
        /// The path, as an id.
        id: String,
    },
}

/// The ids of all cases, sorted. Reads names only, so a case that does not parse fails alone.
///
/// # Errors
///
/// A folder cannot be read, or a file's path is no id.
pub fn ids() -> Result<Vec<String>, LoadError> {
    ids_in(&root(), &NO_FAMILIES)
}

/// The ids of the cases whose families are in a folder, but for these.
pub(crate) fn ids_in(folder: &Path, no_families: &[&str]) -> Result<Vec<String>, LoadError> {
    let mut ids = Vec::new();
    for family in entries(folder)? {
        let name = name_of(&family);
        if !family.is_dir() || no_families.contains(&name.as_str()) {
            continue;
        }
        for file in entries(&family)? {
            let Some(leaf) = name_of(&file).strip_suffix(".toml").map(str::to_owned) else { continue };
            let id = format!("{name}/{leaf}");
            if !is_id(&id) {
                return Err(LoadError::Id { id });
            }
            ids.push(id);
        }
    }
    ids.sort_unstable();
    Ok(ids)
}

/// Reads one case.
///
/// # Errors
///
/// The file cannot be read, or is no case; the error names line and column.
pub fn case(id: &str) -> Result<Case, LoadError> {
    read(path(id))
}

/// Reads one file as a case of some format.
pub(crate) fn read<T: DeserializeOwned>(path: PathBuf) -> Result<T, LoadError> {
    let text =
        std::fs::read_to_string(&path).map_err(|source| LoadError::Read { path: path.clone(), source })?;
    toml::from_str(&text).map_err(|source| LoadError::Parse { path, source: Box::new(source) })
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let read = |source| LoadError::Read { path: folder.to_owned(), source };
    std::fs::read_dir(folder)
        .map_err(read)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(read))
        .collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether a text can be an id.
#[must_use]
pub fn is_id(id: &str) -> bool {
    let kebab = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    id.len() <= LONGEST_ID && id.split('/').count() == 2 && id.split('/').all(kebab)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_case() {
        let mut broken = Vec::new();
        for id in ids().unwrap() {
            if let Err(error) = case(&id) {
                broken.push(format!("{error}: {}", std::error::Error::source(&error).unwrap()));
            }
        }
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    #[test]
    fn ids_are_kebab_case_family_and_name() {
        assert!(is_id("sse/crlf-split"));
        for id in [
            "sse",
            "sse/",
            "/x",
            "sse/a/b",
            "sse/Crlf",
            "sse/-x",
            "sse/x_y",
            &format!("sse/{}", "x".repeat(57)),
        ] {
            assert!(!is_id(id), "{id}");
        }
    }
}

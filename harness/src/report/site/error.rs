//! Why a site cannot be written.

use std::path::PathBuf;

use crate::census::RunDirError;

/// Why a site cannot be written. Nothing half-written is left where the site should be.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A run cannot be read.
    #[error(transparent)]
    Run(#[from] RunDirError),
    /// Nothing is recorded in the run.
    #[error("{}: nothing is recorded in it yet", .0.display())]
    Empty(PathBuf),
    /// categories.json of the run cannot be used.
    #[error("{}: {why}", path.display())]
    Categories {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Something is there that no `rollcall report` wrote.
    #[error("{}: it is there already, and no `rollcall report` wrote it", .0.display())]
    NotOurs(PathBuf),
    /// A file or folder cannot be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
}

//! Where a run may begin: in a folder that holds none, or that holds a beginning of ours that was killed.
//!
//! `run.json` is written last, and before it nobody is contacted. So a plan without one was never begun with, and going on with
//! it would plan everything twice.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use super::{LinesError, RunDirError};

/// The file that is held locked by whoever writes to a run.
const LOCK: &str = ".lock";
/// The files of a run that are written before `run.json`.
const BEFORE: [&str; 4] = ["targets.jsonl", "records.jsonl", "skipped.jsonl", "rechecks.jsonl"];

/// Makes the folder ready for a new run and locks it. What a beginning that was killed left of a plan is cleared away; what
/// may be anybody's is not: records, and files in a folder that was never ours.
///
/// # Errors
/// When there is a run in it or files of one, another process writes to it, or it cannot be written.
pub(super) fn begin(path: &Path) -> Result<File, RunDirError> {
    std::fs::create_dir_all(path).map_err(|source| LinesError { path: path.to_owned(), source })?;
    let was_ours = path.join(LOCK).exists();
    let lock = lock(path)?;
    if path.join("run.json").exists() {
        return Err(RunDirError::Occupied(path.to_owned()));
    }
    for name in BEFORE {
        let file = path.join(name);
        let fail = |source| LinesError { path: file.clone(), source };
        let facts = match std::fs::symlink_metadata(&file) {
            Ok(facts) => facts,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(fail(error).into()),
        };
        let is_plan = name == "targets.jsonl" || name == "skipped.jsonl";
        if !facts.is_file() || (facts.len() > 0 && !(was_ours && is_plan)) {
            return Err(RunDirError::NoRunFile(file));
        }
    }
    for name in BEFORE {
        let file = path.join(name);
        match std::fs::remove_file(&file) {
            Err(source) if source.kind() != ErrorKind::NotFound => {
                return Err(LinesError { path: file, source }.into());
            }
            _ => {}
        }
    }
    Ok(lock)
}

/// Locks the folder of a run until the file is dropped.
///
/// # Errors
/// When another process holds it, or it cannot be written.
pub(super) fn lock(path: &Path) -> Result<File, RunDirError> {
    let file = path.join(LOCK);
    let fail = |source| LinesError { path: file.clone(), source };
    let lock = File::options().write(true).create(true).truncate(false).open(&file).map_err(fail)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(RunDirError::Locked(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(fail(source).into()),
    }
}

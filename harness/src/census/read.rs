//! Reading the files of a run, each in the version that this program knows.

use std::path::Path;

use super::{LinesError, Run, RunDirError, Skipped, lines};
use crate::record::Record;
use crate::versioned::{self, Fault, Versioned};

/// Reads `run.json` of a run directory.
///
/// # Errors
/// When there is none, or it is none of ours.
pub fn read_run(path: &Path) -> Result<Run, RunDirError> {
    let file = path.join("run.json");
    let text = std::fs::read(&file).map_err(|source| {
        if source.kind() == std::io::ErrorKind::NotFound {
            RunDirError::Missing(path.to_owned())
        } else {
            LinesError { path: file.clone(), source }.into()
        }
    })?;
    versioned::read(&text).map_err(|fault| match fault {
        Fault::OtherVersion(version) => RunDirError::OtherVersion { path: file, line: None, version },
        Fault::Unreadable(why) => RunDirError::NotARun { path: file, why },
    })
}

/// Reads every record of a run, in the order written.
///
/// # Errors
/// When the file cannot be read, or a whole line of it is no record of the version known (the message names the line).
pub fn read_records(path: &Path, mut each: impl FnMut(Record)) -> Result<(), RunDirError> {
    read_lines(&path.join("records.jsonl"), |record, _| {
        each(record);
        Ok(())
    })
}

/// Reads every skip of a run, in the order written.
///
/// # Errors
/// As for [`read_records`].
pub fn read_skipped(path: &Path, mut each: impl FnMut(Skipped)) -> Result<(), RunDirError> {
    read_lines(&path.join("skipped.jsonl"), |skipped, _| {
        each(skipped);
        Ok(())
    })
}

/// Reads every whole line of a file; `each` gets also how many bytes the line has, its line feed included.
pub(super) fn read_lines<T: Versioned>(
    file: &Path,
    mut each: impl FnMut(T, usize) -> Result<(), String>,
) -> Result<(), RunDirError> {
    let mut other = None;
    let read = lines::read_raw(file, |line, number| match versioned::read(line) {
        Ok(one) => each(one, line.len()),
        Err(Fault::Unreadable(why)) => Err(why),
        Err(Fault::OtherVersion(version)) => {
            let why = version.to_string();
            other = Some(RunDirError::OtherVersion { path: file.to_owned(), line: Some(number), version });
            Err(why)
        }
    });
    other.map_or_else(|| Ok(read?), Err)
}

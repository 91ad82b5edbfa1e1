//! Records by their place in the file: for readers that need every record for a moment and none of them for long.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{LinesError, RunDirError};
use crate::record::Record;

/// Where a record stands in `records.jsonl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordPlace {
    /// The first byte.
    offset: u64,
    /// Bytes, the line feed included.
    length: u32,
}

impl RecordPlace {
    /// The place of a line of this length, its line feed included.
    pub(super) fn new(offset: u64, length: usize) -> Result<Self, String> {
        let length = u32::try_from(length).map_err(|_| "a record of more than 4 GiB".to_owned())?;
        Ok(Self { offset, length })
    }
}

/// The records of a run, one at a time.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: File,
    line: Vec<u8>,
}

impl Records {
    /// Opens the records of a run.
    ///
    /// # Errors
    /// When they cannot be opened.
    pub fn open(run: &Path) -> Result<Self, RunDirError> {
        let path = run.join("records.jsonl");
        let file = File::open(&path).map_err(|source| LinesError { path: path.clone(), source })?;
        Ok(Self { path, file, line: Vec::new() })
    }

    /// The record at this place.
    ///
    /// # Errors
    /// When it cannot be read, or the file has changed since the place was told.
    pub fn at(&mut self, place: RecordPlace) -> Result<Record, RunDirError> {
        let fail = |source| LinesError { path: self.path.clone(), source };
        self.line.resize(place.length as usize, 0);
        self.file.seek(SeekFrom::Start(place.offset)).map_err(fail)?;
        self.file.read_exact(&mut self.line).map_err(fail)?;
        Ok(serde_json::from_slice(&self.line)
            .map_err(|error| fail(io::Error::new(io::ErrorKind::InvalidData, error.to_string())))?)
    }
}

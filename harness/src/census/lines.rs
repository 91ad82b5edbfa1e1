//! Files of JSON lines that survive being killed: whole lines are appended, a torn last line is cut off again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Room for a line as most of them are: a record of four exchanges.
const USUAL_LINE: usize = 2048;

/// A file that is only appended to.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    file: File,
}

/// What went wrong with a file of a run.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct LinesError {
    /// The file.
    pub path: PathBuf,
    /// The operating system's reason.
    pub source: io::Error,
}

impl Lines {
    /// Opens a file to append to, cutting off a last line that was never finished. Says how many bytes that cost.
    pub(super) fn open(path: &Path) -> Result<(Self, u64), LinesError> {
        let fail = |source| LinesError { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fail)?;
        let torn = cut_torn(&mut file).map_err(fail)?;
        Ok((Self { path: path.to_owned(), file }, torn))
    }

    /// Appends these values, one a line, in one write.
    ///
    /// When the write fails half-way the file is cut back to whole lines, so a full disk leaves nothing torn behind.
    pub(super) fn append<T: Serialize>(&mut self, values: &[T]) -> Result<(), LinesError> {
        let mut text = Vec::with_capacity(values.len() * USUAL_LINE);
        for value in values {
            serde_json::to_writer(&mut text, value).expect("our own types are always representable as JSON");
            text.push(b'\n');
        }
        self.append_text(&text)
    }

    /// Appends text that is whole lines already.
    pub(super) fn append_text(&mut self, text: &[u8]) -> Result<(), LinesError> {
        let written = self.file.write_all(text);
        if written.is_err() {
            // Cutting back can fail too (the disk may be gone); the next open repairs what is left.
            let _ = cut_torn(&mut self.file);
        }
        written.map_err(|source| LinesError { path: self.path.clone(), source })
    }
}

/// Cuts the file back to its last line feed and gives the bytes that were cut.
fn cut_torn(file: &mut File) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut block = vec![0; 64 * 1024];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let size = usize::try_from(end - start).expect("a block fits");
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block[..size])?;
        if let Some(at) = block[..size].iter().rposition(|byte| *byte == b'\n') {
            end = start + at as u64 + 1;
            break;
        }
        end = start;
    }
    if end < length {
        file.set_len(end)?;
    }
    Ok(length - end)
}

/// Reads a file of whole lines; `each` gets the line and its number, from 1. A missing file has no lines.
pub(super) fn read(
    path: &Path,
    mut each: impl FnMut(&[u8], usize) -> Result<(), String>,
) -> Result<(), LinesError> {
    read_raw(path, |line, number| each(line.trim_ascii_end(), number))
}

/// As [`read`], each line with its line feed.
pub(super) fn read_raw(
    path: &Path,
    mut each: impl FnMut(&[u8], usize) -> Result<(), String>,
) -> Result<(), LinesError> {
    let fail = |source| LinesError { path: path.to_owned(), source };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(fail(error)),
    };
    let mut reader = BufReader::with_capacity(256 * 1024, file);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(fail)? == 0 {
            return Ok(());
        }
        number += 1;
        if line.last() != Some(&b'\n') {
            // A torn last line: never finished, so never counted.
            return Ok(());
        }
        each(&line, number).map_err(|why| {
            fail(io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {why}")))
        })?;
    }
}

/// Replaces a file in one step: readers see the old text or the new one.
pub(super) fn replace(path: &Path, text: &[u8]) -> Result<(), LinesError> {
    let fail = |source| LinesError { path: path.to_owned(), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = draft(folder).map_err(fail)?;
    file.write_all(text).map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A file beside those of the run that takes the place of one of them; whoever may read those may read it.
fn draft(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut draft = tempfile::Builder::new();
    #[cfg(unix)]
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    draft.permissions(readable);
    draft.tempfile_in(folder)
}

//! `conform --baseline FILE` and `--write-baseline`: the file on its way in and out.

use std::io::{ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use crate::conform::Report;
use crate::conform::baseline::{Baseline, hold, rewrite};
use crate::exit::Exit;

/// Bytes of a baseline: a hundred thousand lines. Whatever is longer is none.
const LARGEST: u64 = 1024 * 1024;

/// The flags.
#[derive(Debug, Args)]
pub(super) struct BaselineArgs {
    /// Known failures of this server (TOML), each with a reason; an entry that is stale, expired or unknown fails the run
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the baseline anew from this run: entries that stay keep their reasons, new ones have a placeholder, and the file is
    /// refused until each is replaced
    #[arg(long, requires = "baseline")]
    write_baseline: bool,
}

/// A baseline that was read.
#[derive(Debug)]
pub(super) struct Held<'a> {
    file: &'a Path,
    baseline: Baseline,
    is_rewritten: bool,
}

impl BaselineArgs {
    /// Reads the file, before anybody is contacted.
    ///
    /// # Errors
    /// When it cannot be read, is no baseline, or (unless it is written anew) holds a placeholder.
    pub(super) fn read(&self) -> Result<Option<Held<'_>>, Failure> {
        let Some(file) = self.baseline.as_deref() else { return Ok(None) };
        let mut text = String::new();
        let read =
            std::fs::File::open(file).and_then(|open| open.take(LARGEST + 1).read_to_string(&mut text));
        match read {
            Ok(_) if text.len() as u64 > LARGEST => {
                return Err(Failure::could_not_check(format!("{}: over 1 MiB", file.display()))
                    .hint("name a baseline: a few lines for each known failure"));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound && self.write_baseline => {}
            Err(error) => {
                return Err(Failure::could_not_check(format!("{}: {error}", file.display()))
                    .hint("name a file that is there, or let --write-baseline write it"));
            }
        }
        let read = text.parse::<Baseline>();
        let read = if self.write_baseline { read } else { read.and_then(Baseline::finished) };
        let baseline = read.map_err(|error| {
            let place = format!("{}:{}: {}", file.display(), error.line, error.says);
            Failure::usage(place).hint(error.advice)
        })?;
        Ok(Some(Held { file, baseline, is_rewritten: self.write_baseline }))
    }
}

impl Held<'_> {
    /// Holds the report against it; or writes it anew, and then says how the verb ends.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn hold(&self, report: &mut Report, err: &mut dyn Write) -> Result<Option<Exit>, Failure> {
        if !self.is_rewritten {
            hold(report, &self.baseline, &self.file.display().to_string());
            return Ok(None);
        }
        let file = self.file.display();
        if !report.is_judged() {
            let _ = writeln!(err, "rollcall: nothing could be judged; {file} is left as it is");
            return Ok(Some(Exit::CouldNotCheck));
        }
        if let Some(why) = &report.stopped {
            // What was not seen might miss, and an entry that seems to hold no more might only not have been seen.
            let _ = writeln!(err, "rollcall: the run ended early: {why}; {file} is left as it is");
            let _ = writeln!(err, "hint: run it again when the server answers to the end");
            return Ok(Some(Exit::CouldNotCheck));
        }
        let new = rewrite(report, &self.baseline);
        std::fs::write(self.file, &new.text).map_err(|error| {
            Failure::could_not_check(format!("{file}: {error}")).hint("name a file that may be written")
        })?;
        let _ = writeln!(
            err,
            "rollcall: {file}: {} kept, {} to fill in, {} dropped",
            new.kept, new.open, new.dropped
        );
        if new.open > 0 {
            let _ = writeln!(
                err,
                "hint: replace every reason that begins with TODO; until then the file is refused"
            );
        }
        Ok(Some(Exit::Clean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(file: &Path, write_baseline: bool) -> BaselineArgs {
        BaselineArgs { baseline: Some(file.to_owned()), write_baseline }
    }

    #[test]
    fn a_file_that_is_none_is_told_with_its_line_and_the_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("known.toml");
        let missing = args(&file, false).read().unwrap_err();
        assert_eq!(missing.exit, Exit::CouldNotCheck);
        assert!(args(&file, true).read().is_ok(), "it is about to be written");
        std::fs::write(&file, "[[known]]\ncheck = \"a.b\"\nreason = \"TODO\"\n").unwrap();
        let open = args(&file, false).read().unwrap_err();
        assert_eq!(open.exit, Exit::Usage);
        assert!(open.message.contains("known.toml:2: ") && open.hint.is_some(), "{}", open.message);
        assert!(args(&file, true).read().is_ok(), "what is kept keeps waiting");
        std::fs::write(&file, "[[known]]\ncheck = 1\n").unwrap();
        for write in [false, true] {
            assert_eq!(args(&file, write).read().unwrap_err().exit, Exit::Usage);
        }
    }
}

//! `conform --format FORM[=FILE]`: in which forms a report is written, and where.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use super::Failure;
use super::inert::{inert, inert_json, inert_xml};
use super::output::print;
use crate::conform::Report;
use crate::exit::Exit;
use crate::report::conform::{badge, junit, markdown, sarif, text};

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// For people; complete without colour
    Text,
    /// For programs; versioned, see `rollcall schema conform`
    Json,
    /// JUnit XML, for CI servers
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// For the summary page of a CI run
    Markdown,
    /// The JSON of a shields.io endpoint badge
    Badge,
}

/// A form, and its file unless it goes to standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) form: Form,
    pub(super) file: Option<PathBuf>,
}

impl FromStr for Written {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (form, file) = match text.split_once('=') {
            Some((_, "")) => return Err("a file name belongs after `=`".to_owned()),
            Some((form, file)) => (form, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let form = Form::from_str(form, false).map_err(|_| {
            "write it as FORM or FORM=FILE, FORM one of text, json, junit, sarif, markdown, badge".to_owned()
        })?;
        Ok(Self { form, file })
    }
}

/// All forms of one run: at most one for standard output, text where none is.
#[derive(Debug)]
pub(super) struct Forms {
    stdout: Form,
    files: Vec<(Form, PathBuf)>,
}

impl Forms {
    /// # Errors
    /// Two forms for standard output, or two forms in one file.
    pub(super) fn of(written: &[Written]) -> Result<Self, Failure> {
        let mut stdout = written.iter().filter(|it| it.file.is_none()).map(|it| it.form);
        let first = stdout.next();
        if stdout.next().is_some() {
            return Err(Failure::usage("--format: standard output takes one form")
                .hint("give the others a file, as in --format junit=conform.xml"));
        }
        let mut files: Vec<(Form, PathBuf)> = Vec::new();
        for it in written {
            let Some(file) = &it.file else { continue };
            if files.iter().any(|(_, taken)| taken == file) {
                return Err(Failure::usage(format!("--format: {} is named twice", file.display()))
                    .hint("give each form a file of its own"));
            }
            files.push((it.form, file.clone()));
        }
        Ok(Self { stdout: first.unwrap_or(Form::Text), files })
    }

    /// Finds out whether the files can be written, before anybody is contacted. What a run before this one wrote stays until there
    /// is something new.
    ///
    /// # Errors
    /// When one cannot.
    pub(super) fn try_files(&self) -> Result<(), Failure> {
        for (_, file) in &self.files {
            let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
            opened.map_err(|error| unwritable(file, &error))?;
        }
        Ok(())
    }

    /// The form on standard output.
    pub(super) const fn stdout(&self) -> Form {
        self.stdout
    }

    /// Writes the report in every form.
    ///
    /// # Errors
    /// When a file or standard output cannot be written.
    pub(super) fn write(&self, report: &Report, out: &mut dyn std::io::Write) -> Result<(), Failure> {
        for (form, file) in &self.files {
            std::fs::write(file, form.render(report)).map_err(|error| unwritable(file, &error))?;
        }
        print(out, &self.stdout.render(report))
    }
}

impl Form {
    fn render(self, report: &Report) -> String {
        match self {
            Self::Text => inert(&text::text(report)).into_owned(),
            Self::Json => {
                let line = serde_json::to_string(report);
                inert_json(&line.expect("our own types are always representable as JSON")).into_owned() + "\n"
            }
            Self::Junit => inert_xml(&junit::junit(report)).into_owned(),
            Self::Sarif => inert_json(&sarif::sarif(report)).into_owned(),
            Self::Markdown => inert(&markdown::markdown(report)).into_owned(),
            Self::Badge => badge::badge(report),
        }
    }
}

fn unwritable(file: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure { exit: Exit::CouldNotCheck, message: format!("{}: {error}", file.display()), hint: None }
        .hint("name a file in a folder that is there and may be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Result<Forms, Failure> {
        Forms::of(&words.iter().map(|word| word.parse().unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn a_form_may_have_a_file() {
        let with_file = Written { form: Form::Junit, file: Some("a=b.xml".into()) };
        assert_eq!("junit=a=b.xml".parse(), Ok(with_file));
        assert_eq!("sarif".parse(), Ok(Written { form: Form::Sarif, file: None }));
        for wrong in ["junit=", "xml", "", "=a", "JUnit"] {
            assert!(wrong.parse::<Written>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn standard_output_takes_one_form_and_each_file_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = |form: &str, name: &str| format!("{form}={}", folder.path().join(name).display());
        assert_eq!(of(&[]).unwrap().stdout(), Form::Text);
        assert_eq!(of(&["json"]).unwrap().stdout(), Form::Json);
        assert_eq!(of(&[&file("junit", "a"), "markdown"]).unwrap().stdout(), Form::Markdown);
        assert_eq!(of(&["json", "text"]).unwrap_err().exit, Exit::Usage);
        assert_eq!(of(&[&file("junit", "a"), &file("sarif", "a")]).unwrap_err().exit, Exit::Usage);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_before_the_run_and_an_old_one_is_kept_until_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("missing/conform.xml");
        let failure = of(&[&format!("junit={}", nowhere.display())]).unwrap().try_files().unwrap_err();
        assert_eq!(failure.exit, Exit::CouldNotCheck);
        assert!(failure.message.contains("conform.xml") && failure.hint.is_some());
        let old = folder.path().join("old.xml");
        std::fs::write(&old, "before").unwrap();
        of(&[&format!("junit={}", old.display())]).unwrap().try_files().unwrap();
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "before");
    }
}

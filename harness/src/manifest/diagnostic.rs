//! What a rule says, as a value. How it is shown is the business of `render`.

use super::document::Span;
use super::rules::{Rule, Severity};

/// A place in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// JSON Pointer (RFC 6901); of the absent field, when a field is missing.
    pub pointer: String,
    /// The bytes to underline.
    pub span: Span,
}

/// One finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that was broken; reason and repair are there.
    pub rule: &'static Rule,
    /// The rule's severity, unless what else is known softens it.
    pub severity: Severity,
    /// What is wrong here, in one line. May hold text from the file.
    pub message: String,
    /// Which of [`Checked::sources`] the place is in.
    pub source: usize,
    /// Where.
    pub place: Place,
    /// What to write instead, where that is more than the rule's general advice.
    pub repair: Option<String>,
    /// The other place, when a rule compares two.
    pub other: Option<(Place, String)>,
    /// The certain repair, when there is one.
    pub fix: Option<Fix>,
}

/// A repair that needs no judgement, as edits of the manifest's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// A text that findings point into.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as it was given, or as it was found beside the manifest.
    pub name: String,
    /// Its whole text.
    pub text: String,
}

/// Something that was to be checked and could not be. It is never silently passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unchecked {
    /// What: a package, a remote, the repository.
    pub what: String,
    /// Where in the manifest.
    pub pointer: String,
    /// Why it is unchecked.
    pub why: String,
    /// It was tried, and nobody answered; asking again may help. Else rollcall does not ask about it.
    pub failed: bool,
}

/// One manifest, judged.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The manifest first, then the files beside it that were read.
    pub sources: Vec<Source>,
    /// Every finding, by source, place and rule.
    pub findings: Vec<Diagnostic>,
    /// How many more there were; a file is allowed [`super::rules::MAX_FINDINGS`].
    pub omitted: usize,
    /// What could not be checked.
    pub unchecked: Vec<Unchecked>,
    /// What was looked at outside, in one line each (a probed remote, for example).
    pub looked_at: Vec<String>,
}

impl Checked {
    /// Sorts the findings by position: source, place, rule.
    pub fn sort(&mut self) {
        self.findings.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.source, d.place.span.start, d.place.span.end, d.rule.id);
            key(a).cmp(&key(b)).then_with(|| a.place.pointer.cmp(&b.place.pointer))
        });
    }
}

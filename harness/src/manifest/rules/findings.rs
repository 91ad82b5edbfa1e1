//! What every check is given: the manifest to look at and the list to report to.

use crate::manifest::diagnostic::{Diagnostic, Place};
use crate::manifest::document::{Document, Span};
use crate::manifest::rules::Rule;
use crate::manifest::view::Object;

/// The most findings one file can have. Chosen: the worst real file seen has 24; a file beyond this is not a manifest,
/// and its report should not grow without bound.
pub const MAX_FINDINGS: usize = 1000;

/// A manifest as the checks see it.
#[derive(Debug)]
pub struct Manifest<'d> {
    pub(crate) text: &'d str,
    pub(crate) document: &'d Document<'d>,
    pub(crate) top: Object<'d>,
    pub(crate) packages: Vec<Object<'d>>,
    pub(crate) remotes: Vec<Object<'d>>,
}

impl<'d> Manifest<'d> {
    /// Looks at a document as a manifest, whatever it really is.
    #[must_use]
    pub fn new(text: &'d str, document: &'d Document<'d>) -> Self {
        let top = Object::top(document);
        let (packages, remotes) = (top.objects("packages"), top.objects("remotes"));
        Self { text, document, top, packages, remotes }
    }

    /// The name, if there is one.
    pub(crate) fn name(&self) -> Option<&'d str> {
        self.top.field("name").filled()
    }
}

/// The opening brace of an object: what is underlined for something that is not there.
pub(crate) fn opening(object: &Object<'_>) -> Span {
    Span { start: object.span.start, end: (object.span.start + 1).min(object.span.end) }
}

/// The findings of one file while it is being checked.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
    omitted: usize,
    /// Stands in when the list is full, so that a check can always decorate what it reported.
    spare: Option<Diagnostic>,
}

impl Findings {
    /// Adds a finding in the manifest. The result can be decorated.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let (message, source) = (message.into(), 0);
        let severity = rule.severity;
        let found =
            Diagnostic { rule, severity, message, source, place, repair: None, other: None, fix: None };
        if self.list.len() < MAX_FINDINGS {
            self.list.push(found);
            let last = self.list.len() - 1;
            return &mut self.list[last];
        }
        self.omitted += 1;
        self.spare.insert(found)
    }

    /// The findings, and how many more there were.
    pub(crate) fn into_parts(self) -> (Vec<Diagnostic>, usize) {
        (self.list, self.omitted)
    }
}

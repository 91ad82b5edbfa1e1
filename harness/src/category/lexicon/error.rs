//! What is wrong with a lexicon file, and where.

use std::fmt;
use std::ops::Range;

/// One fault of a lexicon file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LexiconError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The way out, starting with a verb.
    pub hint: Option<String>,
}

impl LexiconError {
    /// A fault at a range of bytes of the text.
    pub(super) fn at(text: &str, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        let start = span.map_or(0, |span| span.start).min(text.len());
        let before = String::from_utf8_lossy(&text.as_bytes()[..start]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
        Self { line, column, message: message.into(), hint: None }
    }

    /// The same fault with the way out.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for LexiconError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for LexiconError {}

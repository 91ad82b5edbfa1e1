//! From bytes to lines and columns.

use schemars::JsonSchema;
use serde::Serialize;

/// A place as an editor shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// In Unicode code points, counted from 1.
    pub column: usize,
}

/// Where the lines of a text begin.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Looks for the lines once.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The position of a byte. Beyond the end is the end; inside a character is its beginning.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line.saturating_sub(1)];
        Position { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// The line that a byte is in, without its end, and where it begins.
    #[must_use]
    pub fn line(&self, offset: usize) -> (usize, &'t str) {
        let offset = offset.min(self.text.len());
        let start = self.starts[self.starts.partition_point(|start| *start <= offset).saturating_sub(1)];
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        (start, line.strip_suffix('\r').unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let lines = Lines::new("ab\r\nc\u{e9}d\n");
        let at = |offset| (lines.position(offset).line, lines.position(offset).column);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(4), (2, 1));
        assert_eq!(at(7), (2, 3), "the e with its accent has two bytes");
        assert_eq!(at(6), (2, 2), "inside a character is its beginning");
        assert_eq!(at(99), (3, 1));
        assert_eq!(lines.line(1), (0, "ab"));
        assert_eq!(lines.line(5), (4, "c\u{e9}d"));
        assert_eq!(lines.line(99), (9, ""));
    }
}

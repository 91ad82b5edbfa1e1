//! Tool lists, entry by entry: one bad entry never costs the others.

use crate::record::{Finding, Step, Tools};

/// One page of tools/list, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolsPage {
    /// Where the list goes on.
    pub next_cursor: NextCursor,
}

/// `nextCursor`, in the shapes it comes in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NextCursor {
    /// Not there: the end of the list.
    #[default]
    Absent,
    /// `null`: the end too (the reader reports `cursor-null`).
    Null,
    /// A string, to be sent back unchanged; the empty one included.
    Text(String),
    /// Another type: the end, and the list is not complete (the reader reports `cursor-not-string`).
    Other,
}

/// The pages counted so far, added up one by one. A page that is not to be counted (`cursor-loop`) is not added.
#[derive(Debug, Clone, Default)]
pub struct ToolTally {}

impl ToolTally {
    /// Counts a page.
    pub fn add(&mut self, page: ToolsPage) {
        let _ = page;
    }

    /// Writes count, distinct, malformed, names (the first `names_kept`, in list order) and digest into `tools`.
    /// Leaves status, reason, pages and complete alone.
    pub fn write(&self, tools: &mut Tools, names_kept: usize) {
        let _ = (tools, names_kept);
    }

    /// The findings about single tools, each once, with the names of the tools in the detail.
    #[must_use]
    pub fn findings(&self, step: Step) -> Vec<Finding> {
        let _ = step;
        Vec::new()
    }
}

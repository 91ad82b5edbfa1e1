//! `servers.csv`: a line a remote, for spreadsheets. A cell that a spreadsheet would take for a formula begins with an
//! apostrophe, and what would change the text around it is escaped.

use std::borrow::Cow;
use std::io::Write;

use crate::category::{Basis, Category};
use crate::namespace::Needs;
use crate::record::{OauthMetadata, clean};
use crate::report::site::model::{Cause, Remote, Server, Site};

/// The columns.
const COLUMNS: [&str; 16] = [
    "name",
    "title",
    "version",
    "category",
    "basis",
    "namespace",
    "tools",
    "url",
    "transport",
    "outcome",
    "cause",
    "login",
    "flaky",
    "answered_in_ms",
    "at",
    "page",
];
/// Characters of a cell kept: a registry's longest URL fits.
const CELL: usize = 2_048;

/// Writes the table.
///
/// # Errors
/// When it cannot be written.
pub(in crate::report::site) fn table(site: &Site, out: impl Write) -> csv::Result<()> {
    let mut lines = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    lines.write_record(COLUMNS)?;
    for server in &site.servers {
        for remote in &server.remotes {
            let cells = cells(server, remote);
            lines.write_record(cells.iter().map(|cell| harmless(cell).into_owned()))?;
        }
    }
    Ok(lines.flush()?)
}

fn cells<'a>(server: &'a Server, remote: &'a Remote) -> [Cow<'a, str>; COLUMNS.len()] {
    fn text(text: Option<&str>) -> Cow<'_, str> {
        text.unwrap_or_default().into()
    }
    fn number(number: Option<impl ToString>) -> Cow<'static, str> {
        number.map(|number| number.to_string()).unwrap_or_default().into()
    }
    [
        text(Some(&server.name)),
        text(server.title.as_deref()),
        text(remote.version.as_deref()),
        text(server.category.map(Category::as_str)),
        text(server.basis.map(Basis::as_str)),
        text(server.namespace.map(Needs::as_str)),
        number(remote.tools),
        text(remote.url.as_deref()),
        text(remote.transport.as_deref()),
        text(Some(remote.outcome.as_str())),
        number(remote.cause.map(Cause::word)),
        text(remote.login.map(OauthMetadata::as_str)),
        text(Some(if remote.flaky { "true" } else { "false" })),
        number(remote.answered_in),
        text(remote.at.as_deref()),
        format!("server/{}.html", server.slug).into(),
    ]
}

/// A cell that is shown and never computed. Spreadsheets take a cell for a formula by its first character, the full-width
/// ones included, and some skip white space before it.
fn harmless(cell: &str) -> Cow<'_, str> {
    let cell = clean(cell, CELL);
    let runs =
        cell.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    if runs { format!("'{cell}").into() } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@SUM(1)", " =1", "\u{ff1d}1", "\u{a0}=1"] {
            assert!(harmless(formula).starts_with('\''), "{formula}");
        }
        assert_eq!(harmless("\t=1"), "\\t=1");
        assert_eq!(harmless("a=1"), "a=1");
        assert_eq!(harmless("a\u{202e}b\r\nc"), "a\\u{202e}b\\r\\nc");
    }
}

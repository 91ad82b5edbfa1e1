//! What a server or a registry said, on a page: cleaned, cut, escaped, kept apart from the direction of the text around it,
//! and never translated.

use maud::{Markup, html};

use crate::record::clean;

/// Text that is not ours, of at most `limit` characters.
#[must_use]
pub(super) fn said(text: &str, limit: usize) -> Markup {
    html! { bdi translate="no" { (clean(text, limit)) } }
}

/// The same for names that are code: URLs, tool names, words of a protocol.
#[must_use]
pub(super) fn code(text: &str, limit: usize) -> Markup {
    html! { bdi translate="no" { code { (clean(text, limit)) } } }
}

//! How the search and the charts call a value.

use super::model::Cause;
use super::text::Text;

/// The name of a cause.
pub(super) fn cause(t: &Text, cause: Cause) -> String {
    match cause {
        Cause::Status(status) => format!("HTTP {status}"),
        Cause::Login(pointer) => t.lang.pointer(pointer).to_owned(),
        Cause::Reason(reason) => named(t, "reason", &reason.to_string()),
        Cause::Skip(reason) => named(t, "skip", reason.as_str()),
    }
}

/// The message `KIND-WORD`, or the word where there is none.
pub(super) fn named(t: &Text, kind: &str, word: &str) -> String {
    let id = format!("{kind}-{word}");
    let text = t.get(&id);
    if text == id { word.to_owned() } else { text }
}

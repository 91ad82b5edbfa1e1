//! JSON that does no harm in a terminal or an editor: characters that change how the text around them is shown are written
//! as escapes, so nothing is lost. A server of `servers.json` has a line of its own.

use std::io::{self, Write};

use serde_json::ser::Formatter;

use crate::record::{is_control, is_zero_width};

/// The formatter: compact, and each element of the outermost list begins a line.
#[derive(Debug, Default)]
pub(super) struct Harmless {
    depth: u32,
}

/// How deep the list of servers stands: inside the one object.
const LIST: u32 = 2;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_control(*c) || is_zero_width(*c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let end: &[u8] = if self.depth == LIST { b"\n]" } else { b"]" };
        self.depth -= 1;
        writer.write_all(end)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth == LIST { writer.write_all(b"\n") } else { Ok(()) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize as _;
    use serde_json::{Serializer, Value, json};

    use super::*;

    #[test]
    fn what_would_change_the_text_around_it_is_an_escape_and_comes_back() {
        let value = json!({ "list": [{ "name": "a\u{202e}b\u{9b}c\u{7f}\u{e0041}\u{200b}\n\"ж" }, [1, 2]] });
        let mut bytes = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut bytes, Harmless::default())).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text,
            "{\"list\":[\n{\"name\":\"a\\u202eb\\u009bc\\u007f\\udb40\\udc41\\u200b\\n\\\"ж\"},\n[1,2]\n]}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}

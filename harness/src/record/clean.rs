//! Server text made safe to show: one line, nothing invisible, bounded.
//!
//! Everything a server says is hostile on its way to a terminal, a log or a page. Facts are stored as they were sent
//! and go through [`clean`] wherever they are shown; evidence (samples, details, header values) is stored clean.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Marks the place where text was cut.
const ELLIPSIS: char = '…';

/// Text from a server as one safe line of at most `limit` characters.
///
/// Control, bidi, zero-width, tag and other invisible characters and line separators are escaped as `\n`, `\t`, `\r` or
/// `\u{..}`; text that is too long ends in an ellipsis. Doing it again changes nothing.
#[must_use]
pub fn clean(text: &str, limit: usize) -> Cow<'_, str> {
    let safe = text.len() <= limit && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if safe || !text.chars().enumerate().any(|(index, c)| index >= limit || is_escaped(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = Bounded::new(limit);
    let mut escape = String::new();
    for c in text.chars() {
        escape.clear();
        match c {
            '\n' => escape.push_str("\\n"),
            '\r' => escape.push_str("\\r"),
            '\t' => escape.push_str("\\t"),
            c if is_escaped(c) => {
                let _ = write!(escape, "\\u{{{:x}}}", u32::from(c));
            }
            c => escape.push(c),
        }
        if !out.push(&escape) {
            break;
        }
    }
    Cow::Owned(out.text)
}

/// The beginning of a body as one safe line: runs of white space become one space first.
#[must_use]
pub fn sample(body: &[u8], limit: usize) -> String {
    // Twelve bytes a character are enough for any text worth reading; the rest of a large body is not looked at.
    let head = &body[..body.len().min(limit.saturating_mul(12))];
    let text = String::from_utf8_lossy(head);
    let mut line = String::with_capacity(limit);
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > limit.saturating_mul(4) {
            break;
        }
    }
    if body.len() > head.len() {
        line.push(ELLIPSIS);
    }
    clean(&line, limit).into_owned()
}

/// Text cut to `limit` characters, the last one an ellipsis then; otherwise as it is.
#[must_use]
pub fn shorten(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let mut starts = text.char_indices().map(|(at, _)| at);
    let cut = starts.by_ref().nth(limit.saturating_sub(1)).unwrap_or(text.len());
    match (limit, starts.next()) {
        (0, _) => Cow::Borrowed(""),
        (_, None) => Cow::Borrowed(text),
        (_, Some(_)) => Cow::Owned(format!("{}{ELLIPSIS}", &text[..cut])),
    }
}

/// Control and bidi characters, tag characters, and line separators: what can change how the text around it is shown.
#[must_use]
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // bidi
            | '\u{2028}' | '\u{2029}' // separators
            | '\u{fff9}'..='\u{fffb}' // interlinear annotation
            | '\u{e0000}'..='\u{e007f}' // tags
            | '\u{e0100}'..='\u{e01ef}' // variation selectors that carry hidden text
        )
}

/// Characters without a width that can hide text or make two names look the same.
#[must_use]
pub fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}') || is_joiner(c)
}

/// The joiners have a use: in emoji, and in the scripts that join letters.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether a text hides something: control (other than line ends and tabs, where `prose`), bidi, zero-width or tag
/// characters. A joiner counts only where it joins nothing: at the beginning, or after Latin, Greek or Cyrillic.
#[must_use]
pub fn hides(text: &str, prose: bool) -> bool {
    if text.is_ascii() {
        // Without a way out of the loop the compiler takes many bytes at once.
        let hiding = |byte: u8| byte.is_ascii_control() & !(prose & matches!(byte, b'\n' | b'\r' | b'\t'));
        return text.bytes().fold(false, |found, byte| found | hiding(byte));
    }
    let mut before = ' ';
    text.chars().any(|c| {
        let previous = std::mem::replace(&mut before, c);
        if is_joiner(c) {
            return previous < '\u{590}' || is_zero_width(previous);
        }
        is_zero_width(c) || (is_control(c) && !(prose && is_layout(c)))
    })
}

fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t')
}

/// What Unicode keeps for nobody's use (chapter 23.7), and XML cannot hold in part.
fn is_noncharacter(c: char) -> bool {
    u32::from(c) & 0xfffe == 0xfffe || matches!(c, '\u{fdd0}'..='\u{fdef}')
}

/// Everything that is shown as an escape: beside the above, blank fillers and the soft hyphen.
fn is_escaped(c: char) -> bool {
    is_control(c)
        || is_zero_width(c)
        || is_noncharacter(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Text that stops growing at its limit.
struct Bounded {
    text: String,
    length: usize,
    limit: usize,
    /// Where to cut for the ellipsis.
    cut: usize,
}

impl Bounded {
    fn new(limit: usize) -> Self {
        Self { text: String::new(), length: 0, limit, cut: 0 }
    }

    /// Adds a piece that must not be cut in two; false when it does not fit.
    fn push(&mut self, piece: &str) -> bool {
        let length = self.length + piece.chars().count();
        if length > self.limit {
            self.text.truncate(self.cut);
            if self.limit > 0 {
                self.text.push(ELLIPSIS);
            }
            return false;
        }
        self.text.push_str(piece);
        self.length = length;
        if length < self.limit {
            self.cut = self.text.len();
        }
        true
    }
}

#[cfg(test)]
mod tests;

//! Text that somebody else wrote, made safe for a terminal.

/// The text with every character escaped that could move the cursor, hide, or turn the reading direction: controls,
/// line and paragraph separators, bidi marks, zero-width, tag and other invisible format characters.
#[must_use]
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if is_plain(char) {
            out.push(char);
        } else {
            out.extend(char.escape_unicode());
        }
    }
    out
}

/// Whether a character stands for itself and nothing else happens.
pub(crate) fn is_plain(char: char) -> bool {
    !char.is_control()
        && !matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn nothing_that_moves_or_hides_passes() {
        assert_eq!(plain("a\u{1b}[2J\r\nb"), "a\\u{1b}[2J\\u{d}\\u{a}b");
        assert_eq!(
            plain("\u{202e}\u{2066}\u{200b}\u{e0041}\u{feff}\u{9b}"),
            "\\u{202e}\\u{2066}\\u{200b}\\u{e0041}\\u{feff}\\u{9b}"
        );
        assert_eq!(plain("Bücher 書 é"), "Bücher 書 é");
    }
}

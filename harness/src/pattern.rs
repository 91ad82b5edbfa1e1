//! Patterns over ids, as `--only` takes them.

/// Whether a whole text fits a pattern, in which `*` is any text, separators too, and `?` one byte. One way back at a time, so
/// no pattern is slow.
#[must_use]
pub fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // Where the last star was, and how much of the text it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p).is_some_and(|byte| *byte == b'?' || *byte == text[t]) {
            p += 1;
            t += 1;
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            p = at + 1;
            t = taken + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, text, wanted) in [
            ("sse/*", "sse/crlf", true),
            ("sse/*", "legacy-sse/crlf", false),
            ("*sse/*", "legacy-sse/crlf", true),
            ("*/4??-*", "status/404-empty", true),
            ("*/4??-*", "status/404", false),
            ("good/json", "good/json", true),
            ("good/json", "good/json-late", false),
            ("*a*a*b", "aaaaaaaaaaaaaaaaaaaa", false),
            ("a*", "abc", true),
            ("*c", "abc", true),
            ("a*b*c", "aXbYbZc", true),
            ("?b?", "abc", true),
            ("a*d", "abc", false),
            ("a", "abc", false),
            ("?", "", false),
            ("*", "", true),
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, text), wanted, "{pattern} {text}");
        }
    }
}

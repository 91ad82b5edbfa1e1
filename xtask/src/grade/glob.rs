//! Patterns over the ids of cases: `*` is any text, slashes too, `?` is one character.

/// Whether the pattern fits the whole id.
pub(super) fn fits(pattern: &str, id: &str) -> bool {
    let (pattern, id) = (pattern.as_bytes(), id.as_bytes());
    let (mut p, mut i) = (0, 0);
    // Where the last star was, and how much of the id it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    while i < id.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, i));
            p += 1;
        } else if pattern.get(p).is_some_and(|c| *c == b'?' || *c == id[i]) {
            p += 1;
            i += 1;
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            p = at + 1;
            i = taken + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, id, wanted) in [
            ("sse/*", "sse/crlf", true),
            ("sse/*", "legacy-sse/crlf", false),
            ("*sse/*", "legacy-sse/crlf", true),
            ("*/4??-*", "status/404-empty", true),
            ("*/4??-*", "status/404", false),
            ("good/json", "good/json", true),
            ("good/json", "good/json-late", false),
            ("*a*a*b", "aaaaaaaaaaaaaaaaaaaa", false),
            ("*", "", true),
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, id), wanted, "{pattern} {id}");
        }
    }
}

//! A message as an event stream.

use crate::script::{LineEnd, Sse};

/// The two texts of a stream, with line ends as asked for: what stands ahead of the event (heartbeats come after it), and
/// the event with what follows.
pub(super) fn frame(sse: &Sse, message: &str) -> (String, String) {
    let space = if sse.no_space { "" } else { " " };
    let mut event = String::new();
    for _ in 0..sse.times.unwrap_or(1) {
        for line in &sse.lines {
            event.push_str(line);
            event.push('\n');
        }
        for line in message.split('\n') {
            event.push_str("data:");
            event.push_str(space);
            event.push_str(line);
            event.push('\n');
        }
        if !sse.unterminated {
            event.push('\n');
        }
    }
    event.push_str(&sse.after);
    let mut ends = Ends { style: sse.line_end, count: 0 };
    (ends.apply(&sse.before), ends.apply(&event))
}

struct Ends {
    style: LineEnd,
    count: usize,
}

impl Ends {
    fn apply(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if c == '\n' {
                out.push_str(self.next());
            } else {
                out.push(c);
            }
        }
        out
    }

    fn next(&mut self) -> &'static str {
        self.count += 1;
        match self.style {
            LineEnd::Lf => "\n",
            LineEnd::Crlf => "\r\n",
            LineEnd::Cr => "\r",
            // Never CR before LF: the two would read as one line end.
            LineEnd::Mixed => ["\n", "\r\n", "\r", "\r\n"][(self.count - 1) % 4],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_asked_for() {
        let sse = |line_end| Sse { line_end, lines: vec!["event: x".to_owned()], ..Sse::default() };
        assert_eq!(frame(&sse(LineEnd::Lf), "1\n2").1, "event: x\ndata: 1\ndata: 2\n\n");
        assert_eq!(frame(&sse(LineEnd::Crlf), "1").1, "event: x\r\ndata: 1\r\n\r\n");
        assert_eq!(frame(&sse(LineEnd::Cr), "1").1, "event: x\rdata: 1\r\r");
        assert_eq!(frame(&sse(LineEnd::Mixed), "1\n2").1, "event: x\ndata: 1\r\ndata: 2\r\r\n");
    }

    #[test]
    fn the_event_can_be_repeated_or_left_open() {
        let sse = Sse { times: Some(2), no_space: true, after: ": bye\n\n".to_owned(), ..Sse::default() };
        assert_eq!(frame(&sse, "1").1, "data:1\n\ndata:1\n\n: bye\n\n");
        assert_eq!(frame(&Sse { unterminated: true, ..Sse::default() }, "1").1, "data: 1\n");
    }
}

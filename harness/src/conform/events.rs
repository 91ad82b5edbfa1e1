//! The events of a whole stream, with all that a check may ask of them: ids, empty data, the end. Pure.
//!
//! The probe's reader stops at the event it wants and passes ids over; which events are dispatched is the same in both
//! (a test holds them against each other).

use super::limits::EVENTS;

/// One event, whether or not it has data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its name; empty means `message`.
    pub(crate) name: String,
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
    /// Its data lines, joined; `None` when it has none.
    pub(crate) data: Option<String>,
}

impl Event {
    /// Named `message`, or not named at all.
    pub(crate) fn is_message(&self) -> bool {
        self.name.is_empty() || self.name == "message"
    }

    fn is_blank(&self) -> bool {
        self.data.is_none() && self.id.is_none() && self.name.is_empty()
    }
}

/// A stream, read to where it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Events {
    pub(crate) list: Vec<Event>,
    /// What had begun and was never ended by a blank line.
    pub(crate) unfinished: Option<Event>,
}

/// Reads a stream (WHATWG HTML, section 9.2.6). Invalid UTF-8 is replaced. `None` when it has too many events.
pub(crate) fn read(body: &[u8]) -> Option<Events> {
    let text = String::from_utf8_lossy(body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body));
    let (mut events, mut event) = (Events::default(), Event::default());
    let mut rest = &*text;
    while let Some(end) = rest.find(['\r', '\n']) {
        let (line, after) = rest.split_at(end);
        rest = after.strip_prefix("\r\n").unwrap_or(&after[1..]);
        if line.is_empty() {
            let event = std::mem::take(&mut event);
            if !event.is_blank() {
                if events.list.len() == EVENTS {
                    return None;
                }
                events.list.push(event);
            }
        } else {
            field(line, &mut event);
        }
    }
    field(rest, &mut event);
    events.unfinished = (!event.is_blank()).then_some(event);
    Some(events)
}

fn field(line: &str, event: &mut Event) {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    match name {
        "data" => match &mut event.data {
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            none => *none = Some(value.to_owned()),
        },
        "event" => value.clone_into(&mut event.name),
        "id" if !value.contains('\0') => event.id = Some(value.to_owned()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::probe::sse::Parser;

    #[test]
    fn ids_empty_data_and_an_open_end_are_seen() {
        let events =
            read(b"id: 0\ndata:\n\n: c\r\nevent: message\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata: x")
                .unwrap();
        let primed = Event { id: Some("0".to_owned()), data: Some(String::new()), ..Event::default() };
        assert_eq!(events.list[0], primed);
        assert_eq!(events.list[1].data.as_deref(), Some("{\"a\":\n1}"));
        assert_eq!(events.list.len(), 2);
        assert_eq!(events.unfinished.unwrap().data.as_deref(), Some("x"));
    }

    proptest! {
        #[test]
        fn what_is_dispatched_is_what_the_probe_reads(
            lines in proptest::collection::vec(
                prop_oneof![Just(String::new()), "(data|event|id|x|: )(:| |: )?[a-z]{0,3}"], 0..20,
            ),
            end in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
        ) {
            let body: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
            let mine: Vec<(String, String)> = read(body.as_bytes())
                .unwrap()
                .list
                .into_iter()
                .filter_map(|event| Some((event.name, event.data?)))
                .collect();
            let mut parser = Parser::new(1 << 20);
            let (mut rest, mut theirs) = (body.as_bytes(), Vec::new());
            while let Some(Ok(event)) = parser.next(&mut rest) {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                theirs.push((text(event.name), text(event.data)));
            }
            prop_assert_eq!(mine, theirs);
        }
    }
}

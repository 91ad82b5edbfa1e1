//! Server-sent events: bytes in, events out, the same whatever the chunks (WHATWG HTML, section 9.2.6).
//!
//! Only `event` and `data` matter here; `id`, `retry`, unknown fields and comments are passed over. Nothing is kept of a
//! line but the value of those two, and neither a line nor an event may grow beyond the limit.

/// An event that was dispatched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    /// The event's name; empty when none was given, which means `message`.
    pub name: &'a [u8],
    /// The `data` lines, joined with LF.
    pub data: &'a [u8],
}

impl Event<'_> {
    /// Named `message`, or not named at all.
    #[must_use]
    pub fn is_message(&self) -> bool {
        self.name.is_empty() || self.name == b"message"
    }
}

/// A line or an event grew beyond the limit. The parser is of no use afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// The state between chunks.
#[derive(Debug)]
pub struct Parser {
    limit: usize,
    /// `event` so far; the last one of an event wins.
    name: Vec<u8>,
    /// The `data` lines so far, each followed by LF.
    data: Vec<u8>,
    /// Bytes of the line so far, its end not counted.
    line: usize,
    place: Place,
    /// The last byte was a CR that ended a line: a LF right after it belongs to it.
    after_cr: bool,
    /// Bytes of a byte-order mark seen at the very start; 3 when that question is settled.
    bom: usize,
    /// The event in `name` and `data` was handed out.
    dispatched: bool,
}

/// Where in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the field name, of which this much fits `data` or `event`.
    Field(Name),
    /// Right after the colon: one space is dropped.
    Colon(Field),
    /// In the value.
    Value(Field),
}

/// The fields that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Data,
    Event,
    Other,
}

/// The first bytes of a field name, as many as tell `data` and `event` from all others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Name {
    bytes: [u8; 5],
    len: u8,
}

impl Name {
    /// Another byte; only called while [`Name::is_other`] is false.
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(usize::from(self.len)) {
            *slot = byte;
        }
        self.len += 1;
    }

    /// Longer than any name that matters.
    fn is_other(self) -> bool {
        usize::from(self.len) > self.bytes.len()
    }

    fn field(self) -> Field {
        match (self.len, &self.bytes) {
            (4, [b'd', b'a', b't', b'a', _]) => Field::Data,
            (5, b"event") => Field::Event,
            _ => Field::Other,
        }
    }
}

const BOM: [u8; 3] = *b"\xEF\xBB\xBF";

impl Parser {
    /// A parser for one stream; no line and no event may be longer than `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            name: Vec::new(),
            data: Vec::new(),
            line: 0,
            place: Place::Field(Name::default()),
            after_cr: false,
            bom: 0,
            dispatched: false,
        }
    }

    /// Takes from `input` up to and with the next event. `None` when the input is used up first.
    ///
    /// # Errors
    /// [`TooLarge`] when a line or an event is over the limit.
    pub fn next<'a>(&'a mut self, input: &mut &[u8]) -> Option<Result<Event<'a>, TooLarge>> {
        self.forget_event();
        while let Some(&byte) = input.first() {
            if self.bom < BOM.len() && self.in_bom(byte) {
                *input = &input[1..];
                continue;
            }
            if std::mem::take(&mut self.after_cr) && byte == b'\n' {
                *input = &input[1..];
                continue;
            }
            let stop = memchr::memchr2(b'\n', b'\r', input);
            let (part, rest) = input.split_at(stop.unwrap_or(input.len()));
            if self.take(part).is_err() {
                *input = rest;
                return Some(Err(TooLarge));
            }
            let Some(end) = rest.first() else {
                *input = rest;
                return None;
            };
            self.after_cr = *end == b'\r';
            *input = &rest[1..];
            match self.end_of_line() {
                Ok(false) => {}
                Ok(true) => return Some(Ok(self.event())),
                Err(TooLarge) => return Some(Err(TooLarge)),
            }
        }
        None
    }

    /// The event that had begun when the stream stopped, its unfinished line included; for telling `unterminated` from
    /// `stream-ended`.
    #[must_use]
    pub fn unfinished(&self) -> Event<'_> {
        if self.dispatched {
            return Event { name: b"", data: b"" };
        }
        Event { name: &self.name, data: self.data.strip_suffix(b"\n").unwrap_or(&self.data) }
    }

    /// Whether this byte belongs to a byte-order mark. A mark that breaks off was text: its bytes begin a field name
    /// that is neither `data` nor `event`.
    fn in_bom(&mut self, byte: u8) -> bool {
        if byte == BOM[self.bom] {
            self.bom += 1;
            return true;
        }
        let begun = std::mem::replace(&mut self.bom, BOM.len());
        if begun > 0 {
            self.line = begun;
            self.place = Place::Value(Field::Other);
        }
        false
    }

    /// Part of a line.
    fn take(&mut self, mut part: &[u8]) -> Result<(), TooLarge> {
        self.line = self.line.saturating_add(part.len());
        if self.line > self.limit {
            return Err(TooLarge);
        }
        while let Some(&byte) = part.first() {
            match &mut self.place {
                Place::Field(name) if byte == b':' => {
                    let field = name.field();
                    self.begin(field);
                    self.place = Place::Colon(field);
                    part = &part[1..];
                }
                Place::Field(name) if name.is_other() => self.place = Place::Value(Field::Other),
                Place::Field(name) => {
                    name.push(byte);
                    part = &part[1..];
                }
                Place::Colon(field) => {
                    self.place = Place::Value(*field);
                    part = part.strip_prefix(b" ").unwrap_or(part);
                }
                Place::Value(field) => {
                    match field {
                        Field::Data => self.data.extend_from_slice(part),
                        Field::Event => self.name.extend_from_slice(part),
                        Field::Other => {}
                    }
                    break;
                }
            }
        }
        self.check()
    }

    /// A field begins: another `event` replaces the one before it.
    fn begin(&mut self, field: Field) {
        if field == Field::Event {
            self.name.clear();
        }
    }

    fn check(&self) -> Result<(), TooLarge> {
        if self.data.len().saturating_add(self.name.len()) > self.limit.saturating_add(1) {
            return Err(TooLarge);
        }
        Ok(())
    }

    /// The line is over; true when it was blank and an event with data is complete.
    fn end_of_line(&mut self) -> Result<bool, TooLarge> {
        let line = std::mem::take(&mut self.line);
        let place = std::mem::replace(&mut self.place, Place::Field(Name::default()));
        if line == 0 {
            if self.data.is_empty() {
                self.name.clear();
            }
            return Ok(!self.data.is_empty());
        }
        let field = match place {
            // A line without a colon is a field with an empty value.
            Place::Field(name) => {
                let field = name.field();
                self.begin(field);
                field
            }
            Place::Colon(field) | Place::Value(field) => field,
        };
        if field == Field::Data {
            self.data.push(b'\n');
        }
        self.check().map(|()| false)
    }

    /// The event just completed. Its data goes at the next call of [`Parser::next`].
    fn event(&mut self) -> Event<'_> {
        self.data.pop();
        self.dispatched = true;
        Event { name: &self.name, data: &self.data }
    }

    fn forget_event(&mut self) {
        if std::mem::take(&mut self.dispatched) {
            self.name.clear();
            self.data.clear();
        }
    }
}

#[cfg(test)]
impl Parser {
    /// Bytes held.
    pub(super) fn kept(&self) -> usize {
        self.name.capacity() + self.data.capacity()
    }
}

#[cfg(test)]
mod tests;

//! Whole replies to every request: whatever the bytes, no panic, and any chunks give the same reading.
#![no_main]

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::fuzz_target;
use rollcall::probe::head::Head;
use rollcall::probe::reader::{BodyEnd, Caps, Expect, Progress, Reader, Reading};
use url::Url;

const EXPECTED: [Expect; 8] = [
    Expect::Initialize { id: 7 },
    Expect::Notification,
    Expect::ToolsPage { id: 7 },
    Expect::Delete,
    Expect::EndpointEvent,
    Expect::Discover { id: 7 },
    Expect::ModernToolsPage { id: 7 },
    Expect::Document,
];
const TYPES: [&str; 5] = ["application/json", "text/event-stream", "text/html", "text/plain", ""];
const STATUSES: [u16; 8] = [200, 202, 204, 302, 400, 401, 403, 530];
const ENDS: [BodyEnd; 5] =
    [BodyEnd::Complete, BodyEnd::Dropped, BodyEnd::Truncated, BodyEnd::Deadline, BodyEnd::UnreadableEncoding];

fn read(choice: [u8; 4], body: &[u8], size: usize) -> Reading {
    let of = |at: usize, length: usize| usize::from(choice[at]) % length;
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(TYPES[of(0, TYPES.len())]));
    let head = Head { status: STATUSES[of(1, STATUSES.len())], headers };
    let url = Url::parse("https://mock.test/mcp").expect("a good URL");
    let caps = Caps { body: 1024, evidence: 256 };
    let mut reader = Reader::new(EXPECTED[of(2, EXPECTED.len())], &head, &url, caps);
    let mut progress = reader.progress();
    for chunk in body.chunks(size) {
        if progress == Progress::NeedMore {
            progress = reader.chunk(chunk);
        }
    }
    reader.end(if progress == Progress::Done { BodyEnd::Stopped } else { ENDS[of(3, ENDS.len())] })
}

fuzz_target!(|input: ([u8; 4], u8, &[u8])| {
    let (choice, size, body) = input;
    let mut whole = read(choice, body, body.len().max(1));
    let mut parts = read(choice, body, usize::from(size) + 1);
    if whole.unreadable.is_some() {
        // Where exactly a limit was noticed depends on the chunks.
        (whole.bytes, parts.bytes) = (0, 0);
    }
    assert_eq!(whole, parts);
});

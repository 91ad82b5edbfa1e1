//! Event streams: whatever the bytes, any chunks give the same events, and memory stays under the limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rollcall::probe::sse::Parser;

/// Small, so that the limits are reached.
const LIMIT: usize = 256;

/// The events of a stream in chunks of these sizes, taken in turn, and whether it went over the limit.
fn events(stream: &[u8], sizes: &[u8]) -> (Vec<(Vec<u8>, Vec<u8>)>, bool, Vec<u8>) {
    let mut parser = Parser::new(LIMIT);
    let mut seen = Vec::new();
    let mut rest = stream;
    let mut sizes = sizes.iter().cycle();
    while !rest.is_empty() {
        let size = sizes.next().map_or(rest.len(), |&size| usize::from(size) + 1).min(rest.len());
        let (mut chunk, after) = rest.split_at(size);
        rest = after;
        while let Some(event) = parser.next(&mut chunk) {
            let Ok(event) = event else { return (seen, true, Vec::new()) };
            assert!(event.data.len() + event.name.len() <= LIMIT + 1);
            seen.push((event.name.to_vec(), event.data.to_vec()));
        }
        assert!(chunk.is_empty());
    }
    let unfinished = parser.unfinished().data.to_vec();
    (seen, false, unfinished)
}

fuzz_target!(|input: (Vec<u8>, Vec<u8>)| {
    let (sizes, stream) = input;
    assert_eq!(events(&stream, &[]), events(&stream, &sizes));
});

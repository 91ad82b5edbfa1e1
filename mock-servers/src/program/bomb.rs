//! A small gzip body that unfolds to a huge one: one flushed block, again and again.

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};

use super::{Play, calls};
use crate::reply::{Answer, Framing, Piece};
use crate::request::Request;

/// What one block unfolds to.
const BLOCK: usize = 1 << 20;

pub(super) fn play(size: u64, request: &Request) -> Option<Play> {
    if !calls(request, "initialize") {
        return None;
    }
    let blocks = size.div_ceil(BLOCK as u64);
    let block = block();
    let text = |text: &'static str| Bytes::from_static(text.as_bytes());
    Some(Play::Answer(Box::new(Answer {
        status: 200,
        headers: vec![
            (text("content-type"), text("application/json")),
            (text("content-encoding"), text("gzip")),
        ],
        body: vec![
            Piece::Bytes(Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])),
            Piece::Fill { size: Some(blocks * block.len() as u64), text: block },
            Piece::Bytes(tail(blocks)),
        ],
        framing: Framing::Chunked,
        ..Answer::default()
    })))
}

/// [`BLOCK`] spaces as one deflate block that ends on a byte and refers to nothing before it.
fn block() -> Bytes {
    let spaces = vec![b' '; BLOCK];
    let mut out = Vec::with_capacity(BLOCK);
    let mut deflate = Compress::new(Compression::best(), false);
    deflate.compress_vec(&spaces, &mut out, FlushCompress::Full).expect("memory is large enough");
    out.into()
}

/// The last, empty block, and the check of the whole: CRC and length.
fn tail(blocks: u64) -> Bytes {
    let mut one = Crc::new();
    one.update(&vec![b' '; BLOCK]);
    let mut sum = Crc::new();
    for _ in 0..blocks {
        sum.combine(&one);
    }
    let length = u32::try_from((blocks * BLOCK as u64) & u64::from(u32::MAX)).expect("masked to 32 bits");
    [&[0x03, 0x00][..], &sum.sum().to_le_bytes(), &length.to_le_bytes()].concat().into()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn it_is_small_and_unfolds_to_what_was_asked_for() {
        let blocks = 5;
        let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        for _ in 0..blocks {
            gzip.extend_from_slice(&block());
        }
        gzip.extend_from_slice(&tail(blocks));
        assert!(gzip.len() < 10_000, "{}", gzip.len());
        let mut out = Vec::new();
        flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut out).unwrap();
        assert_eq!(out.len(), 5 * BLOCK);
    }
}

//! Every encoding comes out as it went in, however it is cut; nothing unpacks beyond the limit.

use std::io::Write as _;

use http::HeaderValue;

use super::*;

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut coder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    coder.write_all(plain).unwrap();
    coder.finish().unwrap()
}

fn zlib(plain: &[u8]) -> Vec<u8> {
    let mut coder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    coder.write_all(plain).unwrap();
    coder.finish().unwrap()
}

fn raw(plain: &[u8]) -> Vec<u8> {
    let mut coder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    coder.write_all(plain).unwrap();
    coder.finish().unwrap()
}

fn br(plain: &[u8]) -> Vec<u8> {
    let mut coder = brotli::CompressorWriter::new(Vec::new(), 4096, 9, 22);
    coder.write_all(plain).unwrap();
    coder.into_inner()
}

fn zst(plain: &[u8]) -> Vec<u8> {
    zstd::encode_all(plain, 3).unwrap()
}

fn decoder(label: &str, limit: u64) -> Result<Decoder, Unreadable> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_str(label).unwrap());
    Decoder::new(&headers, limit, false)
}

/// Feeds pieces of one size; gives what came out.
fn unpack(label: &str, encoded: &[u8], piece: usize, limit: u64) -> Result<Vec<u8>, Unreadable> {
    let mut out = Vec::new();
    let mut decoder = decoder(label, limit)?;
    let cap = usize::try_from(limit).unwrap();
    let mut take = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        out.len() > cap
    };
    for piece in encoded.chunks(piece) {
        if decoder.feed(piece, &mut take)? {
            return Ok(out);
        }
    }
    decoder.finish(&mut take)?;
    Ok(out)
}

#[test]
fn every_encoding_comes_out_whole_however_it_is_cut() {
    let plain = br#"{"jsonrpc":"2.0","id":2,"result":{}}"#.repeat(500);
    let all = [
        ("gzip", gzip(&plain)),
        ("X-GZIP", gzip(&plain)),
        ("deflate", zlib(&plain)),
        ("deflate", raw(&plain)),
        ("br", br(&plain)),
        ("zstd", zst(&plain)),
        ("identity", plain.clone()),
        ("identity, gzip", gzip(&plain)),
    ];
    for (label, encoded) in all {
        for piece in [1, 7, 4096, 1 << 20] {
            assert_eq!(
                unpack(label, &encoded, piece, 1 << 20).as_deref(),
                Ok(&plain[..]),
                "{label} in pieces of {piece}"
            );
        }
    }
}

#[test]
fn what_has_come_is_handed_on_before_the_end() {
    let plain = b"data: {}\n\n";
    let mut coder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    coder.write_all(plain).unwrap();
    coder.flush().unwrap();
    let mut out = Vec::new();
    let begun = coder.get_ref().clone();
    let mut decoder = decoder("gzip", 1000).unwrap();
    decoder
        .feed(&begun, &mut |bytes| {
            out.extend_from_slice(bytes);
            false
        })
        .unwrap();
    assert_eq!(out, plain);
}

#[test]
fn a_bomb_stops_one_byte_after_the_limit() {
    let bomb = vec![b' '; 64 << 20];
    for (label, encoded) in
        [("gzip", gzip(&bomb)), ("deflate", zlib(&bomb)), ("br", br(&bomb)), ("zstd", zst(&bomb))]
    {
        let out = unpack(label, &encoded, 1 << 20, 100_000).unwrap();
        assert_eq!(out.len(), 100_001, "{label}");
    }
}

#[test]
fn what_does_not_follow_its_label_is_unreadable() {
    for label in ["gzip", "br", "zstd", "deflate"] {
        let plain = b"<html>this is no encoding at all, whatever the label says</html>".repeat(10);
        assert_eq!(unpack(label, &plain, 4096, 1 << 20), Err(Unreadable), "{label}");
    }
    let cut = gzip(b"some text that is cut");
    assert_eq!(unpack("gzip", &cut[..cut.len() - 9], 4096, 1 << 20), Err(Unreadable));
    assert!(decoder("x-other", 10).is_err());
    assert!(decoder("gzip, br", 10).is_err());
}

#[test]
fn no_body_is_no_body_whatever_its_label() {
    for label in ["gzip", "br", "zstd", "deflate"] {
        assert_eq!(unpack(label, b"", 1, 10), Ok(Vec::new()), "{label}");
    }
}

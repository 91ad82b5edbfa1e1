//! Text to bytes, and bytes to content codings.

use std::io::Write;

use bytes::Bytes;

use crate::script::{Charset, Coding};

/// Text as bytes.
pub(super) fn charset(charset: Charset, text: &str) -> Bytes {
    match charset {
        Charset::Utf8 => Bytes::copy_from_slice(text.as_bytes()),
        Charset::Latin1 => latin1(text),
    }
}

/// Characters up to U+00FF as one byte each; others as UTF-8.
pub(crate) fn latin1(text: &str) -> Bytes {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes.into()
}

impl Coding {
    /// Its name in a Content-Encoding header.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Br => "br",
            Self::Zstd => "zstd",
            Self::Deflate => "deflate",
        }
    }

    /// Applies it.
    pub(crate) fn encode(self, content: &[u8]) -> Bytes {
        const IN_MEMORY: &str = "writing to memory does not fail";
        let level = flate2::Compression::default();
        match self {
            Self::Gzip => {
                let mut to = flate2::write::GzEncoder::new(Vec::new(), level);
                to.write_all(content).expect(IN_MEMORY);
                to.finish().expect(IN_MEMORY).into()
            }
            Self::Deflate => {
                let mut to = flate2::write::ZlibEncoder::new(Vec::new(), level);
                to.write_all(content).expect(IN_MEMORY);
                to.finish().expect(IN_MEMORY).into()
            }
            Self::Br => {
                let mut out = Vec::new();
                let mut to = brotli::CompressorWriter::new(&mut out, 4096, 5, 22);
                to.write_all(content).expect(IN_MEMORY);
                drop(to);
                out.into()
            }
            Self::Zstd => zstd::encode_all(content, 3).expect(IN_MEMORY).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_encoded_can_be_decoded() {
        let text = "to and fro, ".repeat(100);
        let mut out = String::new();
        flate2::read::GzDecoder::new(&Coding::Gzip.encode(text.as_bytes())[..])
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, text);
        out.clear();
        flate2::read::ZlibDecoder::new(&Coding::Deflate.encode(text.as_bytes())[..])
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, text);
        out.clear();
        brotli::Decompressor::new(&Coding::Br.encode(text.as_bytes())[..], 4096)
            .read_to_string(&mut out)
            .unwrap();
        assert_eq!(out, text);
        assert_eq!(zstd::decode_all(&Coding::Zstd.encode(text.as_bytes())[..]).unwrap(), text.as_bytes());
    }

    #[test]
    fn latin1_makes_single_bytes() {
        assert_eq!(&latin1("a\u{ff}\u{e9}")[..], [b'a', 0xff, 0xe9]);
    }
}

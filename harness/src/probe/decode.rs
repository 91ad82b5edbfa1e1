//! Content encodings, undone piece by piece: no more than the reply's cap is ever unpacked, however little came in.

use std::io::{self, Write};

use http::HeaderMap;
use http::header::CONTENT_ENCODING;

/// Encoded bytes handed to a decoder at once, so that what they unfold to stays small before it is read.
const BITE: usize = 4 * 1024;

/// The body cannot be decoded: an unknown encoding, or data that does not follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unreadable;

/// Undoes the Content-Encoding of one body.
pub(super) struct Decoder {
    coder: Coder,
    limit: usize,
    /// The limit is for what is handed on at once, not for the whole.
    endless: bool,
    /// Something came in. A body without a byte is empty, whatever its label.
    begun: bool,
}

enum Coder {
    Identity,
    Gzip(Box<flate2::write::MultiGzDecoder<Unpacked>>),
    /// `deflate` before its first two bytes have told zlib from raw.
    Deflate(Vec<u8>),
    Zlib(Box<flate2::write::ZlibDecoder<Unpacked>>),
    Raw(Box<flate2::write::DeflateDecoder<Unpacked>>),
    Brotli(Box<brotli::DecompressorWriter<Unpacked>>),
    Zstd(Box<zstd::stream::write::Decoder<'static, Unpacked>>),
}

/// What was unpacked and not yet read, and how much more may be.
struct Unpacked {
    bytes: Vec<u8>,
    left: usize,
}

impl Write for Unpacked {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let take = buf.len().min(self.left);
        if take == 0 && !buf.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(&buf[..take]);
        self.left -= take;
        Ok(take)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Decoder {
    /// A decoder for a body under these headers that unpacks at most `limit` bytes and one more, by which the reader
    /// sees that the limit was passed. An `endless` body may have as much again each time; time bounds it.
    pub(super) fn new(headers: &HeaderMap, limit: u64, endless: bool) -> Result<Self, Unreadable> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1);
        let mut coder = Coder::Identity;
        for value in headers.get_all(CONTENT_ENCODING) {
            for word in value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
                match (&coder, word.to_ascii_lowercase().as_slice()) {
                    (_, b"" | b"identity") => {}
                    (Coder::Identity, word) => coder = Coder::named(word, limit)?,
                    // Encoded twice: no server in the field does it, and nothing that MCP asks for.
                    _ => return Err(Unreadable),
                }
            }
        }
        Ok(Self { coder, limit, endless, begun: false })
    }

    /// Takes in encoded bytes and hands on decoded ones until there are none left or `take` has had enough.
    /// True when it had.
    pub(super) fn feed(
        &mut self,
        input: &[u8],
        take: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<bool, Unreadable> {
        if matches!(self.coder, Coder::Identity) {
            return Ok(take(input));
        }
        self.begun |= !input.is_empty();
        let mut begun = Vec::new();
        let input = match &mut self.coder {
            Coder::Deflate(first) => {
                first.extend_from_slice(input);
                let [one, two, ..] = first[..] else { return Ok(false) };
                begun.append(first);
                self.coder = Coder::deflate(one, two, self.limit);
                &begun
            }
            _ => input,
        };
        for bite in input.chunks(BITE) {
            if self.bite(bite, take)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn bite(&mut self, bite: &[u8], take: &mut dyn FnMut(&[u8]) -> bool) -> Result<bool, Unreadable> {
        let result = match &mut self.coder {
            Coder::Identity | Coder::Deflate(_) => Ok(()),
            Coder::Gzip(coder) => coder.write_all(bite).and_then(|()| coder.flush()),
            Coder::Zlib(coder) => coder.write_all(bite).and_then(|()| coder.flush()),
            Coder::Raw(coder) => coder.write_all(bite).and_then(|()| coder.flush()),
            Coder::Brotli(coder) => coder.write_all(bite).and_then(|()| coder.flush()),
            Coder::Zstd(coder) => coder.write_all(bite).and_then(|()| coder.flush()),
        };
        // One byte more than the limit is what tells the reader that it was passed.
        let enough = self.hand_on(take);
        match result {
            Err(_) if !enough => Err(Unreadable),
            _ => Ok(enough),
        }
    }

    fn hand_on(&mut self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let again = if self.endless { self.limit } else { 0 };
        match self.unpacked() {
            Some(unpacked) if !unpacked.bytes.is_empty() => {
                let enough = take(&unpacked.bytes);
                unpacked.bytes.clear();
                unpacked.left = unpacked.left.max(again);
                enough
            }
            _ => false,
        }
    }

    fn unpacked(&mut self) -> Option<&mut Unpacked> {
        match &mut self.coder {
            Coder::Identity | Coder::Deflate(_) => None,
            Coder::Gzip(coder) => Some(coder.get_mut()),
            Coder::Zlib(coder) => Some(coder.get_mut()),
            Coder::Raw(coder) => Some(coder.get_mut()),
            Coder::Brotli(coder) => Some(coder.get_mut()),
            Coder::Zstd(coder) => Some(coder.get_mut()),
        }
    }

    /// The encoded body is over: the rest of what it unfolds to, or the news that it was cut.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), Unreadable> {
        if !self.begun {
            return Ok(());
        }
        let result = match &mut self.coder {
            Coder::Identity => return Ok(()),
            Coder::Deflate(_) => return Err(Unreadable),
            Coder::Gzip(coder) => coder.try_finish(),
            Coder::Zlib(coder) => coder.try_finish(),
            Coder::Raw(coder) => coder.try_finish(),
            Coder::Brotli(coder) => coder.close(),
            Coder::Zstd(coder) => coder.flush(),
        };
        self.hand_on(take);
        result.map_err(|_| Unreadable)
    }
}

impl Coder {
    fn named(word: &[u8], limit: usize) -> Result<Self, Unreadable> {
        let unpacked = Unpacked { bytes: Vec::new(), left: limit };
        Ok(match word {
            b"gzip" | b"x-gzip" => Self::Gzip(Box::new(flate2::write::MultiGzDecoder::new(unpacked))),
            b"deflate" => Self::Deflate(Vec::new()),
            b"br" => Self::Brotli(Box::new(brotli::DecompressorWriter::new(unpacked, BITE))),
            b"zstd" => {
                let mut coder = zstd::stream::write::Decoder::new(unpacked).map_err(|_| Unreadable)?;
                // The window that RFC 9659 asks a decoder for, and no more: 8 MiB.
                coder.window_log_max(23).map_err(|_| Unreadable)?;
                Self::Zstd(Box::new(coder))
            }
            _ => return Err(Unreadable),
        })
    }

    /// `deflate` means zlib (RFC 9110 section 8.4.1.2), and some servers send it raw. A zlib header names method 8 and
    /// is a multiple of 31 (RFC 1950 section 2.2).
    fn deflate(one: u8, two: u8, limit: usize) -> Self {
        let unpacked = Unpacked { bytes: Vec::new(), left: limit };
        if one & 0x0f == 8 && (u16::from(one) << 8 | u16::from(two)) % 31 == 0 {
            Self::Zlib(Box::new(flate2::write::ZlibDecoder::new(unpacked)))
        } else {
            Self::Raw(Box::new(flate2::write::DeflateDecoder::new(unpacked)))
        }
    }
}

#[cfg(test)]
mod tests;

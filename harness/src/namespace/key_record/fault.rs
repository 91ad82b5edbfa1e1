//! The wrong forms of a key record: which rule each breaks, in words, with the way out.

use crate::namespace::{Algorithm, Finding, PublicKey};

/// A record that the registry cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFault {
    /// The wrong form.
    pub kind: RecordFaultKind,
    /// The key that was meant, where it can be told with certainty.
    pub meant: Option<PublicKey>,
}

/// The wrong forms, by what the registry meets first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordFaultKind {
    /// `\;` where `;` belongs.
    EscapedSemicolons,
    /// The parts are there without the semicolons between them.
    NoSemicolons,
    /// The parts are there in another order.
    Order,
    /// Right but for letter case.
    Capitals,
    /// The key has a PEM header in front.
    PemHeader,
    /// No `p=`, or nothing behind it.
    NoKey,
    /// No `k=`, or nothing behind it.
    NoAlgorithm,
    /// Meant as a record, in none of the forms above.
    Unlike,
    /// Not one of the two algorithms, blanks and capitals included; the text found.
    Algorithm(String),
    /// The URL-safe alphabet of base64.
    UrlSafe,
    /// Padding left out or too long.
    Padding,
    /// Padding in the middle: two texts run together.
    PaddingInside,
    /// An SPKI blob, the body of a PEM public key.
    Spki,
    /// A private key, published.
    PrivateKey,
    /// Hexadecimal digits, which are also base64.
    Hex,
    /// An uncompressed P-384 point.
    Uncompressed,
    /// The right length for the other algorithm.
    OtherAlgorithm(Algorithm),
    /// The front of a key whose rest stands in another TXT record.
    Cut,
    /// Some other length, in bytes, and the one that the algorithm needs.
    Length {
        /// Bytes decoded.
        found: usize,
        /// Bytes needed.
        needed: usize,
    },
    /// A P-384 point that begins with another byte than 02 or 03.
    FirstByte(u8),
    /// A P-384 coordinate that no point of the curve has.
    NotOnCurve,
}

impl RecordFaultKind {
    /// The rule that this form breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::EscapedSemicolons
            | Self::NoSemicolons
            | Self::Order
            | Self::Capitals
            | Self::PemHeader
            | Self::NoKey
            | Self::NoAlgorithm
            | Self::Unlike => "key-record-malformed",
            Self::Algorithm(_) => "key-algorithm-unsupported",
            Self::UrlSafe | Self::Padding | Self::PaddingInside => "key-base64-malformed",
            Self::Spki
            | Self::PrivateKey
            | Self::Hex
            | Self::Uncompressed
            | Self::OtherAlgorithm(_)
            | Self::Cut
            | Self::Length { .. } => "key-length-wrong",
            Self::FirstByte(_) | Self::NotOnCurve => "key-point-invalid",
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::EscapedSemicolons => "the semicolons carry a backslash, put there by a DNS editor or a shell".into(),
            Self::NoSemicolons => "the semicolons between the parts are missing".into(),
            Self::Order => "the parts stand in another order than `v`, `k`, `p`".into(),
            Self::Capitals => "letter case differs; it counts in `v=MCPv1`, `k=` and `p=`".into(),
            Self::PemHeader => "a PEM header stands where the bare key belongs".into(),
            Self::NoKey => "there is no key behind `p=`".into(),
            Self::NoAlgorithm => "there is no algorithm behind `k=`".into(),
            Self::Unlike => "the text names MCPv1 but does not read `v=MCPv1; k=ALGORITHM; p=KEY`".into(),
            Self::Algorithm(found) => {
                format!("`k={found}` is not an algorithm of the registry; blanks and capitals count")
            }
            Self::UrlSafe => "the key is in the URL-safe alphabet of base64 (`-` and `_`)".into(),
            Self::Padding => "the key is not padded base64".into(),
            Self::PaddingInside => "base64 padding stands inside the key, as if two texts ran together".into(),
            Self::Spki => "the key is a whole SPKI blob, the body of a PEM file, not the bare public key".into(),
            Self::PrivateKey => "this is a PRIVATE key, published for everybody to read".into(),
            Self::Hex => "the key is in hexadecimal; read as base64 its length is wrong".into(),
            Self::Uncompressed => "the P-384 point is uncompressed (97 bytes); the registry takes the compressed form (49 bytes)".into(),
            Self::OtherAlgorithm(other) => {
                format!("the key has the length of an `{}` key", other.word())
            }
            Self::Cut => "the record is cut in two: the rest of the key stands in a TXT record of its own".into(),
            Self::Length { found, needed } => format!("the key decodes to {found} bytes instead of {needed}"),
            Self::FirstByte(byte) => format!("the P-384 point begins with byte {byte:02x}; only 02 and 03 are compressed points"),
            Self::NotOnCurve => "no point of P-384 has this coordinate; a character is wrong".into(),
        }
    }

    /// The way out, when the right record cannot be told.
    #[must_use]
    pub fn repair(&self) -> &'static str {
        match self {
            Self::EscapedSemicolons => "enter plain semicolons; the editor escapes them itself where it must",
            Self::NoSemicolons | Self::Order | Self::Capitals | Self::Unlike => {
                "write `v=MCPv1; k=ALGORITHM; p=KEY` in exactly this order and letter case"
            }
            Self::PemHeader | Self::Spki => {
                "publish the bare key: `rollcall key show` prints the whole record"
            }
            Self::NoKey | Self::NoAlgorithm => "copy the whole record: `rollcall key show` prints it",
            Self::Algorithm(_) => "write `k=ed25519` or `k=ecdsap384`, in lower case, without blanks",
            Self::UrlSafe => "write the key in standard base64, with `+` and `/`",
            Self::Padding => "keep the `=` at the end of the key; the length must be a multiple of four",
            Self::PaddingInside => "publish one key in one record",
            Self::PrivateKey => {
                "take it down, make a new pair with `rollcall key new`, and never use this one again"
            }
            Self::Hex => "write the key in base64",
            Self::Uncompressed => "publish the compressed point",
            Self::OtherAlgorithm(_) => "name the algorithm of the key behind `k=`",
            Self::Cut => {
                "put the record into one TXT record; several quoted strings inside one are fine, resolvers join them"
            }
            Self::Length { .. } => "copy the whole record again: `rollcall key show` prints it",
            Self::FirstByte(_) | Self::NotOnCurve => "copy the record again: `rollcall key show` prints it",
        }
    }
}

impl RecordFault {
    /// The fault as a finding at a place.
    #[must_use]
    pub fn finding(&self, at: &str) -> Finding {
        Finding::new(self.kind.rule(), at, self.kind.message(), self.kind.repair())
            .suggest(self.meant.as_ref().map(PublicKey::record))
    }
}

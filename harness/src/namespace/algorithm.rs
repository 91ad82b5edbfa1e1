//! The two algorithms of key records, and a public key that the registry can read.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p384::elliptic_curve::sec1::ToSec1Point as _;
use schemars::JsonSchema;
use serde::Serialize;

/// Which signature scheme a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Ed25519 (RFC 8032).
    Ed25519,
    /// ECDSA on P-384 with SHA-384 (FIPS 186-5).
    #[value(name = "ecdsap384")]
    EcdsaP384,
}

impl Algorithm {
    /// Both, in the order in which the registry learnt them.
    pub const ALL: [Self; 2] = [Self::Ed25519, Self::EcdsaP384];

    /// The word after `k=` in a key record.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519",
            Self::EcdsaP384 => "ecdsap384",
        }
    }

    /// Length in bytes of the public key after `p=`: the raw key of RFC 8032, or the compressed point of SEC 1.
    #[must_use]
    pub const fn public_len(self) -> usize {
        match self {
            Self::Ed25519 => 32,
            Self::EcdsaP384 => 49,
        }
    }

    /// Length in bytes of the private key: the seed of RFC 8032, or the scalar.
    #[must_use]
    pub const fn private_len(self) -> usize {
        match self {
            Self::Ed25519 => 32,
            Self::EcdsaP384 => 48,
        }
    }
}

/// A public key in the form of a key record.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PublicKey {
    algorithm: Algorithm,
    bytes: Vec<u8>,
}

/// Why bytes are no public key of an algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicKeyFault {
    /// Another length than [`Algorithm::public_len`]; the length found, in bytes.
    Length(usize),
    /// The first byte of a P-384 point is not 02 or 03; the byte found.
    FirstByte(u8),
    /// No point of the curve has this coordinate.
    NotOnCurve,
}

/// The head of an SPKI blob for Ed25519 (RFC 8410 section 4), 44 bytes long with the key.
const SPKI_ED25519: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// What follows the outer sequence of an SPKI blob for P-384 (RFC 5480): id-ecPublicKey, secp384r1, a bit string.
const SPKI_P384: [u8; 19] = [
    0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00,
    0x22, 0x03,
];

impl PublicKey {
    /// A key from the bytes of a record, judged as the registry judges them: an Ed25519 key by its length alone, a
    /// P-384 key by its length, its first byte and the curve.
    ///
    /// # Errors
    /// Says what the registry would stumble over first.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, PublicKeyFault> {
        if bytes.len() != algorithm.public_len() {
            return Err(PublicKeyFault::Length(bytes.len()));
        }
        if algorithm == Algorithm::EcdsaP384 {
            if !matches!(bytes[0], 2 | 3) {
                return Err(PublicKeyFault::FirstByte(bytes[0]));
            }
            p384::PublicKey::from_sec1_bytes(bytes).map_err(|_| PublicKeyFault::NotOnCurve)?;
        }
        Ok(Self { algorithm, bytes: bytes.to_vec() })
    }

    /// The key inside another common wrapping of the same bytes: an SPKI blob (RFC 8410, RFC 5480) or an uncompressed
    /// P-384 point.
    #[must_use]
    pub fn unwrap_from(bytes: &[u8]) -> Option<Self> {
        if let Some(key) = bytes.strip_prefix(&SPKI_ED25519) {
            return Self::from_bytes(Algorithm::Ed25519, key).ok();
        }
        let point = match bytes {
            [0x30, _, rest @ ..] => match rest.strip_prefix(&SPKI_P384)? {
                // The bit string: its length and its unused bits, which are none.
                [_, 0x00, point @ ..] => point,
                _ => return None,
            },
            point => point,
        };
        let key = p384::PublicKey::from_sec1_bytes(point).ok()?;
        Self::from_bytes(Algorithm::EcdsaP384, key.to_sec1_point(true).as_bytes()).ok()
    }

    /// What it is for.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The bytes of the record, [`Algorithm::public_len`] of them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes in padded standard base64, as after `p=`.
    #[must_use]
    pub fn base64(&self) -> String {
        STANDARD.encode(&self.bytes)
    }

    /// The key record: what a TXT record at the domain holds, and what the well-known file says.
    #[must_use]
    pub fn record(&self) -> String {
        format!("v=MCPv1; k={}; p={}", self.algorithm.word(), self.base64())
    }

    /// Algorithm and the first 8 base64 characters, as the registry names a key in its answers.
    #[must_use]
    pub fn short(&self) -> String {
        let base64 = self.base64();
        format!("{}:{}", self.algorithm.word(), &base64[..8])
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.record())
    }
}

//! Key pairs: made here, accepted by the registry. The private half never appears in any output or debug text.

use ed25519_dalek::Signer as _;
use ed25519_dalek::pkcs8::DecodePrivateKey as _;
use zeroize::Zeroizing;

use super::{Algorithm, PublicKey};

/// A private key with its public half.
pub struct KeyPair(Secret);

enum Secret {
    Ed25519(ed25519_dalek::SigningKey),
    EcdsaP384(p384::ecdsa::SigningKey),
}

/// Why a text is no private key. Never quotes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PrivateKeyFault {
    /// Neither 64 nor 96 hexadecimal digits.
    #[error("the private key has {0} characters; expected 64 hexadecimal digits (ed25519) or 96 (ecdsap384)")]
    Length(usize),
    /// The right length, but not hexadecimal.
    #[error("the private key is not hexadecimal")]
    NotHex,
    /// Zero, or not below the order of P-384.
    #[error("the private key is not a number between 1 and the order of P-384")]
    OutOfRange,
    /// A PEM file with something else in it.
    #[error("the PEM file holds no unencrypted PKCS #8 key for Ed25519 or P-384")]
    Pem,
    /// A public key was given.
    #[error("this is a public key; the private one is needed")]
    Public,
}

impl KeyPair {
    /// A new pair from the operating system's randomness.
    ///
    /// # Errors
    /// When the operating system has none to give.
    pub fn generate(algorithm: Algorithm) -> Result<Self, getrandom::Error> {
        let mut bytes = Zeroizing::new(vec![0; algorithm.private_len()]);
        loop {
            getrandom::fill(&mut bytes)?;
            // About one 48-byte number in 2^190 is out of range for P-384; every seed is in range for Ed25519.
            if let Ok(pair) = Self::from_bytes(algorithm, &bytes) {
                return Ok(pair);
            }
        }
    }

    /// A pair from the bytes of its private key, [`Algorithm::private_len`] of them.
    ///
    /// # Errors
    /// On another length, or a P-384 scalar out of range.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, PrivateKeyFault> {
        if bytes.len() != algorithm.private_len() {
            return Err(PrivateKeyFault::Length(bytes.len() * 2));
        }
        match algorithm {
            Algorithm::Ed25519 => {
                let seed = bytes.try_into().map_err(|_| PrivateKeyFault::Length(bytes.len() * 2))?;
                Ok(Self(Secret::Ed25519(ed25519_dalek::SigningKey::from_bytes(seed))))
            }
            Algorithm::EcdsaP384 => {
                let key = p384::SecretKey::from_slice(bytes).map_err(|_| PrivateKeyFault::OutOfRange)?;
                Ok(Self(Secret::EcdsaP384(key.into())))
            }
        }
    }

    /// A pair from text: the hexadecimal private key as a login takes it (its length tells the algorithm), or a PKCS #8
    /// PEM file. White space around it is ignored.
    ///
    /// # Errors
    /// Says which form was expected; never quotes the text.
    pub fn from_text(text: &str) -> Result<Self, PrivateKeyFault> {
        let text = text.trim();
        if text.contains("v=MCPv1") || text.contains("-----BEGIN PUBLIC KEY") {
            return Err(PrivateKeyFault::Public);
        }
        if text.starts_with("-----BEGIN ") {
            return Self::from_pem(text);
        }
        let algorithm = Algorithm::ALL
            .into_iter()
            .find(|algorithm| algorithm.private_len() * 2 == text.len())
            .ok_or_else(|| PrivateKeyFault::Length(text.chars().count()))?;
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(PrivateKeyFault::NotHex);
        }
        let mut bytes = Zeroizing::new(vec![0; algorithm.private_len()]);
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).map_err(|_| PrivateKeyFault::NotHex)?;
        }
        Self::from_bytes(algorithm, &bytes)
    }

    fn from_pem(text: &str) -> Result<Self, PrivateKeyFault> {
        if let Ok(key) = ed25519_dalek::SigningKey::from_pkcs8_pem(text) {
            return Ok(Self(Secret::Ed25519(key)));
        }
        let key = p384::SecretKey::from_pkcs8_pem(text).map_err(|_| PrivateKeyFault::Pem)?;
        Ok(Self(Secret::EcdsaP384(key.into())))
    }

    /// What the pair is for.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self.0 {
            Secret::Ed25519(_) => Algorithm::Ed25519,
            Secret::EcdsaP384(_) => Algorithm::EcdsaP384,
        }
    }

    /// The public half.
    ///
    /// # Panics
    /// Never: a public key made from a private one is always a readable record.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        let bytes = match &self.0 {
            Secret::Ed25519(key) => key.verifying_key().to_bytes().to_vec(),
            Secret::EcdsaP384(key) => key.verifying_key().to_sec1_point(true).as_bytes().to_vec(),
        };
        PublicKey::from_bytes(self.algorithm(), &bytes).expect("a derived public key is well-formed")
    }

    /// The private key in hexadecimal, as a login takes it. Wiped from memory when dropped.
    ///
    /// # Panics
    /// Never: four bits are always one digit.
    #[must_use]
    pub fn private_hex(&self) -> Zeroizing<String> {
        let bytes = self.private_bytes();
        let mut text = Zeroizing::new(String::with_capacity(bytes.len() * 2));
        for byte in bytes.iter() {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(u32::from(digit), 16).expect("four bits are one digit"));
            }
        }
        text
    }

    pub(super) fn private_bytes(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(match &self.0 {
            Secret::Ed25519(key) => key.as_bytes().to_vec(),
            Secret::EcdsaP384(key) => Zeroizing::new(key.to_bytes()).to_vec(),
        })
    }

    /// Signs a message as a login does: 64 bytes for Ed25519; for P-384 over SHA-384 R and S of 48 bytes each.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        match &self.0 {
            Secret::Ed25519(key) => key.sign(message).to_bytes().to_vec(),
            Secret::EcdsaP384(key) => {
                let signature: p384::ecdsa::Signature = key.sign(message);
                signature.to_bytes().to_vec()
            }
        }
    }
}

impl std::fmt::Debug for KeyPair {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "KeyPair({:?})", self.public())
    }
}

#[cfg(test)]
mod tests;

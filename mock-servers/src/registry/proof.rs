//! Keys as the registry reads them, and signatures as it verifies them. Written from the registry's own pattern and
//! with another library than the product uses, so that a misreading on one side shows.

use aws_lc_rs::signature::{ECDSA_P384_SHA384_FIXED, ED25519, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A key that a domain publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    kind: Kind,
    base64: String,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ed25519,
    EcdsaP384,
}

/// `v=MCPv1;` blanks `k=` anything but `;` `;` blanks `p=` base64 characters, anywhere in the text.
fn capture(text: &str) -> Option<(&str, &str)> {
    let blanks = [' ', '\t', '\n', '\r', '\u{c}'];
    for (at, mark) in text.match_indices("v=MCPv1;") {
        let rest = text[at + mark.len()..].trim_start_matches(blanks);
        let Some((algorithm, rest)) = rest.strip_prefix("k=").and_then(|rest| rest.split_once(';')) else {
            continue;
        };
        let Some(rest) = rest.trim_start_matches(blanks).strip_prefix("p=") else { continue };
        let len =
            rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte)).count();
        if !algorithm.is_empty() && len > 0 {
            return Some((algorithm, &rest[..len]));
        }
    }
    None
}

/// Whether a text holds a record, readable or not.
pub(super) fn is_record(text: &str) -> bool {
    capture(text).is_some()
}

/// The key of the first record in a text, or why it cannot be read; nothing where there is no record.
pub(super) fn read(text: &str) -> Option<Result<Key, String>> {
    let (algorithm, base64) = capture(text)?;
    Some(key(algorithm, base64))
}

fn key(algorithm: &str, base64: &str) -> Result<Key, String> {
    let bytes = STANDARD.decode(base64).map_err(|_| "failed to decode base64 public key".to_owned())?;
    let kind = match algorithm {
        "ed25519" => Kind::Ed25519,
        "ecdsap384" => Kind::EcdsaP384,
        _ => return Err(format!("unsupported key algorithm: {algorithm}")),
    };
    match kind {
        Kind::Ed25519 if bytes.len() != 32 => {
            return Err(format!("invalid Ed25519 public key size: expected 32 bytes, got {}", bytes.len()));
        }
        Kind::EcdsaP384 if bytes.len() != 49 => {
            return Err(format!(
                "invalid ECDSA P-384 public key size: expected 49 bytes, got {}",
                bytes.len()
            ));
        }
        Kind::EcdsaP384 if !matches!(bytes[0], 2 | 3) => {
            return Err("invalid ECDSA P-384 public key format: must be compressed".to_owned());
        }
        Kind::Ed25519 | Kind::EcdsaP384 => {}
    }
    Ok(Key { kind, base64: base64.to_owned(), bytes })
}

impl Key {
    /// Whether this key made the signature.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        match self.kind {
            Kind::Ed25519 => UnparsedPublicKey::new(&ED25519, &self.bytes).verify(message, signature),
            Kind::EcdsaP384 => {
                UnparsedPublicKey::new(&ECDSA_P384_SHA384_FIXED, &self.bytes).verify(message, signature)
            }
        }
        .is_ok()
    }

    /// Algorithm and the first 8 base64 characters, as answers name a key.
    pub(super) fn short(&self) -> String {
        let algorithm = match self.kind {
            Kind::Ed25519 => "ed25519",
            Kind::EcdsaP384 => "ecdsap384",
        };
        format!("{algorithm}:{}", &self.base64[..8])
    }
}

/// Whether a text is a domain for a login.
pub(super) fn is_domain(text: &str) -> bool {
    let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    text.len() <= 253
        && text.contains('.')
        && text.parse::<std::net::IpAddr>().is_err()
        && text.split('.').map(str::as_bytes).all(|label| {
            edge(label.first())
                && edge(label.last())
                && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        })
}

/// Bytes of hexadecimal digits in pairs.
pub(super) fn hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{hex, is_domain, is_record, read};

    /// RFC 8032 section 7.1, test 1, and RFC 6979 appendix A.2.6: both keys with a signature made by another
    /// implementation of each algorithm.
    const ED25519: &str = "v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
    const P384: &str =
        "v=MCPv1; k=ecdsap384; p=Auw6TkFbThmkVoYYAp9Cf6XamovErpLgLgaq5ShrMAxk3vjw6pBVhmBkolRRVIC8Ew==";

    #[test]
    fn the_vectors_verify() {
        let key = read(ED25519).unwrap().unwrap();
        assert_eq!(key.short(), "ed25519:11qYAYKx");
        let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
        assert!(key.verifies(b"", &hex(signature).unwrap()));
        assert!(!key.verifies(b"x", &hex(signature).unwrap()));

        let key = read(P384).unwrap().unwrap();
        // Message "sample" with SHA-384.
        let r = "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46";
        let s = "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8";
        assert!(key.verifies(b"sample", &hex(&format!("{r}{s}")).unwrap()));
        assert!(!key.verifies(b"sample", &hex(&format!("{s}{r}")).unwrap()));
    }

    #[test]
    fn records_and_domains() {
        assert!(is_record(&format!("\"{ED25519}\"")));
        assert!(!is_record("v=MCPv1 k=ed25519 p=AAAA"));
        assert!(read("v=spf1").is_none());
        assert!(read(&ED25519.replace("ed25519", "Ed25519")).unwrap().unwrap_err().contains("unsupported"));
        assert!(read(ED25519.trim_end_matches('=')).unwrap().unwrap_err().contains("base64"));
        assert!(is_domain("example.com") && is_domain("xn--bcher-kva.example"));
        for text in ["", "localhost", "127.0.0.1", "example.com.", "-a.b", "a_b.c", "https://a.b", "a.b:1"] {
            assert!(!is_domain(text), "{text}");
        }
        assert_eq!(hex("00ff"), Some(vec![0, 255]));
        assert_eq!((hex("0"), hex("0g"), hex("+1")), (None, None, None));
    }
}

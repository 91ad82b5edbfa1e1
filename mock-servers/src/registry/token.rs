//! The token of a login: an EdDSA JWT (RFC 7519, RFC 8037) for five minutes, with the granted patterns inside.

use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// How long a token counts, in seconds.
pub(super) const LIFETIME: i64 = 5 * 60;

/// What a login grants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Permission {
    pub(super) action: String,
    pub(super) resource: String,
}

/// What is inside a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) iat: i64,
    pub(super) exp: i64,
    pub(super) auth_method: String,
    pub(super) auth_method_sub: String,
    pub(super) permissions: Vec<Permission>,
}

impl Claims {
    /// The patterns on which publishing is granted.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &str> {
        self.permissions.iter().filter(|one| one.action == "publish").map(|one| one.resource.as_str())
    }

    /// Whether a name may be published: a pattern that ends in `*` is a prefix, `*` alone is everything.
    pub(super) fn may_publish(&self, name: &str) -> bool {
        self.patterns().any(|pattern| match pattern.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == pattern,
        })
    }
}

/// The key that signs this registry's tokens.
#[derive(Debug)]
pub(super) struct Signer(Ed25519KeyPair);

impl Signer {
    /// A new key; tokens of another registry do not count here.
    pub(super) fn new() -> Result<Self, aws_lc_rs::error::Unspecified> {
        Ed25519KeyPair::generate().map(Self)
    }

    pub(super) fn sign(&self, claims: &Claims) -> String {
        let claims = serde_json::to_vec(claims).expect("claims are strings and numbers");
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(r#"{"alg":"EdDSA","typ":"JWT"}"#),
            URL_SAFE_NO_PAD.encode(claims)
        );
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    /// The claims of a token that this key signed and that has not expired at `now` (Unix seconds).
    pub(super) fn read(&self, token: &str, now: i64) -> Result<Claims, &'static str> {
        let malformed = "failed to parse token: token is malformed";
        let (signed, signature) = token.rsplit_once('.').ok_or(malformed)?;
        let (_, claims) = signed.split_once('.').ok_or(malformed)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| malformed)?;
        UnparsedPublicKey::new(&ED25519, self.0.public_key().as_ref())
            .verify(signed.as_bytes(), &signature)
            .map_err(|_| "failed to parse token: token signature is invalid")?;
        let claims = URL_SAFE_NO_PAD.decode(claims).map_err(|_| malformed)?;
        let claims: Claims = serde_json::from_slice(&claims).map_err(|_| malformed)?;
        if claims.exp <= now { Err("failed to parse token: token is expired") } else { Ok(claims) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Claims, Permission, Signer};

    fn claims(resource: &str) -> Claims {
        let permissions = vec![Permission { action: "publish".into(), resource: resource.into() }];
        Claims {
            iss: "mock".into(),
            iat: 100,
            exp: 400,
            auth_method: "dns".into(),
            auth_method_sub: "example.com".into(),
            permissions,
        }
    }

    #[test]
    fn a_token_reads_back_until_it_expires_and_only_here() {
        let signer = Signer::new().unwrap();
        let token = signer.sign(&claims("com.example/*"));
        assert_eq!(signer.read(&token, 399), Ok(claims("com.example/*")));
        assert!(signer.read(&token, 400).unwrap_err().contains("expired"));
        assert!(Signer::new().unwrap().read(&token, 399).unwrap_err().contains("signature"));
        let (head, tail) = token.split_once('.').unwrap();
        for wrong in ["", "a", "a.b", "a.b.c", &format!("{head}.x{tail}"), &token[..token.len() - 4]] {
            assert!(signer.read(wrong, 0).is_err(), "{wrong}");
        }
    }

    #[test]
    fn patterns_are_prefixes() {
        assert!(claims("com.example/*").may_publish("com.example/a"));
        assert!(!claims("com.example/*").may_publish("com.example.api/a"));
        assert!(claims("com.example.*").may_publish("com.example.api/a"));
        assert!(claims("*").may_publish("anything/a"));
        assert!(claims("com.example/a").may_publish("com.example/a"));
        assert!(!claims("com.example/a").may_publish("com.example/ab"));
        let mut edit = claims("*");
        edit.permissions[0].action = "edit".into();
        assert!(!edit.may_publish("com.example/a"));
    }
}

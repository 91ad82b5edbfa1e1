//! A server's name, and which proofs could ever grant it.

use super::Domain;
use super::domain::{is_label, reverse_labels};
use super::proof::Proof;

/// What stands before the account in a namespace that belongs to a GitHub account.
pub(super) const GITHUB_PREFIX: &str = "io.github.";

/// A name split at its first slash: `com.example/weather`, or a namespace alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    full: String,
    namespace_len: usize,
}

/// What a namespace asks of the one who wants to publish under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// A GitHub login as this account, or as an owner of this organisation.
    GitHub {
        /// The account in GitHub's own spelling, as the name gives it.
        account: String,
    },
    /// A key published for one of these domains, the narrowest first.
    Domain(Vec<DomainProof>),
    /// `io.github.` is followed by something that is no account name, so no login grants it.
    NoAccount {
        /// What stands where the account should be.
        given: String,
    },
    /// Not two domain labels in front, so no proof grants it.
    Unprovable,
}

/// A domain whose key grants a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainProof {
    /// The domain.
    pub domain: Domain,
    /// Whether the namespace is exactly this domain reversed. Only then does the file count; a parent of it grants
    /// the namespace by DNS alone.
    pub exact: bool,
}

impl Name {
    /// Splits a name; a text without a slash is a namespace alone. Never fails: the rules of the manifest judge the
    /// spelling.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { full: text.to_owned(), namespace_len: text.find('/').unwrap_or(text.len()) }
    }

    /// The text as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.full
    }

    /// The part before the slash.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.full[..self.namespace_len]
    }

    /// Whether only a namespace was given.
    #[must_use]
    pub fn is_namespace_alone(&self) -> bool {
        self.namespace_len == self.full.len()
    }

    /// A text to hold against granted patterns: the name, or for a namespace alone any name under it.
    #[must_use]
    pub fn publishable(&self) -> String {
        if self.is_namespace_alone() { format!("{}/server", self.full) } else { self.full.clone() }
    }

    /// Which proof the namespace needs.
    #[must_use]
    pub fn need(&self) -> Need {
        let namespace = self.namespace();
        if let Some(account) = namespace.strip_prefix(GITHUB_PREFIX) {
            let account = account.to_owned();
            return if is_account(&account) {
                Need::GitHub { account }
            } else {
                Need::NoAccount { given: account }
            };
        }
        let labels: Vec<&str> = namespace.split('.').collect();
        // A grant is a prefix, so every run of leading labels that is a domain of its own can grant the namespace.
        let valid = labels.iter().take_while(|label| is_label(label)).count();
        let proofs: Vec<DomainProof> = (2..=valid)
            .rev()
            .filter_map(|count| {
                let domain = reverse_labels(&labels[..count].join(".")).parse().ok()?;
                Some(DomainProof { domain, exact: count == labels.len() })
            })
            .collect();
        if proofs.is_empty() { Need::Unprovable } else { Need::Domain(proofs) }
    }
}

/// Whether a text has the form of a GitHub account for the registry: letters, digits, hyphens.
pub(super) fn is_account(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl DomainProof {
    /// The proofs that a key of this domain can be: by DNS, and by the file where the domain is exact.
    #[must_use]
    pub fn proofs(&self) -> Vec<Proof> {
        let dns = Proof::Dns(self.domain.clone());
        if self.exact { vec![dns, Proof::Http(self.domain.clone())] } else { vec![dns] }
    }
}

#[cfg(test)]
mod tests {
    use super::{DomainProof, Name, Need};

    #[track_caller]
    fn domains(name: &str, expected: &[(&str, bool)]) {
        let Need::Domain(proofs) = Name::new(name).need() else { panic!("{name} needs a domain") };
        let found: Vec<_> =
            proofs.iter().map(|DomainProof { domain, exact }| (domain.as_str().to_owned(), *exact)).collect();
        let expected: Vec<_> =
            expected.iter().map(|(domain, exact)| ((*domain).to_owned(), *exact)).collect();
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn every_domain_above_counts_by_dns() {
        domains("com.example/weather", &[("example.com", true)]);
        domains("com.example.api/weather", &[("api.example.com", true), ("example.com", false)]);
        domains("uk.co.example/x1", &[("example.co.uk", true), ("co.uk", false)]);
        domains("com.example", &[("example.com", true)]);
        // The name rules let such a namespace through; only a prefix of it is a domain.
        domains("com.example..api/x1", &[("example.com", false)]);
        domains("io.github/x1", &[("github.io", true)]);
    }

    #[test]
    fn accounts_and_the_unprovable() {
        assert_eq!(Name::new("io.github.Acme/x1").need(), Need::GitHub { account: "Acme".into() });
        assert_eq!(
            Name::new("io.github.my.account/x1").need(),
            Need::NoAccount { given: "my.account".into() }
        );
        for name in ["com/x1", "weather", "", "/", "com.-a/x1", "a..b/x1", "com.ex_ample/x1"] {
            assert_eq!(Name::new(name).need(), Need::Unprovable, "{name}");
        }
        assert_eq!(Name::new("com/x1").namespace(), "com");
    }
}

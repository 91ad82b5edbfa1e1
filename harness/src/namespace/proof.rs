//! How somebody shows who they are, and which names that grants.

use std::fmt;
use std::str::FromStr;

use super::name::{GITHUB_PREFIX, is_account};
use super::{Domain, DomainFault, Finding};

/// One way to log in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// A key in a TXT record at the domain.
    Dns(Domain),
    /// A key in the well-known file of the domain.
    Http(Domain),
    /// A GitHub login.
    GitHub {
        /// The account first, then the organisations that the login speaks for.
        accounts: Vec<String>,
    },
}

/// Why a `METHOD:WHO` text is no proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// Not one of the three methods.
    #[error("`{0}` is no way to log in; write `dns:DOMAIN`, `http:DOMAIN` or `github:LOGIN`")]
    Method(String),
    /// The domain cannot be one.
    #[error("`{}`: {}", .0.given, .0)]
    Domain(DomainFault),
    /// Not a GitHub account name.
    #[error("`{0}` is no GitHub account name (letters, digits, hyphens)")]
    Account(String),
}

impl Proof {
    /// The patterns of names that this proof grants `publish` on. A pattern ends in `*` and is a plain prefix.
    #[must_use]
    pub fn grants(&self) -> Vec<String> {
        match self {
            Self::Dns(domain) => {
                let namespace = domain.reversed();
                vec![format!("{namespace}/*"), format!("{namespace}.*")]
            }
            Self::Http(domain) => vec![format!("{}/*", domain.reversed())],
            Self::GitHub { accounts } => {
                accounts.iter().map(|account| format!("{GITHUB_PREFIX}{account}/*")).collect()
            }
        }
    }

    /// Whether a name may be published after this proof: bytes are compared, letter case counts.
    #[must_use]
    pub fn covers(&self, name: &str) -> bool {
        self.grants().iter().any(|pattern| name.starts_with(pattern.trim_end_matches('*')))
    }

    /// The word for the method, as the publisher's tool spells it.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Dns(_) => "dns",
            Self::Http(_) => "http",
            Self::GitHub { .. } => "github",
        }
    }

    /// The domain whose key is the proof.
    #[must_use]
    pub const fn domain(&self) -> Option<&Domain> {
        match self {
            Self::Dns(domain) | Self::Http(domain) => Some(domain),
            Self::GitHub { .. } => None,
        }
    }

    /// What a name that this proof does not cover runs into; nothing where it is covered.
    ///
    /// A login that succeeds and a publish that answers 403 look like a fault of the credentials. They are a fault of
    /// the name, and this says so.
    #[must_use]
    pub fn judge(&self, name: &str) -> Option<Finding> {
        if self.covers(name) {
            return None;
        }
        let grants = self.grants().join(" and ");
        if let Self::GitHub { accounts } = self
            && let Some(right) = accounts.iter().find(|account| {
                let pattern = format!("{GITHUB_PREFIX}{account}/");
                name.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(&pattern))
            })
        {
            let server = &name[GITHUB_PREFIX.len() + right.len() + 1..];
            let spelt = format!("{GITHUB_PREFIX}{right}/{server}");
            return Some(
                Finding::new(
                    "namespace-account-case-wrong",
                    name,
                    format!("GitHub spells the account `{right}`; permissions compare letter case, so publishing is answered 403"),
                    "spell it as GitHub does in `name`, `mcpName` and every marker",
                )
                .suggest(Some(spelt)),
            );
        }
        let repair = match self {
            Self::GitHub { .. } => format!(
                "publish under {grants}, or log in for the account or the domain that the name belongs to (an organisation: from a workflow in one of its repositories)"
            ),
            Self::Http(domain) if Self::Dns(domain.clone()).covers(name) => format!(
                "the file proves the exact domain only: put the key into a TXT record at {domain} and log in with `dns`, or serve the file on the domain that the namespace names"
            ),
            Self::Dns(_) | Self::Http(_) => format!(
                "publish under {grants}, or prove the domain whose labels, read backwards, begin the name"
            ),
        };
        Some(Finding::new(
            "namespace-not-covered",
            name,
            format!(
                "this login grants {grants}, which does not cover the name; publishing is answered 403. The name is at fault, not the credentials"
            ),
            repair,
        ))
    }
}

/// What goes wrong when one logs in as `login` while the key is published as `key_at`: a login has to name the
/// domain and the method of the published key.
#[must_use]
pub fn judge_login(login: &Proof, key_at: &Proof) -> Vec<Finding> {
    let (Some(asked), Some(published)) = (login.domain(), key_at.domain()) else { return Vec::new() };
    let mut findings = Vec::new();
    if !asked.as_str().eq_ignore_ascii_case(published.as_str()) {
        findings.push(
            Finding::new(
                "login-domain-differs",
                asked.as_str(),
                format!("the login names {asked}, but the key is published for {published}; it is answered 401 as if the key were wrong"),
                format!("log in with `--domain {published}`, or publish the key for {asked}; namespace, key and login must name one domain"),
            )
            .suggest(Some(published.to_string())),
        );
    }
    if login.method() != key_at.method() {
        let place = if matches!(key_at, Proof::Dns(_)) { "in a TXT record" } else { "as a file" };
        findings.push(
            Finding::new(
                "login-method-differs",
                asked.as_str(),
                format!(
                    "the login looks at `{}`, but the key is published {place}; it is answered 401",
                    login.method()
                ),
                format!("run `mcp-publisher login {} --domain {published} ...`", key_at.method()),
            )
            .suggest(Some(key_at.method().to_owned())),
        );
    }
    findings
}

impl FromStr for Proof {
    type Err = ProofFault;

    /// Reads `dns:DOMAIN`, `http:DOMAIN` or `github:LOGIN[,ORGANISATION...]`.
    fn from_str(text: &str) -> Result<Self, ProofFault> {
        let (method, who) = text.split_once(':').ok_or_else(|| ProofFault::Method(text.to_owned()))?;
        match method {
            "dns" => who.parse().map(Self::Dns).map_err(ProofFault::Domain),
            "http" => who.parse().map(Self::Http).map_err(ProofFault::Domain),
            "github" => {
                let accounts: Vec<String> = who.split(',').map(str::to_owned).collect();
                match accounts.iter().find(|account| !is_account(account)) {
                    Some(wrong) => Err(ProofFault::Account(wrong.clone())),
                    None => Ok(Self::GitHub { accounts }),
                }
            }
            _ => Err(ProofFault::Method(method.to_owned())),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dns(domain) | Self::Http(domain) => write!(out, "{}:{domain}", self.method()),
            Self::GitHub { accounts } => write!(out, "github:{}", accounts.join(",")),
        }
    }
}

#[cfg(test)]
mod tests;

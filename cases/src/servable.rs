//! Whether a mere address can carry a case.

use mock_servers::script::{Demand, Listen, Script};

use crate::case::Case;

/// How a case can be served by a program that serves them all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Servable {
    /// Below a path of a shared address, and under a name of its own.
    Anywhere,
    /// Under a name of its own only: it needs paths at the root of its origin.
    OwnName,
    /// On a port of its own: its connections differ before any request is read.
    OwnPort,
    /// Not at all, for this reason.
    No(String),
}

/// How a case can be served.
#[must_use]
pub fn servable(case: &Case) -> Servable {
    let no = |reason: &str| Servable::No(reason.to_owned());
    if let Some(reason) = &case.not_servable {
        return Servable::No(reason.clone());
    }
    if case.entry.url.is_some() || case.entry.no_remote || case.entry.other_transport.is_some() {
        return no("nothing is contacted: the case is about the URL or the entry");
    }
    if !case.mock.dns.is_empty() {
        return no("the case is about what the name service says");
    }
    if case.policy.strict {
        return no("the case is about what may be contacted");
    }
    match &case.mock.listen {
        Some(Listen::Dead | Listen::FullBacklog | Listen::Banner(_) | Listen::Tls(_)) => Servable::OwnPort,
        Some(Listen::Plain) | None if case.policy.oauth_lookup || needs_root(&case.mock) => Servable::OwnName,
        Some(Listen::Plain) | None => Servable::Anywhere,
    }
}

/// Whether a client of this mock is led, or goes by itself, to a path at the root of the origin.
fn needs_root(mock: &Script) -> bool {
    let absolute = |value: &str| value.starts_with('/') && !value.starts_with("//");
    let well_known =
        |demand: &Demand| matches!(demand, Demand::NotAsked(path) if path.starts_with("/.well-known/"));
    mock.demand.iter().any(well_known)
        || mock.serve.iter().any(|rule| {
            rule.when.path.as_ref().is_some_and(|path| path.starts_with("/.well-known/"))
                || rule
                    .reply
                    .headers
                    .iter()
                    .any(|(name, value)| name.eq_ignore_ascii_case("location") && absolute(value))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    #[test]
    fn what_a_case_is_about_decides_how_it_is_served() {
        let of = |id: &str| servable(&load::case(id).unwrap());
        assert_eq!(of("good/json"), Servable::Anywhere);
        assert_eq!(of("redirect/307-slash"), Servable::Anywhere);
        for id in
            ["auth/lookup-html", "auth/lookup-root", "auth/no-extra-request", "redirect/307-absolute-path"]
        {
            assert_eq!(of(id), Servable::OwnName, "{id}");
        }
        for id in ["tls/expired", "fault/refused", "fault/not-http"] {
            assert_eq!(of(id), Servable::OwnPort, "{id}");
        }
        for id in ["address/nxdomain", "address/scheme", "address/no-remote", "auth/pointer-private"] {
            assert!(matches!(of(id), Servable::No(_)), "{id}");
        }
    }
}

//! Who could publish under a name: how the namespace is proven, and what that does not mean.

use maud::{Markup, html};

use super::model::Server;
use super::page::Frame;
use super::said::{code, said};
use super::text::Text;
use crate::namespace::{Name, Need};
use crate::record::{EntryFacts, clean};

/// How the namespace of a server is proven; nothing for a bare URL, which no registry vouches for.
pub(super) fn section(frame: &Frame<'_>, server: &Server, entry: Option<&EntryFacts>) -> Markup {
    if server.namespace.is_none() {
        return html! {};
    }
    let t = frame.t;
    let name = Name::new(&server.name);
    html! {
        section {
            h2 { (t.get("namespace-title")) }
            @match name.need() {
                Need::GitHub { account } => {
                    p { (t.rich("namespace-github", &[], &[("account", code(&account, 100)), ("namespace", code(name.namespace(), 200))])) }
                }
                Need::Domain(domains) => {
                    p { (t.rich("namespace-domain", &[], &[("namespace", code(name.namespace(), 200))])) }
                    ul {
                        @for proof in domains.iter().take(10) {
                            li {
                                (t.rich(
                                    if proof.exact { "namespace-domain-exact" } else { "namespace-domain-above" },
                                    &[],
                                    &[("domain", code(proof.domain.as_str(), 200))],
                                ))
                            }
                        }
                    }
                }
                Need::NoAccount { given } => p { (t.rich("namespace-no-account", &[], &[("given", code(&given, 100))])) }
                Need::Unprovable => p { (t.get("namespace-unprovable")) }
            }
            (what_it_does_not_mean(t))
            @if let Some(entry) = entry { (facts(frame, entry)) }
        }
    }
}

/// What nobody should read into a proof.
pub(super) fn what_it_does_not_mean(t: &Text) -> Markup {
    html! {
        p { (t.get("namespace-not")) }
        ul {
            li { (t.get("namespace-not-owner")) }
            li { (t.get("namespace-not-remotes")) }
            li { (t.get("namespace-not-repository")) }
        }
        p { (t.get("namespace-registry-checks")) }
    }
}

/// What the registry says beside the name.
fn facts(frame: &Frame<'_>, entry: &EntryFacts) -> Markup {
    let t = frame.t;
    if entry.status.is_none() && entry.repository.is_none() {
        return html! {};
    }
    html! {
        dl {
            @if let Some(status) = &entry.status { dt { (t.get("fact-registry-status")) } dd { (said(status, 40)) } }
            @if let Some(url) = &entry.repository {
                dt { (t.get("fact-repository")) }
                dd {
                    // Only what can be nothing but a web page becomes a link.
                    @if url::Url::parse(url).is_ok_and(|url| url.scheme() == "https") && clean(url, 300) == *url {
                        a href=(url) rel="nofollow noopener noreferrer" { (code(url, 300)) }
                    } @else { (code(url, 300)) }
                }
            }
        }
    }
}

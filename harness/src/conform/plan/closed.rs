//! What is asked of a server that wants a login (its metadata, and no flow is started), and of legacy SSE (its stream).

use serde_json::Value;
use url::Url;

use super::super::check::{Unheld, not_applicable, not_observed};
use super::super::compose::{self, Draft};
use super::super::reply::Reply;
use super::super::{Ask, limits};
use super::{Enough, Plan};
use crate::probe::challenge::challenges;
use crate::probe::{Wait, is_downgrade, well_known};
use crate::record::Step;
use crate::target::{Transport, vet};

/// Metadata asks.
const METADATA: [Ask; 2] = [Ask::ResourceMetadata, Ask::ServerMetadata];

impl Plan<'_> {
    /// After an opening that may have been turned down for want of a login.
    pub(super) async fn after_closed(&mut self) {
        let Some(status) = self.seen.login().map(|at| at.reply.status()) else {
            if self.seen.is_modern() {
                self.guards_without_handshake().await;
            }
            return;
        };
        let hint = if self.order.own.is_empty() { "; give one with --header" } else { "" };
        self.seen.otherwise = not_observed(format!("the server wants a login (HTTP {status}){hint}"));
        self.metadata().await;
    }

    /// Protected-resource metadata where it is pointed at and at its well-known places; then that of the authorization
    /// servers it names.
    pub(super) async fn metadata(&mut self) {
        if !METADATA.into_iter().any(|ask| self.is_wanted(ask)) {
            return;
        }
        let Some(at) = self.seen.login() else { return };
        let resource = self.order.target.url.clone();
        let pointed = challenges(&at.reply.head, &resource, Step::Initialize, |_| true).pointers;
        let mut places: Vec<Url> = pointed.into_iter().take(1).filter(|url| self.may_fetch(url)).collect();
        for place in well_known(&resource) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        for place in places {
            self.fetch(Ask::ResourceMetadata, &place).await;
        }
        let issuers = self.issuers();
        if issuers.is_empty() {
            let why = not_observed("no protected-resource metadata names an authorization server");
            self.leave_out(&[Ask::ServerMetadata], &why);
        }
        for issuer in issuers {
            self.server_metadata(&issuer).await;
        }
    }

    /// The authorization servers that the first document with any names.
    fn issuers(&self) -> Vec<Url> {
        let documents = self.seen.all(Ask::ResourceMetadata).filter_map(|at| at.reply.document());
        let servers = documents.filter_map(|document| document.get("authorization_servers")?.as_array());
        let named = servers.flatten().filter_map(Value::as_str).filter_map(|text| Url::parse(text).ok());
        let mut issuers: Vec<Url> = Vec::new();
        for issuer in named.filter(|issuer| self.may_fetch(issuer)) {
            if !issuers.contains(&issuer) && issuers.len() < limits::ISSUERS {
                issuers.push(issuer);
            }
        }
        issuers
    }

    /// Asks the places in their order until one has a document.
    async fn server_metadata(&mut self, issuer: &Url) {
        for place in issuer_places(issuer) {
            let made = self.fetch_for(Ask::ServerMetadata, &place, Some(issuer)).await;
            if made.is_some_and(|reply| reply.document().is_some()) {
                return;
            }
        }
    }

    async fn fetch(&mut self, ask: Ask, place: &Url) -> Option<&Reply> {
        self.fetch_for(ask, place, None).await
    }

    async fn fetch_for(&mut self, ask: Ask, place: &Url, issuer: Option<&Url>) -> Option<&Reply> {
        if !self.is_wanted(ask) && ask == Ask::ServerMetadata {
            return None;
        }
        let mut draft = Draft::get(compose::JSON);
        draft.note = issuer.map(|issuer| issuer.as_str().to_owned());
        let wait = Wait { cap: self.limits.reply_bytes / 4, ..self.side() };
        self.make(ask, draft, place, wait, Enough::Response).await?.reply.as_ref().ok()
    }

    /// Whether a URL that the server named may be contacted: as any target, and never http from https. Which addresses it
    /// may lead to is decided where they are known, see [`crate::target::Lead`].
    fn may_fetch(&self, url: &Url) -> bool {
        let reach = &self.caller.policy().reach;
        !is_downgrade(&self.order.target.url, url) && vet(url.as_str(), Transport::Auto, reach).is_ok()
    }

    /// Opens the stream of legacy SSE and waits for its first event. Nothing is posted.
    pub(super) async fn open_stream(&mut self) {
        let url = self.order.target.url.clone();
        let whole = self.caller.policy().endpoint_deadline;
        let wait = Wait { whole, rest: std::time::Duration::ZERO, ..self.side() };
        let made =
            self.make(Ask::OpenStream, Draft::get(compose::EVENT_STREAM), &url, wait, Enough::Event).await;
        let Some(status) = made.and_then(|made| made.reply.as_ref().ok()).map(Reply::status) else { return };
        if matches!(status, 401 | 403) {
            self.after_closed().await;
            return;
        }
        if !self.seen.is_legacy() {
            return;
        }
        self.seen.otherwise =
            Unheld::NotObserved("the stream of legacy SSE is opened and nothing is posted to it".to_owned());
        self.leave_out(&METADATA, &not_applicable("the server asked for no login"));
    }
}

/// Where the metadata of an issuer may stand, in the order of 2025-11-25: the OAuth document with the issuer's path, the
/// OpenID document with the path inserted and appended; without a path the two root documents.
fn issuer_places(issuer: &Url) -> Vec<Url> {
    const OAUTH: &str = "/.well-known/oauth-authorization-server";
    const OPENID: &str = "/.well-known/openid-configuration";
    let at = |path: String| {
        let mut url = issuer.clone();
        url.set_query(None);
        url.set_fragment(None);
        url.set_path(&path);
        url
    };
    let path = issuer.path().trim_end_matches('/');
    if path.is_empty() {
        return vec![at(OAUTH.to_owned()), at(OPENID.to_owned())];
    }
    vec![at(format!("{OAUTH}{path}")), at(format!("{OPENID}{path}")), at(format!("{path}{OPENID}"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_an_issuer_in_their_order() {
        let places = |issuer: &str| -> Vec<String> {
            issuer_places(&Url::parse(issuer).unwrap()).iter().map(Url::to_string).collect()
        };
        assert_eq!(
            places("https://a.example/t/"),
            [
                "https://a.example/.well-known/oauth-authorization-server/t",
                "https://a.example/.well-known/openid-configuration/t",
                "https://a.example/t/.well-known/openid-configuration"
            ]
        );
        assert_eq!(
            places("https://a.example"),
            [
                "https://a.example/.well-known/oauth-authorization-server",
                "https://a.example/.well-known/openid-configuration"
            ]
        );
    }
}

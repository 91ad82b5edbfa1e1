//! What is asked of a server that was opened with `initialize`: first what every client does, then the odd requests.

use serde_json::json;

use super::super::check::{not_applicable, not_observed};
use super::super::compose::{self, Draft, NO_CURSOR, NO_METHOD, NO_NOTIFICATION, NO_REVISION, NO_SESSION};
use super::super::secrets::quote;
use super::super::{Ask, Revision, limits};
use super::{Enough, Plan};
use crate::probe::initialize::version_header;

impl Plan<'_> {
    /// A draft inside the conversation: with the session id and the version.
    fn inside(&self, mut draft: Draft) -> Draft {
        if let Some(session) = self.seen.session() {
            draft.set(compose::SESSION_ID, session.clone());
        }
        let version = self.seen.negotiated().and_then(version_header);
        if let Some(version) = version {
            draft.set(compose::VERSION, version);
        }
        draft
    }

    fn ping(&mut self) -> Draft {
        let id = self.next_id();
        self.inside(Draft::request(id, "ping", None))
    }

    /// Everything about the era of the handshake, then whether the server speaks the later one too.
    pub(super) async fn handshake_era(&mut self) {
        if let (Some(wanted), Some(spoken)) = (self.seen.wanted, self.seen.negotiated())
            && wanted.as_str() != spoken
        {
            let spoken = quote(spoken, 40);
            self.seen.otherwise = not_observed(format!(
                "the server answers {wanted} with {spoken}, so {wanted} cannot be seen"
            ));
            self.end_session().await;
            return;
        }
        let draft = self.inside(Draft::notification("notifications/initialized"));
        self.ask(Ask::Initialized, draft).await;
        self.requests_of_every_client().await;
        self.odd_requests().await;
        self.guards().await;
        self.versions().await;
        self.end_session().await;
        if self.seen.login().is_some() {
            self.metadata().await;
        }
        if self.order.revision.is_none() {
            self.discover().await;
        }
    }

    async fn requests_of_every_client(&mut self) {
        let draft = self.ping();
        self.ask_wanted(Ask::Ping, draft).await;
        let draft = self.inside(Draft::request("rollcall-7f", "ping", None));
        self.ask_wanted(Ask::StringId, draft).await;
        self.pages().await;
        self.listen().await;
    }

    /// tools/list, page by page; then a cursor that is nobody's, where the server gives cursors at all.
    async fn pages(&mut self) {
        if !self.is_wanted(Ask::ToolsList) && !self.is_wanted(Ask::InvalidCursor) {
            return;
        }
        let (mut cursor, mut given) = (None, Vec::new());
        for _ in 0..limits::PAGES {
            let params = cursor.take().map(|cursor| json!({ "cursor": cursor }));
            let id = self.next_id();
            let draft = self.inside(Draft::request(id, "tools/list", params));
            let Some(made) = self.ask(Ask::ToolsList, draft).await else { return };
            let result = made.reply.as_ref().ok().and_then(super::super::reply::Reply::good);
            let next = result.and_then(|result| result.get("nextCursor")).and_then(|next| next.as_str());
            match next {
                Some(next) if !given.iter().any(|known| known == next) => {
                    given.push(next.to_owned());
                    cursor = Some(next.to_owned());
                }
                _ => break,
            }
        }
        if given.is_empty() {
            self.leave_out(&[Ask::InvalidCursor], &not_applicable("the server never gave a cursor"));
            return;
        }
        let id = self.next_id();
        let params = Some(json!({ "cursor": NO_CURSOR }));
        let draft = self.inside(Draft::request(id, "tools/list", params));
        self.ask_wanted(Ask::InvalidCursor, draft).await;
    }

    /// GET the stream of the server's own messages.
    async fn listen(&mut self) {
        if !self.is_wanted(Ask::Get) {
            return;
        }
        let draft = self.inside(Draft::get(compose::EVENT_STREAM));
        let url = self.order.target.url.clone();
        let wait = crate::probe::Wait { listen: Some(limits::GET_LISTEN), ..self.side() };
        self.make(Ask::Get, draft, &url, wait, Enough::Event).await;
    }

    async fn odd_requests(&mut self) {
        let id = self.next_id();
        let draft = self.inside(Draft::request(id, NO_METHOD, None));
        self.ask_wanted(Ask::UnknownMethod, draft).await;
        let draft = self.inside(Draft::notification(NO_NOTIFICATION));
        self.ask_wanted(Ask::UnknownNotification, draft).await;
        let draft = self.ping().accepting(compose::JSON);
        self.ask_wanted(Ask::AcceptJson, draft).await;
        let draft = self.inside(Draft::text("{\"jsonrpc\": \"2.0\", \"id\": 1, "));
        self.ask_wanted(Ask::BadJson, draft).await;
        self.batch().await;
        self.version_headers().await;
        self.session_headers().await;
    }

    async fn batch(&mut self) {
        if self.seen.revision() != Some(Revision::V20250326) {
            let why = not_applicable("only 2025-03-26 has batches");
            self.leave_out(&[Ask::Batch], &why);
            return;
        }
        let (one, two) = (self.next_id(), self.next_id());
        let ping = |id| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        let draft = self.inside(Draft::text(json!([ping(one), ping(two)]).to_string()));
        self.ask_wanted(Ask::Batch, draft).await;
    }

    async fn version_headers(&mut self) {
        if self.seen.revision() < Some(Revision::V20250618) {
            let why = not_applicable("the version header came with 2025-06-18");
            self.leave_out(&[Ask::NoVersionHeader, Ask::WrongVersionHeader], &why);
            return;
        }
        let draft = self.ping().without(&compose::VERSION);
        self.ask_wanted(Ask::NoVersionHeader, draft).await;
        let draft = self.ping().with(compose::VERSION, NO_REVISION);
        self.ask_wanted(Ask::WrongVersionHeader, draft).await;
    }

    async fn session_headers(&mut self) {
        if self.seen.session().is_none() {
            let asks = [Ask::NoSession, Ask::UnknownSession, Ask::Delete, Ask::EndedSession];
            self.leave_out(&asks, &not_applicable("the server gives no session id"));
            return;
        }
        let draft = self.ping().without(&compose::SESSION_ID);
        self.ask_wanted(Ask::NoSession, draft).await;
        let draft = self.ping().with(compose::SESSION_ID, NO_SESSION);
        self.ask_wanted(Ask::UnknownSession, draft).await;
    }

    async fn guards(&mut self) {
        let draft = self.ping().with_foreign_origin();
        self.ask_wanted(Ask::ForeignOrigin, draft).await;
        let draft = self.ping().with_foreign_host();
        self.ask_wanted(Ask::ForeignHost, draft).await;
    }

    /// `initialize` at a version that is nobody's, then at what was offered in return and at the other revisions.
    async fn versions(&mut self) {
        if !self.is_wanted(Ask::InitializeUnknown) && !self.is_wanted(Ask::InitializeOther) {
            return;
        }
        let offer = self.other_version(Ask::InitializeUnknown, NO_REVISION).await;
        if !self.is_wanted(Ask::InitializeOther) {
            return;
        }
        let known = Revision::ALL.iter().filter(|revision| revision.has_handshake());
        let mut versions: Vec<String> = offer.into_iter().collect();
        versions.extend(known.map(|revision| revision.as_str().to_owned()));
        let mut asked = vec![self.seen.offered.as_str().to_owned()];
        for version in versions {
            if !asked.contains(&version) && version.len() <= 40 {
                self.other_version(Ask::InitializeOther, &version).await;
                asked.push(version);
            }
        }
    }

    /// One more `initialize`; a session that it opens is ended at once. The version that was answered.
    async fn other_version(&mut self, ask: Ask, version: &str) -> Option<String> {
        let id = self.next_id();
        let made = self.ask(ask, Draft::initialize(id, version)).await?;
        let reply = made.reply.as_ref().ok()?;
        let answered = reply.good().and_then(|result| result.get("protocolVersion")?.as_str());
        let answered = answered.map(str::to_owned);
        let session = reply.head.headers.get(compose::SESSION_ID).filter(|id| !id.is_empty()).cloned();
        if let Some(session) = session {
            let mut goodbye = Draft::delete();
            goodbye.set(compose::SESSION_ID, session);
            if let Some(version) = answered.as_deref().and_then(version_header) {
                goodbye.set(compose::VERSION, version);
            }
            self.ask(Ask::Goodbye, goodbye).await;
        }
        answered
    }

    /// DELETE, wanted or not: what was opened is ended.
    async fn end_session(&mut self) {
        if self.seen.session().is_none() {
            return;
        }
        let draft = self.inside(Draft::delete());
        let ended = self.ask(Ask::Delete, draft).await;
        let ended = ended
            .and_then(|made| made.reply.as_ref().ok())
            .is_some_and(super::super::reply::Reply::is_success);
        if ended {
            let draft = self.ping();
            self.ask_wanted(Ask::EndedSession, draft).await;
        } else {
            self.leave_out(
                &[Ask::EndedSession],
                &not_applicable("the server does not end sessions on DELETE"),
            );
        }
    }
}

//! What is asked at 2026-07-28, which has no handshake: every request stands alone.

use http::HeaderValue;
use serde_json::json;

use super::super::check::{not_applicable, not_observed};
use super::super::compose::{self, Draft, NO_METHOD, NO_REVISION, NO_SESSION};
use super::super::reply::Reply;
use super::super::{Ask, Revision, limits};
use super::{Enough, Plan};

const DISCOVER: &str = "server/discover";
const MODERN: &str = Revision::V20260728.as_str();

impl Plan<'_> {
    fn modern_request(&mut self, method: &'static str, version: &'static str) -> Draft {
        let id = self.next_id();
        Draft::modern(id, method, version)
    }

    /// server/discover; and where it is answered, everything about that revision.
    pub(super) async fn discover(&mut self) {
        let draft = self.modern_request(DISCOVER, MODERN);
        let Some(made) = self.ask(Ask::Discover, draft).await else { return };
        let status = made.reply.as_ref().ok().map(Reply::status);
        if matches!(status, Some(401 | 403)) {
            self.leave_out(&Ask::MODERN, &not_observed("server/discover wants a login"));
            return;
        }
        if !self.seen.is_modern() {
            let why = not_applicable("the server does not speak 2026-07-28: server/discover is not answered");
            self.leave_out(&Ask::MODERN, &why);
            return;
        }
        self.modern_lists().await;
        self.modern_errors().await;
    }

    async fn modern_lists(&mut self) {
        let tools = self.seen.first(Ask::Discover).and_then(|at| at.reply.good());
        let declared = tools.and_then(|result| result.get("capabilities")?.get("tools")).is_some();
        if !declared {
            self.leave_out(&[Ask::ModernToolsList], &not_applicable("the server declares no tools"));
            return;
        }
        for _ in 0..2 {
            let draft = self.modern_request("tools/list", MODERN);
            self.ask_wanted(Ask::ModernToolsList, draft).await;
        }
    }

    async fn modern_errors(&mut self) {
        let draft = self.modern_request(DISCOVER, MODERN).without(&compose::MCP_METHOD);
        self.ask_wanted(Ask::ModernNoHeader, draft).await;
        let draft = self.modern_request(DISCOVER, MODERN).with(compose::MCP_METHOD, "tools/list");
        self.ask_wanted(Ask::ModernMismatch, draft).await;
        let id = self.next_id();
        let draft = Draft::request(id, DISCOVER, Some(json!({})))
            .with(compose::VERSION, MODERN)
            .with(compose::MCP_METHOD, DISCOVER);
        self.ask_wanted(Ask::ModernNoMeta, draft).await;
        let draft = self.modern_request(DISCOVER, NO_REVISION);
        self.ask_wanted(Ask::ModernUnknownVersion, draft).await;
        let draft = self.modern_request(NO_METHOD, MODERN);
        self.ask_wanted(Ask::ModernUnknownMethod, draft).await;
        let mut draft = self.modern_request(DISCOVER, MODERN);
        draft.set(compose::SESSION_ID, HeaderValue::from_static(NO_SESSION));
        self.ask_wanted(Ask::ModernSession, draft).await;
        if self.seen.is_open() {
            let why = not_applicable("the server also speaks revisions that have a GET stream");
            self.leave_out(&[Ask::ModernGet], &why);
        } else if self.is_wanted(Ask::ModernGet) {
            let draft = Draft::get(compose::EVENT_STREAM).with(compose::VERSION, MODERN);
            let url = self.order.target.url.clone();
            let wait = crate::probe::Wait { listen: Some(limits::GET_LISTEN), ..self.side() };
            self.make(Ask::ModernGet, draft, &url, wait, Enough::Event).await;
        }
    }

    /// The guard checks of a server that has no handshake.
    pub(super) async fn guards_without_handshake(&mut self) {
        let draft = self.modern_request(DISCOVER, MODERN).with_foreign_origin();
        self.ask_wanted(Ask::ForeignOrigin, draft).await;
        let draft = self.modern_request(DISCOVER, MODERN).with_foreign_host();
        self.ask_wanted(Ask::ForeignHost, draft).await;
    }
}

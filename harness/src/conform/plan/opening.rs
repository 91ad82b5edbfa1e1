//! The opening of a run, and the branch that its answer leads to.

use super::super::check::{not_applicable, not_observed};
use super::super::compose::Draft;
use super::super::{Ask, Revision};
use super::{Enough, Plan};
use crate::probe::Wait;
use crate::target::Transport;

impl Plan<'_> {
    /// Opens, and goes on as the answer allows.
    pub(super) async fn open(&mut self) {
        if self.order.target.transport == Transport::Sse {
            self.seen.otherwise =
                not_observed("the stream of legacy SSE is opened and nothing is posted to it");
            self.open_stream().await;
            return;
        }
        if self.seen.wanted.is_some_and(|wanted| !wanted.has_handshake()) {
            self.seen.otherwise = not_applicable("2026-07-28 alone is held, and it has no handshake");
            self.discover().await;
            self.after_closed().await;
            return;
        }
        let Some((status, good)) = self.initialize().await else { return };
        match status {
            300..=399 => {
                let place = self.location();
                self.stop(format!("initialize is redirected{place}; name the final URL"));
            }
            401 | 403 => self.after_closed().await,
            _ if good => {
                let why = not_applicable("the server speaks Streamable HTTP");
                self.leave_out(&[Ask::OpenStream], &why);
                self.handshake_era().await;
            }
            _ => self.not_opened(status).await,
        }
    }

    /// The opening request: its status, and whether it was answered with a result.
    async fn initialize(&mut self) -> Option<(u16, bool)> {
        let id = self.next_id();
        let draft = Draft::initialize(id, self.seen.offered.as_str());
        let url = self.order.target.url.clone();
        let wait = Wait { whole: self.caller.policy().request_deadline, ..self.side() };
        let made = self.make(Ask::Initialize, draft, &url, wait, Enough::Response).await?;
        match &made.reply {
            Ok(reply) => Some((reply.status(), reply.good().is_some())),
            Err(end) => {
                let why = super::super::reply::ended(*end).unwrap_or_default();
                self.stop(format!("the server could not be reached: initialize {why}"));
                None
            }
        }
    }

    fn location(&self) -> String {
        let location = self.seen.first(Ask::Initialize).and_then(|at| at.reply.head.location());
        location.map(|place| format!(" to {}", super::super::secrets::quote(&place, 200))).unwrap_or_default()
    }

    /// No result and no login: a server of 2026-07-28 alone, a legacy endpoint, or no MCP server.
    async fn not_opened(&mut self, status: u16) {
        self.seen.otherwise = not_observed("initialize was not answered with a result");
        let may_be_legacy = matches!(status, 400 | 404 | 405) && self.may_be_legacy();
        // A path that takes no POST at all is a legacy endpoint sooner than anything else: nothing more is posted to it.
        let bare = self.seen.first(Ask::Initialize).is_some_and(|at| at.reply.error().is_none());
        if may_be_legacy && bare && status != 400 {
            self.open_stream().await;
            if self.seen.is_legacy() || self.seen.login().is_some() {
                return;
            }
        }
        if self.order.revision.is_none() {
            self.discover().await;
        }
        if self.seen.is_modern() {
            self.seen.otherwise =
                not_applicable("the server speaks 2026-07-28 alone, which has no handshake");
            self.guards_without_handshake().await;
        } else if may_be_legacy && self.seen.first(Ask::OpenStream).is_none() {
            self.open_stream().await;
        }
    }

    fn may_be_legacy(&self) -> bool {
        let asked = self.order.revision.is_none_or(|revision| revision == Revision::V20241105);
        asked && self.order.target.transport == Transport::Auto
    }
}

//! What a run has seen: every exchange in order, and why others were not made. The checks read nothing else.

use std::collections::BTreeMap;

use serde_json::Value;
use url::Url;

use super::check::{Ruling, Unheld};
use super::reply::{Reply, ended};
use super::{Ask, Revision};
use crate::probe::Call;
use crate::record::End;

/// One request with its reply, or the lack of one.
#[derive(Debug, Clone)]
pub(crate) struct Exchanged {
    pub(crate) ask: Ask,
    /// What sets it apart from others of its kind: the version asked for.
    pub(crate) note: Option<String>,
    pub(crate) call: Call,
    /// The JSON-RPC id that was sent.
    pub(crate) id: Option<Value>,
    /// The reply, or how it ended without one.
    pub(crate) reply: Result<Reply, End>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) url: Url,
    /// The revision that the user wants held.
    pub(crate) wanted: Option<Revision>,
    /// The version offered first.
    pub(crate) offered: Revision,
    pub(crate) exchanges: Vec<Exchanged>,
    /// Why single requests were not made.
    pub(crate) unasked: BTreeMap<Ask, Unheld>,
    /// Why all others were not made.
    pub(crate) otherwise: Unheld,
    /// Why the run ended before its plan.
    pub(crate) stopped: Option<String>,
}

/// An exchange that has a reply.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) exchange: &'a Exchanged,
    pub(crate) reply: &'a Reply,
}

impl Seen {
    pub(crate) fn new(url: Url, wanted: Option<Revision>, offered: Revision) -> Self {
        let otherwise = Unheld::NotObserved("it was not asked".to_owned());
        Self {
            url,
            wanted,
            offered,
            exchanges: Vec::new(),
            unasked: BTreeMap::new(),
            otherwise,
            stopped: None,
        }
    }

    /// The replies to a kind of request, in order.
    pub(crate) fn all(&self, ask: Ask) -> impl Iterator<Item = At<'_>> {
        self.replies().filter(move |at| at.exchange.ask == ask)
    }

    /// Every reply, in order.
    pub(crate) fn replies(&self) -> impl Iterator<Item = At<'_>> {
        self.exchanges
            .iter()
            .filter_map(|exchange| Some(At { exchange, reply: exchange.reply.as_ref().ok()? }))
    }

    /// The first reply to a kind of request.
    pub(crate) fn first(&self, ask: Ask) -> Option<At<'_>> {
        self.all(ask).next()
    }

    /// The first reply to a kind of request, or why there is none.
    pub(crate) fn need(&self, ask: Ask) -> Result<At<'_>, Unheld> {
        if let Some(at) = self.first(ask) {
            return at.judgeable();
        }
        let ends = |made: &Exchanged| made.reply.as_ref().err().filter(|_| made.ask == ask).copied();
        if let Some(end) = self.exchanges.iter().find_map(ends) {
            let how = ended(end).unwrap_or_default();
            return Err(Unheld::NotObserved(format!("{ask} had no reply ({how})")));
        }
        Err(self.why_unasked(ask))
    }

    /// Why a kind of request was not made, or not made at every place.
    pub(crate) fn why_unasked(&self, ask: Ask) -> Unheld {
        let stopped = self.stopped.as_ref().map(|why| Unheld::NotObserved(why.clone()));
        self.unasked.get(&ask).cloned().or(stopped).unwrap_or_else(|| self.otherwise.clone())
    }

    /// The version that the opening was answered with.
    pub(crate) fn negotiated(&self) -> Option<&str> {
        self.first(Ask::Initialize)?.reply.good()?.get("protocolVersion")?.as_str()
    }

    /// The same, where it is a revision that we know.
    pub(crate) fn revision(&self) -> Option<Revision> {
        self.negotiated()?.parse().ok()
    }

    /// The opening was answered with a result.
    pub(crate) fn is_open(&self) -> bool {
        self.first(Ask::Initialize).is_some_and(|at| at.reply.good().is_some())
    }

    /// The server speaks 2026-07-28: it answers server/discover, or with error codes that only that revision has.
    pub(crate) fn is_modern(&self) -> bool {
        self.first(Ask::Discover)
            .is_some_and(|at| at.reply.good().is_some() || at.reply.error_code().is_some_and(is_modern_code))
    }

    /// It is legacy SSE: the stream opened with its `endpoint` event.
    pub(crate) fn is_legacy(&self) -> bool {
        self.first(Ask::OpenStream).is_some_and(|at| super::checks::is_endpoint_stream(at.reply))
    }

    /// The first reply that asks for a login.
    pub(crate) fn login(&self) -> Option<At<'_>> {
        // A server that was opened may well want a session id of server/discover, and call that unauthorized.
        let asked: &[Ask] = if self.is_open() {
            &[Ask::ToolsList]
        } else {
            &[Ask::Initialize, Ask::Discover, Ask::OpenStream]
        };
        self.replies().find(|at| matches!(at.reply.status(), 401 | 403) && asked.contains(&at.exchange.ask))
    }

    /// The login was asked for before anything else could be seen.
    pub(crate) fn is_closed(&self) -> bool {
        self.login().is_some() && !self.is_open() && !self.is_modern()
    }

    /// The session id that the opening gave.
    pub(crate) fn session(&self) -> Option<&http::HeaderValue> {
        let at = self.first(Ask::Initialize).filter(|at| at.reply.good().is_some())?;
        at.reply.head.headers.get(super::compose::SESSION_ID).filter(|value| !value.is_empty())
    }

    /// The revisions that the server is held against; none when nothing was heard.
    pub(crate) fn held(&self) -> Vec<Revision> {
        if self.replies().next().is_none() {
            return Vec::new();
        }
        if let Some(wanted) = self.wanted {
            return vec![wanted];
        }
        if self.is_legacy() || self.first(Ask::Initialize).or(self.first(Ask::Discover)).is_none() {
            return vec![Revision::V20241105];
        }
        let mut held = Vec::new();
        if self.is_open() || !self.is_modern() {
            held.push(self.revision().filter(|it| it.has_handshake()).unwrap_or(self.offered));
        }
        if self.is_modern() || self.is_closed() {
            held.push(Revision::V20260728);
        }
        held
    }

    /// The result of the opening, or why there is none to be judged.
    pub(crate) fn opening(&self) -> Result<(At<'_>, &Value), Unheld> {
        let at = self.handshake()?;
        let result = at.reply.good().ok_or_else(|| {
            Unheld::NotObserved(format!("initialize was not answered with a result: {}", at.reply.said()))
        })?;
        Ok((at, result))
    }

    /// The first reply to a kind of request that is only judged of a server that was opened.
    pub(crate) fn opened(&self, ask: Ask) -> Result<At<'_>, Unheld> {
        self.opening()?;
        self.need(ask)
    }

    /// The reply to the opening where it is one that can be judged: no login, no legacy SSE.
    pub(crate) fn handshake(&self) -> Result<At<'_>, Unheld> {
        let at = self.need(Ask::Initialize)?;
        if self.is_legacy() {
            return Err(Unheld::NotObserved(
                "the stream of legacy SSE is opened and nothing is posted to it".to_owned(),
            ));
        }
        if matches!(at.reply.status(), 401 | 403) {
            return Err(Unheld::NotObserved(format!(
                "the server wants a login (HTTP {})",
                at.reply.status()
            )));
        }
        Ok(at)
    }
}

impl At<'_> {
    /// The exchange, unless its reply says nothing of the requirement: a redirect that is not followed, or a 429.
    fn judgeable(self) -> Result<Self, Unheld> {
        match self.reply.status() {
            300..=399 => Err(Unheld::NotObserved(format!(
                "{} is redirected (HTTP {}); name the final URL",
                self.exchange.ask,
                self.reply.status()
            ))),
            429 => Err(Unheld::NotObserved(format!(
                "the server asked for fewer requests (HTTP 429 to {})",
                self.exchange.ask
            ))),
            _ => Ok(self),
        }
    }
}

/// Codes that 2026-07-28 gave a meaning.
fn is_modern_code(code: i64) -> bool {
    matches!(code, -32022..=-32020)
}

/// A ruling over several exchanges: the first that misses, else the last one seen.
pub(crate) fn over<'a>(
    found: impl IntoIterator<Item = At<'a>>,
    unseen: impl FnOnce() -> Unheld,
    mut missed: impl FnMut(At<'a>) -> Option<String>,
) -> Ruling<'a> {
    let mut last = None;
    for at in found {
        if let Some(actual) = missed(at) {
            return at.missed(actual);
        }
        last = Some(at);
    }
    last.ok_or_else(unseen).and_then(At::kept)
}

//! The plan of a run: bounded requests, one at a time, each only where what came before gives it a meaning.
//!
//! Here: how one request is made and what the run may still spend. What is asked in which order is in `plan/`.

mod closed;
mod era;
mod hosts;
mod modern;
mod opening;

use std::collections::BTreeSet;
use std::time::Duration;

use http::HeaderValue;
use tokio::time::Instant;
use url::Url;

use super::check::{Unheld, not_observed};
use super::compose::Draft;
use super::limits::Spent;
use super::reply::{Reply, parts};
use super::run::Order;
use super::seen::{Exchanged, Seen};
use super::{Ask, Limits, Revision, limits};
use crate::probe::head::{Head, MediaType};
use crate::probe::sse::Parser;
use crate::probe::{Caller, Line, Wait};
use crate::record::{End, PlainReason};
use hosts::Hosts;

/// A run under way.
pub(super) struct Plan<'a> {
    line: Line<'a>,
    order: &'a Order,
    caller: &'a Caller,
    user_agent: HeaderValue,
    wanted: BTreeSet<Ask>,
    seen: Seen,
    limits: Limits,
    began: Instant,
    requests: u32,
    bytes: u64,
    values: usize,
    hosts: Hosts,
    id: u64,
}

/// When enough of a body has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Enough {
    /// A response to the request: what follows is only waited for shortly.
    Response,
    /// One event.
    Event,
}

impl<'a> Plan<'a> {
    pub(super) fn new(caller: &'a Caller, order: &'a Order, limits: Limits) -> Self {
        let offered = order
            .revision
            .filter(|revision| revision.has_handshake())
            .unwrap_or(Revision::NEWEST_WITH_HANDSHAKE);
        let user_agent = HeaderValue::from_str(&caller.policy().user_agent())
            .expect("the caller was made with a contact that fits into a header");
        Self {
            line: caller.line(),
            order,
            caller,
            user_agent,
            wanted: order.selection.asks(),
            seen: Seen::new(order.target.url.clone(), order.revision, offered),
            began: Instant::now(),
            limits,
            requests: limits.requests,
            bytes: limits.run_bytes,
            values: limits.run_values,
            hosts: Hosts::new(&order.target.url),
            id: 1,
        }
    }

    /// Asks what there is to ask.
    pub(super) async fn carry_out(mut self) -> Seen {
        self.open().await;
        self.seen
    }

    /// Whether a request is worth making: some chosen check reads it, and the run is not over.
    fn is_wanted(&self, ask: Ask) -> bool {
        self.seen.stopped.is_none() && self.wanted.contains(&ask)
    }

    /// Says why all that was not asked so far is not asked at all.
    fn stop(&mut self, why: impl Into<String>) {
        self.seen.stopped.get_or_insert_with(|| why.into());
    }

    fn leave_out(&mut self, asks: &[Ask], why: &Unheld) {
        // What follows from a reply that never came, for the run had ended, is no reason.
        let stopped = self.seen.stopped.clone().map(not_observed);
        let why = stopped.as_ref().unwrap_or(why);
        for &ask in asks {
            self.seen.unasked.entry(ask).or_insert_with(|| why.clone());
        }
    }

    fn next_id(&mut self) -> u64 {
        self.id += 1;
        self.id
    }

    /// Makes a request to the server's URL.
    async fn ask(&mut self, ask: Ask, draft: Draft) -> Option<&Exchanged> {
        let url = self.order.target.url.clone();
        let wait = self.side();
        self.make(ask, draft, &url, wait, Enough::Response).await
    }

    /// Makes a request that any chosen check reads.
    async fn ask_wanted(&mut self, ask: Ask, draft: Draft) -> Option<&Exchanged> {
        if !self.is_wanted(ask) {
            return None;
        }
        self.ask(ask, draft).await
    }

    /// The wait of a request after the opening one.
    fn side(&self) -> Wait {
        let whole = self.limits.side.min(self.caller.policy().request_deadline);
        Wait { whole, rest: limits::STREAM_END, listen: None, cap: self.limits.reply_bytes }
    }

    /// Makes one request within all limits, and keeps what came of it.
    async fn make(
        &mut self,
        ask: Ask,
        draft: Draft,
        url: &Url,
        mut wait: Wait,
        enough: Enough,
    ) -> Option<&Exchanged> {
        let left = self.limits.run.saturating_sub(self.began.elapsed());
        if let Some(spent) = self.spent(left) {
            self.stop(self.limits.used_up(spent));
        }
        if let Some(why) = self.seen.stopped.clone().or_else(|| self.hosts.left(url).map(str::to_owned)) {
            self.leave_out(&[ask], &not_observed(why));
            return None;
        }
        let (asked, bytes) = (wait, self.bytes);
        wait.whole = wait.whole.min(left);
        wait.cap = wait.cap.min(bytes);
        self.requests -= 1;
        let own = if *url == self.order.target.url { &*self.order.own } else { &[] };
        let call = draft.call(url, &self.user_agent, own, self.hosts.lead(url));
        let mut watch = Watch { parser: Parser::new(usize::MAX >> 1), enough, id: draft.id.clone() };
        let heard = self.line.call(&call, wait, |head, piece| watch.sees(head, piece)).await;
        self.bytes = self.bytes.saturating_sub(heard.body.len() as u64);
        self.hosts.met(url, heard.peer);
        let mut reply = Reply::read(&heard, self.values).ok_or(heard.end);
        let values = reply.as_ref().map_or(0, |reply| reply.values);
        let cut = match heard.end {
            End::Deadline(_) if left < asked.whole => Some(Spent::Time),
            End::Unreadable(_) if bytes < asked.cap && heard.body.len() as u64 == bytes => Some(Spent::Bytes),
            _ if values > self.values => Some(Spent::Values),
            _ => None,
        };
        if let Some(spent) = cut {
            // What we did not read to its end says nothing of the server.
            self.stop(self.limits.used_up(spent));
            reply = Err(match heard.end {
                End::Complete | End::Stopped => End::Unreadable(PlainReason::TooLarge.into()),
                end => end,
            });
        }
        self.values = self.values.saturating_sub(values);
        self.note(url, reply.as_ref().ok().map(Reply::status), ask);
        let Draft { note, id, .. } = draft;
        self.seen.exchanges.push(Exchanged { ask, note, call, id, reply });
        self.seen.exchanges.last()
    }

    /// What of the run's own limits is used up.
    fn spent(&self, left: Duration) -> Option<Spent> {
        let spent = [
            (left.is_zero(), Spent::Time),
            (self.requests == 0, Spent::Requests),
            (self.bytes == 0, Spent::Bytes),
            (self.values == 0, Spent::Values),
        ];
        spent.into_iter().find_map(|(is_spent, what)| is_spent.then_some(what))
    }

    /// The server's own host ends the run when it wants fewer requests or has stopped answering.
    fn note(&mut self, url: &Url, status: Option<u16>, ask: Ask) {
        let why = self.hosts.note(url, status, ask).map(str::to_owned);
        if let Some(why) = why.filter(|_| self.hosts.is_own(url)) {
            self.stop(why);
        }
    }
}

/// Looks at a body as it comes, to know when to stop.
struct Watch {
    parser: Parser,
    enough: Enough,
    id: Option<serde_json::Value>,
}

impl Watch {
    fn sees(&mut self, head: &Head, piece: &[u8]) -> bool {
        // Only a stream is left before its end.
        if head.media_type() != MediaType::EventStream {
            return false;
        }
        let mut rest = piece;
        while let Some(Ok(event)) = self.parser.next(&mut rest) {
            let done = match self.enough {
                Enough::Event => true,
                Enough::Response => answers(event.data, self.id.as_ref()),
            };
            if done {
                return true;
            }
        }
        false
    }
}

/// Whether an event's data is a response to the request with this id.
fn answers(data: &[u8], id: Option<&serde_json::Value>) -> bool {
    if parts(data) > limits::JSON_PARTS {
        return false;
    }
    let Ok(message) = serde_json::from_slice::<serde_json::Value>(data) else { return false };
    let response = message.get("result").is_some() || message.get("error").is_some();
    response && (id.is_none() || message.get("id") == id || message.get("id").is_none())
}

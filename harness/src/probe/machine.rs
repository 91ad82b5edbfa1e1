//! The conversation as a state machine: events in, actions out. No socket, no clock.
//!
//! Here: one request after the other, its retry and its redirects. What an answered request means is in `steps`.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Uri};
use url::Url;

use super::budget::Budget;
use super::compose::Voice;
use super::head::Head;
use super::lookup::Lookup;
use super::reader::{Expect, Reading};
use super::tools::ToolTally;
use crate::policy::Policy;
use crate::record::{End, Exchange, Finding, FindingId, Method, PlainReason, Reason, Record, Step, clean};
use crate::target::{Target, Transport};

/// What the driver reports.
#[derive(Debug)]
pub enum Event {
    /// The probe begins.
    Start,
    /// The request under way is over, one way or another.
    Ended(Box<Ended>),
}

/// A finished exchange.
#[derive(Debug)]
pub struct Ended {
    /// For the record.
    pub exchange: Exchange,
    /// The head of the reply, if there was one.
    pub head: Option<Head>,
    /// What the reply said; absent when there was none.
    pub reading: Option<Reading>,
    /// The server refused HTTP/2 and wants HTTP/1.1.
    pub http2_refused: bool,
    /// Addresses of the host that may not be contacted and were left out.
    pub blocked: Vec<std::net::IpAddr>,
    /// Since the probe began.
    pub elapsed: Duration,
}

/// What the driver has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Make this request and report its end.
    Send(Box<Request>),
    /// The probe is over; the record is complete.
    Finish,
}

/// Which limit a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deadline {
    /// That of a request, counted from now.
    Request,
    /// That of the legacy GET, counted from now.
    Endpoint,
    /// The one that is running already: a redirect hop.
    Running,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Which request of the conversation.
    pub step: Step,
    /// 1, or 2 for the retry.
    pub attempt: u8,
    /// Redirects followed so far.
    pub hop: u8,
    /// The HTTP method.
    pub method: Method,
    /// Where to.
    pub url: Url,
    /// The same as a request target.
    pub uri: Uri,
    /// The headers, without Host and Content-Length, which belong to the connection.
    pub headers: HeaderMap,
    /// The body; empty for GET and DELETE.
    pub body: Bytes,
    /// Its limit.
    pub deadline: Deadline,
    /// What the reply has to be.
    pub expect: Expect,
    /// HTTP/2 was refused: use HTTP/1.1.
    pub http1_only: bool,
}

/// What a request asks for, beyond its step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ask {
    Initialize,
    Initialized,
    ToolsList { cursor: Option<String> },
    Delete,
    OpenStream,
    Discover,
    ModernToolsList,
    Document { url: Url },
}

impl Ask {
    fn step(&self) -> Step {
        match self {
            Self::Initialize => Step::Initialize,
            Self::Initialized => Step::Initialized,
            Self::ToolsList { .. } => Step::ToolsList,
            Self::Delete => Step::Delete,
            Self::OpenStream => Step::OpenStream,
            Self::Discover => Step::Discover,
            Self::ModernToolsList => Step::ModernToolsList,
            Self::Document { .. } => Step::ResourceMetadata,
        }
    }

    fn deadline(&self) -> Deadline {
        if matches!(self, Self::OpenStream) { Deadline::Endpoint } else { Deadline::Request }
    }

    /// Whether its exchanges stand under `modern`.
    fn is_modern(&self) -> bool {
        matches!(self, Self::Discover | Self::ModernToolsList)
    }
}

/// One conversation with one target.
#[derive(Debug)]
pub struct Machine<'a> {
    pub(super) policy: &'a Policy,
    voice: &'a Voice,
    pub(super) transport: Transport,
    pub(super) record: Record,
    budget: Budget,
    /// Where requests go: the target's URL, or where a redirect led.
    pub(super) url: Url,
    /// The same as a request target.
    uri: Option<Uri>,
    asked: Option<Asked>,
    next_id: u64,
    http1_only: bool,
    pub(super) session: Option<HeaderValue>,
    pub(super) version: Option<HeaderValue>,
    pub(super) tools_declared: Option<bool>,
    pub(super) tally: ToolTally,
    pub(super) cursors: Vec<String>,
    pub(super) lookup: Option<Lookup>,
    /// `--modern` has a reason to ask at 2026-07-28.
    pub(super) modern_wanted: bool,
}

/// The request under way: enough to make it again.
#[derive(Debug)]
struct Asked {
    ask: Ask,
    url: Url,
    uri: Uri,
    id: u64,
    attempt: u8,
    hop: u8,
}

/// Ids begin here: never 0, which broken servers answer with, and never 1, which they assume.
const FIRST_ID: u64 = 2;

impl<'a> Machine<'a> {
    /// A machine for one target. Nothing is sent before [`Event::Start`].
    #[must_use]
    pub fn new(target: &Target, policy: &'a Policy, voice: &'a Voice) -> Self {
        Self {
            policy,
            voice,
            transport: target.transport,
            record: Record::new(target.url.as_str().to_owned(), target.transport, target.entry.clone()),
            budget: Budget::new(policy),
            url: target.url.clone(),
            uri: request_uri(&target.url),
            asked: None,
            next_id: FIRST_ID,
            http1_only: false,
            session: None,
            version: None,
            tools_declared: None,
            tally: ToolTally::default(),
            cursors: Vec::new(),
            lookup: None,
            modern_wanted: false,
        }
    }

    /// Takes in what happened and says what comes next. After [`Action::Finish`] there is nothing but
    /// [`Action::Finish`].
    pub fn advance(&mut self, event: Event) -> Action {
        match event {
            Event::Start if self.asked.is_none() && self.record.exchanges.is_empty() => {
                let first = if self.transport == Transport::Sse { Ask::OpenStream } else { Ask::Initialize };
                self.send(first)
            }
            Event::Start => self.again(),
            Event::Ended(ended) => match self.asked.take() {
                Some(asked) => self.ended(asked, *ended),
                None => Action::Finish,
            },
        }
    }

    /// A second start changes nothing: what is under way stays so.
    fn again(&self) -> Action {
        self.asked.as_ref().map_or(Action::Finish, |asked| self.compose(asked, Deadline::Running))
    }

    /// The finished record, decided. What it lacks is what only a clock knows.
    #[must_use]
    pub fn into_record(mut self) -> Record {
        self.record.decide();
        self.record
    }

    pub(super) fn find(&mut self, id: FindingId, step: Step, detail: Option<String>) {
        self.record.findings.push(Finding { id, step: Some(step), detail });
    }

    /// Asks, if the budget still has a request.
    pub(super) fn send(&mut self, ask: Ask) -> Action {
        let (url, uri) = match &ask {
            Ask::Document { url } => (url.clone(), request_uri(url)),
            _ => (self.url.clone(), self.uri.clone()),
        };
        let Some(uri) = uri.filter(|_| self.budget.request()) else { return Action::Finish };
        let id = self.new_id();
        let deadline = ask.deadline();
        self.put(Asked { ask, url, uri, id, attempt: 1, hop: 0 }, deadline)
    }

    /// An id is used once, by a retry too.
    fn new_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn put(&mut self, asked: Asked, deadline: Deadline) -> Action {
        let action = self.compose(&asked, deadline);
        self.asked = Some(asked);
        action
    }

    fn compose(&self, asked: &Asked, deadline: Deadline) -> Action {
        let Asked { ask, url, uri, id, attempt, hop } = asked;
        let (id, voice) = (*id, self.voice);
        let (session, version) = (self.session.as_ref(), self.version.as_ref());
        let (method, expect) = match ask {
            Ask::Initialize => (Method::Post, Expect::Initialize { id }),
            Ask::Initialized => (Method::Post, Expect::Notification),
            Ask::ToolsList { .. } => (Method::Post, Expect::ToolsPage { id }),
            Ask::Delete => (Method::Delete, Expect::Delete),
            Ask::OpenStream => (Method::Get, Expect::EndpointEvent),
            Ask::Discover => (Method::Post, Expect::Discover { id }),
            Ask::ModernToolsList => (Method::Post, Expect::ModernToolsPage { id }),
            Ask::Document { .. } => (Method::Get, Expect::Document),
        };
        let (headers, body) = match ask {
            Ask::Initialize => (voice.headers(method, None, None), voice.initialize(id)),
            Ask::Initialized => (voice.headers(method, session, version), Voice::initialized()),
            Ask::ToolsList { cursor } => {
                (voice.headers(method, session, version), Voice::tools_list(id, cursor.as_deref()))
            }
            Ask::Delete => (voice.headers(method, session, version), Bytes::new()),
            Ask::OpenStream => (voice.headers(method, None, None), Bytes::new()),
            Ask::Discover => (voice.modern_headers("server/discover"), voice.modern(id, "server/discover")),
            Ask::ModernToolsList => (voice.modern_headers("tools/list"), voice.modern(id, "tools/list")),
            Ask::Document { .. } => (voice.document_headers(), Bytes::new()),
        };
        Action::Send(Box::new(Request {
            step: ask.step(),
            attempt: *attempt,
            hop: *hop,
            method,
            url: url.clone(),
            uri: uri.clone(),
            headers,
            body,
            deadline,
            expect,
            http1_only: self.http1_only,
        }))
    }

    fn ended(&mut self, asked: Asked, ended: Ended) -> Action {
        self.budget.elapsed(self.policy, ended.elapsed);
        self.note_blocked(&ended, asked.ask.step());
        let dropped = is_dropped(&ended);
        let location = ended.head.as_ref().and_then(|head| redirect(&asked, head));
        let Ended { exchange, head, reading, http2_refused, .. } = ended;
        let is_modern = asked.ask.is_modern();
        let action = if dropped && self.budget.retry() {
            self.retry(asked, http2_refused)
        } else if let Some((url, uri)) = location
            && self.budget.hop()
        {
            self.follow(asked, url, uri)
        } else {
            self.settled(asked.ask, &exchange, head.as_ref(), reading)
        };
        self.keep(is_modern, exchange);
        action
    }

    fn note_blocked(&mut self, ended: &Ended, step: Step) {
        // With none left the outcome says it all.
        let none_left = ended.exchange.end == End::Failed(PlainReason::AddressBlocked.into());
        if ended.blocked.is_empty() || none_left || self.record.has(FindingId::BlockedAddressSkipped) {
            return;
        }
        let addresses: Vec<String> = ended.blocked.iter().take(8).map(ToString::to_string).collect();
        self.find(FindingId::BlockedAddressSkipped, step, Some(addresses.join(", ")));
    }

    fn keep(&mut self, is_modern: bool, exchange: Exchange) {
        match &mut self.record.modern {
            Some(modern) if is_modern => modern.exchanges.push(exchange),
            _ => self.record.exchanges.push(exchange),
        }
    }

    fn retry(&mut self, asked: Asked, http2_refused: bool) -> Action {
        self.find(FindingId::Retried, asked.ask.step(), None);
        if http2_refused {
            self.find(FindingId::H2Refused, asked.ask.step(), None);
            self.http1_only = true;
        }
        let deadline = asked.ask.deadline();
        let again = Asked { id: self.new_id(), attempt: asked.attempt + 1, ..asked };
        self.put(again, deadline)
    }

    fn follow(&mut self, asked: Asked, url: Url, uri: Uri) -> Action {
        let detail = clean(url.as_str(), 200).into_owned();
        self.find(FindingId::Redirected, asked.ask.step(), Some(detail));
        self.url.clone_from(&url);
        self.uri = Some(uri.clone());
        let hop = Asked { url, uri, hop: asked.hop + 1, ..asked };
        self.put(hop, Deadline::Running)
    }
}

/// Where a reply sends us, if we may follow: a 307 or 308 to the same origin. A document is asked for at one URL only.
fn redirect(asked: &Asked, head: &Head) -> Option<(Url, Uri)> {
    if matches!(asked.ask, Ask::Document { .. }) || !matches!(head.status, 307 | 308) {
        return None;
    }
    let mut url = asked.url.join(&head.location()?).ok()?;
    url.set_fragment(None);
    let same = url.origin() == asked.url.origin() && url.username().is_empty() && url.password().is_none();
    let uri = request_uri(&url).filter(|_| same)?;
    Some((url, uri))
}

/// Reset or closed before the answer was complete. A status outside 2xx is complete as it is.
fn is_dropped(ended: &Ended) -> bool {
    let broken = matches!(
        ended.exchange.end,
        End::Failed(Reason::Plain(PlainReason::Dropped | PlainReason::Truncated))
    );
    broken
        && ended.exchange.answer.is_none()
        && ended.exchange.status.is_none_or(|status| (200..300).contains(&status))
}

/// A URL as a request target. `None` only for one that is too long for any (64 KiB).
fn request_uri(url: &Url) -> Option<Uri> {
    url.as_str().parse().ok()
}

#[cfg(test)]
mod tests;

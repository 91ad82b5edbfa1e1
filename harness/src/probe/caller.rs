//! One request at a time, its reply as it came: for `conform`, which judges what a probe forgives.
//!
//! The same connections, vetting and decoding as a probe's; no reader, no redirects, no conversation.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Uri};
use rustls::RootCertStore;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use url::Url;

use super::driver::ProberError;
use super::fault::Fault;
use super::head::Head;
use super::machine::{Deadline, Request};
use super::reader::Expect;
use super::resolve::Resolve;
use super::talk::Talk;
use super::tls;
use crate::policy::Policy;
use crate::record::{End, Method, PlainReason, Step};
use crate::target::Lead;

/// Makes calls by a policy's rules.
pub(crate) struct Caller {
    policy: Arc<Policy>,
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
}

impl Caller {
    /// # Errors
    /// When the policy's contact cannot stand in a header, or the roots are unusable.
    pub(crate) fn new(
        policy: Arc<Policy>,
        resolver: Arc<dyn Resolve>,
        roots: RootCertStore,
    ) -> Result<Self, ProberError> {
        if HeaderValue::from_str(&policy.user_agent()).is_err() {
            return Err(ProberError::Contact(policy.contact.clone()));
        }
        Ok(Self { policy, resolver, tls: TlsConnector::from(Arc::new(tls::settings(roots)?)) })
    }

    /// One line: the calls on it follow each other and share a connection where they can.
    pub(crate) fn line(&self) -> Line<'_> {
        Line { talk: Talk::new(&self.policy, &*self.resolver, &self.tls), http1_only: false }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }
}

/// One request.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) url: Url,
    /// All headers but Content-Length, and but Host where `host` does not name one.
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// A Host (or `:authority`) other than the URL's.
    pub(crate) host: Option<&'static str>,
    /// Who named the URL: where its host may be.
    pub(crate) lead: Lead,
}

/// How long a call may take and how much it may bring.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wait {
    /// From name resolution to the last byte.
    pub(crate) whole: Duration,
    /// How much longer the end of a body is waited for, once enough of it has come.
    pub(crate) rest: Duration,
    /// For a stream that may well stay silent: how long it is listened to after its head.
    pub(crate) listen: Option<Duration>,
    /// Decoded bytes of the body.
    pub(crate) cap: u64,
}

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) head: Option<Head>,
    /// Decoded, at most the cap.
    pub(crate) body: Vec<u8>,
    pub(crate) end: End,
    pub(crate) elapsed: Duration,
    /// The address that replied.
    pub(crate) peer: Option<IpAddr>,
}

impl Heard {
    /// Nothing came.
    fn nothing(end: End, began: Instant) -> Self {
        Self { head: None, body: Vec::new(), end, elapsed: began.elapsed(), peer: None }
    }
}

/// See [`Caller::line`].
pub(crate) struct Line<'a> {
    talk: Talk<'a>,
    http1_only: bool,
}

impl Line<'_> {
    /// Makes a call. `enough` sees the body piece by piece and says when it has what it wants.
    pub(crate) async fn call(
        &mut self,
        call: &Call,
        wait: Wait,
        mut enough: impl FnMut(&Head, &[u8]) -> bool,
    ) -> Heard {
        let began = Instant::now();
        let until = began + wait.whole;
        let mut retries = self.talk.policy.retries;
        self.talk.lead = call.lead;
        loop {
            self.talk.begin(false);
            let Some(request) = self.request(call) else {
                let end = End::Failed(PlainReason::Unreachable.into());
                return Heard::nothing(end, began);
            };
            let fault = match timeout_at(until, self.talk.open(&request)).await {
                Ok(Ok(())) => {
                    let (body, end) = self.body(until, wait, &mut enough).await;
                    if end != End::Complete {
                        self.talk.hang_up();
                    }
                    let head = self.talk.trail.head.take();
                    let peer = self.talk.trail.connection.take();
                    let peer = peer.and_then(|it| it.peer.parse().ok()).map(|peer: SocketAddr| peer.ip());
                    return Heard { head, body, end, elapsed: began.elapsed(), peer };
                }
                Ok(Err(Fault::Http2Refused)) if !self.http1_only => {
                    self.http1_only = true;
                    self.talk.hang_up();
                    continue;
                }
                Ok(Err(Fault::Failed(PlainReason::Dropped))) if retries > 0 => {
                    retries -= 1;
                    self.talk.hang_up();
                    continue;
                }
                Ok(Err(fault)) => fault.end(),
                Err(_) => End::Deadline(self.talk.trail.phase.into()),
            };
            self.talk.hang_up();
            return Heard::nothing(fault, began);
        }
    }

    async fn body(
        &mut self,
        until: Instant,
        wait: Wait,
        enough: &mut impl FnMut(&Head, &[u8]) -> bool,
    ) -> (Vec<u8>, End) {
        let cap = usize::try_from(wait.cap).unwrap_or(usize::MAX);
        let Some(head) = self.talk.trail.head.clone() else { return (Vec::new(), End::Complete) };
        let (mut body, mut satisfied, mut until) = (Vec::new(), false, until);
        if let Some(listen) = wait.listen {
            satisfied = true;
            until = until.min(Instant::now() + listen);
        }
        loop {
            let was = satisfied;
            let mut take = |piece: &[u8]| {
                body.extend_from_slice(&piece[..piece.len().min(cap.saturating_add(1) - body.len())]);
                satisfied = satisfied || enough(&head, piece);
                body.len() > cap
            };
            let pulled = timeout_at(until, self.talk.pull(wait.cap, &mut take)).await;
            if satisfied && !was {
                until = until.min(Instant::now() + wait.rest);
            }
            let end = match pulled {
                Ok(Ok(None)) => End::Complete,
                Ok(Ok(Some(_))) if body.len() <= cap => continue,
                Ok(Ok(Some(_))) => {
                    body.truncate(cap);
                    End::Unreadable(PlainReason::TooLarge.into())
                }
                Ok(Err(_)) | Err(_) if satisfied => End::Stopped,
                Ok(Err(fault)) => fault.end(),
                Err(_) => End::Deadline(self.talk.trail.phase.into()),
            };
            return (body, end);
        }
    }

    fn request(&self, call: &Call) -> Option<Request> {
        let mut headers = call.headers.clone();
        let mut uri: Uri = call.url.as_str().parse().ok()?;
        if let Some(host) = call.host {
            headers.insert(http::header::HOST, HeaderValue::from_static(host));
            let mut parts = uri.into_parts();
            parts.authority = host.parse().ok();
            uri = Uri::from_parts(parts).ok()?;
        }
        Some(Request {
            step: Step::Initialize,
            attempt: 1,
            hop: 0,
            method: call.method,
            url: call.url.clone(),
            uri,
            headers,
            body: call.body.clone(),
            deadline: Deadline::Running,
            expect: Expect::Document,
            http1_only: self.http1_only,
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::super::resolve::Answer;
    use super::*;
    use crate::policy::Reach;

    /// Every name is this machine.
    struct Here(SocketAddr);

    impl Resolve for Here {
        fn resolve<'a>(
            &'a self,
            _: &'a str,
            _: u16,
        ) -> std::pin::Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
            Box::pin(std::future::ready(Ok(vec![self.0])))
        }
    }

    #[tokio::test]
    async fn a_name_leads_no_farther_than_a_literal() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let policy = Policy { reach: Reach::local(), ..Policy::default() };
        let roots = crate::trust::roots::<&std::path::Path>(&[]).unwrap();
        let caller = Caller::new(Arc::new(policy), Arc::new(Here(address)), roots).unwrap();
        let mut line = caller.line();
        let wait = Wait { whole: Duration::from_millis(300), rest: Duration::ZERO, listen: None, cap: 10 };
        let urls = ["http://login.example/".to_owned(), format!("http://{address}/")];
        // The stranger comes last: by then the name is known, and what is known is asked again who named it.
        for (lead, accepted) in [(Lead::User, true), (Lead::Neighbour, true), (Lead::Stranger, false)] {
            for url in &urls {
                let url = Url::parse(url).unwrap();
                let (headers, body) = (HeaderMap::new(), Bytes::new());
                let call = Call { method: Method::Get, url, headers, body, host: None, lead };
                let heard = line.call(&call, wait, |_, _| false).await;
                let blocked = heard.end == End::Failed(PlainReason::AddressBlocked.into());
                assert_eq!(blocked, !accepted, "{lead:?}: {:?}", heard.end);
                let came = tokio::time::timeout(Duration::from_millis(1), listener.accept()).await.is_ok();
                assert_eq!(came, accepted, "{lead:?}");
            }
        }
    }
}

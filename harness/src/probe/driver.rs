//! The prober: asks the machine what to do, does it, and holds the only clock.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rustls::RootCertStore;
use rustls::client::VerifierBuilderError;
use tokio::time::{Instant, Sleep, sleep_until};
use tokio_rustls::TlsConnector;
use url::Url;

use super::compose::Voice;
use super::fault::Fault;
use super::machine::{Action, Deadline, Ended, Event, Machine, Request};
use super::reader::{BodyEnd, Caps, Reading};
use super::resolve::Resolve;
use super::talk::Talk;
use super::tls;
use crate::policy::Policy;
use crate::record::{End, Exchange, PlainReason, Record};
use crate::target::{Lead, Target, is_global};

/// Probes targets, one record each. Cheap to share, and without memory between probes.
pub struct Prober {
    policy: Arc<Policy>,
    voice: Voice,
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
}

/// A prober cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ProberError {
    /// The contact does not fit into a header.
    #[error("use `{0}` as the contact: it has to be a line of visible ASCII")]
    Contact(String),
    /// The roots cannot serve.
    #[error("trust the given roots")]
    Roots(#[from] VerifierBuilderError),
}

/// Sees the exchanges as they happen (`--trace`).
pub trait Trace: Send {
    /// A request is about to go out.
    fn request(&mut self, request: &Request);
    /// An exchange is over. `body` is the beginning of the decoded body, at most 2 KiB.
    fn reply(&mut self, ended: &Ended, body: &[u8]);
}

impl Prober {
    /// A prober by a policy's rules.
    ///
    /// # Errors
    /// When the policy's contact is unusable, or the roots are.
    pub fn new(
        policy: Arc<Policy>,
        resolver: Arc<dyn Resolve>,
        roots: RootCertStore,
    ) -> Result<Self, ProberError> {
        let voice = Voice::new(&policy).ok_or_else(|| ProberError::Contact(policy.contact.clone()))?;
        let tls = TlsConnector::from(Arc::new(tls::settings(roots)?));
        Ok(Self { policy, voice, resolver, tls })
    }

    /// The rules it probes by.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Probes a target. Whatever the server does is in the record.
    pub async fn probe(&self, target: &Target) -> Record {
        self.converse(target, None).await
    }

    /// The same, watched.
    pub async fn probe_traced(&self, target: &Target, trace: &mut dyn Trace) -> Record {
        self.converse(target, Some(trace)).await
    }

    async fn converse(&self, target: &Target, mut trace: Option<&mut dyn Trace>) -> Record {
        let started_at = jiff::Timestamp::now();
        let mut clock = Clock::start(&self.policy);
        let mut talk = Talk::new(&self.policy, &*self.resolver, &self.tls);
        let mut machine = Machine::new(target, &self.policy, &self.voice);
        let mut action = machine.advance(Event::Start);
        // Whether every address under which the server itself was reached is on this machine or in a private network.
        let mut is_near = None;
        while let Action::Send(request) = action {
            if let Some(trace) = &mut trace {
                trace.request(&request);
            }
            talk.begin(trace.is_some());
            talk.lead = lead(target, &request.url, is_near);
            let ended = exchange(&mut talk, &mut clock, &request).await;
            let peer = ended.exchange.connection.as_ref().and_then(|it| it.peer.parse().ok());
            if let Some(peer) = peer.filter(|_| talk.lead == Lead::User) {
                is_near = Some(is_near != Some(false) && !is_global(SocketAddr::ip(&peer)));
            }
            if let Some(trace) = &mut trace {
                trace.reply(&ended, talk.trail.sample.as_deref().unwrap_or_default());
            }
            action = machine.advance(Event::Ended(Box::new(ended)));
        }
        let mut record = machine.into_record();
        record.started_at = format!("{started_at:.0}");
        record.elapsed_us = micros(clock.elapsed());
        record
    }
}

/// Who named this URL: the user named the target's host, and the server every other (a pointer to OAuth metadata).
fn lead(target: &Target, url: &Url, is_near: Option<bool>) -> Lead {
    match is_near {
        _ if url.origin() == target.url.origin() => Lead::User,
        Some(true) => Lead::Neighbour,
        _ => Lead::Stranger,
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// The one clock of a probe: when it began, when it has to be over, and when the request under way has.
struct Clock<'a> {
    policy: &'a Policy,
    began: Instant,
    /// Of the attempt under way, redirect hops included.
    deadline: Instant,
    alarm: Pin<Box<Sleep>>,
}

impl<'a> Clock<'a> {
    fn start(policy: &'a Policy) -> Self {
        let began = Instant::now();
        let deadline = began + policy.request_deadline.min(policy.probe_deadline);
        Self { policy, began, deadline, alarm: Box::pin(sleep_until(deadline)) }
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn set(&mut self, deadline: Deadline, now: Instant) {
        let limit = match deadline {
            Deadline::Request => self.policy.request_deadline,
            Deadline::Endpoint => self.policy.endpoint_deadline,
            Deadline::Running => return,
        };
        self.deadline = (now + limit).min(self.began + self.policy.probe_deadline);
    }

    /// Waits for something, until then. `None` when the time was up first.
    ///
    /// The alarm is only put forward here; one that rings for a deadline that has since moved on is set again. So the
    /// requests of a quick probe share one entry in the runtime's list of timers.
    ///
    /// It takes what is pinned already: a future that is handed over lies twice in the one that waits, and of those a census
    /// holds thousands.
    async fn within<F: Future>(&mut self, until: Instant, mut what: Pin<&mut F>) -> Option<F::Output> {
        if self.alarm.deadline() > until {
            self.alarm.as_mut().reset(until);
        }
        let alarm = &mut self.alarm;
        std::future::poll_fn(|cx| {
            if let Poll::Ready(output) = what.as_mut().poll(cx) {
                return Poll::Ready(Some(output));
            }
            while alarm.as_mut().poll(cx).is_ready() {
                if alarm.deadline() >= until {
                    return Poll::Ready(None);
                }
                alarm.as_mut().reset(until);
            }
            // A peer that never stops sending uses up the task's budget (tokio's cooperative scheduling) at every turn, and
            // an alarm polled without budget is always pending. The clock itself needs none.
            if Instant::now() >= until { Poll::Ready(None) } else { Poll::Pending }
        })
        .await
    }
}

/// Makes one request, whatever comes of it.
async fn exchange(talk: &mut Talk<'_>, clock: &mut Clock<'_>, request: &Request) -> Ended {
    let began = Instant::now();
    clock.set(request.deadline, began);
    let opened = {
        let open = pin!(talk.open(request));
        clock.within(clock.deadline, open).await
    };
    let (end, reading) = match opened {
        None => (End::Deadline(talk.trail.phase.into()), None),
        Some(Err(fault)) => return failed(talk, clock, request, began, fault),
        Some(Ok(())) => read(talk, clock, request).await,
    };
    if !matches!(end, End::Complete | End::Stopped) {
        talk.hang_up();
    }
    report(talk, clock, request, began, end, reading)
}

/// Reads a reply's body. One under a status outside 2xx is evidence, for which there is less time, and nothing that
/// goes wrong on the way matters.
async fn read(talk: &mut Talk<'_>, clock: &mut Clock<'_>, request: &Request) -> (End, Option<Reading>) {
    let success = talk.trail.head.as_ref().is_some_and(super::head::Head::is_success);
    let until = if success {
        clock.deadline
    } else {
        clock.deadline.min(Instant::now() + clock.policy.evidence_deadline)
    };
    let caps = Caps::new(clock.policy, request.expect);
    let outcome = {
        let read = pin!(talk.read(caps));
        clock.within(until, read).await
    };
    let phase = talk.trail.phase;
    let Some(reader) = talk.trail.reader.take() else { return (End::Stopped, None) };
    let (how, end) = match outcome {
        Some(Ok(BodyEnd::Complete)) => (BodyEnd::Complete, End::Complete),
        Some(Ok(how)) => (how, End::Stopped),
        _ if !success => {
            talk.hang_up();
            (BodyEnd::Stopped, End::Stopped)
        }
        Some(Err(fault @ Fault::Failed(PlainReason::Truncated))) => (BodyEnd::Truncated, fault.end()),
        Some(Err(fault)) => (BodyEnd::Dropped, fault.end()),
        None => (BodyEnd::Deadline, End::Deadline(phase.into())),
    };
    let mut reading = reader.end(how);
    let end = reading.unreadable.map_or(end, |reason| End::Unreadable(reason.into()));
    if matches!(end, End::Unreadable(_)) && matches!(how, BodyEnd::Dropped) {
        // Bytes that do not follow HTTP end a body without saying anything.
        reading.answer = None;
    }
    (end, Some(reading))
}

fn failed(talk: &mut Talk<'_>, clock: &Clock<'_>, request: &Request, began: Instant, fault: Fault) -> Ended {
    talk.hang_up();
    let mut ended = report(talk, clock, request, began, fault.end(), None);
    ended.http2_refused = fault == Fault::Http2Refused;
    ended
}

fn report(
    talk: &mut Talk<'_>,
    clock: &Clock<'_>,
    request: &Request,
    began: Instant,
    end: End,
    mut reading: Option<Reading>,
) -> Ended {
    let trail = &mut talk.trail;
    let head = trail.head.take();
    let mut timing = trail.timing;
    timing.total_us = micros(began.elapsed());
    let exchange = Exchange {
        step: request.step,
        attempt: request.attempt,
        hop: request.hop,
        method: request.method,
        url: request.url.as_str().to_owned(),
        status: head.as_ref().map(|head| head.status),
        content_type: head.as_ref().and_then(super::head::Head::content_type),
        location: head.as_ref().and_then(|head| {
            let redirects = (300..400).contains(&head.status);
            head.location()
                .filter(|_| redirects)
                .map(|location| crate::record::clean(&location, LOCATION_KEPT).into_owned())
        }),
        retry_after: head.as_ref().and_then(super::head::Head::retry_after),
        bytes: reading.as_ref().map_or(0, |reading| reading.bytes),
        end,
        answer: reading.as_mut().and_then(|reading| reading.answer.take()),
        sample: reading.as_mut().and_then(|reading| reading.sample.take()),
        timing,
        connection: trail.connection.take(),
    };
    let blocked = std::mem::take(&mut trail.blocked);
    Ended { exchange, head, reading, http2_refused: false, blocked, elapsed: clock.elapsed() }
}

/// Characters of a Location that the record keeps.
const LOCATION_KEPT: usize = 1000;

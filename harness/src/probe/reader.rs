//! One reply, read as it arrives: bytes in, a [`Reading`] out. No socket, no clock.

use url::Url;

use super::head::{Head, MediaType};
use super::initialize::InitializeFacts;
use super::modern::DiscoverFacts;
use super::reply::{Reply, SAMPLED};
use super::stream::Stream;
use super::tools::ToolsPage;
use crate::policy::Policy;
use crate::record::{Answer, Finding, PlainReason, RpcError};

/// What was asked, so what the reply has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// POST initialize under this id.
    Initialize {
        /// The JSON-RPC id that was sent.
        id: u64,
    },
    /// POST notifications/initialized.
    Notification,
    /// POST tools/list under this id.
    ToolsPage {
        /// The JSON-RPC id that was sent.
        id: u64,
    },
    /// DELETE of the session: its body is never read.
    Delete,
    /// The legacy GET.
    EndpointEvent,
    /// `--modern`: POST server/discover.
    Discover {
        /// The JSON-RPC id that was sent.
        id: u64,
    },
    /// `--modern`: POST tools/list at 2026-07-28.
    ModernToolsPage {
        /// The JSON-RPC id that was sent.
        id: u64,
    },
    /// `--oauth-lookup`: GET of a metadata document.
    Document,
}

/// How much of a reply is read, in decoded bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// A 2xx body; on an event stream one event or one line (time bounds the stream as a whole).
    pub body: u64,
    /// A body under any other status.
    pub evidence: u64,
}

impl Caps {
    /// The caps of a policy for one kind of reply.
    #[must_use]
    pub fn new(policy: &Policy, expect: Expect) -> Self {
        let body = match expect {
            Expect::ToolsPage { .. } | Expect::ModernToolsPage { .. } => policy.page_cap,
            _ => policy.initialize_cap,
        };
        Self { body, evidence: policy.evidence_cap }
    }
}

/// Whether to go on reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The reply is not settled yet.
    NeedMore,
    /// Stop now: settled, or nothing more is wanted. End with [`BodyEnd::Stopped`].
    Done,
}

/// How the body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// In the orderly way of its framing.
    Complete,
    /// We stopped, because the reader was done.
    Stopped,
    /// The connection was reset.
    Dropped,
    /// The connection was closed inside the body.
    Truncated,
    /// The deadline passed.
    Deadline,
    /// Its content encoding is unknown or broken.
    UnreadableEncoding,
}

/// What a reply said.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// For the exchange. `None` when the body did not get far enough to say anything: the way it ended decides then.
    pub answer: Option<Answer>,
    /// Everything that status, headers and body of this one reply show. Not in here, because they need more than the
    /// reply: session and challenge findings ([`Head::session`], [`super::challenge`]), single tools
    /// ([`super::tools::ToolTally`]), `redirected`, `retried`, `tools-not-declared`, `declared-tools-missing`,
    /// `cursor-loop`, `session-lost`, `initialized-no-answer`.
    pub findings: Vec<Finding>,
    /// The JSON-RPC error, whatever the status; the same as in `answer` under a 2xx.
    pub rpc_error: Option<RpcError>,
    /// For the exchange.
    pub sample: Option<String>,
    /// Decoded bytes taken in; on a stream up to the end of the deciding event.
    pub bytes: u64,
    /// The exchange's end is `Unreadable` with this reason, however the body ended (`too-large`,
    /// `unreadable-encoding`).
    pub unreadable: Option<PlainReason>,
    /// What it carried.
    pub content: Content,
}

impl Reading {
    pub(super) fn refuse(&mut self, reason: PlainReason) {
        self.answer = Some(Answer::NotMcp(reason.into()));
    }
}

/// What a usable reply carried.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Content {
    /// Nothing to go on with.
    #[default]
    Nothing,
    /// A good initialize result.
    Initialize(InitializeFacts),
    /// A page of tools.
    ToolsPage(ToolsPage),
    /// A good server/discover result.
    Discover(DiscoverFacts),
    /// A usable protected-resource metadata document.
    Document(DocumentFacts),
    /// The endpoint of legacy SSE, resolved.
    Endpoint(Url),
}

/// The facts of a usable protected-resource metadata document (RFC 9728): a JSON object with a non-empty
/// `authorization_servers` under a 200.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentFacts {
    /// `resource`, as sent.
    pub resource: Option<String>,
}

/// Reads one reply. A redirect that is followed needs none.
#[derive(Debug)]
pub struct Reader {
    reply: Reply,
    mode: Mode,
    /// A body under a size cap: all of it so far; on a stream the beginning.
    body: Vec<u8>,
    reading: Reading,
    over: bool,
    done: bool,
}

/// How the body is read.
#[derive(Debug)]
enum Mode {
    /// Not at all.
    Unwanted,
    /// Only whether there is one (the reply to a notification).
    Noticed,
    /// As evidence, up to the cap and no further.
    Evidence(usize),
    /// As a whole, judged at its end.
    Whole(usize),
    /// Event by event.
    Stream(Box<Stream>),
}

impl Reader {
    /// A reader for the reply to a request to `url`.
    #[must_use]
    pub fn new(expect: Expect, head: &Head, url: &Url, caps: Caps) -> Self {
        let size = |cap: u64| usize::try_from(cap).unwrap_or(usize::MAX);
        let reply = Reply::new(expect, head);
        let stream = reply.media == MediaType::EventStream;
        let mode = match expect {
            Expect::Delete => Mode::Unwanted,
            _ if (300..400).contains(&head.status) => Mode::Unwanted,
            // A stream has a body or will have one; nobody waits for it.
            Expect::Notification if head.is_success() && stream => Mode::Unwanted,
            Expect::Notification if head.is_success() => Mode::Noticed,
            _ if !head.is_success() => Mode::Evidence(size(caps.evidence)),
            Expect::Document if head.status != 200 => Mode::Evidence(size(caps.evidence)),
            Expect::EndpointEvent if !stream => Mode::Evidence(size(caps.evidence)),
            Expect::Document => Mode::Whole(size(caps.body)),
            _ if stream && !matches!(head.status, 204 | 205) => {
                Mode::Stream(Box::new(Stream::new(expect, url, size(caps.body))))
            }
            _ => Mode::Whole(size(caps.body)),
        };
        let done = matches!(mode, Mode::Unwanted);
        let mut reading = Reading {
            answer: None,
            findings: Vec::new(),
            rpc_error: None,
            sample: None,
            bytes: 0,
            unreadable: None,
            content: Content::Nothing,
        };
        reply.begin(&mut reading);
        Self { reply, mode, body: Vec::new(), reading, over: false, done }
    }

    /// Whether a body is wanted at all; to be asked once before the first chunk (redirects and DELETE want none).
    #[must_use]
    pub fn progress(&self) -> Progress {
        if self.done { Progress::Done } else { Progress::NeedMore }
    }

    /// Takes in decoded bytes. Anything after [`Progress::Done`] is ignored.
    pub fn chunk(&mut self, decoded: &[u8]) -> Progress {
        if self.done {
            return Progress::Done;
        }
        let taken = match &mut self.mode {
            Mode::Unwanted => 0,
            Mode::Noticed => {
                self.done = !decoded.is_empty();
                decoded.len().min(1)
            }
            Mode::Evidence(cap) => {
                let taken = decoded.len().min(*cap - self.body.len());
                self.body.extend_from_slice(&decoded[..taken]);
                self.done = self.body.len() == *cap;
                taken
            }
            Mode::Whole(cap) => {
                let taken = decoded.len().min(*cap - self.body.len());
                self.over = taken < decoded.len();
                self.done = self.over;
                if self.over {
                    self.body = Vec::new();
                } else {
                    self.body.extend_from_slice(decoded);
                }
                taken
            }
            Mode::Stream(stream) => {
                let (taken, settled) = stream.take(decoded, &self.reply, &mut self.reading);
                let room = SAMPLED - self.body.len();
                self.body.extend_from_slice(&decoded[..taken.min(room)]);
                self.over = stream.is_over();
                self.done = settled;
                taken
            }
        };
        self.reading.bytes += taken as u64;
        self.progress()
    }

    /// The body is over: what was it?
    #[must_use]
    pub fn end(self, how: BodyEnd) -> Reading {
        let Self { reply, mode, body, mut reading, over, .. } = self;
        let unreadable = match how {
            _ if over => Some(PlainReason::TooLarge),
            BodyEnd::UnreadableEncoding => Some(PlainReason::UnreadableEncoding),
            _ => None,
        };
        let read = match how {
            BodyEnd::Complete => true,
            BodyEnd::Stopped => over || matches!(mode, Mode::Evidence(_)),
            _ => false,
        };
        match mode {
            Mode::Unwanted | Mode::Noticed => reply.notice(reading.bytes > 0, &mut reading),
            Mode::Evidence(_) if !reply.success() => reply.evidence(&body, &mut reading),
            Mode::Evidence(_) | Mode::Whole(_) if unreadable.is_some() => reading.unreadable = unreadable,
            Mode::Evidence(_) | Mode::Whole(_) if read => reply.judge(&body, &mut reading),
            Mode::Evidence(_) | Mode::Whole(_) => {}
            Mode::Stream(stream) if !stream.settled() && unreadable.is_some() => {
                reading.unreadable = unreadable;
            }
            Mode::Stream(stream) => stream.end(how, &reply, &mut reading),
        }
        reply.finish(how, &body, &mut reading);
        reading
    }
}

#[cfg(test)]
impl Reader {
    /// Bytes held for the body, whatever is in them.
    fn kept(&self) -> usize {
        let stream = if let Mode::Stream(stream) = &self.mode { stream.kept() } else { 0 };
        self.body.capacity() + stream
    }
}

#[cfg(test)]
mod tests;

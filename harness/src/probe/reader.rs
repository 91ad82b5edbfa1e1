//! One reply, read as it arrives: bytes in, a [`Reading`] out. No socket, no clock.

use url::Url;

use super::head::Head;
use super::initialize::InitializeFacts;
use super::modern::DiscoverFacts;
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

/// Reads one reply.
#[derive(Debug)]
pub struct Reader {
    expect: Expect,
    bytes: u64,
}

impl Reader {
    /// A reader for the reply to a request to `url`.
    #[must_use]
    pub fn new(expect: Expect, head: &Head, url: &Url, caps: Caps) -> Self {
        let _ = (head, url, caps);
        Self { expect, bytes: 0 }
    }

    /// Whether a body is wanted at all; to be asked once before the first chunk (redirects and DELETE want none).
    #[must_use]
    pub fn progress(&self) -> Progress {
        if self.expect == Expect::Delete { Progress::Done } else { Progress::NeedMore }
    }

    /// Takes in decoded bytes. Anything after [`Progress::Done`] is ignored.
    pub fn chunk(&mut self, decoded: &[u8]) -> Progress {
        self.bytes += decoded.len() as u64;
        Progress::NeedMore
    }

    /// The body is over: what was it?
    #[must_use]
    pub fn end(self, how: BodyEnd) -> Reading {
        let _ = how;
        Reading {
            answer: None,
            findings: Vec::new(),
            rpc_error: None,
            sample: None,
            bytes: self.bytes,
            unreadable: None,
            content: Content::Nothing,
        }
    }
}

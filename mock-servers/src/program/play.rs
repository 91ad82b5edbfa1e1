//! Which programs there are, and what each does with a request.

use serde::{Deserialize, Serialize};

use crate::reply::Answer;
use crate::request::Request;
use crate::script::{Reply, Size};

use super::conformant::{Conformant, Sessions};
use super::many_tools::ManyTools;
use super::{bomb, deep, initialize_once, many_tools, ping_first, polite_encoding};

/// A behaviour written in Rust. A request that it says nothing about is answered well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// A good server whose every initialize after the first is refused with 400 until a DELETE has come.
    InitializeOnce,
    /// tools/list gives so many tools in one page, each with a description of so many bytes.
    ManyTools(ManyTools),
    /// initialize has JSON nested so many levels deep under `capabilities.experimental`.
    DeepInitialize(u32),
    /// tools/list has JSON nested so many levels deep in the schema of `b`.
    DeepSchema(u32),
    /// initialize is a gzip body that unfolds to so many bytes.
    GzipBomb(Size),
    /// Encodes a body only if the request allows it, and then states a wrong length.
    PoliteEncoding,
    /// Every request is answered by an event stream that opens with a `ping` request under the client's own id.
    PingFirst,
    /// A server that keeps the specification as far as a read-only run can see, but for the lapses it is told.
    Conformant(Conformant),
}

/// What a program does with one request.
pub(crate) enum Play {
    /// A reply like a script's.
    Reply(Box<Reply>),
    /// An answer as it is.
    Answer(Box<Answer>),
}

/// What programs remember between requests.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// A session is open.
    pub(super) open: bool,
    /// Of [`Program::Conformant`].
    pub(super) sessions: Sessions,
}

impl Program {
    /// What becomes of a request; absent: it is answered well.
    pub(crate) fn play(&self, request: &Request, memory: &mut Memory) -> Option<Play> {
        match self {
            Self::InitializeOnce => initialize_once::play(request, memory),
            Self::ManyTools(tools) => many_tools::play(tools, request),
            Self::DeepInitialize(levels) => deep::initialize(*levels, request),
            Self::DeepSchema(levels) => deep::schema(*levels, request),
            Self::GzipBomb(size) => bomb::play(size.0, request),
            Self::PoliteEncoding => polite_encoding::play(request),
            Self::PingFirst => ping_first::play(request),
            Self::Conformant(server) => Some(server.play(request, memory)),
        }
    }
}

impl From<Reply> for Play {
    fn from(reply: Reply) -> Self {
        Self::Reply(Box::new(reply))
    }
}

/// Whether a request is a call of this JSON-RPC method.
pub(super) fn calls(request: &Request, method: &str) -> bool {
    request.rpc().as_deref() == Some(method)
}

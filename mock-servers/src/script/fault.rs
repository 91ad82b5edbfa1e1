//! Faults on the wire: where in the answer, and how.

use serde::{Deserialize, Serialize};

/// A fault: at this place of the answer, this happens instead of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fault {
    /// Where the answer stops.
    pub at: Place,
    /// What happens there.
    pub how: End,
    /// With `in-head` and `in-body`: after so many bytes of the head or body. Absent: after half of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// A place in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Before the first byte, the request having been read.
    Start,
    /// Inside the head.
    InHead,
    /// After the blank line that ends the head.
    AfterHead,
    /// Inside the body: short of its length, or in the middle of a chunk.
    InBody,
    /// After the last byte of the content. A chunked body then lacks its last chunk unless the end is `close`.
    AfterBody,
}

/// What happens at the place of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The connection is reset (RST).
    Reset,
    /// The connection is closed (FIN) without having said so.
    Close,
    /// Nothing more comes, and the connection stays open.
    Stall,
    /// HTTP/2 only, at `start`: the stream is refused (`RST_STREAM` with `REFUSED_STREAM`).
    RefuseStream,
    /// HTTP/2 only, at `start`: GOAWAY with `HTTP_1_1_REQUIRED`.
    Goaway,
}

//! Where the conformant server can be told to lapse: what data cannot say, because it depends on headers, ids or state.

use serde::{Deserialize, Serialize};

/// One point in which the server does not keep the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// A foreign Origin is let in.
    Origin,
    /// A foreign Host is let in.
    Host,
    /// Accept is not looked at.
    Accept,
    /// An unknown version is agreed to.
    EchoVersion,
    /// A version header that names no revision is let in.
    VersionHeader,
    /// A request without the version header is refused.
    VersionHeaderNeeded,
    /// A request without the session id is answered with 401.
    MissingSession,
    /// A session id that was never given is answered with 400.
    UnknownSession,
    /// The id of an ended session is answered with 400.
    EndedSession,
    /// A body that is not JSON is taken with 202.
    BadJsonTaken,
    /// A body that is not JSON is answered with 500.
    BadJsonCrash,
    /// A batch is refused.
    Batch,
    /// Streams are not primed.
    Prime,
    /// 2026-07-28: a missing `Mcp-Method` is not noticed.
    MethodHeaderMissing,
    /// 2026-07-28: a contradicting `Mcp-Method` is not noticed.
    MethodHeaderMismatch,
    /// 2026-07-28: a missing `_meta` is not noticed.
    MetaMissing,
    /// 2026-07-28: an unknown version is answered with a code of older servers.
    VersionCode,
    /// 2026-07-28: the error about an unknown version has no data.
    VersionData,
    /// 2026-07-28: an unknown method is answered under HTTP 200.
    MethodStatus,
    /// 2026-07-28: a session id is given out.
    SessionGiven,
    /// 2026-07-28: a session id that comes in is looked for.
    SessionSought,
    /// 2026-07-28: every other list is the other way round.
    ListOrder,
}

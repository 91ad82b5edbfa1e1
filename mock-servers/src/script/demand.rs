//! What a mock holds its client to. Requests are journalled first and judged afterwards.

use serde::{Deserialize, Serialize};

/// One check on the requests. A request that breaks it is answered with the status named here, and the breach is
/// kept in the journal: a mock with a breach fails its test whatever the client made of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Demand {
    /// POST: Accept names `application/json` and `text/event-stream` literally, on notifications too. 406.
    AcceptBoth,
    /// Accept-Encoding is absent or `identity`. 406.
    AcceptIdentity,
    /// POST: the body is labelled `application/json`. 415.
    ContentTypeJson,
    /// No Origin header of any value. 403.
    NoOrigin,
    /// No Cookie header. 400.
    NoCookie,
    /// No Authorization header. 400.
    NoAuthorization,
    /// `MCP-Protocol-Version` is absent on initialize and, on every later request, what the mock answered; absent
    /// when that cannot be a header value. 400.
    VersionHeader,
    /// Every request after initialize carries the session id that was given, byte for byte. 400.
    SessionEchoed,
    /// No request carries a session id. 400.
    NoSessionHeader,
    /// initialize carries clientInfo with name and version, and capabilities. 500.
    ClientInfo,
    /// Request ids are integers, neither 0 nor 1, and all different, retries and hops aside. 400.
    IntegerIds,
    /// No request has another path than the mock's own. 404.
    ExactPath,
    /// At most 1 initialize, 1 initialized, 5 tools/list and 1 DELETE, one repetition of each for a retry aside. 429.
    Budget,
    /// No GET, HEAD or OPTIONS. 405.
    NoGet,
    /// No POST. 405.
    NoPost,
    /// No DELETE. 405.
    NoDelete,
    /// Exactly one DELETE by the end. 400 for the second.
    OneDelete,
    /// A GET never comes before a POST. 405.
    PostBeforeGet,
    /// No tools/call. 401.
    NoCall,
    /// No server/discover. 400.
    NoDiscover,
    /// No JSON-RPC response is posted: what the server asks on a stream is not answered. 400.
    NoResponsePosted,
    /// Requests at revision 2026-07-28 carry version, method and name headers, and `_meta` that agrees with them. 400.
    ModernStrict,
    /// A request that follows a redirect has the method, body and headers of the one that was redirected. 400.
    UnchangedByRedirect,
    /// This path, with its query, is never asked for. 404.
    NotAsked(String),
    /// Exactly so many connections by the end.
    Connections(u32),
}

//! Revision 2026-07-28: the signs of a server that speaks nothing older, and the result of `server/discover`.

use super::initialize::{MODERN, server_facts};
use super::json;
use super::jsonrpc::error_data;
use crate::record::{FindingId, PlainReason, RpcError, ServerFacts};

/// `supportedVersions` are kept up to this many.
const VERSIONS_KEPT: usize = 20;
/// A version is kept up to this many characters.
const VERSION_KEPT: usize = 64;
/// The name of the server in `_meta` of a result.
const SERVER_INFO: &[u8] = b"io.modelcontextprotocol/serverInfo";

/// Header and `_meta` contradict each other (2026-07-28).
const HEADER_MISMATCH: i64 = -32020;
/// The protocol version is not supported (2026-07-28).
const UNSUPPORTED_VERSION: i64 = -32022;
/// Invalid params (JSON-RPC 2.0); at 2026-07-28 also for a missing member of `_meta`.
const INVALID_PARAMS: i64 = -32602;

/// The facts of a usable `server/discover` result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscoverFacts {
    /// `supportedVersions`, at most 20.
    pub versions: Vec<String>,
    /// The server, from `_meta`; absent when it did not say.
    pub server: Option<ServerFacts>,
}

/// What the error that answers initialize says about versions: `modern-only`, or `version-refused`, or neither.
pub(crate) fn version_finding(raw: &str, error: &RpcError) -> Option<FindingId> {
    let data = error_data(raw);
    let versions = data.map(Versions::read).unwrap_or_default();
    let sign = match error.code {
        Some(UNSUPPORTED_VERSION | HEADER_MISMATCH) => true,
        Some(INVALID_PARAMS) => {
            error.message.contains("_meta") || data.is_some_and(|data| data.contains("_meta"))
        }
        _ => false,
    };
    // A server that lists an older revision is not one of 2026-07-28 only, whatever its code.
    if !versions.older && (sign || versions.modern) {
        return Some(FindingId::ModernOnly);
    }
    versions.named.then_some(FindingId::VersionRefused)
}

/// What the `data` of an error says about versions.
#[derive(Debug, Default)]
struct Versions {
    /// It has `supported`, `expected` or `requested`.
    named: bool,
    /// `supported` has 2026-07-28 or a later revision.
    modern: bool,
    /// `supported` has an earlier revision.
    older: bool,
}

impl Versions {
    fn read(data: &str) -> Self {
        let mut versions = Self::default();
        json::object(data, |key, value| match key {
            b"supported" => {
                versions.named = true;
                json::array(value, |version| {
                    if let Some(version) = json::string(version).filter(|version| is_date(version)) {
                        if *version >= *MODERN { versions.modern = true } else { versions.older = true }
                    }
                });
            }
            b"expected" | b"requested" => versions.named = true,
            _ => {}
        });
        versions
    }
}

/// `2026-07-28`: revisions are named by their day, so they compare as text.
fn is_date(text: &str) -> bool {
    text.len() == MODERN.len()
        && text
            .bytes()
            .zip(MODERN.bytes())
            .all(|(byte, model)| if model == b'-' { byte == b'-' } else { byte.is_ascii_digit() })
}

/// Reads the `result` of server/discover. An unknown `resultType` makes a result invalid, a missing one means complete.
pub(crate) fn read(result: &str) -> Result<DiscoverFacts, PlainReason> {
    let (mut versions, mut server, mut complete, mut listed) = (Vec::new(), None, true, false);
    json::object(result, |key, value| match key {
        b"supportedVersions" => {
            listed = json::array(value, |version| {
                if versions.len() < VERSIONS_KEPT {
                    versions.extend(json::short_string(version, VERSION_KEPT));
                }
            });
        }
        b"resultType" => complete = json::string(value).is_some_and(|kind| kind == "complete"),
        b"_meta" => {
            json::object(value, |key, value| {
                if key == SERVER_INFO {
                    server = server_facts(value);
                }
            });
        }
        _ => {}
    });
    match (complete, listed) {
        (false, _) => Err(PlainReason::NotJsonrpc),
        (true, false) => Err(PlainReason::NoProtocolVersion),
        (true, true) => Ok(DiscoverFacts { versions, server }),
    }
}

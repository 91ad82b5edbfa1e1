//! Judging a request against the demands of a script. Pure: what was seen so far comes in as facts.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use serde_json::Value;

use crate::request::{Message, Request};
use crate::script::Demand;

/// The revision without a handshake.
const MODERN: &str = "2026-07-28";
/// The metadata key of the revision, since 2026-07-28.
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The metadata key of the client's capabilities, since 2026-07-28.
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What a mock has said and heard so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// The version of the last good initialize.
    pub(crate) version: Option<String>,
    /// The session id given, if it was not empty.
    pub(crate) session: Option<Bytes>,
    /// A good initialize was answered.
    pub(crate) initialized: bool,
    /// The request that was answered with 307 or 308 just now.
    pub(crate) redirected: Option<Request>,
    /// Every request before this one.
    pub(crate) earlier: Vec<Seen>,
}

/// What is remembered of a request, in order to compare later ones.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    method: String,
    rpc: Option<String>,
    id: Option<Value>,
    modern: bool,
    /// Of the body.
    digest: u64,
    /// Of the body without its id: a retry may have an id of its own.
    meaning: u64,
    /// It followed a redirect, so it is the same request once more.
    hop: bool,
}

impl Seen {
    pub(crate) fn new(request: &Request, facts: &Facts) -> Self {
        let message = request.message();
        Self {
            method: request.method.clone(),
            rpc: request.rpc(),
            id: message.as_ref().and_then(|m| m.id().cloned()),
            modern: message.as_ref().is_some_and(is_modern),
            digest: digest(&request.body),
            meaning: message
                .as_ref()
                .map_or_else(|| digest(&request.body), |m| digest(m.without_id().as_bytes())),
            hop: facts.redirected.is_some(),
        }
    }

    fn is_same_message(&self, other: &Self) -> bool {
        self.method == other.method && self.digest == other.digest
    }
}

impl Demand {
    /// The demand, as a script writes it.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::NotAsked(path) => format!("not-asked {path}"),
            Self::Connections(count) => format!("connections {count}"),
            plain => serde_json::to_value(plain)
                .ok()
                .and_then(|v| v.as_str().map(str::to_owned))
                .unwrap_or_default(),
        }
    }

    /// The status that tells the client of its breach.
    pub(crate) const fn refusal(&self) -> u16 {
        match self {
            Self::AcceptBoth | Self::AcceptIdentity => 406,
            Self::ContentTypeJson => 415,
            Self::NoOrigin => 403,
            Self::ClientInfo => 500,
            Self::ExactPath | Self::NotAsked(_) => 404,
            Self::Budget => 429,
            Self::NoGet | Self::NoPost | Self::NoDelete | Self::PostBeforeGet => 405,
            Self::NoCall => 401,
            _ => 400,
        }
    }

    /// The evidence of a breach by this request, if it is one.
    pub(crate) fn breach(&self, request: &Request, facts: &Facts, home: &str) -> Option<String> {
        let post = request.method == "POST";
        let message = if post { request.message() } else { None };
        let rpc = message.as_ref().and_then(|m| m.method().map(str::to_owned));
        let method_is =
            |methods: &[&str]| methods.contains(&request.method.as_str()).then(|| request.label(home));
        match self {
            Self::AcceptBoth => {
                let accept = request.header("accept").unwrap_or_default();
                let both = accept.contains("application/json") && accept.contains("text/event-stream");
                (post && !both).then(|| format!("Accept is `{accept}`"))
            }
            Self::AcceptIdentity => request
                .header("accept-encoding")
                .filter(|value| !value.trim().eq_ignore_ascii_case("identity"))
                .map(|value| format!("Accept-Encoding is `{value}`")),
            Self::ContentTypeJson => {
                let label = request.header("content-type").unwrap_or_default();
                let essence = label.split(';').next().unwrap_or_default().trim();
                (post && !essence.eq_ignore_ascii_case("application/json"))
                    .then(|| format!("Content-Type is `{label}`"))
            }
            Self::NoOrigin => present(request, "origin"),
            Self::NoCookie => present(request, "cookie"),
            Self::NoAuthorization => present(request, "authorization"),
            Self::VersionHeader => version_header(request, message.as_ref(), rpc.as_deref(), facts),
            Self::SessionEchoed => session_echoed(request, message.as_ref(), rpc.as_deref(), facts),
            Self::NoSessionHeader => present(request, "mcp-session-id"),
            Self::ClientInfo => (rpc.as_deref() == Some("initialize"))
                .then(|| message.as_ref().and_then(client_info))
                .flatten(),
            Self::IntegerIds => integer_ids(request, message.as_ref(), facts),
            Self::ExactPath => (request.target != home).then(|| format!("path is `{}`", request.target)),
            Self::Budget => over_budget(request, facts),
            Self::NoGet => method_is(&["GET", "HEAD", "OPTIONS"]),
            Self::NoPost => method_is(&["POST"]),
            Self::NoDelete => method_is(&["DELETE"]),
            Self::OneDelete => facts
                .earlier
                .iter()
                .any(|seen| seen.method == "DELETE")
                .then(|| method_is(&["DELETE"]))
                .flatten()
                .map(|_| "a second DELETE".to_owned()),
            Self::PostBeforeGet => (request.method == "GET"
                && !facts.earlier.iter().any(|seen| seen.method == "POST"))
            .then(|| request.label(home)),
            Self::NoCall => (rpc.as_deref() == Some("tools/call")).then(|| request.label(home)),
            Self::NoDiscover => (rpc.as_deref() == Some("server/discover")).then(|| request.label(home)),
            Self::NoResponsePosted => {
                message.filter(Message::is_response).map(|_| "a response was posted".to_owned())
            }
            Self::ModernStrict => modern_strict(request, message.as_ref(), rpc.as_deref()),
            Self::UnchangedByRedirect => {
                facts.redirected.as_ref().and_then(|before| changed(before, request))
            }
            Self::NotAsked(path) => (request.target == *path).then(|| request.label(home)),
            Self::Connections(_) => None,
        }
    }

    /// The evidence of a breach that only the end shows.
    pub(crate) fn unmet(&self, connections: u64, facts: &Facts) -> Option<String> {
        match self {
            Self::Connections(count) if u64::from(*count) != connections => {
                Some(format!("{connections} connections were made"))
            }
            Self::OneDelete if !facts.earlier.iter().any(|seen| seen.method == "DELETE") => {
                Some("no DELETE came".to_owned())
            }
            _ => None,
        }
    }
}

fn present(request: &Request, name: &str) -> Option<String> {
    request.header_bytes(name).map(|value| format!("{name} is `{}`", String::from_utf8_lossy(value)))
}

fn is_modern(message: &Message) -> bool {
    message.param("_meta").is_some_and(|meta| meta.get(META_VERSION).is_some())
}

fn version_header(
    request: &Request,
    message: Option<&Message>,
    rpc: Option<&str>,
    facts: &Facts,
) -> Option<String> {
    let given = request.header_bytes("mcp-protocol-version");
    if message.is_some_and(is_modern) {
        return None;
    }
    let sendable = |text: &&String| !text.is_empty() && text.bytes().all(|b| (0x21..=0x7e).contains(&b));
    let wanted =
        facts.version.as_ref().filter(sendable).filter(|_| facts.initialized && rpc != Some("initialize"));
    if request.header_lines("mcp-protocol-version") > 1 {
        return Some("the version header comes twice".to_owned());
    }
    match (given, wanted) {
        (None, None) => None,
        (Some(given), Some(wanted)) if given.as_ref() == wanted.as_bytes() => None,
        (Some(given), Some(wanted)) => Some(format!(
            "the version header is `{}`, `{wanted}` was answered",
            String::from_utf8_lossy(given)
        )),
        (None, Some(wanted)) => Some(format!("no version header, `{wanted}` was answered")),
        // Requests that are no part of the conversation, metadata for instance, need none and may have none.
        (Some(given), None) => {
            Some(format!("the version header is `{}`, there should be none", String::from_utf8_lossy(given)))
        }
    }
    .filter(|_| request.method != "GET" || given.is_some())
}

fn session_echoed(
    request: &Request,
    message: Option<&Message>,
    rpc: Option<&str>,
    facts: &Facts,
) -> Option<String> {
    let given = request.header_bytes("mcp-session-id");
    let outside = rpc == Some("initialize") || request.method == "GET" || message.is_some_and(is_modern);
    let wanted = facts.session.as_ref().filter(|_| !outside);
    (given != wanted).then(|| {
        let show = |id: Option<&Bytes>| id.map_or("none".to_owned(), |id| format!("`{}`", id.escape_ascii()));
        format!("the session id is {}, should be {}", show(given), show(wanted))
    })
}

fn client_info(message: &Message) -> Option<String> {
    let text = |name: &str| {
        message
            .param("clientInfo")
            .and_then(|info| info.get(name))
            .and_then(Value::as_str)
            .is_some_and(|text| !text.is_empty())
    };
    let good = text("name") && text("version") && message.param("capabilities").is_some_and(Value::is_object);
    (!good).then(|| "clientInfo or capabilities are incomplete".to_owned())
}

fn integer_ids(request: &Request, message: Option<&Message>, facts: &Facts) -> Option<String> {
    let id = message.filter(|m| m.method().is_some()).and_then(Message::id)?;
    let now = Seen::new(request, facts);
    match id.as_i64() {
        None => Some(format!("the id is {id}, no integer")),
        Some(0 | 1) => Some(format!("the id is {id}")),
        Some(_)
            if facts
                .earlier
                .iter()
                .any(|seen| seen.id.as_ref() == Some(id) && !seen.is_same_message(&now)) =>
        {
            Some(format!("the id {id} is used twice"))
        }
        Some(_) => None,
    }
}

fn over_budget(request: &Request, facts: &Facts) -> Option<String> {
    let now = Seen::new(request, facts);
    if now.hop {
        return None;
    }
    let kind = |seen: &&Seen| {
        !seen.hop && seen.method == now.method && seen.rpc == now.rpc && seen.modern == now.modern
    };
    let same: Vec<&Seen> = facts.earlier.iter().filter(kind).collect();
    let word = now.rpc.as_deref().unwrap_or(&now.method);
    let allowed = match word {
        "initialize" | "notifications/initialized" | "DELETE" | "server/discover" => 1,
        "tools/list" if now.modern => 1,
        "tools/list" => 5,
        "GET" => return None,
        _ => 0,
    };
    let repeats = same.iter().filter(|seen| seen.meaning == now.meaning).count();
    if repeats > 1 {
        return Some(format!("{word} came {} times", repeats + 1));
    }
    let mut different: Vec<u64> = same.iter().map(|seen| seen.meaning).chain([now.meaning]).collect();
    different.sort_unstable();
    different.dedup();
    (different.len() > allowed).then(|| format!("{} different {word}", different.len()))
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn modern_strict(request: &Request, message: Option<&Message>, rpc: Option<&str>) -> Option<String> {
    if request.method == "GET" || request.method == "DELETE" {
        return Some(format!("a {}", request.method));
    }
    if rpc == Some("initialize") {
        return None;
    }
    let meta = message.and_then(|m| m.param("_meta"));
    let stated = meta.and_then(|meta| meta.get(META_VERSION)).and_then(Value::as_str);
    let header = request.header("mcp-protocol-version");
    if header != Some(MODERN) || stated != header {
        return Some(format!("the version is {header:?} in the header and {stated:?} in _meta"));
    }
    if !meta.and_then(|meta| meta.get(META_CAPABILITIES)).is_some_and(Value::is_object) {
        return Some("_meta has no client capabilities".to_owned());
    }
    (request.header("mcp-method") != rpc).then(|| format!("Mcp-Method is {:?}", request.header("mcp-method")))
}

fn changed(before: &Request, now: &Request) -> Option<String> {
    if before.method != now.method {
        return Some(format!("{} became {}", before.method, now.method));
    }
    if before.body != now.body {
        return Some("the body is another".to_owned());
    }
    let sorted = |request: &Request| {
        let mut headers = request.headers.clone();
        headers.sort();
        headers
    };
    (sorted(before) != sorted(now)).then(|| "the headers are others".to_owned())
}

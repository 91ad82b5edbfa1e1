//! One reply under a 2xx, judged as a whole, and what it shares with evidence and streams.

use super::head::{Head, MediaType};
use super::json::{self, Decoded};
use super::jsonrpc::{self, Body, Meaning, Member, Message};
use super::reader::{BodyEnd, Content, DocumentFacts, Expect, Reading};
use super::tools::ToolsPage;
use super::{initialize, modern, said, sse};
use crate::record::{self, Answer, Finding, FindingId, PlainReason, RpcError, Step};

/// A sample has at most this many characters ...
const SAMPLE_KEPT: usize = 300;
/// ... out of this many bytes.
pub(super) const SAMPLED: usize = SAMPLE_KEPT * 12;
/// `resource` of a metadata document is kept up to this many characters.
const RESOURCE_KEPT: usize = 2048;

/// What is known of a reply before its body.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) expect: Expect,
    pub(super) step: Step,
    /// The JSON-RPC id that was sent; a number that never is where none was.
    pub(super) id: u64,
    pub(super) status: u16,
    pub(super) media: MediaType,
    repeats_content_type: bool,
    encoding: Option<String>,
    /// 403 only: `cf-mitigated: challenge`.
    pub(super) edge_challenge: bool,
    /// 403 only: from an edge network, without any `WWW-Authenticate`.
    pub(super) edge_unchallenged: bool,
}

impl Reply {
    pub(super) fn new(expect: Expect, head: &Head) -> Self {
        let (step, id) = match expect {
            Expect::Initialize { id } => (Step::Initialize, id),
            Expect::Notification => (Step::Initialized, u64::MAX),
            Expect::ToolsPage { id } => (Step::ToolsList, id),
            Expect::Delete => (Step::Delete, u64::MAX),
            Expect::EndpointEvent => (Step::OpenStream, u64::MAX),
            Expect::Discover { id } => (Step::Discover, id),
            Expect::ModernToolsPage { id } => (Step::ModernToolsList, id),
            Expect::Document => (Step::ResourceMetadata, u64::MAX),
        };
        let forbidden = head.status == 403;
        Self {
            expect,
            step,
            id,
            status: head.status,
            media: head.media_type(),
            repeats_content_type: head.repeats_content_type(),
            encoding: head.content_encoding(),
            edge_challenge: forbidden && head.is_edge_challenge(),
            edge_unchallenged: forbidden && head.is_from_edge() && !head.has_challenge(),
        }
    }

    /// Whether findings about this reply are told: those that look beside or behind the conversation have their own
    /// facts instead.
    pub(super) fn is_told(&self) -> bool {
        matches!(self.expect, Expect::Initialize { .. } | Expect::ToolsPage { .. } | Expect::EndpointEvent)
    }

    pub(super) fn success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn tell(&self, reading: &mut Reading, id: FindingId) {
        reading.findings.push(Finding::new(id, self.step));
    }

    /// What the head alone shows under a 2xx.
    pub(super) fn begin(&self, reading: &mut Reading) {
        if !self.success() {
            return;
        }
        if self.repeats_content_type {
            self.tell(reading, FindingId::ContentTypeRepeated);
        }
        if let Some(encoding) = &self.encoding {
            reading.findings.push(Finding::with(FindingId::UnrequestedEncoding, self.step, encoding));
        }
    }

    /// Adds the sample of a body that is no answer. Takes back what is not to be told: of a reply that never got far enough, and of those with facts of their own.
    pub(super) fn finish(&self, how: BodyEnd, body: &[u8], reading: &mut Reading) {
        let refused = matches!(reading.answer, Some(Answer::NotMcp(_)));
        let evidence = !self.success() && reading.rpc_error.is_none();
        if refused || evidence {
            reading.sample = sample(body);
        }
        let broken = matches!(how, BodyEnd::Dropped | BodyEnd::Truncated);
        let silent = broken && reading.answer.is_none() && reading.unreadable.is_none();
        let given_up = reading.unreadable == Some(PlainReason::TooLarge);
        let notice = matches!(self.expect, Expect::Notification);
        if silent || given_up || !(self.is_told() || notice) {
            reading.findings.clear();
        }
    }

    /// The reply to a notification or to DELETE, or a redirect.
    pub(super) fn notice(&self, has_body: bool, reading: &mut Reading) {
        reading.answer = Some(Answer::Unread);
        if self.expect != Expect::Notification {
            return;
        }
        reading.findings.clear();
        if !self.success() {
            self.tell(reading, FindingId::InitializedRejected);
            return;
        }
        if self.status != 202 {
            self.tell(reading, FindingId::InitializedNot202);
        }
        if has_body {
            self.tell(reading, FindingId::InitializedBody);
        }
    }

    /// Judges a whole body under a 2xx.
    pub(super) fn judge(&self, body: &[u8], reading: &mut Reading) {
        let decoded = json::decode(body);
        if self.expect == Expect::Document {
            self.document(&decoded, reading);
            return;
        }
        let read = jsonrpc::read(&decoded.text, self.id);
        let reason = match read {
            Body::Empty if self.status == 202 => PlainReason::AcceptedWithoutAnswer,
            Body::Empty => PlainReason::EmptyBody,
            Body::NotRpc if said::wants_login(&decoded.text) => {
                self.tell(reading, FindingId::AuthHint);
                self.unlike(&read, body, reading)
            }
            Body::One { message, unwrapped } if self.media == MediaType::Json && self.is_post() => {
                let carrier = Carrier { text: &decoded, unwrapped, event: None };
                if self.settle(&message, &carrier, reading) {
                    return;
                }
                match message.meaning() {
                    Meaning::Foreign => PlainReason::IdMismatch,
                    _ => PlainReason::NotJsonrpc,
                }
            }
            _ => self.unlike(&read, body, reading),
        };
        reading.refuse(reason);
    }

    /// Why a body is no answer, by its label and by what it is in truth.
    fn unlike(&self, read: &Body<'_>, body: &[u8], reading: &mut Reading) -> PlainReason {
        if self.media == MediaType::Json && self.is_post() {
            return match read {
                Body::Batch { .. } => PlainReason::Batch,
                Body::NotJson if has_rpc_event(body, self.id) => {
                    self.tell(reading, FindingId::SseLabelledJson);
                    PlainReason::Mislabelled
                }
                Body::NotJson => PlainReason::NotJson,
                _ => PlainReason::NotJsonrpc,
            };
        }
        if self.is_post() && read.is_rpc() {
            self.tell(
                reading,
                match self.media {
                    MediaType::Absent => FindingId::JsonUnlabelled,
                    MediaType::Html => FindingId::JsonLabelledHtml,
                    MediaType::Text => FindingId::JsonLabelledText,
                    MediaType::EventStream => FindingId::JsonLabelledSse,
                    MediaType::Json | MediaType::Other => FindingId::JsonLabelledOther,
                },
            );
            return PlainReason::Mislabelled;
        }
        if self.is_post() && has_rpc_event(body, self.id) {
            return PlainReason::Mislabelled;
        }
        if self.media == MediaType::Html { PlainReason::HtmlBody } else { PlainReason::UnexpectedContentType }
    }

    fn is_post(&self) -> bool {
        self.expect != Expect::EndpointEvent
    }

    /// Settles the reply if the message answers us.
    pub(super) fn settle(&self, message: &Message<'_>, carrier: &Carrier<'_>, reading: &mut Reading) -> bool {
        match message.meaning() {
            Meaning::Result(result) => {
                let mut findings = Vec::new();
                match self.result(result, &mut findings) {
                    Ok(content) => {
                        self.tolerate(message, carrier, reading);
                        if self.status != 200 {
                            self.tell(reading, FindingId::StatusNot200);
                        }
                        reading.findings.append(&mut findings);
                        reading.content = content;
                        reading.answer = Some(Answer::Result);
                    }
                    Err(reason) => reading.refuse(reason),
                }
            }
            Meaning::Error(raw) => {
                let error = jsonrpc::rpc_error(raw);
                self.tolerate(message, carrier, reading);
                if said::error_wants_login(raw, &error) {
                    self.tell(reading, FindingId::AuthHint);
                }
                self.version(raw, &error, reading);
                reading.answer = Some(Answer::Error(error.clone()));
                reading.rpc_error = Some(error);
            }
            Meaning::Both => reading.refuse(PlainReason::ResultAndError),
            Meaning::Foreign | Meaning::Other => return false,
        }
        true
    }

    /// What a good result carries, or why it is none.
    pub(super) fn result(&self, raw: &str, findings: &mut Vec<Finding>) -> Result<Content, PlainReason> {
        match self.expect {
            Expect::Initialize { .. } => initialize::read(raw, findings).map(Content::Initialize),
            Expect::ToolsPage { .. } | Expect::ModernToolsPage { .. } => {
                ToolsPage::read(raw, self.step, findings).map(Content::ToolsPage)
            }
            Expect::Discover { .. } => modern::read(raw).map(Content::Discover),
            Expect::Notification | Expect::Delete | Expect::EndpointEvent | Expect::Document => {
                Err(PlainReason::NotJsonrpc)
            }
        }
    }

    /// What the error that answers initialize says about versions.
    pub(super) fn version(&self, raw: &str, error: &RpcError, reading: &mut Reading) {
        if !matches!(self.expect, Expect::Initialize { .. }) {
            return;
        }
        if let Some(id) = modern::version_finding(raw, error) {
            self.tell(reading, id);
        }
    }

    /// What an answer was forgiven.
    fn tolerate(&self, message: &Message<'_>, carrier: &Carrier<'_>, reading: &mut Reading) {
        let null_beside = match message.meaning() {
            Meaning::Result(_) => (message.error == Member::Null).then_some(FindingId::ErrorMemberNull),
            _ => (message.result == Member::Null).then_some(FindingId::ResultMemberNull),
        };
        let forgiven = [
            carrier.text.bom.then_some(FindingId::BomBeforeJson),
            carrier.text.replaced.then_some(FindingId::InvalidUtf8),
            json::is_deeper_than(&carrier.text.text, json::DEPTH).then_some(FindingId::DeepNesting),
            carrier.unwrapped.then_some(FindingId::BatchArray),
            message.id.is_changed().then_some(FindingId::IdTypeChanged),
            null_beside,
        ];
        for id in forgiven.into_iter().flatten() {
            self.tell(reading, id);
        }
        if let Some(event) = carrier.event.filter(|event| !event.is_message()) {
            let name = String::from_utf8_lossy(event.name);
            reading.findings.push(Finding::with(FindingId::EventNameNotMessage, self.step, &name));
        }
    }

    /// A metadata document: 200 and a JSON object with a non-empty `authorization_servers`.
    fn document(&self, decoded: &Decoded<'_>, reading: &mut Reading) {
        if self.status != 200 {
            reading.answer = Some(Answer::Unread);
            return;
        }
        let (mut servers, mut facts) = (0_usize, DocumentFacts::default());
        let text = decoded.text.trim();
        let object = json::object(text, |key, value| match key {
            b"authorization_servers" => {
                json::array(value, |_| servers += 1);
            }
            b"resource" => facts.resource = json::short_string(value, RESOURCE_KEPT),
            _ => {}
        });
        if object && servers > 0 {
            reading.content = Content::Document(facts);
            reading.answer = Some(Answer::Result);
        } else {
            let html = self.media == MediaType::Html && !object;
            reading.refuse(if html { PlainReason::HtmlBody } else { PlainReason::NotJson });
        }
    }
}

/// The text that a message came in.
pub(super) struct Carrier<'a> {
    pub(super) text: &'a Decoded<'a>,
    pub(super) unwrapped: bool,
    /// The event that carried it.
    pub(super) event: Option<&'a sse::Event<'a>>,
}

/// The beginning of a body for the record; nothing for an empty one.
fn sample(body: &[u8]) -> Option<String> {
    let text = record::sample(body, SAMPLE_KEPT);
    (!text.is_empty()).then_some(text)
}

/// Whether a body, read as an event stream, has a JSON-RPC message in it.
fn has_rpc_event(body: &[u8], id: u64) -> bool {
    first_event(body, |text| matches!(jsonrpc::read(text, id), Body::One { .. }))
}

/// Whether any event of a whole stream passes a test.
pub(super) fn first_event(body: &[u8], mut test: impl FnMut(&str) -> bool) -> bool {
    let mut parser = sse::Parser::new(body.len());
    let mut rest = body;
    while let Some(Ok(event)) = parser.next(&mut rest) {
        if test(&json::decode(event.data).text) {
            return true;
        }
    }
    let unfinished = parser.unfinished();
    test(&json::decode(unfinished.data).text)
}

//! What an answered request means for the conversation: what it adds to the record, and what is asked next.

use super::challenge::challenges;
use super::head::Head;
use super::initialize::{InitializeFacts, MODERN, version_header};
use super::lookup::Lookup;
use super::machine::{Action, Ask, Machine};
use super::reader::{Content, Reading};
use super::tools::{NextCursor, ToolTally, ToolsPage};
use crate::outcome::{Outcome, of_exchange};
use crate::policy::Policy;
use crate::record::{
    Answer, Exchange, Finding, FindingId, Modern, PlainReason, Reason, Session, Step, Tools, ToolsStatus,
    clean,
};
use crate::target::{Transport, is_allowed};

/// JSON-RPC: the method is not known.
const METHOD_NOT_FOUND: i64 = -32601;
/// Characters of a session id that the record keeps.
const SESSION_KEPT: usize = 128;

impl Machine<'_> {
    /// A request is over: no retry, no redirect left.
    pub(super) fn settled(
        &mut self,
        ask: Ask,
        exchange: &Exchange,
        head: Option<&Head>,
        reading: Option<Reading>,
    ) -> Action {
        match ask {
            Ask::Initialize => self.initialize_settled(exchange, head, reading),
            Ask::Initialized => self.initialized_settled(exchange, reading),
            Ask::ToolsList { .. } => self.tools_settled(exchange, head, reading),
            // Its answer never matters.
            Ask::Delete => self.after_conversation(),
            Ask::OpenStream => self.stream_settled(exchange, head, reading),
            Ask::Discover => self.discover_settled(exchange, reading),
            Ask::ModernToolsList => self.modern_tools_settled(exchange, reading),
            Ask::Document { url } => self.document_settled(&url, exchange, reading),
        }
    }

    fn take_findings(&mut self, findings: Vec<Finding>) {
        self.record.findings.extend(findings);
    }

    fn initialize_settled(
        &mut self,
        exchange: &Exchange,
        head: Option<&Head>,
        reading: Option<Reading>,
    ) -> Action {
        self.record.target.spoken = Some(Transport::StreamableHttp);
        let (content, rpc_error, modern_only) = match reading {
            Some(reading) => {
                let modern_only = reading.findings.iter().any(|finding| finding.id == FindingId::ModernOnly);
                self.take_findings(reading.findings);
                (reading.content, reading.rpc_error, modern_only)
            }
            None => (Content::Nothing, None, false),
        };
        let (outcome, _) = of_exchange(exchange);
        if let (Outcome::Answered, Content::Initialize(facts), Some(head)) = (outcome, content, head) {
            return self.shake_hands(facts, head);
        }
        let unknown_method = rpc_error.as_ref().and_then(|error| error.code) == Some(METHOD_NOT_FOUND);
        self.record.rpc_error = rpc_error;
        self.modern_wanted = self.policy.modern && (modern_only || unknown_method);
        self.note_login(outcome, head, Step::Initialize);
        // A server that says it is modern has no legacy stream either.
        let falls_back =
            self.transport == Transport::Auto && matches!(exchange.status, Some(400 | 404 | 405));
        if falls_back && !modern_only { self.send(Ask::OpenStream) } else { self.after_conversation() }
    }

    fn shake_hands(&mut self, facts: InitializeFacts, head: &Head) -> Action {
        let given = head.session();
        if given.is_invalid() {
            let detail = given
                .echo()
                .map(|id| clean(&String::from_utf8_lossy(id.as_bytes()), SESSION_KEPT).into_owned());
            self.find(FindingId::SessionIdInvalid, Step::Initialize, detail);
        }
        self.session = given.echo().cloned();
        self.record.session = self.session.as_ref().map(|id| Session {
            id: clean(&String::from_utf8_lossy(id.as_bytes()), SESSION_KEPT).into_owned(),
        });
        self.version = version_header(&facts.protocol_version);
        self.record.server = facts.server;
        self.record.protocol_version = Some(facts.protocol_version);
        self.tools_declared = facts.tools_declared;
        self.send(Ask::Initialized)
    }

    fn initialized_settled(&mut self, exchange: &Exchange, reading: Option<Reading>) -> Action {
        if exchange.status.is_none() {
            self.find(FindingId::InitializedNoAnswer, Step::Initialized, None);
        } else if let Some(reading) = reading {
            self.take_findings(reading.findings);
        }
        self.send(Ask::ToolsList { cursor: None })
    }

    fn tools_settled(
        &mut self,
        exchange: &Exchange,
        head: Option<&Head>,
        reading: Option<Reading>,
    ) -> Action {
        self.record.tools.pages += 1;
        let (content, rpc_error) = match reading {
            Some(reading) => {
                self.take_findings(reading.findings);
                (reading.content, reading.rpc_error)
            }
            None => (Content::Nothing, None),
        };
        let (outcome, reason) = of_exchange(exchange);
        if let (Outcome::Answered, Content::ToolsPage(page)) = (outcome, content) {
            return self.page_read(page);
        }
        let refused = rpc_error.as_ref().and_then(|error| error.code);
        self.record.rpc_error = rpc_error;
        if outcome == Outcome::HandshakeRefused
            && refused == Some(METHOD_NOT_FOUND)
            && self.record.tools.pages == 1
        {
            return self.no_such_method();
        }
        (self.record.tools.status, self.record.tools.reason) = failure(outcome, reason);
        if exchange.status == Some(404) && self.session.is_some() {
            self.find(FindingId::SessionLost, Step::ToolsList, None);
        }
        self.note_login(outcome, head, Step::ToolsList);
        self.list_over()
    }

    /// -32601 to the first tools/list: there are none, unless the server said that there are.
    fn no_such_method(&mut self) -> Action {
        if self.tools_declared == Some(true) {
            self.record.tools.status = ToolsStatus::Refused;
            self.find(FindingId::DeclaredToolsMissing, Step::ToolsList, None);
        } else {
            let tools = &mut self.record.tools;
            tools.status = ToolsStatus::NotSupported;
            (tools.count, tools.distinct) = (Some(0), Some(0));
            tools.complete = true;
        }
        self.list_over()
    }

    fn page_read(&mut self, mut page: ToolsPage) -> Action {
        if self.record.tools.pages == 1 && self.tools_declared == Some(false) {
            self.find(FindingId::ToolsNotDeclared, Step::ToolsList, None);
        }
        self.record.tools.status = ToolsStatus::Listed;
        match std::mem::take(&mut page.next_cursor) {
            NextCursor::Text(cursor) if self.cursors.contains(&cursor) => {
                let detail = clean(&cursor, 200).into_owned();
                self.find(FindingId::CursorLoop, Step::ToolsList, Some(detail));
            }
            NextCursor::Text(cursor) => {
                self.tally.add(page);
                if self.record.tools.pages < self.policy.pages {
                    self.cursors.push(cursor.clone());
                    let next = self.send(Ask::ToolsList { cursor: Some(cursor) });
                    return if next == Action::Finish { self.list_over() } else { next };
                }
            }
            NextCursor::Absent | NextCursor::Null => {
                self.tally.add(page);
                self.record.tools.complete = true;
            }
            NextCursor::Other => self.tally.add(page),
        }
        self.list_over()
    }

    fn list_over(&mut self) -> Action {
        // Unknown is not zero: without a page that could be read there is nothing to count.
        if self.record.tools.status == ToolsStatus::Listed || self.record.tools.pages > 1 {
            self.tally.write(&mut self.record.tools, self.policy.names_kept);
            let findings = self.tally.findings(Step::ToolsList);
            self.take_findings(findings);
        }
        if self.record.tools.status != ToolsStatus::LoginRequired {
            self.note_declared_headers(Step::ToolsList);
        }
        match self.session {
            Some(_) => self.send(Ask::Delete),
            None => self.after_conversation(),
        }
    }

    /// The entry declares headers as required, none was sent, and the server answered all the same.
    fn note_declared_headers(&mut self, step: Step) {
        let names =
            self.record.entry.as_ref().map(|entry| entry.required_headers.join(", ")).unwrap_or_default();
        if !names.is_empty() {
            self.find(FindingId::DeclaredHeaderNotEnforced, step, Some(clean(&names, 200).into_owned()));
        }
    }

    fn stream_settled(
        &mut self,
        exchange: &Exchange,
        head: Option<&Head>,
        reading: Option<Reading>,
    ) -> Action {
        let (outcome, _) = of_exchange(exchange);
        let answered = exchange.answer == Some(Answer::Endpoint);
        if self.transport == Transport::Auto && !answered {
            // Without the event the first outcome stands, and nobody asked for anything else that this GET showed.
            return self.after_conversation();
        }
        self.record.target.spoken = Some(Transport::Sse);
        let rpc_error = reading.as_ref().and_then(|reading| reading.rpc_error.clone());
        // The one that decides: after a fall-back the first refusal is of no interest any more, only the way to it is.
        self.record.rpc_error = rpc_error;
        self.record
            .findings
            .retain(|finding| finding.step != Some(Step::Initialize) || tells_the_way(finding.id));
        if let Some(reading) = reading {
            self.take_findings(reading.findings);
        }
        if answered {
            self.modern_wanted = false;
            self.note_declared_headers(Step::OpenStream);
        }
        self.note_login(outcome, head, Step::OpenStream);
        self.after_conversation()
    }

    /// A demand for a login: what it says about how, and where a look-up could go on.
    fn note_login(&mut self, outcome: Outcome, head: Option<&Head>, step: Step) {
        let (Outcome::LoginRequired, Some(head)) = (outcome, head) else { return };
        let policy = self.policy;
        let is_public = |url: &url::Url| may_be_contacted(url, policy);
        let challenges = challenges(head, &self.url, step, is_public);
        self.record.login = Some(challenges.login());
        if policy.oauth_lookup {
            self.lookup =
                Some(Lookup::new(&self.url, &challenges.pointers, policy.lookup_candidates, is_public));
        }
        self.take_findings(challenges.findings);
    }

    /// The conversation proper is over; what options ask for beyond it follows.
    fn after_conversation(&mut self) -> Action {
        if std::mem::take(&mut self.modern_wanted) {
            let next = self.send(Ask::Discover);
            if next != Action::Finish {
                self.record.modern = Some(Modern {
                    versions: Vec::new(),
                    server: None,
                    answered: false,
                    rpc_error: None,
                    tools: Tools::not_attempted(),
                    exchanges: Vec::new(),
                });
                return next;
            }
        }
        self.next_document()
    }

    fn discover_settled(&mut self, exchange: &Exchange, reading: Option<Reading>) -> Action {
        let Some(Reading { content, rpc_error, .. }) = reading else { return self.next_document() };
        let Some(modern) = &mut self.record.modern else { return self.next_document() };
        modern.rpc_error = rpc_error;
        let (Outcome::Answered, Content::Discover(facts)) = (of_exchange(exchange).0, content) else {
            return self.next_document();
        };
        modern.answered = true;
        modern.versions = facts.versions;
        modern.server = facts.server;
        if !self.record.has(FindingId::ModernOnly) {
            self.find(FindingId::ModernOnly, Step::Discover, Some(MODERN.to_owned()));
        }
        let next = self.send(Ask::ModernToolsList);
        if next == Action::Finish { self.next_document() } else { next }
    }

    fn modern_tools_settled(&mut self, exchange: &Exchange, reading: Option<Reading>) -> Action {
        if let Some(modern) = &mut self.record.modern {
            write_modern_tools(&mut modern.tools, exchange, reading, self.policy);
        }
        self.next_document()
    }

    fn next_document(&mut self) -> Action {
        let Some(lookup) = &mut self.lookup else { return Action::Finish };
        if let Some(url) = lookup.next() {
            return self.send(Ask::Document { url });
        }
        let found = lookup.given_up();
        self.lookup = None;
        if let Some((finding, detail)) = found.finding {
            self.find(finding, Step::ResourceMetadata, detail);
        }
        Action::Finish
    }

    fn document_settled(&mut self, url: &url::Url, exchange: &Exchange, reading: Option<Reading>) -> Action {
        // Its name led to an address that may not be contacted: the pointer was not as public as it looked.
        let blocked = exchange.end == crate::record::End::Failed(PlainReason::AddressBlocked.into());
        if blocked && !self.record.has(FindingId::PointerNotPublic) {
            self.find(
                FindingId::PointerNotPublic,
                Step::ResourceMetadata,
                Some(clean(url.as_str(), 200).into_owned()),
            );
        }
        let document = reading.and_then(|reading| match reading.content {
            Content::Document(document) => Some(document),
            _ => None,
        });
        let Some(lookup) = &mut self.lookup else { return Action::Finish };
        let Some(found) = lookup.heard(url, exchange.status, document.as_ref()) else {
            return self.next_document();
        };
        if let Some(login) = &mut self.record.login {
            lookup.write(&found, login);
        }
        self.lookup = None;
        if let Some((finding, detail)) = found.finding {
            let detail = detail.map(|detail| clean(&detail, 200).into_owned());
            self.find(finding, Step::ResourceMetadata, detail);
        }
        Action::Finish
    }
}

/// As far as a URL alone tells: a name may lead anywhere, a literal says it.
fn may_be_contacted(url: &url::Url, policy: &Policy) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(v4)) => is_allowed(v4.into(), &policy.reach),
        Some(url::Host::Ipv6(v6)) => is_allowed(v6.into(), &policy.reach),
        Some(url::Host::Domain(name)) => policy.reach.local || !crate::target::is_local_name(name),
        None => false,
    }
}

/// tools/list did not work: how, in the words of a list.
fn failure(outcome: Outcome, reason: Option<Reason>) -> (ToolsStatus, Option<Reason>) {
    let status = match outcome {
        Outcome::LoginRequired => ToolsStatus::LoginRequired,
        Outcome::RateLimited => ToolsStatus::RateLimited,
        Outcome::Http4xx => ToolsStatus::Http4xx,
        Outcome::Http5xx => ToolsStatus::Http5xx,
        Outcome::ConnectionFailed => ToolsStatus::ConnectionFailed,
        Outcome::TimedOut => ToolsStatus::TimedOut,
        Outcome::HandshakeRefused => ToolsStatus::Refused,
        Outcome::NotMcp if reason == Some(PlainReason::TooLarge.into()) => {
            return (ToolsStatus::TooLarge, None);
        }
        Outcome::NotMcp | Outcome::Answered | Outcome::NotProbed => ToolsStatus::NotMcp,
    };
    (status, reason)
}

fn write_modern_tools(tools: &mut Tools, exchange: &Exchange, reading: Option<Reading>, policy: &Policy) {
    tools.pages = 1;
    let content = reading.map_or(Content::Nothing, |reading| reading.content);
    let (outcome, reason) = of_exchange(exchange);
    let (Outcome::Answered, Content::ToolsPage(page)) = (outcome, content) else {
        (tools.status, tools.reason) = failure(outcome, reason);
        return;
    };
    tools.status = ToolsStatus::Listed;
    tools.complete = matches!(page.next_cursor, NextCursor::Absent | NextCursor::Null);
    let mut tally = ToolTally::default();
    tally.add(page);
    tally.write(tools, policy.names_kept);
}

/// Whether a finding is about the connection or the way to the reply, and not about what the reply said.
const fn tells_the_way(id: FindingId) -> bool {
    matches!(
        id,
        FindingId::Retried | FindingId::H2Refused | FindingId::BlockedAddressSkipped | FindingId::Redirected
    )
}

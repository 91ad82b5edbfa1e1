//! A body under a status outside 2xx: evidence only. The status has decided; nothing here changes that.

use super::head::MediaType;
use super::json;
use super::jsonrpc::{self, Body, Meaning};
use super::reader::{Expect, Reading};
use super::reply::{Reply, first_event};
use super::said;
use crate::record::{Answer, Finding, FindingId};

impl Reply {
    /// Reads a body for what it tells beside the status.
    pub(super) fn evidence(&self, body: &[u8], reading: &mut Reading) {
        if self.expect == Expect::Notification {
            self.notice(false, reading);
            return;
        }
        if (400..600).contains(&self.status) {
            reading.answer = Some(Answer::Unread);
        }
        let decoded = json::decode(body);
        if self.is_told() {
            self.status_findings(&decoded.text, reading);
        }
        if !self.message(&decoded.text, reading) && self.media == MediaType::EventStream {
            first_event(body, |text| self.message(text, reading));
        }
    }

    /// The JSON-RPC response in a text, whatever its id; false when there is none.
    fn message(&self, text: &str, reading: &mut Reading) -> bool {
        let Body::One { message, .. } = jsonrpc::read(text, self.id) else { return false };
        if message.method {
            return false;
        }
        if let (None, Some(raw)) = (message.result.value(), message.error.value()) {
            let error = jsonrpc::rpc_error(raw);
            self.version(raw, &error, reading);
            reading.rpc_error = Some(error);
            return true;
        }
        let Meaning::Result(raw) = message.meaning() else { return false };
        let good = self.result(raw, &mut Vec::new()).is_ok() && (400..600).contains(&self.status);
        if good {
            self.tell(reading, FindingId::ResultUnderErrorStatus);
        }
        good
    }

    fn status_findings(&self, body: &str, reading: &mut Reading) {
        let get = self.expect == Expect::EndpointEvent;
        let id = match self.status {
            402 => FindingId::PaymentRequired,
            403 => return self.forbidden(body, reading),
            405 if get => FindingId::GetNotAllowed,
            405 => FindingId::PostNotAllowed,
            406 => FindingId::NotAcceptable,
            410 => FindingId::Gone,
            415 => FindingId::UnsupportedMediaType,
            421 => FindingId::HostGuard,
            520..=527 | 530 => {
                let status = self.status.to_string();
                reading.findings.push(Finding::with(FindingId::EdgeError, self.step, &status));
                return;
            }
            _ => return,
        };
        self.tell(reading, id);
    }

    /// Who said no: an edge network's check, its block page, or a guard of the server's own.
    fn forbidden(&self, body: &str, reading: &mut Reading) {
        let html = said::is_html(body, self.media == MediaType::Html);
        if self.edge_challenge || (html && said::is_challenge_page(body)) {
            self.tell(reading, FindingId::BotChallenge);
        } else if html && self.edge_unchallenged {
            self.tell(reading, FindingId::EdgeBlock);
        }
        if said::guards_host(body) {
            self.tell(reading, FindingId::HostGuard);
        }
    }
}

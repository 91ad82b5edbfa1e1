//! One script at work: it journals a request, judges it, and finds the answer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use serde_json::Value;

use crate::demand::{Facts, Seen};
use crate::journal::{Breach, Journal};
use crate::program::{Memory, Play};
use crate::reply::{Answer, Good, Names, build, good, latin1};
use crate::request::Request;
use crate::script::{Demand, Reply, Script, Serve};

/// The path of every mock.
pub(crate) const HOME: &str = "/mcp";

/// One script, with what it remembers.
#[derive(Debug)]
pub(crate) struct Behaviour {
    pub(crate) script: Script,
    pub(crate) journal: Journal,
    /// Demands that are recorded when broken, and not answered.
    observed: Vec<Demand>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How often each rule has matched.
    used: Vec<u32>,
    facts: Facts,
    memory: Memory,
}

impl Behaviour {
    pub(crate) fn new(script: Script, observed: Vec<Demand>) -> Self {
        Self { script, observed, journal: Journal::default(), state: Mutex::default() }
    }

    /// Records a request and finds its answer.
    pub(crate) fn answer(&self, request: &Request, names: &Names) -> Answer {
        self.journal.received(request);
        let mut state = self.state();
        let refusal = self.judge(request, &state.facts);
        let answer = refusal.unwrap_or_else(|| self.find(request, names, &mut state));
        state.learn(request, &answer);
        answer
    }

    /// What the end shows; nothing more is expected to come.
    pub(crate) fn close(&self) -> Vec<Breach> {
        let connections = self.journal.connections();
        let facts = self.state().facts.clone();
        for demand in self.script.demand.iter().chain(&self.observed) {
            if let Some(evidence) = demand.unmet(connections, &facts) {
                self.journal.broken(demand.word(), evidence);
            }
        }
        self.journal.breaches()
    }

    /// Forgets everything.
    pub(crate) fn restart(&self) {
        self.journal.clear();
        *self.state() = State::default();
    }

    fn judge(&self, request: &Request, facts: &Facts) -> Option<Answer> {
        let mut refusal = None;
        for demand in &self.script.demand {
            if let Some(evidence) = demand.breach(request, facts, HOME) {
                refusal.get_or_insert_with(|| {
                    Answer::text(demand.refusal(), &format!("{}: {evidence}\n", demand.word()))
                });
                self.journal.broken(demand.word(), evidence);
            }
        }
        for demand in self.observed.iter().filter(|demand| !self.script.demand.contains(demand)) {
            if let Some(evidence) = demand.breach(request, facts, HOME) {
                self.journal.broken(demand.word(), evidence);
            }
        }
        refusal
    }

    fn find(&self, request: &Request, names: &Names, state: &mut State) -> Answer {
        let session = self.script.session.as_deref().map(latin1);
        let session = session.as_deref();
        state.used.resize(self.script.serve.len(), 0);
        let matching = self
            .script
            .serve
            .iter()
            .zip(&mut state.used)
            .find(|(rule, used)| matches(rule, request) && rule.times.is_none_or(|times| **used < times));
        if let Some((rule, used)) = matching {
            *used += 1;
            let good = or_missing(request, rule.when.path.is_some(), session);
            return build(&rule.reply, rule.fault, &good, request, names, session);
        }
        let good = or_missing(request, false, session);
        let play = self.script.program.as_ref().filter(|_| request.target == HOME);
        match play.and_then(|program| program.play(request, &mut state.memory)) {
            Some(Play::Reply(reply)) => build(&reply, None, &good, request, names, session),
            Some(Play::Answer(answer)) => *answer,
            None => build(&Reply::default(), None, &good, request, names, session),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Keeps what the answer told the client.
    fn learn(&mut self, request: &Request, answer: &Answer) {
        let facts = &mut self.facts;
        if facts.earlier.len() < crate::journal::KEPT {
            facts.earlier.push(Seen::new(request, facts));
        }
        facts.redirected = matches!(answer.status, 307 | 308).then(|| request.clone());
        if request.rpc().as_deref() == Some("initialize") && (200..300).contains(&answer.status) {
            facts.version.clone_from(&answer.version);
            facts.initialized = facts.version.is_some();
            let given = answer.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(b"mcp-session-id"));
            facts.session = given
                .map(|(_, value)| Bytes::copy_from_slice(value.trim_ascii()))
                .filter(|id| !id.is_empty());
        }
    }
}

/// Good on the mock's own path, and on a path that a rule names.
fn or_missing(request: &Request, named: bool, session: Option<&[u8]>) -> Good {
    if named || request.target == HOME { good(request, session) } else { Good::not_found() }
}

fn matches(rule: &Serve, request: &Request) -> bool {
    let when = &rule.when;
    let cursor =
        || request.message().and_then(|m| m.param("cursor").and_then(Value::as_str).map(str::to_owned));
    when.method.as_ref().is_none_or(|method| *method == request.method)
        && when.path.as_ref().is_none_or(|path| *path == request.target)
        && when.rpc.as_ref().is_none_or(|rpc| request.rpc().as_ref() == Some(rpc))
        && when.cursor.as_ref().is_none_or(|wanted| cursor().as_ref() == Some(wanted))
}

//! Whose turn it is: one probe at a time per host, many hosts side by side, the longest queues first. Pure: the time is
//! handed in, so every order can be tested without waiting.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::shard::stable_hash;

/// The longest wait that a Retry-After can ask of one host.
pub const LONGEST_WAIT: Duration = Duration::from_secs(120);
/// Answers in a row that ask for fewer requests, after which a host is left alone for this run.
pub const REFUSALS: u32 = 5;

/// The probes of one host, by their index in the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// The host key.
    pub name: String,
    /// What is left to do, in order.
    pub probes: VecDeque<usize>,
    /// Refusals in a row so far.
    refusals: u32,
}

/// An answer that asks for fewer requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// The wait it asked for.
    pub wait: Option<Duration>,
}

/// What a worker should do now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Probe this one; then report with [`Queue::done`].
    Probe {
        /// The index in the plan.
        probe: usize,
        /// The host, to be named in the report.
        host: String,
    },
    /// Nothing before this moment.
    Wait(Duration),
    /// Nothing until a probe in flight is reported.
    Idle,
    /// Nothing left.
    Finished,
}

/// The schedule of a run. Times are durations since its start.
#[derive(Debug, Default)]
pub struct Queue {
    ready: VecDeque<Host>,
    waiting: BTreeMap<(Duration, String), Host>,
    busy: BTreeMap<String, Host>,
    gap: Duration,
}

impl Queue {
    /// A schedule over `(host, probe)` pairs; `gap` is the pause between two probes of one host.
    #[must_use]
    pub fn new(probes: impl IntoIterator<Item = (String, usize)>, gap: Duration) -> Self {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut hosts: Vec<(Reverse<usize>, u64, Host)> = Vec::new();
        for (name, probe) in probes {
            let place = *places.entry(name).or_insert_with_key(|name| {
                let host = Host { name: name.clone(), probes: VecDeque::new(), refusals: 0 };
                hosts.push((Reverse(0), stable_hash(name), host));
                hosts.len() - 1
            });
            let (count, _, host) = &mut hosts[place];
            count.0 += 1;
            host.probes.push_back(probe);
        }
        // The hash tells almost all apart without a look at their names, which lie all over the memory.
        hosts.sort_unstable_by(|(count, hash, host), (other_count, other_hash, other)| {
            (count, hash).cmp(&(other_count, other_hash)).then_with(|| host.name.cmp(&other.name))
        });
        let ready: VecDeque<Host> = hosts.into_iter().map(|(_, _, host)| host).collect();
        Self { ready, waiting: BTreeMap::new(), busy: BTreeMap::new(), gap }
    }

    /// The next thing to do at this moment.
    pub fn next(&mut self, now: Duration) -> Next {
        // A host whose wait is over has been kept the longest, so it goes first.
        let due = self.waiting.first_key_value().is_some_and(|((at, _), _)| *at <= now);
        let host = if due { self.waiting.pop_first().map(|(_, host)| host) } else { self.ready.pop_front() };
        let Some(mut host) = host else {
            return match self.waiting.first_key_value() {
                Some(((at, _), _)) => Next::Wait(at.saturating_sub(now)),
                None if self.busy.is_empty() => Next::Finished,
                None => Next::Idle,
            };
        };
        let probe = host.probes.pop_front().expect("a queued host has something to do");
        let name = host.name.clone();
        self.busy.insert(name.clone(), host);
        Next::Probe { probe, host: name }
    }

    /// Reports a probe. `refused` is set for an answer that asks for fewer requests.
    ///
    /// Gives back the probes that are given up because the host refused too often.
    pub fn done(&mut self, host: &str, now: Duration, refused: Option<Refused>) -> Vec<usize> {
        let Some(mut host) = self.busy.remove(host) else { return Vec::new() };
        host.refusals = if refused.is_some() { host.refusals + 1 } else { 0 };
        if host.refusals >= REFUSALS {
            return host.probes.into();
        }
        if host.probes.is_empty() {
            return Vec::new();
        }
        let asked = refused.and_then(|refused| refused.wait).unwrap_or_default().min(LONGEST_WAIT);
        let wait = self.gap.max(asked);
        if wait.is_zero() {
            // Going on with the same host keeps the longest queue moving, which bounds the time of the run.
            self.ready.push_front(host);
        } else {
            self.waiting.insert((now + wait, host.name.clone()), host);
        }
        Vec::new()
    }

    /// Everything not yet begun, given up (an interrupt).
    pub fn drain(&mut self) -> Vec<usize> {
        let hosts = self.ready.drain(..).chain(std::mem::take(&mut self.waiting).into_values());
        let mut left: Vec<usize> = hosts.flat_map(|host| host.probes).collect();
        for host in self.busy.values_mut() {
            left.extend(host.probes.drain(..));
        }
        left.sort_unstable();
        left
    }
}

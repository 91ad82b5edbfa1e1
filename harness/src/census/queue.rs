//! Whose turn it is: one probe at a time per host, many hosts side by side, the longest queues first. Pure: the time is
//! handed in, so every order can be tested without waiting.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use super::shard::stable_hash;

/// The longest wait that a Retry-After can ask of one host.
pub const LONGEST_WAIT: Duration = Duration::from_secs(120);
/// Answers in a row that ask for fewer requests, after which a host is left alone for this run.
pub const REFUSALS: u32 = 5;

/// A host of the schedule, by its place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Host(usize);

/// What is known of a host.
#[derive(Debug)]
struct Left {
    /// What is left to do, as places in the order of the probes.
    probes: Range<usize>,
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
        host: Host,
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
    /// The probes, by their index in the plan: those of the first host, those of the second, and so on. One after the other
    /// in memory as they will have their turn, for a registry is larger than any cache.
    order: Vec<usize>,
    hosts: Vec<Left>,
    ready: VecDeque<Host>,
    waiting: BTreeSet<(Duration, Host)>,
    busy: usize,
    gap: Duration,
}

impl Queue {
    /// A schedule over `(host, probe)` pairs; `gap` is the pause between two probes of one host.
    #[must_use]
    pub fn new(probes: impl IntoIterator<Item = (String, usize)>, gap: Duration) -> Self {
        let mut of_host: HashMap<String, Vec<usize>> = HashMap::new();
        for (name, probe) in probes {
            of_host.entry(name).or_default().push(probe);
        }
        let mut hosts: Vec<(Reverse<usize>, u64, String, Vec<usize>)> = of_host
            .into_iter()
            .map(|(name, probes)| (Reverse(probes.len()), stable_hash(&name), name, probes))
            .collect();
        hosts.sort_unstable();
        let mut queue = Self { gap, ..Self::default() };
        for (at, (_, _, _, probes)) in hosts.into_iter().enumerate() {
            let first = queue.order.len();
            queue.order.extend(probes);
            queue.hosts.push(Left { probes: first..queue.order.len(), refusals: 0 });
            queue.ready.push_back(Host(at));
        }
        queue
    }

    /// The next thing to do at this moment.
    pub fn next(&mut self, now: Duration) -> Next {
        // A host whose wait is over has been kept the longest, so it goes first.
        let due = self.waiting.first().is_some_and(|(at, _)| *at <= now);
        let host = if due { self.waiting.pop_first().map(|(_, host)| host) } else { self.ready.pop_front() };
        let Some(host) = host else {
            return match self.waiting.first() {
                Some((at, _)) => Next::Wait(at.saturating_sub(now)),
                None if self.busy == 0 => Next::Finished,
                None => Next::Idle,
            };
        };
        let place = self.hosts[host.0].probes.next().expect("a queued host has something to do");
        self.busy += 1;
        Next::Probe { probe: self.order[place], host }
    }

    /// Reports the probe of a host. `refused` is set for an answer that asks for fewer requests.
    ///
    /// Gives back the probes that are given up because the host refused too often.
    pub fn done(&mut self, host: Host, now: Duration, refused: Option<Refused>) -> Vec<usize> {
        self.busy -= 1;
        let left = &mut self.hosts[host.0];
        left.refusals = if refused.is_some() { left.refusals + 1 } else { 0 };
        if left.refusals >= REFUSALS {
            return self.order[std::mem::take(&mut left.probes)].to_vec();
        }
        if left.probes.is_empty() {
            return Vec::new();
        }
        let asked = refused.and_then(|refused| refused.wait).unwrap_or_default().min(LONGEST_WAIT);
        let wait = self.gap.max(asked);
        if wait.is_zero() {
            // Going on with the same host keeps the longest queue moving, which bounds the time of the run.
            self.ready.push_front(host);
        } else {
            self.waiting.insert((now + wait, host));
        }
        Vec::new()
    }

    /// Everything not yet begun, given up (an interrupt).
    pub fn drain(&mut self) -> Vec<usize> {
        self.ready.clear();
        self.waiting.clear();
        let left = self.hosts.iter_mut().map(|host| std::mem::take(&mut host.probes));
        let mut left: Vec<usize> = left.flat_map(|places| self.order[places].iter().copied()).collect();
        left.sort_unstable();
        left
    }
}

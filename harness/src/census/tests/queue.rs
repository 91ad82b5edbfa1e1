//! Whose turn it is, with the time handed in.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;

use crate::census::{Host, LONGEST_WAIT, Next, Queue, REFUSALS, Refused};

const NOW: Duration = Duration::ZERO;

fn queue(hosts: &[(&str, usize)], gap: Duration) -> Queue {
    let mut next = 0;
    let probes: Vec<(String, usize)> = hosts
        .iter()
        .flat_map(|(host, count)| std::iter::repeat_n((*host).to_owned(), *count))
        .map(|host| {
            next += 1;
            (host, next - 1)
        })
        .collect();
    Queue::new(probes, gap)
}

fn take(queue: &mut Queue, now: Duration) -> (usize, Host) {
    match queue.next(now) {
        Next::Probe { probe, host } => (probe, host),
        other => panic!("a probe is due, not {other:?}"),
    }
}

#[test]
fn the_longest_queue_goes_first_and_a_busy_host_waits() {
    let mut queue = queue(&[("short.example", 1), ("long.example", 3)], Duration::ZERO);
    let (probe, long) = take(&mut queue, NOW);
    assert_eq!(probe, 1);
    let (probe, short) = take(&mut queue, NOW);
    assert_eq!(probe, 0);
    assert_eq!(queue.next(NOW), Next::Idle, "the host in flight is never asked twice at once");
    queue.done(long, NOW, None);
    assert_eq!(take(&mut queue, NOW), (2, long));
    queue.done(short, NOW, None);
    queue.done(long, NOW, None);
    assert_eq!(take(&mut queue, NOW), (3, long));
    queue.done(long, NOW, None);
    assert_eq!(queue.next(NOW), Next::Finished);
}

#[test]
fn the_order_of_hosts_depends_on_their_names_alone() {
    let names: Vec<String> = (0..40).map(|number| format!("h{number}.example")).collect();
    let order = |names: &[String]| {
        let listed = names.iter().enumerate().map(|(probe, name)| (name.clone(), probe));
        let mut queue = Queue::new(listed, Duration::ZERO);
        names.iter().map(|_| names[take(&mut queue, NOW).0].clone()).collect::<Vec<_>>()
    };
    let turned: Vec<String> = names.iter().rev().cloned().collect();
    let first = order(&names);
    assert_eq!(first, order(&turned));
    assert!(first != names && first != turned, "that order is nobody's advantage");
}

#[test]
fn a_gap_holds_a_host_back_and_lets_others_pass() {
    let gap = Duration::from_secs(2);
    let mut queue = queue(&[("a.example", 2), ("b.example", 1)], gap);
    let (_, a) = take(&mut queue, NOW);
    queue.done(a, NOW, None);
    assert_eq!(take(&mut queue, NOW).0, 2);
    assert_eq!(queue.next(Duration::from_millis(500)), Next::Wait(Duration::from_millis(1500)));
    assert_eq!(take(&mut queue, gap), (1, a));
}

#[test]
fn retry_after_is_kept_up_to_its_limit() {
    for (asked, waited) in [(7, Duration::from_secs(7)), (100_000, LONGEST_WAIT)] {
        let mut queue = queue(&[("a.example", 2)], Duration::ZERO);
        let (_, a) = take(&mut queue, NOW);
        queue.done(a, NOW, Some(Refused { wait: Some(Duration::from_secs(asked)) }));
        assert_eq!(queue.next(NOW), Next::Wait(waited));
        take(&mut queue, waited);
    }
}

#[test]
fn five_refusals_in_a_row_end_a_host() {
    let refusals = REFUSALS as usize;
    let refused = Some(Refused { wait: None });
    let mut queue = queue(&[("a.example", 20)], Duration::ZERO);
    for turn in 1..refusals {
        let (_, a) = take(&mut queue, NOW);
        assert!(queue.done(a, NOW, refused).is_empty(), "refusal {turn} is not the last");
    }
    let (_, a) = take(&mut queue, NOW);
    assert!(queue.done(a, NOW, None).is_empty(), "an answer in between begins the count anew");
    let mut given_up = Vec::new();
    for _ in 0..refusals {
        let (_, a) = take(&mut queue, NOW);
        given_up = queue.done(a, NOW, refused);
    }
    assert_eq!(given_up, (2 * refusals..20).collect::<Vec<_>>());
    assert_eq!(queue.next(NOW), Next::Finished);
}

#[test]
fn draining_gives_up_everything_not_begun() {
    let mut queue = queue(&[("a.example", 3), ("b.example", 1)], Duration::from_secs(1));
    let (_, a) = take(&mut queue, NOW);
    queue.done(a, NOW, None);
    let (_, b) = take(&mut queue, NOW);
    assert_eq!(queue.drain(), [1, 2]);
    assert_eq!(queue.next(NOW), Next::Idle);
    queue.done(b, NOW, None);
    assert_eq!(queue.next(NOW), Next::Finished);
}

#[test]
fn draining_takes_what_is_left_of_a_host_in_flight() {
    let mut queue = queue(&[("a.example", 3)], Duration::ZERO);
    let (_, a) = take(&mut queue, NOW);
    assert_eq!(queue.drain(), [1, 2]);
    assert!(queue.done(a, NOW, None).is_empty());
    assert_eq!(queue.next(NOW), Next::Finished);
}

proptest! {
    /// Whatever the hosts answer and however many are side by side: every probe is taken or given up exactly once, and no
    /// host is ever asked twice at once.
    #[test]
    fn every_probe_once_and_a_host_at_a_time(
        counts in proptest::collection::vec(1..6_usize, 1..8),
        answers in proptest::collection::vec(0..4_u8, 60),
        side_by_side in 1..6_usize,
        gap in 0..3_u64,
    ) {
        let hosts: Vec<String> = (0..counts.len()).map(|index| format!("h{index}.example")).collect();
        let listed: Vec<(&str, usize)> = hosts.iter().map(String::as_str).zip(counts.iter().copied()).collect();
        let total: usize = counts.iter().sum();
        let mut queue = queue(&listed, Duration::from_secs(gap));
        let mut answers = answers.into_iter().cycle();
        let mut flying: BTreeMap<Host, usize> = BTreeMap::new();
        let mut settled = vec![false; total];
        let mut now = NOW;
        for _ in 0..10_000 {
            let next = if flying.len() < side_by_side { queue.next(now) } else { Next::Idle };
            match next {
                Next::Probe { probe, host } => prop_assert!(flying.insert(host, probe).is_none()),
                Next::Finished => break,
                Next::Wait(time) if flying.is_empty() => now += time,
                Next::Wait(_) | Next::Idle => {
                    let (host, probe) = flying.pop_first().expect("idle means that something flies");
                    prop_assert!(!std::mem::replace(&mut settled[probe], true));
                    let refused = match answers.next() {
                        Some(0) => Some(Refused { wait: None }),
                        Some(1) => Some(Refused { wait: Some(Duration::from_secs(3)) }),
                        _ => None,
                    };
                    for probe in queue.done(host, now, refused) {
                        prop_assert!(!std::mem::replace(&mut settled[probe], true));
                    }
                }
            }
        }
        prop_assert!(settled.into_iter().all(|settled| settled));
    }
}

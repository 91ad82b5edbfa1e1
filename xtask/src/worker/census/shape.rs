//! The shape of the public registry of July 2026: 10,542 endpoints on 7,553 hosts, one of which has 1,279.

use rollcall::census::{Listed, OptOut, Plan, Shard};
use rollcall::policy::Reach;
use rollcall::record::EntryFacts;
use rollcall::registry::{Entry, ListedRemote};

/// Endpoints on one host, and how many hosts have so many (counted over the registry's remotes on 2026-07-28).
const HISTOGRAM: &[(usize, usize)] = &[
    (1, 7089),
    (2, 370),
    (3, 27),
    (4, 9),
    (5, 6),
    (6, 7),
    (7, 8),
    (8, 4),
    (9, 1),
    (11, 2),
    (12, 1),
    (13, 2),
    (14, 1),
    (17, 2),
    (18, 1),
    (19, 1),
    (20, 3),
    (21, 1),
    (23, 1),
    (24, 2),
    (27, 1),
    (30, 3),
    (31, 1),
    (33, 1),
    (34, 1),
    (38, 1),
    (52, 1),
    (54, 1),
    (57, 1),
    (99, 1),
    (120, 1),
    (216, 1),
    (1279, 1),
];
/// Endpoints in it.
pub(super) const ENDPOINTS: usize = 10_542;

/// So many endpoints in that shape: the histogram again and again, without the one big host after the first time.
pub(super) fn entries(endpoints: usize) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(endpoints);
    let mut host = 0;
    let mut first = true;
    while entries.len() < endpoints {
        for (each, hosts) in HISTOGRAM.iter().filter(|(each, _)| first || *each < 1000) {
            for _ in 0..*hosts {
                host += 1;
                for path in 0..*each {
                    if entries.len() == endpoints {
                        return entries;
                    }
                    entries.push(entry(entries.len(), host, path));
                }
            }
        }
        first = false;
    }
    entries
}

fn entry(number: usize, host: usize, path: usize) -> Entry {
    Entry {
        facts: EntryFacts {
            name: format!("com.example{host}/server-{number}"),
            title: Some("A server".to_owned()),
            description: Some(
                "One endpoint of a registry's shape, described in a sentence of usual length".to_owned(),
            ),
            version: Some("1.0.0".to_owned()),
            status: Some("active".to_owned()),
            ..EntryFacts::default()
        },
        is_latest: Some(true),
        updated_at: None,
        remotes: vec![ListedRemote {
            kind: "streamable-http".to_owned(),
            url: Some(format!("http://h{host}.example{host}.com/{path}/mcp")),
            ..ListedRemote::default()
        }],
    }
}

/// Their plan.
pub(super) fn plan(entries: &[Entry]) -> Plan {
    let opt_out = OptOut::default();
    Plan::new(entries, Listed { reach: &Reach::local(), opt_out: &opt_out, shard: Shard::WHOLE })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_shape_is_that_of_the_registry() {
        let plan = plan(&entries(ENDPOINTS));
        let hosts: BTreeSet<String> = plan.probes.iter().map(rollcall::census::Planned::host_key).collect();
        assert_eq!((plan.probes.len(), hosts.len()), (10_542, 7_553));
    }
}

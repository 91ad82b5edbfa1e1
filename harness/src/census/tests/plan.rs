//! Nothing is lost or doubled between the entries and the plan, whole or in shards.

use proptest::prelude::*;

use super::entry;
use crate::census::{Listed, OptOut, Plan, Shard, shard_of};
use crate::policy::Reach;
use crate::registry::Entry;
use crate::target::SkipReason;

fn plan(entries: &[Entry], shard: Shard) -> Plan {
    Plan::new(entries, Listed { reach: &Reach::default(), opt_out: &OptOut::default(), shard })
}

fn reasons(plan: &Plan) -> Vec<SkipReason> {
    plan.skipped.iter().map(|skipped| skipped.skip.reason).collect()
}

#[test]
fn one_probe_a_url_and_a_record_an_entry() {
    let entries = [
        entry("com.example/a", &["https://api.example.com/mcp", "https://API.example.com:443/mcp#x"]),
        entry("com.example/b", &["https://api.example.com/mcp", "https://api.example.com/mcp/"]),
    ];
    let plan = plan(&entries, Shard::WHOLE);
    assert_eq!(plan.probes.len(), 2, "the final slash is another URL");
    assert_eq!(plan.records(), 4);
    assert_eq!(plan.listed, 4);
}

#[test]
fn the_same_url_over_another_transport_is_another_probe() {
    let mut both = entry("com.example/a", &["https://example.com/mcp", "https://example.com/mcp"]);
    both.remotes[1].kind = "sse".to_owned();
    assert_eq!(plan(&[both], Shard::WHOLE).probes.len(), 2);
}

#[test]
fn entries_are_skipped_for_what_they_are() {
    let mut old = entry("com.example/old", &["https://example.com/1", "https://example.com/2"]);
    old.is_latest = Some(false);
    let mut deleted = entry("com.example/deleted", &["https://example.com/3"]);
    deleted.facts.status = Some("deleted".to_owned());
    let mut deprecated = entry("com.example/deprecated", &["https://example.com/4"]);
    deprecated.facts.status = Some("deprecated".to_owned());
    let package = entry("com.example/package", &[]);
    let plan = plan(&[old, deleted, deprecated, package], Shard::WHOLE);
    assert_eq!(
        reasons(&plan),
        [SkipReason::NotLatest, SkipReason::NotLatest, SkipReason::Deleted, SkipReason::NoRemote]
    );
    assert_eq!(plan.probes.len(), 1, "a deprecated entry is still listed, so it is probed");
}

#[test]
fn an_opt_out_is_by_name_by_host_or_by_domain() {
    let opt_out =
        OptOut::parse("# asked by mail\ncom.example/quiet\nquiet.example.org\n*.example.net # all of it\n")
            .expect("a good list");
    let entries = [
        entry("com.example/quiet", &["https://a.example.com/mcp"]),
        entry("com.example/one", &["https://QUIET.example.org./mcp"]),
        entry("com.example/two", &["https://deep.below.example.net/mcp", "https://example.net/mcp"]),
        entry("com.example/three", &["https://notquiet.example.org/mcp", "https://myexample.net/mcp"]),
    ];
    let by = Listed { reach: &Reach::default(), opt_out: &opt_out, shard: Shard::WHOLE };
    let plan = Plan::new(&entries, by);
    assert_eq!(reasons(&plan), [SkipReason::Excluded; 4]);
    assert_eq!(plan.probes.len(), 2);
}

#[test]
fn a_line_that_is_neither_name_nor_host_stops_the_list() {
    for (text, line) in
        [("ok.example\nthree words here", 2), ("https://example.com/mcp", 1), ("a b/c", 1), ("host:80", 1)]
    {
        assert_eq!(OptOut::parse(text).expect_err(text).0, line, "{text}");
    }
}

#[test]
fn a_shard_is_read_strictly() {
    assert_eq!("3/16".parse(), Ok(Shard { index: 3, count: 16 }));
    for text in ["16/16", "1", "-1/4", "a/b", "1/0", "0/0", ""] {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
}

#[test]
fn hosts_of_one_domain_share_a_shard() {
    for count in [2, 7, 16, 1024] {
        assert_eq!(shard_of("a.example.co.uk", count), shard_of("b.c.example.co.uk", count));
    }
    let differ =
        (0..50).any(|index| shard_of(&format!("a{index}.github.io"), 16) != shard_of("b.github.io", 16));
    assert!(differ, "customers of a shared platform are domains of their own");
}

fn some_entries() -> impl Strategy<Value = Vec<Entry>> {
    let url = prop_oneof![
        (0..6_u8, 0..3_u8).prop_map(|(host, path)| format!("https://h{host}.example{}.com/{path}", host % 3)),
        Just("https://{tenant}.example.com/".to_owned()),
        Just("http://plain.example.com/".to_owned()),
        Just("https://10.0.0.1/".to_owned()),
        Just("no url".to_owned()),
    ];
    let one =
        (0..9_u8, proptest::collection::vec(url, 0..4), any::<bool>()).prop_map(|(name, urls, latest)| {
            let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
            let mut entry = entry(&format!("com.example/{name}"), &urls);
            entry.is_latest = Some(latest);
            entry
        });
    proptest::collection::vec(one, 0..30)
}

proptest! {
    #[test]
    fn nothing_is_lost_or_doubled(entries in some_entries()) {
        let plan = plan(&entries, Shard::WHOLE);
        let listed: usize = entries.iter().map(|entry| entry.remotes.len().max(1)).sum();
        prop_assert_eq!(plan.listed, listed);
        prop_assert_eq!(plan.records() + plan.skipped.len(), listed);
        let mut keys: Vec<_> = plan.probes.iter().map(|probe| probe.target().key()).collect();
        keys.sort();
        keys.dedup();
        prop_assert_eq!(keys.len(), plan.probes.len());
    }

    #[test]
    fn shards_partition_the_plan_by_host(entries in some_entries(), count in 1..9_u32) {
        let whole = plan(&entries, Shard::WHOLE);
        let parts: Vec<Plan> = (0..count).map(|index| plan(&entries, Shard { index, count })).collect();
        prop_assert_eq!(parts.iter().map(|part| part.listed).sum::<usize>(), whole.listed);
        let mut together: Vec<_> = parts.iter().flat_map(|part| part.probes.clone()).collect();
        let mut expected = whole.probes.clone();
        together.sort_by_key(|probe| probe.target().key());
        expected.sort_by_key(|probe| probe.target().key());
        prop_assert_eq!(together, expected);
        for (index, part) in parts.iter().enumerate() {
            prop_assert_eq!(&part.digest, &whole.digest);
            for other in &parts[index + 1..] {
                for probe in &part.probes {
                    prop_assert!(!other.probes.iter().any(|theirs| theirs.host_key() == probe.host_key()));
                }
            }
        }
    }
}

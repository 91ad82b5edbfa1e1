//! Nothing is spent beyond what was granted.

use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone, Copy)]
enum Spend {
    Request,
    Retry,
    Hop,
    Time(u64),
}

fn spend() -> impl Strategy<Value = Spend> {
    prop_oneof![
        Just(Spend::Request),
        Just(Spend::Retry),
        Just(Spend::Hop),
        (0..70_000_u64).prop_map(Spend::Time),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_more_is_handed_out_than_there_is(spends in prop::collection::vec(spend(), 0..200), modern: bool, lookup: bool) {
        let policy = Policy { modern, oauth_lookup: lookup, ..Policy::default() };
        let mut budget = Budget::new(&policy);
        let most = policy.pages + 4 + if modern { 2 } else { 0 } + if lookup { 4 } else { 0 };
        let (mut requests, mut retries, mut hops) = (0, 0, 0);
        let mut latest = 0;
        for spend in spends {
            let over = latest >= 60_000;
            match spend {
                Spend::Request => if budget.request() {
                    prop_assert!(!over);
                    requests += 1;
                    (retries, hops) = (0, 0);
                },
                Spend::Retry => if budget.retry() {
                    prop_assert!(!over && requests > 0);
                    retries += 1;
                },
                Spend::Hop => if budget.hop() {
                    prop_assert!(!over && requests > 0);
                    hops += 1;
                },
                Spend::Time(millis) => {
                    budget.elapsed(&policy, Duration::from_millis(millis));
                    latest = latest.max(millis);
                }
            }
            prop_assert!(requests <= most && retries <= policy.retries && hops <= policy.hops);
        }
        prop_assert_eq!(budget.is_out_of_time(), latest >= 60_000);
    }
}

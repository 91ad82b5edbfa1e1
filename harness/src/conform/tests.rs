use std::collections::{BTreeMap, BTreeSet};

use super::{Held, all, requirement, requirements};

#[test]
fn the_table_and_the_checks_agree_with_no_hole() {
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    for requirement in requirements() {
        if let Held::Checked(checks) = &requirement.held {
            for check in checks {
                assert!(named.insert(check, &requirement.id).is_none(), "{check} is named twice");
            }
        }
    }
    let mut seen = BTreeSet::new();
    for check in all() {
        assert!(seen.insert(check.name), "{check} is written twice");
        assert_eq!(named.get(check.name), Some(&check.requirement), "{check}");
        assert!(requirement(check.requirement).is_some_and(|it| it.party != super::Party::Client));
        let family = |id: &str| id.split('.').next().map(str::to_owned);
        assert_eq!(family(check.name), family(check.requirement), "{check}");
    }
    for (check, requirement) in named {
        assert!(seen.contains(check), "{requirement} is checked by {check}, which is not there");
    }
}

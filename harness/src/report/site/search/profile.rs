//! What the filters look at: for each server the values of each facet. Few servers differ in them, so each combination is
//! written once, and a server only says which one it has.

use std::collections::{BTreeMap, BTreeSet};

use crate::category::Category;
use crate::namespace::Needs;
use crate::report::site::model::{Cause, Server, Site};

/// The facets, in the order of the form.
pub(in crate::report::site) const FACETS: [&str; 6] =
    ["outcome", "category", "transport", "login", "namespace", "cause"];
/// The value where a server has none.
pub(in crate::report::site) const NONE: &str = "none";

/// The values of each facet of one server, in the order of [`FACETS`].
type Values = [BTreeSet<String>; FACETS.len()];

/// Which values there are, which combinations of them, and which server has which.
#[derive(Debug, Default)]
pub(in crate::report::site) struct Profiles {
    /// The values of each facet, in order.
    pub(super) values: [Vec<String>; FACETS.len()],
    /// Each combination: places in `values`.
    pub(super) combinations: Vec<[Vec<usize>; FACETS.len()]>,
    /// The combination of each server.
    pub(super) of: Vec<usize>,
}

/// A server has what any of its remotes has; category and namespace are its own.
fn values(server: &Server) -> Values {
    let one = |value: Option<&str>| BTreeSet::from([value.unwrap_or(NONE).to_owned()]);
    let remotes = &server.remotes;
    [
        remotes.iter().map(|remote| remote.outcome.as_str().to_owned()).collect(),
        one(server.category.map(Category::as_str)),
        remotes.iter().filter_map(|remote| remote.transport.as_deref().map(str::to_owned)).collect(),
        remotes.iter().filter_map(|remote| remote.login.map(|login| login.as_str().to_owned())).collect(),
        one(server.namespace.map(Needs::as_str)),
        remotes.iter().filter_map(|remote| remote.cause.map(Cause::word)).collect(),
    ]
}

impl Profiles {
    /// Those of all servers.
    pub(in crate::report::site) fn of(site: &Site) -> Self {
        let mut known: BTreeMap<Values, usize> = BTreeMap::new();
        let mut profiles = Self::default();
        for server in &site.servers {
            let next = known.len();
            profiles.of.push(*known.entry(values(server)).or_insert(next));
        }
        for (facet, sorted) in profiles.values.iter_mut().enumerate() {
            let all: BTreeSet<&String> = known.keys().flat_map(|values| &values[facet]).collect();
            *sorted = all.into_iter().cloned().collect();
        }
        let mut combinations: Vec<(usize, [Vec<usize>; FACETS.len()])> = known
            .into_iter()
            .map(|(values, number)| {
                let places = std::array::from_fn(|facet| {
                    let sorted = &profiles.values[facet];
                    values[facet].iter().filter_map(|value| sorted.binary_search(value).ok()).collect()
                });
                (number, places)
            })
            .collect();
        combinations.sort_unstable_by_key(|(number, _)| *number);
        profiles.combinations = combinations.into_iter().map(|(_, places)| places).collect();
        profiles
    }

    /// How many servers have each value of this facet, in the order of its values.
    pub(super) fn counts(&self, facet: usize) -> Vec<u64> {
        let mut counts = vec![0; self.values[facet].len()];
        for combination in &self.of {
            for place in &self.combinations[*combination][facet] {
                counts[*place] += 1;
            }
        }
        counts
    }
}

//! The eight categories of the directory, and a count for each.

use std::collections::BTreeMap;

crate::words::words! {
    /// A directory shelf. An entry without one stays without: there is no ninth.
    pub enum Category: "category" {
        /// Flights, stays, tours, parks, visas.
        Travel = "travel",
        /// Restaurants, menus, recipes, groceries, food orders.
        FoodDelivery = "food-delivery",
        /// Finding, pricing and financing homes and land.
        RealEstate = "real-estate",
        /// Patients, medicine, fitness, medical literature and trials.
        Health = "health",
        /// Geocoding, routes, timetables, public transport, vessels; not weather.
        MapsTransport = "maps-transport",
        /// Markets, banking, payments, invoices, budgets, wallets and chains.
        Finance = "finance",
        /// Shops, products, carts, orders, a seller's own tools.
        Shopping = "shopping",
        /// Film, television, music, video, podcasts, news, speech and sound.
        Media = "media",
    }
}

impl Category {
    /// The place in [`Category::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How many tools point at each category, in the order of [`Category::ALL`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Votes([u32; 8]);

impl Votes {
    /// One more tool points at this category.
    pub fn add(&mut self, category: Category) {
        self.0[category.index()] += 1;
    }

    /// The count for one category.
    #[must_use]
    pub fn of(&self, category: Category) -> u32 {
        self.0[category.index()]
    }

    /// The category with the most votes (the earlier of equals) and the most that any other has.
    #[must_use]
    pub fn best_and_rival(&self) -> (Category, u32, u32) {
        let mut best = Category::Travel;
        for &category in Category::ALL {
            if self.of(category) > self.of(best) {
                best = category;
            }
        }
        let rival =
            Category::ALL.iter().copied().filter(|&other| other != best).map(|other| self.of(other)).max();
        (best, self.of(best), rival.unwrap_or(0))
    }

    /// The categories that anything points at, with their counts.
    #[must_use]
    pub fn to_map(self) -> BTreeMap<Category, u32> {
        Category::ALL
            .iter()
            .copied()
            .map(|category| (category, self.of(category)))
            .filter(|&(_, n)| n > 0)
            .collect()
    }
}

impl FromIterator<(Category, u32)> for Votes {
    fn from_iter<I: IntoIterator<Item = (Category, u32)>>(counts: I) -> Self {
        let mut votes = Self::default();
        for (category, count) in counts {
            votes.0[category.index()] += count;
        }
        votes
    }
}

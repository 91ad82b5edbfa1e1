//! The eight categories of the directory, and a count for each.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A directory shelf. An entry without one stays without: there is no ninth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Flights, stays, tours, parks, visas.
    Travel,
    /// Restaurants, menus, recipes, groceries, food orders.
    FoodDelivery,
    /// Finding, pricing and financing homes and land.
    RealEstate,
    /// Patients, medicine, fitness, medical literature and trials.
    Health,
    /// Geocoding, routes, timetables, public transport, vessels; not weather.
    MapsTransport,
    /// Markets, banking, payments, invoices, budgets, wallets and chains.
    Finance,
    /// Shops, products, carts, orders, a seller's own tools.
    Shopping,
    /// Film, television, music, video, podcasts, news, speech and sound.
    Media,
}

impl Category {
    /// All eight, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::Travel,
        Self::FoodDelivery,
        Self::RealEstate,
        Self::Health,
        Self::MapsTransport,
        Self::Finance,
        Self::Shopping,
        Self::Media,
    ];

    /// The name as it stands in files, flags and pages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Travel => "travel",
            Self::FoodDelivery => "food-delivery",
            Self::RealEstate => "real-estate",
            Self::Health => "health",
            Self::MapsTransport => "maps-transport",
            Self::Finance => "finance",
            Self::Shopping => "shopping",
            Self::Media => "media",
        }
    }

    /// The place in [`Category::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Category {
    type Err = String;

    /// Reads the name of a category; the underscored spelling of older data is taken too.
    ///
    /// # Errors
    /// Names the eight when the text is none of them.
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = text.replace('_', "-");
        Self::ALL.into_iter().find(|category| category.as_str() == wanted).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|category| category.as_str()).collect();
            format!("`{}` is no category; known are {}", text.escape_debug(), known.join(", "))
        })
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
        for category in Category::ALL {
            if self.of(category) > self.of(best) {
                best = category;
            }
        }
        let rival =
            Category::ALL.into_iter().filter(|&other| other != best).map(|other| self.of(other)).max();
        (best, self.of(best), rival.unwrap_or(0))
    }

    /// The categories that anything points at, with their counts.
    #[must_use]
    pub fn to_map(self) -> BTreeMap<Category, u32> {
        Category::ALL
            .into_iter()
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

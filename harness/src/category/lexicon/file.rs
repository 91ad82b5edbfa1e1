//! The form of a lexicon file. These types are its JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The schema line that a lexicon of this version carries.
pub(super) const SCHEMA: &str = "rollcall.lexicon.v1";

/// The JSON Schema of a lexicon file; TOML has the same data model.
#[must_use]
pub fn lexicon_schema() -> schemars::Schema {
    schemars::schema_for!(LexiconFile)
}

/// A whole lexicon.
///
/// Every word is written as names are read: lower case, singular, one word. A pair is two such words with a space
/// between.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LexiconFile {
    /// `rollcall.lexicon.v1`.
    pub(super) schema: String,
    /// Words about words: what is left out, and what no ending tells.
    pub(super) words: WordForms,
    /// Flights, stays, tours, parks, visas.
    #[serde(default)]
    pub(super) travel: Section,
    /// Restaurants, menus, recipes, groceries, food orders.
    #[serde(default)]
    pub(super) food_delivery: Section,
    /// Homes and land.
    #[serde(default)]
    pub(super) real_estate: Section,
    /// Patients, medicine, fitness.
    #[serde(default)]
    pub(super) health: Section,
    /// Maps, routes, public transport.
    #[serde(default)]
    pub(super) maps_transport: Section,
    /// Markets, banking, payments, chains.
    #[serde(default)]
    pub(super) finance: Section,
    /// Shops, products, carts, orders.
    #[serde(default)]
    pub(super) shopping: Section,
    /// Film, music, video, news, speech.
    #[serde(default)]
    pub(super) media: Section,
    /// Words of what has no shelf: a tool that carries one is not read by its doubtful words.
    #[serde(default)]
    pub(super) elsewhere: Section,
}

/// What is left out before reading, and the forms that no ending tells.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WordForms {
    /// Words that say nothing alone, in groups with the reason.
    #[serde(default)]
    pub(super) generic: Vec<GenericGroup>,
    /// Words that end in s and are no plural (`news`).
    #[serde(default)]
    pub(super) keep: Vec<String>,
    /// Forms and the word they stand for (`movies` for `movie`).
    #[serde(default)]
    pub(super) irregular: BTreeMap<String, String>,
}

/// Generic words that are left out for one reason.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(
    dead_code,
    reason = "the reason is for the reader of the file; the program only asks that it is there"
)]
#[serde(deny_unknown_fields)]
pub(super) struct GenericGroup {
    /// Why they say nothing alone.
    pub(super) why: String,
    /// The words.
    pub(super) words: Vec<String>,
}

/// The words of one category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    /// Names of services: a tool that carries one points here, and as the first word of every tool of a server it
    /// makes all of them point here.
    #[serde(default)]
    pub(super) brand: BTreeMap<String, WordNote>,
    /// Words that speak alone.
    #[serde(default)]
    pub(super) strong: BTreeMap<String, WordNote>,
    /// Words that need a second one, or the light of the server's other tools.
    #[serde(default)]
    pub(super) medium: BTreeMap<String, WordNote>,
    /// Words that only support others.
    #[serde(default)]
    pub(super) weak: BTreeMap<String, WordNote>,
    /// Two words side by side, for or against.
    #[serde(default)]
    pub(super) pair: BTreeMap<String, PairNote>,
}

/// Why a word is here.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WordNote {
    /// What it means here.
    pub(super) why: String,
    /// A tool name that carries it.
    pub(super) example: String,
    /// How it reads in a name, a title or a description, where that differs from tool names.
    pub(super) prose: Option<Pull>,
}

/// Why a pair is here, and how it reads.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PairNote {
    /// How the two words read together.
    pub(super) read: PairRead,
    /// What they mean here.
    pub(super) why: String,
    /// A tool name that carries them.
    pub(super) example: String,
    /// How they read in running text, where that differs.
    pub(super) prose: Option<Pull>,
}

/// How strongly a word or a pair speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Pull {
    /// Not at all.
    No,
    /// Only supports others.
    Weak,
    /// Needs a second word.
    Medium,
    /// Speaks alone.
    Strong,
}

/// How two words read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PairRead {
    /// Only support others.
    Weak,
    /// Need a second word.
    Medium,
    /// Speak alone.
    Strong,
    /// Neither of the two words speaks for this category where they stand together.
    Against,
}

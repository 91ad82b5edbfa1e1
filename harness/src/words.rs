//! Closed vocabularies: one macro gives an enum its kebab-case spelling everywhere at once (text, JSON, schema,
//! command line), so a word can never be spelled two ways.

/// Declares a closed vocabulary. Each variant is a unit variant with its word.
///
/// Gives `ALL`, `as_str`, `Display`, `FromStr` (unknown words are an error that names the vocabulary), serde as the word,
/// and a JSON Schema that lists the words.
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident : $what:literal { $($(#[$vmeta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        $vis enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// Every word of this vocabulary, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word as it is written everywhere.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::words::UnknownWord { what: $what, word: text.to_owned() }),
                }
            }
        }
    };
}
pub(crate) use words;

/// A word that a closed vocabulary does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no {what}")]
pub struct UnknownWord {
    /// The vocabulary, in the singular: "outcome", "finding".
    pub what: &'static str,
    /// What was written instead.
    pub word: String,
}

//! Files of our own formats are read in the one version that this program knows, and in no other: what looks like it may
//! mean something else.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::category::{CATEGORIES_SCHEMA, Categories};
use crate::census::{RUN_SCHEMA, Run, SKIPPED_SCHEMA, Skipped};
use crate::record::{RECORD_SCHEMA, Record, clean};

/// A form that says its version in `schema`.
pub(crate) trait Versioned: DeserializeOwned {
    /// The version that is understood.
    const SCHEMA: &'static str;

    /// The version that it says of itself.
    fn schema(&self) -> &str;
}

macro_rules! versioned {
    ($($form:ty: $schema:expr;)*) => {
        $(impl Versioned for $form {
            const SCHEMA: &'static str = $schema;

            fn schema(&self) -> &str {
                &self.schema
            }
        })*
    };
}

versioned! {
    Record: RECORD_SCHEMA;
    Skipped: SKIPPED_SCHEMA;
    Run: RUN_SCHEMA;
    Categories: CATEGORIES_SCHEMA;
}

/// Why a text was not read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It says another version.
    #[error(transparent)]
    OtherVersion(OtherVersion),
    /// It is not of that form.
    #[error("{0}")]
    Unreadable(String),
}

/// A version that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is `{found}`, and this version of rollcall reads `{known}`")]
pub struct OtherVersion {
    /// What it says, cleaned.
    pub found: String,
    /// What is understood.
    pub known: &'static str,
}

/// A text without everything but its version.
#[derive(Deserialize)]
struct OnlyVersion {
    #[serde(default)]
    schema: Option<String>,
}

/// Reads a text of this form and version.
pub(crate) fn read<T: Versioned>(text: &[u8]) -> Result<T, Fault> {
    let other = |found: &str| {
        Fault::OtherVersion(OtherVersion { found: clean(found, 60).into_owned(), known: T::SCHEMA })
    };
    match serde_json::from_slice::<T>(text) {
        Ok(read) if read.schema() == T::SCHEMA => Ok(read),
        Ok(read) => Err(other(read.schema())),
        // Another version may well have another form: that it is one says more than how the form differs.
        Err(error) => match serde_json::from_slice::<OnlyVersion>(text).ok().and_then(|told| told.schema) {
            Some(found) if found != T::SCHEMA => Err(other(&found)),
            _ => Err(Fault::Unreadable(error.to_string())),
        },
    }
}

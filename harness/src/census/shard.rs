//! Many machines: a shard is a set of registrable domains, so no host is ever in two.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Shard `index` of `count`, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which, from 0.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl Shard {
    /// The whole: one machine does everything.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Whether the host (or, where there is none, the entry's name) is this shard's.
    #[must_use]
    pub fn owns(self, host: &str) -> bool {
        shard_of(host, self.count) == self.index
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no shard: write I/N with I from 0 to N-1, as 0/16");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let (index, count) =
            (index.trim().parse().map_err(|_| wrong())?, count.trim().parse().map_err(|_| wrong())?);
        if index < count { Ok(Self { index, count }) } else { Err(wrong()) }
    }
}

/// The shard of a host: by its registrable domain (the public suffix list and one label more), or by itself where it has
/// none.
#[must_use]
pub fn shard_of(host: &str, count: u32) -> u32 {
    let domain = psl::domain_str(host).unwrap_or(host);
    let hash = stable_hash(domain);
    u32::try_from(hash % u64::from(count.max(1))).expect("a remainder of a u32 fits")
}

/// A hash that is the same on every machine and in every version.
#[must_use]
pub(super) fn stable_hash(text: &str) -> u64 {
    let digest = Sha256::digest(text.as_bytes());
    u64::from_be_bytes(digest[..8].try_into().expect("eight of 32 bytes"))
}

//! Durations and sizes as people write them: `"250ms"`, `"64KiB"`.

use std::fmt;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A duration with its unit: `"250ms"`, `"2s"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub Duration);

/// A number of bytes with its unit: `"512B"`, `"64KiB"`, `"16MiB"`, `"10GiB"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms", self.0.as_millis())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
            if self.0 != 0 && self.0.trailing_zeros() >= shift {
                return write!(f, "{}{unit}", self.0 >> shift);
            }
        }
        write!(f, "{}B", self.0)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let span = match split(&text) {
            Some((number, "ms")) => Some(Duration::from_millis(number)),
            Some((number, "s")) => Some(Duration::from_secs(number)),
            _ => None,
        };
        span.map(Span)
            .ok_or_else(|| D::Error::custom(format!("`{text}` is no duration; write \"250ms\" or \"2s\"")))
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = split(&text).and_then(|(number, unit)| match unit {
            "B" => Some(number),
            "KiB" => number.checked_mul(1 << 10),
            "MiB" => number.checked_mul(1 << 20),
            "GiB" => number.checked_mul(1 << 30),
            _ => None,
        });
        bytes.map(Size).ok_or_else(|| {
            D::Error::custom(format!(
                "`{text}` is no size; write \"512B\", \"64KiB\", \"16MiB\" or \"10GiB\""
            ))
        })
    }
}

fn split(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Serialize, PartialEq, Debug)]
    struct Both {
        span: Span,
        size: Size,
    }

    #[test]
    fn units_survive_a_round_trip() {
        let both: Both = toml::from_str("span = \"2s\"\nsize = \"64KiB\"").unwrap();
        assert_eq!(both, Both { span: Span(Duration::from_secs(2)), size: Size(65_536) });
        assert_eq!(toml::from_str::<Both>(&toml::to_string(&both).unwrap()).unwrap(), both);
    }

    #[test]
    fn a_bare_number_or_a_wrong_unit_is_refused() {
        for text in ["span = \"2\"", "span = \"2 s\"", "span = \"-2s\"", "span = 2"] {
            assert!(toml::from_str::<Both>(&format!("{text}\nsize = \"1B\"")).is_err(), "{text}");
        }
        assert!(toml::from_str::<Both>("span = \"1s\"\nsize = \"99999999999GiB\"").is_err());
    }
}

//! What the name service says, as data; whoever resolves names in a test asks here.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

use crate::script::{Address, Answer, Dns};

/// The address of the canary.
pub const CANARY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// The name service of one mock. Clones share their memory of past look-ups.
#[derive(Debug, Clone)]
pub struct Zone {
    name: Arc<str>,
    mock: IpAddr,
    entries: Arc<[Dns]>,
    asked: Arc<Mutex<Vec<String>>>,
}

/// What a look-up gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// These addresses, in this order; the port is the mock's for all of them.
    Addresses(Vec<IpAddr>),
    /// The name does not exist.
    NotFound,
    /// The name has no address.
    NoData,
    /// The server failed.
    Failed,
    /// No answer ever comes.
    Silent,
}

impl Zone {
    pub(crate) fn new(name: &str, mock: IpAddr, entries: &[Dns]) -> Self {
        Self { name: name.into(), mock, entries: entries.into(), asked: Arc::default() }
    }

    /// Looks a name up. The mock's own name leads to the mock, every other one to the canary, unless the script says
    /// otherwise.
    #[must_use]
    pub fn look_up(&self, name: &str) -> Lookup {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let earlier = {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let earlier = asked.iter().filter(|known| **known == name).count();
            if asked.len() < 1_000 {
                asked.push(name.clone());
            }
            earlier
        };
        let own = *self.name == *name;
        let entry =
            self.entries.iter().find(|entry| entry.name.as_deref().map_or(own, |known| known == name));
        match entry {
            None if own => Lookup::Addresses(vec![self.mock]),
            None => Lookup::Addresses(vec![CANARY]),
            Some(Dns { answer, then, .. }) => {
                self.lookup(then.as_ref().filter(|_| earlier > 0).unwrap_or(answer))
            }
        }
    }

    /// The names that were looked up, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    const fn ip(&self, address: Address) -> IpAddr {
        match address {
            Address::Mock => self.mock,
            Address::Ip(ip) => ip,
        }
    }

    fn lookup(&self, answer: &Answer) -> Lookup {
        match answer {
            Answer::Addresses(addresses) => {
                Lookup::Addresses(addresses.iter().map(|address| self.ip(*address)).collect())
            }
            Answer::Nxdomain => Lookup::NotFound,
            Answer::NoData => Lookup::NoData,
            Answer::Servfail => Lookup::Failed,
            Answer::Silent => Lookup::Silent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_answer_can_be_another_one() {
        let script = crate::script::Script::from_toml(
            "[[dns]]\nanswer = { addresses = [\"mock\", \"10.0.0.1\"] }\nthen = \"nxdomain\"\n[[dns]]\nname = \"b.test\"\nanswer = \"silent\"",
        );
        let zone = Zone::new("a.test", IpAddr::V4(Ipv4Addr::LOCALHOST), &script.unwrap().dns);
        let both = vec![IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1))];
        assert_eq!(zone.look_up("A.test."), Lookup::Addresses(both));
        assert_eq!(zone.look_up("a.test"), Lookup::NotFound);
        assert_eq!(zone.look_up("b.test"), Lookup::Silent);
        assert_eq!(zone.look_up("c.test"), Lookup::Addresses(vec![CANARY]));
        assert_eq!(zone.asked(), ["a.test", "a.test", "b.test", "c.test"]);
    }
}

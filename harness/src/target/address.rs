//! Which addresses are on the public internet.
//!
//! Source: the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates), read for "globally
//! reachable". An address that carries an IPv4 address inside is judged by that one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::policy::Reach;

/// Whether this address may be contacted: it is global, or the policy allows it by name or altogether.
#[must_use]
pub fn is_allowed(address: IpAddr, reach: &Reach) -> bool {
    reach.local || is_global(address) || reach.addresses.contains(&address.to_canonical())
}

/// Who named a URL, which says how far it may lead within what the policy allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// The user: as far as the policy goes.
    User,
    /// A server on this machine or in a private network: anywhere but to a link-local address, where clouds keep their
    /// credentials.
    Neighbour,
    /// A server on the public internet: to global addresses alone.
    Stranger,
}

impl Lead {
    /// Whether it may lead to this address. Holds for literals, for what a name resolves to, and for the peer of a
    /// connection alike.
    pub(crate) fn may_reach(self, address: IpAddr) -> bool {
        match self {
            Self::User => true,
            Self::Neighbour => !is_link_local(address),
            Self::Stranger => is_global(address),
        }
    }
}

fn is_link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => embedded_v4(v6).map_or(v6.is_unicast_link_local(), |v4| v4.is_link_local()),
    }
}

/// Whether this address is globally reachable.
#[must_use]
pub fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_global_v4(v4),
        IpAddr::V6(v6) => is_global_v6(v6),
    }
}

/// A block of the registry: its first address, and how many leading bits it fixes.
struct Block4(Ipv4Addr, u32);
struct Block6(Ipv6Addr, u32);

impl Block4 {
    fn holds(&self, address: Ipv4Addr) -> bool {
        let shift = 32 - self.1;
        (u64::from(address.to_bits()) >> shift) == (u64::from(self.0.to_bits()) >> shift)
    }
}

impl Block6 {
    fn holds(&self, address: Ipv6Addr) -> bool {
        let shift = 128 - self.1;
        (address.to_bits() >> shift) == (self.0.to_bits() >> shift)
    }
}

#[expect(clippy::ip_constant, reason = "a table of blocks reads best in one spelling")]
const NOT_GLOBAL_V4: &[Block4] = &[
    Block4(Ipv4Addr::new(0, 0, 0, 0), 8),       // this network, RFC 791
    Block4(Ipv4Addr::new(10, 0, 0, 0), 8),      // private use, RFC 1918
    Block4(Ipv4Addr::new(100, 64, 0, 0), 10),   // shared address space, RFC 6598
    Block4(Ipv4Addr::new(127, 0, 0, 0), 8),     // loopback, RFC 1122
    Block4(Ipv4Addr::new(169, 254, 0, 0), 16),  // link local (cloud metadata lives here), RFC 3927
    Block4(Ipv4Addr::new(172, 16, 0, 0), 12),   // private use, RFC 1918
    Block4(Ipv4Addr::new(192, 0, 0, 0), 24),    // IETF protocol assignments, RFC 6890
    Block4(Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation, RFC 5737
    Block4(Ipv4Addr::new(192, 88, 99, 0), 24),  // 6to4 relay anycast, deprecated by RFC 7526
    Block4(Ipv4Addr::new(192, 168, 0, 0), 16),  // private use, RFC 1918
    Block4(Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarking, RFC 2544
    Block4(Ipv4Addr::new(198, 51, 100, 0), 24), // documentation, RFC 5737
    Block4(Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation, RFC 5737
    Block4(Ipv4Addr::new(224, 0, 0, 0), 4),     // multicast, RFC 5771
    Block4(Ipv4Addr::new(240, 0, 0, 0), 4),     // reserved and limited broadcast, RFC 1112
];

fn is_global_v4(address: Ipv4Addr) -> bool {
    !NOT_GLOBAL_V4.iter().any(|block| block.holds(address))
}

/// Only 2000::/3 is given out as global unicast (RFC 4291); these blocks inside it are not for hosts.
const NOT_GLOBAL_V6: &[Block6] = &[
    Block6(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // IETF protocol assignments, Teredo included, RFC 2928
    Block6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation, RFC 3849
    Block6(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation, RFC 9637
];

const GLOBAL_UNICAST: Block6 = Block6(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
const SIX_TO_FOUR: Block6 = Block6(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16);
const NAT64: Block6 = Block6(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

fn is_global_v6(address: Ipv6Addr) -> bool {
    match embedded_v4(address) {
        Some(v4) => is_global_v4(v4),
        None => GLOBAL_UNICAST.holds(address) && !NOT_GLOBAL_V6.iter().any(|block| block.holds(address)),
    }
}

/// The IPv4 address that the packet would end at: IPv4-mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056).
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let bits = address.to_bits();
    #[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are what is wanted")]
    let low = |shift: u32| Ipv4Addr::from_bits((bits >> shift) as u32);
    if let Some(mapped) = address.to_ipv4_mapped() {
        Some(mapped)
    } else if NAT64.holds(address) {
        Some(low(0))
    } else if SIX_TO_FOUR.holds(address) {
        Some(low(80))
    } else {
        None
    }
}

//! The families, in the order in which they are told.

use super::super::Check;
use super::handshake;

/// Every family.
pub(in crate::conform) const FAMILIES: &[&[Check]] = &[handshake::CHECKS];

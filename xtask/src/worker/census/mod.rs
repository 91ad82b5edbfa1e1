//! The crowd of `bench census`, a census of it, and the parts of a census that need no network.

mod crowd;
mod parts;
mod shape;
mod stand_in;

pub(crate) use crowd::serve;
pub use parts::Told;
pub(crate) use parts::{alone, plan, real, resume};

//! The outside, asked only on request (`lint --online`): the repository's page, the package indexes, the remotes, the
//! namespace's proof. The one part of `manifest` that knows of the network; what it finds are facts, and others judge them.

mod fetch;
mod look;
mod npm;
mod npm_config;
mod pypi;
mod repository;

pub use look::{Looked, Outside, OutsideError};

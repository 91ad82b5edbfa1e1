//! Behaviours that data cannot say: replies that depend on earlier requests, or content that is generated.

mod bomb;
mod conformant;
mod deep;
mod initialize_once;
mod many_tools;
mod ping_first;
mod play;
mod polite_encoding;

pub use conformant::{Conformant, Lapse};
pub use many_tools::ManyTools;
pub use play::Program;
use play::calls;
pub(crate) use play::{Memory, Play};

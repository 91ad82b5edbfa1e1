//! Where entries come from: a registry's API, a file, standard input.

mod api;
mod entry;
mod file;
mod listing;

pub use api::{Api, ApiError, ApiLimits};
pub use entry::{Entry, ListedRemote};
pub use file::{FileError, read_bytes, read_path};
pub use listing::{Listing, Unreadable};
